import { computeIncludedTax } from '#contract/billing/invoices/tax.ts'
import type { TaxSettings } from '#contract/billing/journal/tax-settings.ts'
import { findTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import { type BasisPoints, type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readTaxClassesBySku } from '#server/catalog/goods/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'
import { OrderRevenue, type OrderRevenueLine } from './order-revenue.ts'
import { playOrderDay } from './play-day.ts'
import { listOrdersDelivered, type OrderRef, readAfterSales, readOrders, readParcels } from './read-orders.ts'
import {
  findParcelsHeld,
  hasRevenueLines,
  insertRevenueLines,
  listRevenueTransfers,
  type NewRevenueLine,
  type RevenueTransfer,
  readPositions,
} from './revenue-lines.ts'
import { bareLine, splitInterest } from './split-interest.ts'

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
  for (const order of await listOrdersDelivered(tx, getStartOfShanghaiDay(day), getStartOfNextShanghaiDay(day)))
    orders.set(order.orderId, order)
  const all = [...orders.values()]
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH)
    await insertRevenueLines(tx, day, await splitOrders(tx, day, { batch, byOrder, settings }))
  }
}

/** A document that names no order has one line, of goods without a class. What goes back without one reduces revenue as a whole. */
const splitWithoutOrder = (day: string, transfers: readonly RevenueTransfer[], { rates }: TaxSettings): NewRevenueLine[] =>
  transfers.map(({ enterpriseId, id: sourceId, kind, amountFen }) => {
    const rateBp: BasisPoints | null = amountFen > 0 ? findTaxRate(rates, null, day) : null
    const earnedTaxFen = rateBp === null ? ZERO_FEN : computeIncludedTax(amountFen, rateBp)
    return { ...bareLine, enterpriseId, sourceId, kind, taxCode: null, rateBp, earnedFen: amountFen, earnedTaxFen }
  })

interface Batch {
  batch: readonly OrderRef[]
  byOrder: ReadonlyMap<string | null, RevenueTransfer[]>
  settings: TaxSettings
}

/** Plays the day of some orders on what they had before. */
async function splitOrders(tx: Tx, day: string, { batch, byOrder, settings }: Batch): Promise<NewRevenueLine[]> {
  const until = getStartOfNextShanghaiDay(day)
  const orders = await readOrders(tx, batch)
  const classes = await readTaxClassesBySku(
    tx,
    orders.flatMap(({ lines }) => lines.map(({ skuId }) => skuId)),
  )
  const parcels = Map.groupBy(await readParcels(tx, batch, until), ({ orderId }) => orderId)
  const afterSales = Map.groupBy(await readAfterSales(tx, batch, until), ({ orderId }) => orderId)
  const { positions, recognised } = await readPositions(tx, batch, day)
  const held = await findParcelsHeld(tx, batch, day)
  return orders.flatMap((order) => {
    const toLine = (lineNo: number, netFen: Fen, taxCode: string | null): OrderRevenueLine => ({
      lineNo,
      netFen,
      taxCode,
      rateBp: findTaxRate(settings.rates, taxCode, day),
    })
    const lines = order.lines.map(({ lineNo, netFen, skuId }) => toLine(lineNo, netFen, classes.get(skuId)?.taxClass?.taxCode ?? null))
    const revenue = new OrderRevenue(
      [...lines, toLine(0, order.freightFen, settings.freight.taxCode)],
      positions.get(order.orderId) ?? new Map(),
    )
    playOrderDay(revenue, {
      day,
      order,
      settings,
      transfers: byOrder.get(order.orderId) ?? [],
      parcels: parcels.get(order.orderId) ?? [],
      afterSales: afterSales.get(order.orderId) ?? [],
      recognised,
      held,
    })
    const { enterpriseId, orderId, shopId, projectId } = order
    return revenue.changes.map((change) => ({ ...change, enterpriseId, orderId, shopId, projectId }))
  })
}
