import type { MovingInFault } from '#contract/operations/moving-in/shapes.ts'
import { type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addMonths, getStatementDueDay } from '#contract/platform/core/shanghai.ts'
import { stripNumberWrappersFromCellText } from '#server/adapters/spreadsheets/public.ts'
import type { MovingInSheetRow } from '#server/operations/moving-in/sheets/read-workbook.ts'
import { createRowCellReader, parseMonth } from './cells.ts'
import type { PlannedCompanyContent, PlannedDrawdown, PlannedStatement } from './company-plan.ts'
import type { MovingInExistingData } from './facts.ts'

/** How old an open statement may be, and how long after its month it may be due. */
const MONTHS_BACK_MAX = 120
const DUE_MONTHS_MAX = 12
const DRAWDOWNS_MAX = 5_000

/** Plans the limits of a company, at most one row. */
export function planCreditLimitsFromRows(
  [row, second]: readonly MovingInSheetRow[],
  { today }: MovingInExistingData,
  faults: MovingInFault[],
): PlannedCompanyContent['limits'] {
  if (!row) return null
  if (second) createRowCellReader('limits', second, faults).fault('code', `与第 ${row.row} 行的企业重复`)
  const cells = createRowCellReader('limits', row, faults)
  const [base, temp, tempEnd] = [cells.amount('base', { needed: true }), cells.amount('temp'), cells.day('tempEnd')]
  const hasTemp = typeof temp === 'number' && temp > 0
  if (hasTemp && tempEnd === null) cells.fault('tempEnd', '有临时额度时请填写到期日')
  if (!hasTemp && temp !== undefined && typeof tempEnd === 'string') cells.fault('tempEnd', '没有临时额度，请留空')
  if (typeof tempEnd === 'string' && tempEnd < today) cells.fault('tempEnd', '到期日已过')
  return typeof base === 'number' ? { baseFen: base, tempFen: hasTemp ? temp : null, tempEndDay: hasTemp ? (tempEnd ?? null) : null } : null
}

function planStatement(row: MovingInSheetRow, { today }: MovingInExistingData, faults: MovingInFault[]): PlannedStatement | undefined {
  const cells = createRowCellReader('statements', row, faults)
  const thisMonth = today.slice(0, 7)
  const text = cells.raw('month')
  const month = text === undefined ? undefined : parseMonth(stripNumberWrappersFromCellText(text))
  if (text !== undefined && month === undefined) cells.fault('month', '账单月份不正确，如 2026-10')
  if (month !== undefined && month >= thisMonth) cells.fault('month', '本月还没有出账，请填在“未出账赊销”表')
  if (month !== undefined && month < addMonths(thisMonth, -MONTHS_BACK_MAX))
    cells.fault('month', `不能早于 ${addMonths(thisMonth, -MONTHS_BACK_MAX)}`)
  const amount = cells.amount('amount', { needed: true, positive: true })
  const due = cells.day('due')
  const interest = cells.amount('interest')
  if (month === undefined || typeof amount !== 'number' || due === undefined || interest === undefined) return undefined
  const dueDay = due ?? getStatementDueDay(month)
  if (dueDay < `${addMonths(month, 1)}-01`) cells.fault('due', '还款日不能早于账单月份的次月 1 日')
  if (dueDay.slice(0, 7) > addMonths(month, DUE_MONTHS_MAX)) cells.fault('due', `还款日不能晚于账单月份后 ${DUE_MONTHS_MAX} 个月`)
  if ((interest ?? 0) > 0 && dueDay >= today) cells.fault('interest', '账单还没有逾期，不会有利息')
  return { month, amountFen: amount, dueDay, interestFen: interest ?? ZERO_FEN }
}

/** Plans the open statements of a company, one per month. */
export function planOpenStatementsFromRows(
  rows: readonly MovingInSheetRow[],
  facts: MovingInExistingData,
  faults: MovingInFault[],
): PlannedStatement[] {
  const first = new Map<string, number>()
  const planned = rows.flatMap((row) => {
    const statement = planStatement(row, facts, faults)
    if (!statement) return []
    const before = first.get(statement.month)
    if (before !== undefined) createRowCellReader('statements', row, faults).fault('month', `与第 ${before} 行的账单月份重复，请合为一行`)
    else first.set(statement.month, row.row)
    return [statement]
  })
  return planned.sort((one, other) => (one.month < other.month ? -1 : 1))
}

function planDrawdown(row: MovingInSheetRow, { today }: MovingInExistingData, faults: MovingInFault[]): PlannedDrawdown | undefined {
  const cells = createRowCellReader('drawdowns', row, faults)
  const number = cells.text('number', { max: 50, needed: '请填写单号' })
  const day = cells.day('day', { needed: true })
  if (typeof day === 'string' && day > today) cells.fault('day', '发货日期不能晚于今天')
  else if (typeof day === 'string' && day.slice(0, 7) !== today.slice(0, 7))
    cells.fault('day', '发货日期须在本月；以前月份的请按月汇总填在“期初账单”表')
  const amount = cells.amount('amount', { needed: true, positive: true })
  const note = cells.text('note', { max: 60 })
  if (number === undefined || typeof day !== 'string' || typeof amount !== 'number' || note === undefined) return undefined
  return { row: row.row, number, day, amountFen: amount, note }
}

/** Plans the drawdowns of a company since the last close of the older system. */
export function planDrawdownsFromRows(
  rows: readonly MovingInSheetRow[],
  facts: MovingInExistingData,
  faults: MovingInFault[],
): PlannedDrawdown[] {
  const first = new Map<string, number>()
  const over = rows[DRAWDOWNS_MAX]
  if (over) createRowCellReader('drawdowns', over, faults).fault(undefined, `一家企业最多 ${DRAWDOWNS_MAX} 行，请合并`)
  return rows.slice(0, DRAWDOWNS_MAX).flatMap((row) => {
    const drawdown = planDrawdown(row, facts, faults)
    if (!drawdown) return []
    const before = first.get(drawdown.number)
    if (before !== undefined) createRowCellReader('drawdowns', row, faults).fault('number', `与第 ${before} 行的单号重复`)
    else first.set(drawdown.number, row.row)
    return [drawdown]
  })
}

/** Plans the wallet of a company, at most one row. */
export function planWalletBalanceFromRows([row, second]: readonly MovingInSheetRow[], faults: MovingInFault[]): Fen {
  if (!row) return ZERO_FEN
  if (second) createRowCellReader('wallets', second, faults).fault('code', `与第 ${row.row} 行的企业重复`)
  return createRowCellReader('wallets', row, faults).amount('amount', { needed: true }) ?? ZERO_FEN
}
