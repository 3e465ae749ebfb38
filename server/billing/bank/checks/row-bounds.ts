import { getEarliestValueDay, VALUE_DAYS_BACK_MAX } from '#contract/billing/bank/value-day.ts'
import { AMOUNT_MAX, formatMoney } from '#contract/platform/core/money.ts'
import type { ParsedBankStatementRow } from '#server/billing/bank/parse-statement-rows.ts'

/** Refuses parsed rows whose amount is out of range or whose day is too long ago. */
export const markBankStatementRowsOutOfBounds = (rows: readonly ParsedBankStatementRow[], today: string): ParsedBankStatementRow[] =>
  rows.map((row) => {
    if (!('line' in row)) return row
    const { amountFen, day } = row.line
    if (amountFen > AMOUNT_MAX) return { row: row.row, result: 'refused', text: `金额超过 ${formatMoney(AMOUNT_MAX)}，请核对` }
    if (day < getEarliestValueDay(today))
      return { row: row.row, result: 'refused', text: `交易日期 ${day} 早于 ${VALUE_DAYS_BACK_MAX} 天前，不能入账` }
    return row
  })
