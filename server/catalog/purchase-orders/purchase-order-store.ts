// Reads the tables `purchase_order`, `purchase_order_line`, `goods_receipt` and `goods_receipt_line`, and locks orders.

import { type RawBuilder, sql } from 'kysely'
import { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import {
  type PurchaseOrderState,
  type PurchaseOrderVerb,
  purchaseOrderLifecycle,
} from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import type { GoodsReceipt, PurchaseOrder, PurchaseOrderLine } from '#contract/catalog/purchase-orders/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { BasisPoints, Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { describeSkusById, findSkuBarcodes, listShopNamesById } from '#server/catalog/goods/public.ts'
import { findBatchedSkuIds } from '#server/catalog/inventory/public.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { findSupplierIdsByName, findSupplierNamesById } from '#server/catalog/suppliers/public.ts'
import { findLastStaffChange, listStaffNamesById, refuseNamingColleague } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'

/** Names a purchase order, and who wants to see it. */
export interface PurchaseOrderRef {
  id: string
  staffId: string
}

const matching = async (db: Db, staffId: string) =>
  db.selectFrom('purchase_order').where(isInShopsOrUnrestrictedSql('shop_id', await findShopIdsStaffIsLimitedTo(db, staffId)))
type Matching = Awaited<ReturnType<typeof matching>>

const withColumns = (query: Matching) =>
  query
    .select(['id', 'order_no', 'state', 'supplier_id', 'shop_id', 'rate_bp', 'note', 'total_fen', 'closed_reason', 'made_by', 'made_at'])
    .select([
      sql<string | null>`expected_day::text`.as('expected_day'),
      sql<number>`(select sum(line.quantity)::int from purchase_order_line as line where line.purchase_order_id = purchase_order.id)`.as(
        'units',
      ),
      sql<number>`(select coalesce(sum(line.quantity), 0)::int from goods_receipt as receipt join goods_receipt_line as line on line.receipt_id = receipt.id
        where receipt.purchase_order_id = purchase_order.id)`.as('received'),
      sql<Fen>`(select coalesce(sum(line.price_fen * came.quantity), 0)::bigint from goods_receipt as receipt join goods_receipt_line as came on came.receipt_id = receipt.id
        join purchase_order_line as line on line.purchase_order_id = receipt.purchase_order_id and line.line_no = came.line_no
        where receipt.purchase_order_id = purchase_order.id)`.as('received_fen'),
      sql<Fen>`(select sum(line.invoiced_fen)::bigint from purchase_order_line as line where line.purchase_order_id = purchase_order.id)`.as(
        'invoiced_fen',
      ),
    ])
    .select(buildRowVersionSubquery('purchaseOrder', 'purchase_order.id').as('rowVersion'))
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

async function describe(db: Db, rows: readonly Row[]): Promise<PurchaseOrder[]> {
  const suppliers = await findSupplierNamesById(
    db,
    rows.map(({ supplier_id }) => supplier_id),
  )
  const shops = await listShopNamesById(db)
  const people = await listStaffNamesById(db)
  return rows.map((row) => ({
    id: row.id,
    orderNo: row.order_no,
    state: row.state,
    supplierId: row.supplier_id,
    supplierName: suppliers.get(row.supplier_id) ?? '',
    shopName: shops.get(row.shop_id) ?? '',
    taxRate: row.rate_bp,
    expectedDay: row.expected_day,
    note: row.note,
    total: row.total_fen,
    units: row.units,
    received: row.received,
    receivedAmount: row.received_fen,
    invoicedAmount: row.invoiced_fen,
    closedReason: row.closed_reason ?? '',
    madeBy: people.get(row.made_by) ?? '',
    madeAt: row.made_at,
    rowVersion: row.rowVersion,
  }))
}

/** SQL: whether a purchase order was to arrive by a day. The state is a literal, so that every plan can use the index of what waits. */
export const isPurchaseOrderDueSql = (today: string): RawBuilder<boolean> =>
  sql<boolean>`purchase_order.state = 'ORDERED' and purchase_order.expected_day <= ${today}`

/** Lists a page of the purchase orders of the shops that a staff member keeps: those that are due, the longest first; others newest first. */
export async function listPurchaseOrders(
  db: Db,
  { now }: Moment,
  { pageNo, pageSize, state, orderNo, due, supplier, dateFrom, dateTo }: InputOf<typeof consolePurchaseOrderEndpoints.list>,
  staffId: string,
): Promise<{ dataList: PurchaseOrder[]; total: number }> {
  let query = await matching(db, staffId)
  if (state) query = query.where('state', '=', state)
  if (orderNo) query = query.where('order_no', '=', orderNo)
  if (due) query = query.where(isPurchaseOrderDueSql(toShanghaiDay(now)))
  if (supplier) query = query.where('supplier_id', '=', anyOfIdsSql(await findSupplierIdsByName(db, supplier)))
  if (dateFrom) query = query.where('made_at', '>=', getStartOfShanghaiDay(dateFrom))
  if (dateTo) query = query.where('made_at', '<', getStartOfNextShanghaiDay(dateTo))
  const found = withColumns(query)
  const ordered = (due ? found.orderBy('purchase_order.expected_day') : found.orderBy('made_at', 'desc')).orderBy('id')
  const { rows, total } = await fetchPageWithTotal(ordered, query, toSlice({ pageNo, pageSize }))
  return { dataList: await describe(db, rows), total }
}

/** A line with what came of it, and what invoices name. */
export interface PurchaseOrderLineWithUnits {
  purchaseOrderId: string
  lineNo: number
  skuId: string
  quantity: number
  priceFen: Fen
  received: number
  invoiced: number
}

/** SQL: the units that came of a line, less those that were taken back; it needs the line as `line`. */
export const receivedUnitsSqlText = `(select coalesce(sum(came.quantity), 0)::int from goods_receipt as receipt
  join goods_receipt_line as came on came.receipt_id = receipt.id
  where receipt.purchase_order_id = line.purchase_order_id and came.line_no = line.line_no)`
export const receivedUnitsSql = sql.raw<number>(receivedUnitsSqlText)

/** Reads the lines of orders, those of one order together and in their order. */
export async function readLinesOfPurchaseOrders(db: Db, orderIds: readonly string[]): Promise<PurchaseOrderLineWithUnits[]> {
  return db
    .selectFrom('purchase_order_line as line')
    .select(['line.purchase_order_id as purchaseOrderId', 'line.line_no as lineNo', 'line.sku_id as skuId', 'line.quantity'])
    .select(['line.price_fen as priceFen', 'line.invoiced', receivedUnitsSql.as('received')])
    .where('line.purchase_order_id', '=', anyOfIdsSql(orderIds))
    .orderBy('line.purchase_order_id')
    .orderBy('line.line_no')
    .execute()
}

/** Reads the lines of an order, in their order. */
export const readPurchaseOrderLinesWithReceivedAndInvoicedUnits = (db: Db, orderId: string): Promise<PurchaseOrderLineWithUnits[]> =>
  readLinesOfPurchaseOrders(db, [orderId])

/** Lists the receipts of an order, the latest first. `codes`: the part numbers of its lines. */
async function listReceipts(db: Db, orderId: string, codes: ReadonlyMap<number, string>): Promise<GoodsReceipt[]> {
  const rows = await db
    .selectFrom('goods_receipt as receipt')
    .select(['receipt.id', 'receipt.receipt_no', 'receipt.note', 'receipt.staff_id', 'receipt.at'])
    .select([
      sql<number | null>`(select own.receipt_no from goods_receipt as own where own.id = receipt.reverses)`.as('reverses'),
      sql<boolean>`exists (select 1 from goods_receipt as later where later.reverses = receipt.id)`.as('reversed'),
      sql<
        { lineNo: number; quantity: number }[]
      >`(select json_agg(json_build_object('lineNo', line.line_no, 'quantity', line.quantity) order by line.line_no)
        from goods_receipt_line as line where line.receipt_id = receipt.id)`.as('lines'),
    ])
    .where('receipt.purchase_order_id', '=', orderId)
    .orderBy('receipt.receipt_no', 'desc')
    .execute()
  const people = await listStaffNamesById(db)
  return rows.map(({ id, receipt_no, note, staff_id, at, reverses, reversed, lines }) => ({
    id,
    receiptNo: receipt_no,
    reverses,
    reversed,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    goods: lines.map(({ lineNo, quantity }) => `${codes.get(lineNo) ?? ''} × ${quantity}`).join('、'),
    note,
    by: people.get(staff_id) ?? '',
    at,
  }))
}

/** Reads an order with its lines and receipts. Refuses PURCHASE_ORDER_NOT_FOUND, also for one of a shop that the person does not keep. */
export async function readPurchaseOrder(
  db: Db,
  { id, staffId }: PurchaseOrderRef,
): Promise<{ order: PurchaseOrder; lines: PurchaseOrderLine[]; receipts: GoodsReceipt[] }> {
  const row = await withColumns((await matching(db, staffId)).where('id', '=', id)).executeTakeFirst()
  if (!row) refuse('PURCHASE_ORDER_NOT_FOUND')
  const [order = refuse('PURCHASE_ORDER_NOT_FOUND')] = await describe(db, [row])
  const lines = await readPurchaseOrderLinesWithReceivedAndInvoicedUnits(db, id)
  const skuIds = lines.map(({ skuId }) => skuId)
  const skus = await describeSkusById(db, skuIds)
  const barcodes = await findSkuBarcodes(db, skuIds)
  const batchedSkuIds = await findBatchedSkuIds(db, skuIds)
  const described = lines.map(({ lineNo, skuId, quantity, priceFen, received, invoiced }): PurchaseOrderLine => {
    const { skuCode = '', goodsName = '', skuProps = '{}', unit = '' } = skus.get(skuId) ?? {}
    const batched = batchedSkuIds.has(skuId)
    const barcode = barcodes.get(skuId) ?? ''
    return { lineNo, skuId, skuCode, goodsName, skuProps, unit, barcode, quantity, price: priceFen, received, invoiced, batched }
  })
  return {
    order,
    lines: described,
    receipts: await listReceipts(db, id, new Map(described.map(({ lineNo, skuCode }) => [lineNo, skuCode]))),
  }
}

export interface LockedPurchaseOrder {
  id: string
  orderNo: string
  state: PurchaseOrderState
  supplierId: string
  shopId: string
  rateBp: BasisPoints
  expectedDay: string | null
}

/**
 * Locks orders of the shops that a person keeps until the transaction ends, in the order of their ids, and returns them by id. Refuses
 * PURCHASE_ORDER_NOT_FOUND if one is missing.
 */
export async function lockPurchaseOrders(
  tx: Tx,
  { ids, staffId }: { ids: readonly string[]; staffId: string },
): Promise<Map<string, LockedPurchaseOrder>> {
  const wanted = [...new Set(ids)]
  const rows = await (await matching(tx, staffId))
    .where('id', '=', anyOfIdsSql(wanted))
    .select([
      'id',
      'order_no as orderNo',
      'state',
      'supplier_id as supplierId',
      'shop_id as shopId',
      'rate_bp as rateBp',
      'expected_day as expectedDay',
    ])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length < wanted.length) refuse('PURCHASE_ORDER_NOT_FOUND')
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks an order until the transaction ends. Refuses PURCHASE_ORDER_NOT_FOUND. */
export const lockPurchaseOrder = async (tx: Tx, { id, staffId }: PurchaseOrderRef): Promise<LockedPurchaseOrder> =>
  (await lockPurchaseOrders(tx, { ids: [id], staffId })).get(id) ?? refuse('PURCHASE_ORDER_NOT_FOUND')

const { place, receive, cancel, closeShort } = consolePurchaseOrderEndpoints
const changeTexts = { [place.path]: '下单', [receive.path]: '入库', [cancel.path]: '取消采购单', [closeShort.path]: '结束采购' }

/** Refuses PURCHASE_ORDER_STATE if a locked order does not allow a verb. */
export async function requirePurchaseOrderVerbAllowed(
  tx: Tx,
  moment: Moment,
  { id, state }: LockedPurchaseOrder,
  verb: PurchaseOrderVerb,
): Promise<void> {
  const { states, verbs } = purchaseOrderLifecycle
  if (verbs[verb].from.includes(state)) return
  await refuseNamingColleague(tx, moment, {
    reason: 'PURCHASE_ORDER_STATE',
    change: await findLastStaffChange(tx, moment, { objectId: id, texts: changeTexts }),
    msg: `采购单${states[state].label}，请刷新后查看`,
  })
}
