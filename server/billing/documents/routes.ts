import { type BillEntryRow, billEntryTypes } from '#contract/billing/bills/api.ts'
import { type documentDownloadEndpoints, STATEMENT_PDF_LINES_MAX, STATEMENT_WORKBOOK_ROWS_MAX } from '#contract/billing/documents/api.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { defineColumns, exportList, exportSheetsAsWorkbook } from '#server/adapters/spreadsheets/public.ts'
import { listBillEntries } from '#server/billing/bills/public.ts'
import { layOutStatement } from '#server/billing/documents/statements/statement-printout.ts'
import { buildStatementSheets } from '#server/billing/documents/statements/statement-sheets.ts'
import { readStatementDetail } from '#server/billing/receivables/public.ts'
import { findLedgerSealAtOrAfterDay } from '#server/money/ledger-seals/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { toAuditActor } from '#server/platform/http/caller.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readMallAndBuyerParties } from './parties.ts'

const tooLarge = (rows: number, max: number, next: string): never =>
  refuse('EXPORT_TOO_LARGE', { msg: `该账单有 ${rows} 行，超过 ${max} 行；${next}`, rows, most: max })

function requireSizeWithinLimit({ lines }: StatementDetail, format: 'pdf' | 'xlsx'): void {
  if (format === 'pdf' && lines.length > STATEMENT_PDF_LINES_MAX) tooLarge(lines.length, STATEMENT_PDF_LINES_MAX, '请下载 Excel')
  if (lines.length > STATEMENT_WORKBOOK_ROWS_MAX) tooLarge(lines.length, STATEMENT_WORKBOOK_ROWS_MAX, '请联系客服')
}

const billColumns = defineColumns<BillEntryRow>(({ instant, text, money }) => [
  instant('时间', ({ at }) => at),
  text('交易类型', 12, ({ typeLabel }) => typeLabel),
  text('内容', 48, ({ title }) => title),
  text('支付方式', 18, ({ method }) => method),
  text('收支', 6, ({ sign }) => (sign === '+' ? '收' : '支')),
  money('金额', ({ amount }) => amount),
  text('流水号', 40, ({ id }) => id),
])

/** 下载: each download is recorded in the audit trail. */
export const createDocumentHandlers = (keys: Keys): Handlers<Omit<typeof documentDownloadEndpoints, 'deliveryNote'>> => ({
  statement: async ({ month, format }, { db, caller, moment, origin, writeSeparately }) => {
    const { enterpriseId } = caller
    const statement = await readStatementDetail(db, enterpriseId, month)
    requireSizeWithinLimit(statement, format)
    const parties = await readMallAndBuyerParties(db, keys, enterpriseId)
    const name = `对账单-${month}-${parties.buyer.name}`
    const readSeal = () => findLedgerSealAtOrAfterDay(db, enterpriseId, toShanghaiDay(statement.closedAt))
    const file =
      format === 'pdf'
        ? {
            type: 'application/pdf',
            name: `${name}.pdf`,
            bytes: await renderPdfOnWorker(layOutStatement(statement, { ...parties, made: moment.now, seal: await readSeal() })),
          }
        : exportSheetsAsWorkbook(name, buildStatementSheets(statement, parties))
    const actor = toAuditActor(caller)
    await writeSeparately((tx) =>
      recordAudit(tx, moment, { origin, actor, action: 'download statement', objectKind: 'statement', objectId: month, facts: { format } }),
    )
    return file
  },
  bills: ({ format, ...filter }, context) =>
    exportList(context, {
      name: '账单明细',
      title: ['账单明细', filter.month, filter.type && billEntryTypes[filter.type].label].filter((part) => part !== undefined).join('-'),
      columns: billColumns,
      format,
      page: (db, page) => listBillEntries(db, context.caller, { ...filter, ...page }),
    }),
})
