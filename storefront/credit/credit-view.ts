import type { CreditAccount } from '../../contract/credit/api.ts'
import { type Fen, least, minus, sum, ZERO } from '../../contract/money.ts'

/** What was drawn in a month ('YYYY-MM'), and the day it is due. */
export interface DrawnMonth {
  month: string
  drawn: Fen
  dueDay: string
}

/** What is owed, by when. */
export interface Due {
  /** The next due day with something owed, and what is due on it. */
  next: { day: string; amount: Fen } | null
  /** Past its day. */
  overdue: Fen
}

/**
 * Spreads the owed principal over the months it was drawn in. Repayments go to the oldest month first, so what is still owed lies in the
 * latest ones; what the months do not hold is older than all of them, and overdue.
 */
export function dueOf(
  { creditWaitReturnAmount: owed }: Pick<CreditAccount, 'creditWaitReturnAmount'>,
  months: readonly DrawnMonth[],
  today: string,
): Due {
  let left = owed
  const parts = [...months].reverse().map(({ drawn, dueDay }) => {
    const amount = least(drawn, left)
    left = minus(left, amount)
    return { dueDay, amount }
  })
  const late = parts.filter(({ dueDay }) => dueDay < today).map(({ amount }) => amount)
  const ahead = parts.filter(({ dueDay, amount }) => dueDay >= today && amount > 0).sort((a, b) => a.dueDay.localeCompare(b.dueDay))
  const [first] = ahead
  return { next: first ? { day: first.dueDay, amount: first.amount } : null, overdue: sum([left, ...late]) }
}

/** What the gauge's length is made of, and how much of it is used. */
export function limitFacts(account: CreditAccount): { label: string; amount: Fen; hint?: string }[] {
  const { creditBaseAmount, creditTempAmount, creditTempEndDate, usedAmount } = account
  const ends = creditTempAmount > ZERO && creditTempEndDate !== null
  return [
    { label: '固定额度', amount: creditBaseAmount },
    { label: '临时额度', amount: creditTempAmount, ...(ends ? { hint: `${creditTempEndDate} 23:59:59 失效` } : {}) },
    { label: '已用额度', amount: usedAmount, ...(usedAmount > ZERO ? { hint: '用信 + 订单占用' } : {}) },
  ]
}
