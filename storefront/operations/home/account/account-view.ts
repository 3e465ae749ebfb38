import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'

/** States that are always shown, and states that are shown only if they have orders. */
const orderTiles: readonly { state: OrderState; always: boolean }[] = [
  { state: 'WAIT_APPROVAL', always: false },
  { state: 'WAIT_PAY', always: true },
  { state: 'WAIT_SEND', always: true },
  { state: 'PART_SENT', always: false },
  { state: 'SENT', always: true },
  { state: 'WAIT_COMMENT', always: true },
]
const ROOM = 5

/** The order counts by state, in the order of an order's life, limited to the available space. */
export function listHomeOrderTiles(counts: readonly { state: OrderState; count: number }[]): { state: OrderState; count: number }[] {
  const of = (state: OrderState) => counts.find((one) => one.state === state)?.count ?? 0
  const tiles = orderTiles
    .map(({ state, always }) => ({ state, always, count: of(state) }))
    .filter(({ always, count }) => always || count > 0)
  return tiles.slice(0, ROOM).map(({ state, count }) => ({ state, count }))
}
