// Writes the tables `goods_receipt` and `goods_receipt_line`: goods that came, and what they make the average cost.
import type { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { describeSkusById, refreshStockInSearch } from '#server/catalog/goods/public.ts'
import {
  adjustStocks,
  findOrCreateReceivedBatches,
  lockStockBySku,
  requireOpenWarehouse,
  type Stock,
} from '#server/catalog/inventory/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { changePurchaseOrderState } from './change-purchase-order.ts'
import { computeNetCostOf100UnitsFen } from './moving-average.ts'
import {
  type LockedPurchaseOrder,
  lockPurchaseOrder,
  type PurchaseOrderLineWithUnits,
  type PurchaseOrderRef,
  readPurchaseOrderLinesWithReceivedAndInvoicedUnits,
  requirePurchaseOrderVerbAllowed,
} from './purchase-order-store.ts'
import { refreshRestockDaysOfLockedSkus } from './refresh-restock-days.ts'
import { findLatestCosts, insertSkuCosts } from './sku-cost-steps.ts'

interface Receipt {
  order: LockedPurchaseOrder
  /** The lines with the units that come; negative: that are taken back. */
  lines: readonly (PurchaseOrderLineWithUnits & { units: number })[]
  /** Finds the batch of each line as soon as the stock is locked; null for goods without batches. `skuCodeOf` knows the SKUs of the lines. */
  batchIdsOf: (skuCodeOf: (skuId: string) => string) => Promise<readonly (string | null)[]>
  /** The SKUs of all lines of the order, also of those of which nothing comes. */
  skuIdsOfOrder: readonly string[]
  reverses: string | null
  warehouseId: string
  note: string
  staffId: string
}

/** Adds a row of costs for each line, whose stock is locked. Taking back the last receipt of a SKU restores what was before it. */
async function insertCosts(
  tx: Tx,
  moment: Moment,
  { id, order, lines, reverses, stock }: Receipt & { id: string; stock: ReadonlyMap<string, Stock> },
): Promise<void> {
  const latest = await findLatestCosts(
    tx,
    lines.map(({ skuId }) => skuId),
  )
  const steps = lines.map(({ skuId, units, priceFen }) => {
    const last = latest.get(skuId)
    const restoredFen = reverses !== null && last?.receipt_id === reverses ? last.before_fen : undefined
    return { skuId, units, hundredFen: computeNetCostOf100UnitsFen(priceFen, order.rateBp), restoredFen }
  })
  await insertSkuCosts(tx, moment, { source: { receipt_id: id }, steps, latest, stock })
}

/**
 * Writes a receipt of a locked order with its costs and stock, and moves the order. The number of statements does not depend on its lines.
 * It locks the stock of the whole order first and at once, since the days of the other lines may change too, and a second lock could wait
 * for a checkout that waits for the first.
 */
async function postReceipt(tx: Tx, moment: Moment, receipt: Receipt): Promise<number> {
  const { order, lines, batchIdsOf, skuIdsOfOrder, reverses, warehouseId, note, staffId } = receipt
  const stock = await lockStockBySku(tx, skuIdsOfOrder)
  const id = moment.newId()
  const { last } = await tx
    .selectFrom('goods_receipt')
    .select((eb) => eb.fn.max('receipt_no').as('last'))
    .where('purchase_order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const receiptNo = (last ?? 0) + 1
  const head = {
    id,
    purchase_order_id: order.id,
    receipt_no: receiptNo,
    reverses,
    warehouse_id: warehouseId,
    note,
    staff_id: staffId,
    at: moment.now,
  }
  await tx.insertInto('goods_receipt').values(head).execute()
  const skus = await describeSkusById(
    tx,
    lines.map(({ skuId }) => skuId),
  )
  const batchIds = await batchIdsOf((skuId) => skus.get(skuId)?.skuCode ?? '')
  const rows = lines.map(({ lineNo, units }, at) => ({ receipt_id: id, line_no: lineNo, quantity: units, batch_id: batchIds[at] ?? null }))
  await tx.insertInto('goods_receipt_line').values(rows).execute()
  await insertCosts(tx, moment, Object.assign({ id, stock }, receipt))
  const reason = `采购单 ${order.orderNo} 第 ${receiptNo} 次入库${reverses === null ? '' : '（冲销）'}`
  await adjustStocks(
    tx,
    moment,
    lines.map(({ skuId, units }, at) => ({
      skuId,
      warehouseId,
      batchId: batchIds[at],
      minimum: skus.get(skuId)?.minimum ?? 1,
      change: units,
      kind: 'receipt' as const,
      reason,
      staffId,
    })),
  )
  const rest = await readPurchaseOrderLinesWithReceivedAndInvoicedUnits(tx, order.id)
  const isComplete = rest.every(({ quantity, received }) => received >= quantity)
  if (isComplete && order.state === 'ORDERED') await changePurchaseOrderState(tx, moment, { id: order.id, verb: 'receiveRest' })
  if (!isComplete && order.state === 'RECEIVED') await changePurchaseOrderState(tx, moment, { id: order.id, verb: 'reopen' })
  await refreshRestockDaysOfLockedSkus(tx, skuIdsOfOrder)
  await refreshStockInSearch(tx, [...new Set([...skus.values()].map(({ goodsId }) => goodsId))])
  await incrementCatalogVersion(tx)
  return receiptNo
}

/**
 * Records goods that came of an order, and returns the number of the receipt. Refuses PURCHASE_ORDER_STATE, PURCHASE_LINE_NOT_FOUND, and
 * PURCHASE_TOO_MANY for more than is open without a reason, WAREHOUSE_NOT_FOUND, WAREHOUSE_CLOSED, BATCH_WRONG.
 */
export async function recordGoodsReceipt(
  tx: Tx,
  moment: Moment,
  {
    lines,
    note,
    warehouseId: named,
    ...ref
  }: PurchaseOrderRef & {
    lines: InputOf<typeof consolePurchaseOrderEndpoints.receive>['lines']
    note: string
    warehouseId?: string | undefined
  },
): Promise<number> {
  const order = await lockPurchaseOrder(tx, ref)
  await requirePurchaseOrderVerbAllowed(tx, moment, order, 'receiveRest')
  const warehouseId = await requireOpenWarehouse(tx, named)
  const known = new Map((await readPurchaseOrderLinesWithReceivedAndInvoicedUnits(tx, order.id)).map((line) => [line.lineNo, line]))
  const coming = lines.map(({ lineNo, quantity: units }) =>
    Object.assign({ units }, known.get(lineNo) ?? refuse('PURCHASE_LINE_NOT_FOUND')),
  )
  const over = coming.filter(({ units, quantity, received }) => units > quantity - received)
  if (over.length > 0 && note === '') {
    const rows = over.map(({ lineNo, quantity, received }) => ({ lineNo, open: Math.max(0, quantity - received) }))
    const text = rows.map(({ lineNo, open }) => `第 ${lineNo} 行未到 ${open}`).join('，')
    refuse('PURCHASE_TOO_MANY', { msg: `${text}；确实多到的请写明原因`, rows, field: 'note' })
  }
  const skuIdsOfOrder = [...known.values()].map(({ skuId }) => skuId)
  const batchIdsOf: Receipt['batchIdsOf'] = (skuCodeOf) =>
    findOrCreateReceivedBatches(
      tx,
      moment,
      lines.map(({ batchNo = '', bestBefore = null, madeOn = null }, at) => {
        const skuId = coming[at]?.skuId ?? ''
        return { skuId, skuCode: skuCodeOf(skuId), batchNo, bestBefore, madeOn }
      }),
    )
  const receipt = { order, lines: coming, batchIdsOf, skuIdsOfOrder, warehouseId, note, staffId: ref.staffId }
  return postReceipt(tx, moment, Object.assign({ reverses: null }, receipt))
}

/**
 * Takes a receipt back whole, and returns the number of the counter receipt. Refuses GOODS_RECEIPT_NOT_FOUND, GOODS_RECEIPT_REVERSED for one
 * that was taken back or takes back, GOODS_RECEIPT_INVOICED if an invoice names its units, OUT_OF_STOCK if they have been sold, and
 * WAREHOUSE_TOO_FEW if they lie in another warehouse now, BATCH_TOO_FEW if units of their batch have left.
 */
export async function reverseGoodsReceipt(
  tx: Tx,
  moment: Moment,
  { receiptNo, reason, ...ref }: PurchaseOrderRef & { receiptNo: number; reason: string },
): Promise<number> {
  const order = await lockPurchaseOrder(tx, ref)
  const receipts = await tx
    .selectFrom('goods_receipt')
    .select(['id', 'receipt_no', 'reverses', 'warehouse_id'])
    .where('purchase_order_id', '=', order.id)
    .execute()
  const own = receipts.find(({ receipt_no }) => receipt_no === receiptNo) ?? refuse('GOODS_RECEIPT_NOT_FOUND')
  if (own.reverses !== null || receipts.some(({ reverses }) => reverses === own.id)) refuse('GOODS_RECEIPT_REVERSED')
  const known = new Map((await readPurchaseOrderLinesWithReceivedAndInvoicedUnits(tx, order.id)).map((line) => [line.lineNo, line]))
  const came = await tx
    .selectFrom('goods_receipt_line')
    .select(['line_no', 'quantity', 'batch_id'])
    .where('receipt_id', '=', own.id)
    .execute()
  const back = came.flatMap(({ line_no, quantity, batch_id }) => {
    const line = known.get(line_no)
    return line ? [{ line: Object.assign({ units: -quantity }, line), batchId: batch_id }] : []
  })
  const lines = back.map(({ line }) => line)
  const batchIdsOf = async () => back.map(({ batchId }) => batchId)
  if (lines.some(({ received, invoiced, units }) => received + units < invoiced)) refuse('GOODS_RECEIPT_INVOICED')
  const skuIdsOfOrder = [...known.values()].map(({ skuId }) => skuId)
  const { id: reverses, warehouse_id: warehouseId } = own
  return postReceipt(tx, moment, { order, lines, batchIdsOf, skuIdsOfOrder, reverses, warehouseId, note: reason, staffId: ref.staffId })
}
