import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { OrderedLine } from '#server/integration/punch-out/orders/order-store.ts'
import type { OrderLineRow } from '#server/orders/orders/public.ts'

/** What can become of a unit that was ordered, in the words of cXML. Units of which nothing is decided have none. */
export const unitStatuses = ['accept', 'backordered', 'reject'] as const
export type UnitStatus = (typeof unitStatuses)[number]
type Units = Record<UnitStatus, number>

/** A line of the buyer's order with what became of its units. */
export interface ConfirmedLine extends OrderedLine {
  unit: string
  units: Units
}

export interface Confirmation {
  /** accept, reject: the whole order; except: some of it; detail: some of it, and of the rest nothing is decided yet. */
  type: 'accept' | 'reject' | 'except' | 'detail'
  lines: readonly ConfirmedLine[]
}

/** Nobody of the mall acts on an order that the buyer has not yet approved or paid. */
const UNDECIDED: readonly OrderState[] = ['WAIT_APPROVAL', 'WAIT_PAY']

/** Once a part was sent, the rest is late: the buyer's system does not expect it with the first parcel. */
function countUnits(state: OrderState, { quantity, shipped, dropped }: Pick<OrderLineRow, 'quantity' | 'shipped' | 'dropped'>): Units {
  if (UNDECIDED.includes(state)) return { accept: 0, backordered: 0, reject: 0 }
  if (state === 'CANCELLED') return { accept: 0, backordered: 0, reject: quantity }
  const backordered = state === 'PART_SENT' ? quantity - shipped - dropped : 0
  return { accept: quantity - dropped - backordered, backordered, reject: dropped }
}

const isAll = (lines: readonly ConfirmedLine[], status: UnitStatus): boolean =>
  lines.every(({ units, quantity }) => units[status] === quantity)
const isDecided = ({ units }: ConfirmedLine): boolean => unitStatuses.some((status) => units[status] > 0)

function toType(lines: readonly ConfirmedLine[]): Confirmation['type'] {
  if (isAll(lines, 'accept')) return 'accept'
  if (isAll(lines, 'reject')) return 'reject'
  return lines.every(isDecided) ? 'except' : 'detail'
}

/**
 * What the orders of the mall say about the lines of the buyer's order. A SKU in several of his lines is one line of ours, whose units fill
 * his from the first. undefined: nothing is decided yet.
 */
export function toConfirmation(
  ordered: readonly OrderedLine[],
  orders: readonly { state: OrderState; lines: readonly OrderLineRow[] }[],
): Confirmation | undefined {
  const left = new Map(
    orders.flatMap(({ state, lines }) =>
      // Gifts were not ordered.
      lines
        .filter(({ giftId }) => giftId === null)
        .map((line) => [line.skuId, { unit: line.unit, units: countUnits(state, line) }] as const),
    ),
  )
  const lines = ordered.map((line): ConfirmedLine => {
    const own = left.get(line.skuId)
    const units: Units = { accept: 0, backordered: 0, reject: 0 }
    let open = line.quantity
    for (const status of unitStatuses) {
      const taken = Math.min(open, own?.units[status] ?? 0)
      units[status] = taken
      open -= taken
      if (own) own.units[status] -= taken
    }
    return { ...line, unit: own?.unit ?? '', units }
  })
  return lines.some(isDecided) ? { type: toType(lines), lines: lines.filter(isDecided) } : undefined
}
