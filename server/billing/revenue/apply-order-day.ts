// Plays what happened to one order on a day. It neither reads nor writes.
import { findRevenueRecognitionPointOfParcel, type RevenueAndTaxSettings } from '#contract/billing/journal/tax-settings.ts'
import { type Fen, fen, maxFen, minFen, negateFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { OrderLineAmount, OrderLineReversal, OrderRevenueCalculator } from './order-revenue.ts'
import type { AfterSaleRow, OrderRow, ParcelRow } from './read-orders.ts'
import type { RevenueTransfer } from './revenue-lines.ts'

export interface OrderRevenueDayInput {
  day: string
  order: OrderRow
  settings: RevenueAndTaxSettings
  /** Those of the day. */
  transfers: readonly RevenueTransfer[]
  /** All until the end of the day. */
  parcels: readonly ParcelRow[]
  afterSales: readonly AfterSaleRow[]
  /** The parcels that are revenue already. */
  recognised: ReadonlySet<string>
  /** Those whose drawdown was held on an earlier day. */
  held: ReadonlySet<string>
}

/** Of events of the same moment: payments, then deliveries, then refunds. */
const ranks = { pay: 0, deliver: 1, refund: 2 } as const

/** A parcel with what it is worth, and when it becomes revenue apart from its drawdown; null: not yet, or with the drawdown. */
interface ValuedParcel extends ParcelRow {
  value: OrderLineAmount[]
  onReceipt: boolean
  recognisedAt: Date | null
}

/**
 * Whether a parcel becomes revenue when it is received. The settings say so of the day on which it is sent; from then on what was done on that
 * day does, so a parcel that is on its way keeps its point, however often the settings change. What was paid and is not revenue yet waits for receipt.
 */
function isOnReceipt({ parcelId, sentAt }: ParcelRow, { day, order, settings, held }: OrderRevenueDayInput): boolean {
  if (toShanghaiDay(sentAt) === day) return findRevenueRecognitionPointOfParcel(settings, day) === 'receipt'
  return order.onCredit ? held.has(parcelId) : true
}

/** Plays a day of an order in the order of time. */
export function applyDayToOrderRevenue(revenue: OrderRevenueCalculator, given: OrderRevenueDayInput): void {
  const { day, order, recognised } = given
  const values = computeParcelValues(order, given.parcels, given.afterSales)
  const parcels = given.parcels.map((parcel): ValuedParcel => {
    const onReceipt = isOnReceipt(parcel, given)
    const sentAt = order.onCredit ? null : parcel.sentAt
    return { ...parcel, value: values.get(parcel.parcelId) ?? [], onReceipt, recognisedAt: onReceipt ? parcel.receivedAt : sentAt }
  })
  const deliveries = parcels.flatMap((parcel) => {
    const { recognisedAt: at, parcelId: sourceId, value } = parcel
    if (at === null || toShanghaiDay(at) !== day || recognised.has(sourceId)) return []
    return [{ at, rank: ranks.deliver, play: () => revenue.recognise({ sourceId, kind: 'recognise' }, value) }]
  })
  const claims = new Map<string, OrderLineReversal[]>()
  const movements = given.transfers.map((transfer) => ({
    at: transfer.at,
    rank: rankOf(transfer),
    play: () => playTransfer(revenue, transfer, { ...given, parcels, claims }),
  }))
  for (const { play } of [...movements, ...deliveries].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || one.rank - other.rank,
  ))
    play()
}

function rankOf({ amountFen, parcelId }: RevenueTransfer): number {
  if (amountFen < 0) return ranks.refund
  return parcelId === null ? ranks.pay : ranks.deliver
}

type Played = Omit<OrderRevenueDayInput, 'parcels'> & { parcels: readonly ValuedParcel[]; claims: Map<string, OrderLineReversal[]> }

function playTransfer(revenue: OrderRevenueCalculator, transfer: RevenueTransfer, played: Played): void {
  const { id: sourceId, kind, amountFen, parcelId, refundId } = transfer
  const source = { sourceId, kind }
  const parcel = played.parcels.find((one) => one.parcelId === parcelId)
  if (amountFen < 0) {
    // The transfers of one refund share what it claims.
    const key = refundId ?? parcelId ?? sourceId
    const claims = played.claims.get(key) ?? (parcel ? claimAll(parcel.value) : claimRefund(revenue, transfer, played))
    played.claims.set(key, claims)
    revenue.refund(source, negateFen(amountFen), claims)
  } else if (parcel) revenue.receive(source, parcel.value, parcel.onReceipt ? 'held' : 'earned')
  else revenue.pay(source, amountFen)
}

const claimAll = (value: readonly OrderLineAmount[]): OrderLineReversal[] => value.map((one) => ({ ...one, from: 'earned' }))

/** What a refund takes of each line: what its after-sale says, else what is not sent. */
function claimRefund(
  revenue: OrderRevenueCalculator,
  { afterSaleId, at }: RevenueTransfer,
  { order, afterSales, parcels, recognised }: Played,
): OrderLineReversal[] {
  const afterSale = afterSales.find((one) => one.afterSaleId === afterSaleId)
  if (afterSale) {
    // Of an order on credit, what was not sent only frees its hold, which no transfer of revenue says.
    const lines = afterSale.lines.filter(({ stage }) => !order.onCredit || stage === 'sent')
    return [
      ...lines.map(
        ({ lineNo, stage, refundFen }): OrderLineReversal => ({ lineNo, amountFen: refundFen, from: stage === 'sent' ? 'earned' : 'held' }),
      ),
      { lineNo: 0, amountFen: afterSale.freightFen, from: 'earned' },
    ]
  }
  // The order was cancelled, or the rest of it is not sent: what is held, except of goods that are on their way.
  const underway = parcels
    .filter(
      (parcel) =>
        parcel.onReceipt &&
        parcel.sentAt <= at &&
        !recognised.has(parcel.parcelId) &&
        (parcel.recognisedAt === null || parcel.recognisedAt > at),
    )
    .flatMap(({ value }) => value)
  return [...order.lines.map(({ lineNo }) => lineNo), 0].map((lineNo) => {
    const sentFen = sum(underway.filter((one) => one.lineNo === lineNo).map(({ amountFen }) => amountFen))
    return { lineNo, amountFen: maxFen(ZERO_FEN, subtractFen(revenue.positionOf(lineNo).heldFen, sentFen)), from: 'held' }
  })
}

/** Units and fen of a line that have left an order. */
interface Gone {
  units: number
  fen: Fen
}

/**
 * What each parcel of an order is worth, line by line, with the freight in the first one. On credit it is what the parcel posted. Otherwise it is
 * the same formula: net × units gone by then ÷ units ordered, rounded down, less what has gone before; units that were refunded unsent count as gone.
 */
function computeParcelValues(
  { lines, freightFen, onCredit }: OrderRow,
  parcels: readonly ParcelRow[],
  afterSales: readonly AfterSaleRow[],
): Map<string, OrderLineAmount[]> {
  const sent = new Map<number, Gone>()
  return new Map(
    parcels.map((parcel) => {
      const before = afterSales.filter(({ refundedAt }) => refundedAt <= parcel.sentAt)
      const value = parcel.lines.map(({ lineNo, quantity, postFen }) => {
        const line = lines.find((one) => one.lineNo === lineNo)
        if (onCredit || !line) return { lineNo, amountFen: postFen }
        const gone = sent.get(lineNo) ?? { units: 0, fen: ZERO_FEN }
        const dropped = before.flatMap((one) => one.lines.filter((own) => own.lineNo === lineNo && own.stage === 'unsent'))
        const units = Math.min(
          line.quantity,
          dropped.reduce((all, one) => all + one.quantity, gone.units + quantity),
        )
        const due = fen(Number((BigInt(line.netFen) * BigInt(units)) / BigInt(line.quantity)))
        const amountFen = maxFen(ZERO_FEN, subtractFen(due, sum([gone.fen, ...dropped.map(({ refundFen }) => refundFen)])))
        sent.set(lineNo, { units: gone.units + quantity, fen: sum([gone.fen, amountFen]) })
        return { lineNo, amountFen }
      })
      const postedFreight = () => subtractFen(parcel.postFen, sum(value.map(({ amountFen }) => amountFen)))
      const firstFreight = () => subtractFen(freightFen, minFen(freightFen, sum(before.map((one) => one.freightFen))))
      const paidFreight = () => (parcel.no === 1 ? firstFreight() : ZERO_FEN)
      const freight = onCredit ? postedFreight() : paidFreight()
      return [parcel.parcelId, [...value, { lineNo: 0, amountFen: freight }].filter(({ amountFen }) => amountFen > 0)]
    }),
  )
}
