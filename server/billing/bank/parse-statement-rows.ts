import { BankReference } from '#contract/billing/bank/shapes.ts'
import { getEarliestValueDayForTwoPeople, VALUE_DAYS_BACK_MAX_FOR_TWO_PEOPLE } from '#contract/billing/bank/value-day.ts'
import { type Fen, formatMoney, INPUT_AMOUNT_MAX } from '#contract/platform/core/money.ts'
import { excerptCellText, parseCellAmount, parseDay, parseShanghaiDayAndTime, type TextRows } from '#server/adapters/spreadsheets/public.ts'
import type { BankStatementColumnName, BankStatementColumnPlaces } from './statement-columns.ts'

export interface IncomingBankStatementLine {
  reference: string
  day: string
  /** The time of day; null if the statement has none. */
  tradedAt: Date | null
  amountFen: Fen
  payerName: string
  payerAccount: string
  remark: string
}

type Understood = { line: IncomingBankStatementLine } | { result: 'skipped' | 'refused'; text: string }

/** A parsed row: an incoming amount, or the reason why it is not one. */
export type ParsedBankStatementRow = { row: number } & Understood

const INCOMING = /^(?:贷|贷方|收|收入|转入|存入|入账|来账|c|cr|credit|\+)$/i
const OUTGOING = /^(?:借|借方|支|付|支出|付出|转出|支取|出账|往账|d|dr|debit|-)$/i
const TOTALS = /合计|总计|小计|汇总|笔数/

const refused = (text: string) => ({ result: 'refused', text }) as const
const skipped = (text: string) => ({ result: 'skipped', text }) as const
const REVERSED = '冲正，请人工处理'

/** Returns the incoming amount of a row, or why there is none or it is unreadable. */
function incoming(
  cell: (column: BankStatementColumnName) => string,
  { places }: BankStatementColumnPlaces,
): Fen | Exclude<Understood, { line: IncomingBankStatementLine }> {
  if (places.credit !== undefined) {
    const credit = parseCellAmount(cell('credit'))
    if (credit === undefined) return refused(`收入金额“${excerptCellText(cell('credit'))}”无法识别`)
    return credit > 0 ? credit : skipped(credit < 0 ? REVERSED : '支出或无收入金额')
  }
  if (OUTGOING.test(cell('direction'))) return skipped('支出')
  if (!INCOMING.test(cell('direction'))) return refused(`借贷标志“${excerptCellText(cell('direction'))}”无法识别`)
  const amount = parseCellAmount(cell('amount'))
  if (amount === undefined) return refused(`交易金额“${excerptCellText(cell('amount'))}”无法识别`)
  return amount > 0 ? amount : skipped(amount < 0 ? REVERSED : '无收入金额')
}

/** A number with more digits than a spreadsheet can store was rounded, so its last digits are not the bank's. */
const isRounded = (text: string) => /^\d(\.\d+)?e\+?\d+$/i.test(text)

const short = (text: string, max: number) => [...text].slice(0, max).join('')

function understand(row: readonly string[], columns: BankStatementColumnPlaces, today: string): Understood {
  const cell = (column: BankStatementColumnName) => row[columns.places[column] ?? -1] ?? ''
  const money = incoming(cell, columns)
  if (typeof money === 'object') return money
  const day = parseDay(cell('day'))
  if (day === undefined) return refused(`交易日期“${excerptCellText(cell('day'))}”无法识别`)
  if (day > today) return refused(`交易日期 ${day} 晚于今天`)
  const reference = cell('reference')
  if (isRounded(reference)) return refused('流水号已被表格软件改成科学计数，请重新导出')
  if (reference === '') return refused('缺少流水号')
  if (!BankReference.safeParse(reference).success) return refused(`流水号“${excerptCellText(reference)}”格式不正确`)
  const remark = columns.remarks.map((at) => row[at] ?? '').filter((text) => text !== '')
  return {
    line: {
      reference,
      day,
      tradedAt: parseShanghaiDayAndTime(day, cell('time') === '' ? cell('day') : cell('time')),
      amountFen: money,
      payerName: short(cell('payerName'), 100),
      payerAccount: cell('payerAccount'),
      remark: short([...new Set(remark)].join(' '), 200),
    },
  }
}

/** Parses the rows below a heading. Empty rows and rows with sums are skipped. */
export function parseBankStatementRows(
  rows: TextRows,
  { head, columns, today }: { head: number; columns: BankStatementColumnPlaces; today: string },
): ParsedBankStatementRow[] {
  return rows.slice(head + 1).flatMap((row, at): ParsedBankStatementRow[] => {
    if (row.every((text) => text === '')) return []
    const number = head + at + 2
    if (row.slice(0, 2).some((text) => TOTALS.test(text))) return [{ row: number, result: 'skipped', text: '合计行' }]
    return [{ row: number, ...understand(row, columns, today) }]
  })
}

/** Refuses parsed rows whose amount is out of range or whose day is too long ago. */
export const markBankStatementRowsOutOfBounds = (rows: readonly ParsedBankStatementRow[], today: string): ParsedBankStatementRow[] =>
  rows.map((row) => {
    if (!('line' in row)) return row
    const { amountFen, day } = row.line
    if (amountFen > INPUT_AMOUNT_MAX) return { row: row.row, result: 'refused', text: `金额超过 ${formatMoney(INPUT_AMOUNT_MAX)}，请核对` }
    if (day < getEarliestValueDayForTwoPeople(today))
      return { row: row.row, result: 'refused', text: `交易日期 ${day} 早于 ${VALUE_DAYS_BACK_MAX_FOR_TWO_PEOPLE} 天前，不能入账` }
    return row
  })
