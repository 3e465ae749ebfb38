import type { CreditAccount } from '#contract/money/credit/api.ts'
import { type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'

/** Returns the amounts of the gauge: the limits, and how much of them is used. */
export function toCreditLimitAmounts(account: CreditAccount): { label: string; amount: Fen; hint?: string }[] {
  const { creditBaseAmount, creditTempAmount, creditTempEndDate, usedAmount } = account
  const ends = creditTempAmount > ZERO_FEN && creditTempEndDate !== null
  return [
    { label: '固定额度', amount: creditBaseAmount },
    { label: '临时额度', amount: creditTempAmount, ...(ends ? { hint: `${creditTempEndDate} 23:59:59 失效` } : {}) },
    { label: '已用额度', amount: usedAmount, ...(usedAmount > ZERO_FEN ? { hint: '赊销 + 订单占用' } : {}) },
  ]
}
