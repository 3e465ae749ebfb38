import type { CreditAccount } from '../../../contract/credit/api.ts'
import { type Fen, minus, most, sum, ZERO } from '../../../contract/money.ts'
import type { OrderState } from '../../../contract/ordering/order-lifecycle.ts'
import { dueDayOf } from '../../../contract/shanghai.ts'

/** A month as the credit overview tells it. */
interface Month {
  drawn: Fen
  dueDay: string
}

/** The next 10th: that of this month until it has passed. */
export function nextDueDay(today: string): string {
  const tenth = `${today.slice(0, 7)}-10`
  return today <= tenth ? tenth : dueDayOf(today.slice(0, 7))
}

/**
 * What is to be paid by the next due day: all that is owed, without what was drawn in months that are due later. Repayments go to the
 * oldest statement first, so what is left of a later month is never counted here.
 */
export function dueNext(
  { creditWaitReturnAmount }: Pick<CreditAccount, 'creditWaitReturnAmount'>,
  months: readonly Month[],
  today: string,
) {
  const day = nextDueDay(today)
  const later = sum(months.filter(({ dueDay }) => dueDay > day).map(({ drawn }) => drawn))
  return { day, amount: most(ZERO, minus(creditWaitReturnAmount, later)) }
}

/** States that are always told, and those that are told while something is in them. */
const told: readonly { state: OrderState; always: boolean }[] = [
  { state: 'WAIT_APPROVAL', always: false },
  { state: 'WAIT_PAY', always: true },
  { state: 'WAIT_SEND', always: true },
  { state: 'PART_SENT', always: false },
  { state: 'SENT', always: true },
  { state: 'WAIT_COMMENT', always: true },
]
const ROOM = 5

/** Orders by state, in the order of an order's life; as many as there is room for. */
export function orderTiles(counts: readonly { state: OrderState; count: number }[]): { state: OrderState; count: number }[] {
  const of = (state: OrderState) => counts.find((one) => one.state === state)?.count ?? 0
  const tiles = told.map(({ state, always }) => ({ state, always, count: of(state) })).filter(({ always, count }) => always || count > 0)
  return tiles.slice(0, ROOM).map(({ state, count }) => ({ state, count }))
}
