import { type BillRecord, type BillType, billTypes } from '../../contract/bills/api.ts'
import { type documents, PDF_LINES_MAX, SHEET_ROWS_MAX } from '../../contract/documents/api.ts'
import type { Binary } from '../../contract/endpoint.ts'
import { refuse } from '../../contract/refusals.ts'
import type { StatementDetail } from '../../contract/statements/shapes.ts'
import { listBills } from '../bills/public.ts'
import type { Member } from '../http/caller.ts'
import type { Handlers } from '../http/context.ts'
import { audit } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import { printPdf, printWorkbook, type Sheet, writeCsv } from '../printing/public.ts'
import { describeStatement } from '../receivables/public.ts'
import { partiesOf } from './parties.ts'
import { statementPrintout } from './statement-printout.ts'
import { statementSheets } from './statement-sheets.ts'

const TYPES = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

const fileOf = (name: string, format: keyof typeof TYPES, bytes: Binary['bytes']): Binary => ({
  type: TYPES[format],
  bytes,
  name: `${name}.${format}`,
})

const tooLarge = (what: string, rows: number, most: number, next: string): never =>
  refuse('EXPORT_TOO_LARGE', { msg: `${what}有 ${rows} 行，超过 ${most} 行；${next}`, rows, most })

function demandSize({ lines }: StatementDetail, format: 'pdf' | 'xlsx'): void {
  if (format === 'pdf' && lines.length > PDF_LINES_MAX) tooLarge('该账单', lines.length, PDF_LINES_MAX, '请下载 Excel')
  if (lines.length > SHEET_ROWS_MAX) tooLarge('该账单', lines.length, SHEET_ROWS_MAX, '请联系客服')
}

const billSheet = (rows: readonly BillRecord[]): Sheet => ({
  name: '账单明细',
  columns: [
    { title: '时间', width: 20, kind: 'instant' },
    { title: '交易类型', width: 12, kind: 'text' },
    { title: '内容', width: 48, kind: 'text' },
    { title: '支付方式', width: 18, kind: 'text' },
    { title: '收支', width: 6, kind: 'text' },
    { title: '金额', width: 14, kind: 'money' },
    { title: '流水号', width: 40, kind: 'text' },
  ],
  rows: rows.map(({ at, typeLabel, title, method, sign, amount, id }) => [
    ...[at, typeLabel, title, method, sign === '+' ? '收' : '支', amount, id],
  ]),
})

interface BillFilter {
  month?: string | undefined
  type?: BillType | undefined
}

async function allBills(db: Db, caller: Member, filter: BillFilter): Promise<BillRecord[]> {
  const { dataList, total } = await listBills(db, caller, { ...filter, pageNo: 1, pageSize: SHEET_ROWS_MAX })
  if (total > SHEET_ROWS_MAX) tooLarge('账单明细', total, SHEET_ROWS_MAX, '请选择月份或类型后再下载')
  return dataList
}

/** 下载: each is written down, with what was taken along. */
export const documentHandlers = (keys: Keys): Handlers<Omit<typeof documents, 'deliveryNote'>> => ({
  statement: async ({ month, format }, { db, caller, moment, origin, apart }) => {
    const { enterpriseId, userId } = caller
    const statement = await describeStatement(db, enterpriseId, month)
    demandSize(statement, format)
    const parties = await partiesOf(db, keys, enterpriseId)
    const bytes =
      format === 'pdf'
        ? await printPdf(statementPrintout(statement, { ...parties, made: moment.now }))
        : await printWorkbook(statementSheets(statement, parties))
    const actor = { kind: 'member', id: userId, enterpriseId } as const
    await apart((tx) =>
      audit(tx, moment, { origin, actor, action: 'download statement', objectKind: 'statement', objectId: month, facts: { format } }),
    )
    return fileOf(`对账单-${month}-${parties.buyer.name}`, format, bytes)
  },
  bills: async ({ month, type, format }, { db, caller, moment, origin, apart }) => {
    const { enterpriseId, userId } = caller
    const sheet = billSheet(await allBills(db, caller, { month, type }))
    const bytes = format === 'csv' ? new Uint8Array(writeCsv(sheet)) : await printWorkbook([sheet])
    const actor = { kind: 'member', id: userId, enterpriseId } as const
    const facts = { format, rows: sheet.rows.length, ...(month === undefined ? {} : { month }), ...(type === undefined ? {} : { type }) }
    await apart((tx) => audit(tx, moment, { origin, actor, action: 'download bills', objectKind: 'bills', facts }))
    const parts = ['账单明细', month, type && billTypes[type].label].filter((part) => part !== undefined)
    return fileOf(parts.join('-'), format, bytes)
  },
})
