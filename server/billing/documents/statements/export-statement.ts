import { STATEMENT_PDF_LINES_MAX, STATEMENT_WORKBOOK_ROWS_MAX, type StatementFileFormat } from '#contract/billing/documents/api.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { exportSheetsAsWorkbook } from '#server/adapters/spreadsheets/public.ts'
import { readMallAndBuyerParties } from '#server/billing/documents/parties.ts'
import { readStatementDetail } from '#server/billing/receivables/public.ts'
import { findLedgerSealAtOrAfterDay } from '#server/money/ledger-seals/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Member, Staff } from '#server/platform/http/caller.ts'
import { type Context, recordViewInAuditLog } from '#server/platform/http/context.ts'
import type { FileResponse } from '#server/platform/http/download.ts'
import { layOutStatement } from './statement-printout.ts'
import { buildStatementSheets } from './statement-sheets.ts'

const tooLarge = (rows: number, max: number, next: string): never =>
  refuse('EXPORT_TOO_LARGE', { msg: `该账单有 ${rows} 行，超过 ${max} 行；${next}`, rows, most: max })

function requireSizeWithinLimit({ lines }: StatementDetail, format: StatementFileFormat): void {
  if (format === 'pdf' && lines.length > STATEMENT_PDF_LINES_MAX) tooLarge(lines.length, STATEMENT_PDF_LINES_MAX, '请下载 Excel')
  if (lines.length > STATEMENT_WORKBOOK_ROWS_MAX) tooLarge(lines.length, STATEMENT_WORKBOOK_ROWS_MAX, '请联系客服')
}

type Around = Pick<Context<Member | Staff>, 'db' | 'caller' | 'moment' | 'origin' | 'writeSeparately'>

/**
 * The statement of a month as a file, the same for the company and for staff, and recorded in the audit log as a view. Refuses
 * STATEMENT_NOT_FOUND, EXPORT_TOO_LARGE.
 */
export async function exportStatement(
  context: Around,
  keys: Keys,
  { enterpriseId, month, format }: { enterpriseId: string; month: string; format: StatementFileFormat },
): Promise<FileResponse> {
  const { db, moment } = context
  const statement = await readStatementDetail(db, enterpriseId, month)
  requireSizeWithinLimit(statement, format)
  const parties = await readMallAndBuyerParties(db, keys, enterpriseId)
  const seal = await findLedgerSealAtOrAfterDay(db, enterpriseId, toShanghaiDay(statement.closedAt))
  const name = `对账单-${month}-${parties.buyer.name}`
  const file =
    format === 'pdf'
      ? {
          type: 'application/pdf',
          name: `${name}.pdf`,
          bytes: await renderPdfOnWorker(layOutStatement(statement, { ...parties, made: moment.now, seal })),
        }
      : exportSheetsAsWorkbook(name, buildStatementSheets(statement, { ...parties, seal }))
  const action = 'download statement'
  await recordViewInAuditLog(context, { enterpriseId, action, objectKind: 'statement', objectId: month, facts: { format } })
  return file
}
