import { computeTaxIncludedInAmount } from '#contract/billing/invoices/tax.ts'
import type { RevenueAndTaxSettings } from '#contract/billing/journal/tax-settings.ts'
import { findTaxRateOfCodeOnDay } from '#contract/catalog/goods/tax-rates.ts'
import { type BasisPoints, type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readTaxClassesBySku } from '#server/catalog/goods/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { applyDayToOrderRevenue } from './apply-order-day.ts'
import { OrderRevenueCalculator, type OrderRevenueLine } from './order-revenue.ts'
import {
  listOrdersWithParcelsSentOrReceived,
  type OrderRef,
  readAfterSalesRefundedUntil,
  readOrdersWithLines,
  readParcelsSentUntil,
} from './read-orders.ts'
import {
  findParcelsWithRevenueHeldBefore,
  hasRevenueLines,
  insertRevenueLines,
  listRevenueTransfers,
  type NewRevenueLine,
  type RevenueTransfer,
  readOrderLinePositionsBeforeDay,
} from './revenue-lines.ts'
import { emptyRevenueLineFields, splitInterestOfDayIntoRevenueAndTax } from './split-interest.ts'

/** Orders that are computed together. */
const BATCH = 1_000

/**
 * Writes the lines of all documents of a day that move revenue: transfers line by line with their tax, and goods that were delivered. A day that
 * has lines keeps them: the tax of a document does not change. The caller makes the days in their order.
 */
export async function createRevenueLinesOfDay(guarded: Tx, day: string, settings: RevenueAndTaxSettings): Promise<void> {
  const tx = withoutTenantGuard(guarded, 'working in sets')
  if (await hasRevenueLines(tx, day)) return
  const transfers = await listRevenueTransfers(tx, day)
  await insertRevenueLines(
    tx,
    day,
    await splitInterestOfDayIntoRevenueAndTax(
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
  for (const order of await listOrdersWithParcelsSentOrReceived(tx, getStartOfShanghaiDay(day), getStartOfNextShanghaiDay(day)))
    orders.set(order.orderId, order)
  const all = [...orders.values()]
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH)
    await insertRevenueLines(tx, day, await splitOrders(tx, day, { batch, byOrder, settings }))
  }
}

/** A document that names no order has one line, of goods without a class. What goes back without one reduces revenue as a whole. */
const splitWithoutOrder = (day: string, transfers: readonly RevenueTransfer[], { rates }: RevenueAndTaxSettings): NewRevenueLine[] =>
  transfers.map(({ enterpriseId, id: sourceId, kind, amountFen }) => {
    const rateBp: BasisPoints | null = amountFen > 0 ? findTaxRateOfCodeOnDay(rates, null, day) : null
    const earnedTaxFen = rateBp === null ? ZERO_FEN : computeTaxIncludedInAmount(amountFen, rateBp)
    return { ...emptyRevenueLineFields, enterpriseId, sourceId, kind, taxCode: null, rateBp, earnedFen: amountFen, earnedTaxFen }
  })

interface Batch {
  batch: readonly OrderRef[]
  byOrder: ReadonlyMap<string | null, RevenueTransfer[]>
  settings: RevenueAndTaxSettings
}

/** Plays the day of some orders on what they had before. */
async function splitOrders(tx: Tx, day: string, { batch, byOrder, settings }: Batch): Promise<NewRevenueLine[]> {
  const until = getStartOfNextShanghaiDay(day)
  const orders = await readOrdersWithLines(tx, batch)
  const classes = await readTaxClassesBySku(
    tx,
    orders.flatMap(({ lines }) => lines.map(({ skuId }) => skuId)),
  )
  const parcels = Map.groupBy(await readParcelsSentUntil(tx, batch, until), ({ orderId }) => orderId)
  const afterSales = Map.groupBy(await readAfterSalesRefundedUntil(tx, batch, until), ({ orderId }) => orderId)
  const { positions, recognised } = await readOrderLinePositionsBeforeDay(tx, batch, day)
  const held = await findParcelsWithRevenueHeldBefore(tx, batch, day)
  return orders.flatMap((order) => {
    const toLine = (lineNo: number, netFen: Fen, taxCode: string | null): OrderRevenueLine => ({
      lineNo,
      netFen,
      taxCode,
      rateBp: findTaxRateOfCodeOnDay(settings.rates, taxCode, day),
    })
    const lines = order.lines.map(({ lineNo, netFen, skuId }) => toLine(lineNo, netFen, classes.get(skuId)?.taxClass?.taxCode ?? null))
    const revenue = new OrderRevenueCalculator(
      [...lines, toLine(0, order.freightFen, settings.freight.taxCode)],
      positions.get(order.orderId) ?? new Map(),
    )
    applyDayToOrderRevenue(revenue, {
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
