import { computeIncludedTax } from '#contract/billing/invoices/tax.ts'
import { findRecognitionPoint, type TaxSettings } from '#contract/billing/journal/tax-settings.ts'
import { findTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import { type BasisPoints, type Fen, fen, maxFen, minFen, negate, subtract, sum, ZERO } from '#contract/platform/core/money.ts'
import { dayOf, endOfDay, startOfDay } from '#contract/platform/core/shanghai.ts'
import { readTaxClassesBySku } from '#server/catalog/goods/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'
import { type BookLine, type Claim, type LineAmount, type OrderBook, openOrderBook } from './order-book.ts'
import {
  type AfterSaleRow,
  listOrdersDelivered,
  type OrderRef,
  type OrderRow,
  type ParcelRow,
  readAfterSales,
  readOrders,
  readParcels,
} from './read-orders.ts'
import {
  hasRevenueLines,
  insertRevenueLines,
  listRevenueTransfers,
  type NewRevenueLine,
  type RevenueTransfer,
  readInterestBefore,
  readPositions,
} from './revenue-lines.ts'

/** Orders that are computed together. */
const BATCH = 1_000

/**
 * Writes the lines of all documents of a day that move revenue: transfers line by line with their tax, and goods that were delivered. A day that
 * has lines keeps them: the tax of a document does not change. The caller makes the days in their order.
 */
export async function makeRevenueDay(guarded: Tx, day: string, settings: TaxSettings): Promise<void> {
  const tx = acrossEnterprises(guarded, 'working in sets')
  if (await hasRevenueLines(tx, day)) return
  const transfers = await listRevenueTransfers(tx, day)
  await insertRevenueLines(
    tx,
    day,
    await splitInterest(
      tx,
      day,
      transfers.filter(({ interest }) => interest),
      settings,
    ),
  )
  await insertRevenueLines(
    tx,
    day,
    splitWithoutOrder(
      day,
      transfers.filter(({ interest, orderId }) => !interest && orderId === null),
      settings,
    ),
  )
  const byOrder = Map.groupBy(
    transfers.filter(({ interest, orderId }) => !interest && orderId !== null),
    ({ orderId }) => orderId,
  )
  const orders = new Map<string, OrderRef>()
  for (const [orderId, [first]] of byOrder)
    if (orderId !== null && first) orders.set(orderId, { enterpriseId: first.enterpriseId, orderId })
  for (const order of await listOrdersDelivered(tx, startOfDay(day), endOfDay(day))) orders.set(order.orderId, order)
  const all = [...orders.values()]
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH)
    await insertRevenueLines(tx, day, await splitOrders(tx, day, { batch, byOrder, settings }))
  }
}

/** Interest has the tax of everything that a company was charged at a rate, less that of what it was charged before: rounding does not add up. */
async function splitInterest(
  tx: Tx,
  day: string,
  transfers: readonly RevenueTransfer[],
  { rates, interest: { taxCode } }: TaxSettings,
): Promise<NewRevenueLine[]> {
  if (transfers.length === 0) return []
  const rateBp = findTaxRate(rates, taxCode, day)
  const charged = await readInterestBefore(tx, [...new Set(transfers.map(({ enterpriseId }) => enterpriseId))], { day, rateBp })
  const taxIn = (amount: Fen): Fen => (amount < 0 ? negate(computeIncludedTax(negate(amount), rateBp)) : computeIncludedTax(amount, rateBp))
  return transfers.map(({ enterpriseId, id: sourceId, kind, amountFen }) => {
    const before = charged.get(enterpriseId) ?? ZERO
    const after = sum([before, amountFen])
    charged.set(enterpriseId, after)
    const earnedTaxFen = subtract(taxIn(after), taxIn(before))
    return { ...bare, enterpriseId, sourceId, kind, taxCode, rateBp, earnedFen: amountFen, earnedTaxFen }
  })
}

const bare = { lineNo: 0, orderId: null, shopId: null, projectId: null, heldFen: ZERO, heldTaxFen: ZERO } as const

/** A document that names no order has one line, of goods without a class. What goes back without one reduces revenue as a whole. */
const splitWithoutOrder = (day: string, transfers: readonly RevenueTransfer[], { rates }: TaxSettings): NewRevenueLine[] =>
  transfers.map(({ enterpriseId, id: sourceId, kind, amountFen }) => {
    const rateBp: BasisPoints | null = amountFen > 0 ? findTaxRate(rates, null, day) : null
    const earnedTaxFen = rateBp === null ? ZERO : computeIncludedTax(amountFen, rateBp)
    return { ...bare, enterpriseId, sourceId, kind, taxCode: null, rateBp, earnedFen: amountFen, earnedTaxFen }
  })

interface Batch {
  batch: readonly OrderRef[]
  byOrder: ReadonlyMap<string | null, RevenueTransfer[]>
  settings: TaxSettings
}

/** Plays the day of some orders on what they had before. */
async function splitOrders(tx: Tx, day: string, { batch, byOrder, settings }: Batch): Promise<NewRevenueLine[]> {
  const until = endOfDay(day)
  const orders = await readOrders(tx, batch)
  const classes = await readTaxClassesBySku(
    tx,
    orders.flatMap(({ lines }) => lines.map(({ skuId }) => skuId)),
  )
  const parcels = Map.groupBy(await readParcels(tx, batch, until), ({ orderId }) => orderId)
  const afterSales = Map.groupBy(await readAfterSales(tx, batch, until), ({ orderId }) => orderId)
  const { positions, recognised } = await readPositions(tx, batch, day)
  return orders.flatMap((order) => {
    const toLine = (lineNo: number, netFen: Fen, taxCode: string | null): BookLine => ({
      lineNo,
      netFen,
      taxCode,
      rateBp: findTaxRate(settings.rates, taxCode, day),
    })
    const lines = order.lines.map(({ lineNo, netFen, skuId }) => toLine(lineNo, netFen, classes.get(skuId)?.taxClass?.taxCode ?? null))
    const book = openOrderBook([...lines, toLine(0, order.freightFen, settings.freight.taxCode)], positions.get(order.orderId) ?? new Map())
    playDay(book, {
      day,
      order,
      settings,
      transfers: byOrder.get(order.orderId) ?? [],
      parcels: parcels.get(order.orderId) ?? [],
      afterSales: afterSales.get(order.orderId) ?? [],
      recognised,
    })
    const { enterpriseId, orderId, shopId, projectId } = order
    return book.changes.map((change) => ({ ...change, enterpriseId, orderId, shopId, projectId }))
  })
}

interface OrderDay {
  day: string
  order: OrderRow
  settings: TaxSettings
  transfers: readonly RevenueTransfer[]
  parcels: readonly ParcelRow[]
  afterSales: readonly AfterSaleRow[]
  recognised: ReadonlySet<string>
}

/** Of events of the same moment: payments, then deliveries, then refunds. */
const ranks = { pay: 0, deliver: 1, refund: 2 } as const

/** Plays what happened to an order on a day in the order of time. */
function playDay(book: OrderBook, { day, order, settings, transfers, parcels, afterSales, recognised }: OrderDay): void {
  const values = computeParcelValues(order, parcels, afterSales)
  const pointOf = ({ sentAt }: ParcelRow) => findRecognitionPoint(settings, dayOf(sentAt))
  const open = new Set(parcels.filter((parcel) => pointOf(parcel) === 'receipt' && !recognised.has(parcel.parcelId)))
  const claims = new Map<string, Claim[]>()
  const deliveries = parcels
    .map((parcel) => ({ parcel, at: pointOf(parcel) === 'receipt' ? parcel.receivedAt : order.onCredit ? null : parcel.sentAt }))
    .filter(
      (one): one is { parcel: ParcelRow; at: Date } => one.at !== null && dayOf(one.at) === day && !recognised.has(one.parcel.parcelId),
    )
    .map(({ parcel, at }) => ({
      at,
      rank: ranks.deliver,
      play: () => {
        open.delete(parcel)
        book.recognise({ sourceId: parcel.parcelId, kind: 'recognise' }, values.get(parcel.parcelId) ?? [])
      },
    }))
  const movements = transfers.map((transfer) => ({
    at: transfer.at,
    rank: transfer.amountFen < 0 ? ranks.refund : transfer.parcelId === null ? ranks.pay : ranks.deliver,
    play: () => playTransfer(transfer),
  }))
  const events = [...movements, ...deliveries].toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.rank - other.rank)

  function playTransfer({ id: sourceId, kind, amountFen, parcelId, refundId, afterSaleId, at }: RevenueTransfer): void {
    const source = { sourceId, kind }
    const parcel = parcels.find((one) => one.parcelId === parcelId)
    if (amountFen > 0 && !parcel) return book.pay(source, amountFen)
    if (amountFen > 0 && parcel)
      return book.receive(source, values.get(parcel.parcelId) ?? [], pointOf(parcel) === 'receipt' ? 'held' : 'earned')
    const key = refundId ?? parcelId ?? sourceId
    const own =
      claims.get(key) ??
      (parcel ? claimParcel(values.get(parcel.parcelId) ?? []) : claimRefund(afterSales.find((one) => one.afterSaleId === afterSaleId)))
    claims.set(key, own)
    return book.refund(source, negate(amountFen), own)

    function claimRefund(afterSale: AfterSaleRow | undefined): Claim[] {
      if (!afterSale) return claimUnsent(at)
      const lines = afterSale.lines.filter(({ stage }) => !order.onCredit || stage === 'sent')
      return [
        ...lines.map(
          ({ lineNo, stage, refundFen }): Claim => ({ lineNo, amountFen: refundFen, from: stage === 'sent' ? 'earned' : 'held' }),
        ),
        { lineNo: 0, amountFen: afterSale.freightFen, from: 'earned' },
      ]
    }
  }

  /** What is held of goods that were not sent: an order was cancelled, or the rest of it is not shipped. */
  function claimUnsent(at: Date): Claim[] {
    const waiting = [...open].filter(({ sentAt }) => sentAt <= at).flatMap(({ parcelId }) => values.get(parcelId) ?? [])
    return [...order.lines, { lineNo: 0 }].map(({ lineNo }) => {
      const sent = sum(waiting.filter((one) => one.lineNo === lineNo).map(({ amountFen }) => amountFen))
      return { lineNo, amountFen: maxFen(ZERO, subtract(book.positionOf(lineNo).heldFen, sent)), from: 'held' }
    })
  }

  for (const { play } of events) play()
}

const claimParcel = (value: readonly LineAmount[]): Claim[] => value.map((one) => ({ ...one, from: 'earned' }))

/**
 * What each parcel of an order is worth, line by line, with the freight in the first one. On credit it is what the parcel posted. Otherwise it is
 * the same formula: net × units gone by then ÷ units ordered, rounded down, less what has gone before; units that were refunded unsent count as gone.
 */
function computeParcelValues(
  { lines, freightFen, onCredit }: OrderRow,
  parcels: readonly ParcelRow[],
  afterSales: readonly AfterSaleRow[],
): Map<string, LineAmount[]> {
  const sent = new Map<number, { units: number; fen: Fen }>()
  return new Map(
    parcels.map((parcel) => {
      const before = afterSales.filter(({ refundedAt }) => refundedAt <= parcel.sentAt)
      const backFreight = sum(before.map((one) => one.freightFen))
      const value = parcel.lines.map(({ lineNo, quantity, postFen }) => {
        const line = lines.find((one) => one.lineNo === lineNo)
        if (onCredit || !line) return { lineNo, amountFen: postFen }
        const gone = sent.get(lineNo) ?? { units: 0, fen: ZERO }
        const dropped = before.flatMap((one) => one.lines.filter((own) => own.lineNo === lineNo && own.stage === 'unsent'))
        const units = Math.min(line.quantity, gone.units + quantity + dropped.reduce((all, one) => all + one.quantity, 0))
        const due = fen(Number((BigInt(line.netFen) * BigInt(units)) / BigInt(line.quantity)))
        const amountFen = maxFen(ZERO, subtract(due, sum([gone.fen, ...dropped.map(({ refundFen }) => refundFen)])))
        sent.set(lineNo, { units: gone.units + quantity, fen: sum([gone.fen, amountFen]) })
        return { lineNo, amountFen }
      })
      const freight = onCredit
        ? subtract(parcel.postFen, sum(value.map(({ amountFen }) => amountFen)))
        : parcel.no === 1
          ? subtract(freightFen, minFen(backFreight, freightFen))
          : ZERO
      return [parcel.parcelId, [...value, { lineNo: 0, amountFen: freight }].filter(({ amountFen }) => amountFen > 0)]
    }),
  )
}
