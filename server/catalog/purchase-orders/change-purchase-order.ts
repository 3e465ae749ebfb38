// Writes and places purchase orders, and ends them.
import { sql } from 'kysely'
import { type PurchaseOrderVerb, purchaseOrderLifecycle } from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import { purchasingFieldLabels } from '#contract/catalog/suppliers/labels.ts'
import { type BasisPoints, type Fen, INPUT_AMOUNT_MAX, multiplyFenCapped, sum } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { describeSkusById, readSkuLookupByStaffTypedCode } from '#server/catalog/goods/public.ts'
import { findCurrentSupplierPricesBySku, requireLockedActiveSupplier } from '#server/catalog/suppliers/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { computeNextNumberOfDay } from '#server/platform/core/numbering.ts'
import { formatRowEdit, lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'
import {
  lockPurchaseOrder,
  type PurchaseOrderRef,
  readPurchaseOrderLinesWithReceivedAndInvoicedUnits,
  requirePurchaseOrderVerbAllowed,
} from './purchase-order-store.ts'
import { refreshRestockDaysOfOrder } from './refresh-restock-days.ts'

interface TypedLine {
  skuCode: string
  quantity: number
  price: Fen | null
}

interface TypedPurchaseOrder {
  supplierId: string
  taxRate: BasisPoints
  expectedDay: string | null
  note: string
  lines: readonly TypedLine[]
}

interface UnderstoodLine {
  skuId: string
  quantity: number
  priceFen: Fen
}

/**
 * Converts typed lines to SKUs with prices, those of the supplier where none was typed. Refuses PURCHASE_LINES with the reason of every
 * wrong line (`rows`, from 1), and PURCHASE_SHOPS.
 */
async function understand(
  tx: Tx,
  moment: Moment,
  { supplierId, lines, staffId }: Pick<TypedPurchaseOrder, 'supplierId' | 'lines'> & { staffId: string },
): Promise<{ lines: UnderstoodLine[]; shopId: string }> {
  const lookUp = await readSkuLookupByStaffTypedCode(
    tx,
    lines.map(({ skuCode }) => skuCode),
    staffId,
  )
  const found = lines.map(({ skuCode }) => lookUp(skuCode))
  const skuIds = found.flatMap((sku) => (sku ? [sku.id] : []))
  const prices = await findCurrentSupplierPricesBySku(tx, moment, { supplierId, skuIds })
  const faults: { row: number; text: string }[] = []
  const seen = new Set<string>()
  const understood = lines.flatMap(({ skuCode, quantity, price }, at): UnderstoodLine[] => {
    const sku = found[at]
    const priceFen = price ?? prices.get(sku?.id ?? '')
    const fault =
      (!sku || sku.ofOthers ? `没有编码为 ${skuCode} 的商品规格` : undefined) ??
      (seen.has(sku?.id ?? '') ? `${skuCode} 出现了两次，请合并数量` : undefined) ??
      (priceFen === undefined ? `${skuCode} 没有供应商报价，请填写单价` : undefined)
    if (fault !== undefined || !sku || priceFen === undefined) {
      faults.push({ row: at + 1, text: fault ?? '' })
      return []
    }
    seen.add(sku.id)
    return [{ skuId: sku.id, quantity, priceFen }]
  })
  if (faults.length > 0)
    refuse('PURCHASE_LINES', { msg: faults.map(({ row, text }) => `第 ${row} 行：${text}`).join('；'), rows: faults, field: 'lines' })
  const shops = new Set([...(await describeSkusById(tx, skuIds)).values()].map(({ shopId }) => shopId))
  const [shopId = refuse('PURCHASE_SHOPS')] = shops
  if (shops.size > 1) refuse('PURCHASE_SHOPS', { field: 'lines' })
  return { lines: understood, shopId }
}

/** CG, the day and the number on it. The lock makes two people wait for each other. */
async function nextOrderNo(tx: Tx, moment: Moment): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended('purchase orders', 0))`.execute(tx)
  return computeNextNumberOfDay(moment, 'CG', async (first, last) => {
    const numbers = tx.selectFrom('purchase_order').where('order_no', '>=', first).where('order_no', '<=', last)
    return (await numbers.select((eb) => eb.fn.max('order_no').as('last')).executeTakeFirstOrThrow()).last
  })
}

async function insertLines(tx: Tx, id: string, lines: readonly UnderstoodLine[]): Promise<void> {
  const rows = lines.map(({ skuId, quantity, priceFen }, at) => ({
    purchase_order_id: id,
    line_no: at + 1,
    sku_id: skuId,
    quantity,
    price_fen: priceFen,
  }))
  await tx.insertInto('purchase_order_line').values(rows).execute()
}

/**
 * Creates a draft, or replaces one with its lines. Refuses PURCHASE_ORDER_NOT_FOUND, PURCHASE_ORDER_STATE, PURCHASE_LINES, PURCHASE_SHOPS,
 * PURCHASE_TOO_LARGE, SUPPLIER_NOT_FOUND, SUPPLIER_STOPPED, ROW_CHANGED.
 */
export async function savePurchaseOrderDraft(
  tx: Tx,
  moment: Moment,
  { id, rowVersion, staffId, ...typed }: TypedPurchaseOrder & { id?: string | undefined; rowVersion: number; staffId: string },
): Promise<string> {
  if (id !== undefined) {
    await lockOutEditorsAndRequireRowVersion(tx, { kind: 'purchaseOrder', key: id, seen: rowVersion })
    await requirePurchaseOrderVerbAllowed(tx, moment, await lockPurchaseOrder(tx, { id, staffId }), 'place')
  }
  const { supplierId, taxRate, expectedDay, note } = typed
  await requireLockedActiveSupplier(tx, supplierId)
  const { lines, shopId } = await understand(tx, moment, { supplierId, lines: typed.lines, staffId })
  const total = sum(lines.map(({ priceFen, quantity }) => multiplyFenCapped(priceFen, quantity)))
  if (total >= INPUT_AMOUNT_MAX) refuse('PURCHASE_TOO_LARGE', { field: 'lines' })
  const facts = { supplier_id: supplierId, shop_id: shopId, rate_bp: taxRate, expected_day: expectedDay, note, total_fen: total }
  if (id !== undefined) {
    await tx.updateTable('purchase_order').set(facts).where('id', '=', id).execute()
    await tx.deleteFrom('purchase_order_line').where('purchase_order_id', '=', id).execute()
    await insertLines(tx, id, lines)
    await recordRowEdit(tx, moment, { kind: 'purchaseOrder', key: id, staffId, what: '' })
    return id
  }
  const made = { id: moment.newId(), order_no: await nextOrderNo(tx, moment), made_by: staffId, made_at: moment.now, state_at: moment.now }
  await tx
    .insertInto('purchase_order')
    .values(Object.assign({ state: 'DRAFT' as const, closed_reason: null }, made, facts))
    .execute()
  await insertLines(tx, made.id, lines)
  return made.id
}

/** Moves a locked order to the next state. */
export async function changePurchaseOrderState(
  tx: Tx,
  moment: Moment,
  { id, verb, closedReason = null }: { id: string; verb: PurchaseOrderVerb; closedReason?: string | null },
): Promise<void> {
  const { to } = purchaseOrderLifecycle.verbs[verb]
  await tx
    .updateTable('purchase_order')
    .set({ state: to, state_at: moment.now, closed_reason: closedReason })
    .where('id', '=', id)
    .execute()
}

/** Places a draft: only its day changes any more, and it waits for its goods. Refuses PURCHASE_ORDER_STATE, SUPPLIER_STOPPED, ROW_CHANGED. */
export async function placePurchaseOrder(tx: Tx, moment: Moment, { rowVersion, ...ref }: PurchaseOrderRef & { rowVersion: number }) {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'purchaseOrder', key: ref.id, seen: rowVersion })
  const order = await lockPurchaseOrder(tx, ref)
  await requirePurchaseOrderVerbAllowed(tx, moment, order, 'place')
  await requireLockedActiveSupplier(tx, order.supplierId)
  await changePurchaseOrderState(tx, moment, { id: order.id, verb: 'place' })
  await refreshRestockDaysOfOrder(tx, order.id)
}

/**
 * Changes the day that the supplier has promised for what is still to come of a placed order; null: none. Refuses PURCHASE_ORDER_STATE,
 * ROW_CHANGED.
 */
export async function updateExpectedDay(
  tx: Tx,
  moment: Moment,
  { expectedDay, rowVersion, ...ref }: PurchaseOrderRef & { expectedDay: string | null; rowVersion: number },
): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'purchaseOrder', key: ref.id, seen: rowVersion })
  const order = await lockPurchaseOrder(tx, ref)
  await requirePurchaseOrderVerbAllowed(tx, moment, order, 'receiveRest')
  if (order.expectedDay === expectedDay) return
  await tx.updateTable('purchase_order').set({ expected_day: expectedDay }).where('id', '=', order.id).execute()
  const { expectedDay: label } = purchasingFieldLabels
  const what = formatRowEdit({ expectedDay: label }, { expectedDay: order.expectedDay }, { expectedDay })
  await recordRowEdit(tx, moment, { kind: 'purchaseOrder', key: order.id, staffId: ref.staffId, what })
  await refreshRestockDaysOfOrder(tx, order.id)
}

const hasReceived = async (tx: Tx, id: string): Promise<boolean> =>
  (await readPurchaseOrderLinesWithReceivedAndInvoicedUnits(tx, id)).some(({ received }) => received > 0)

/** Gives up an order of which nothing came. Refuses PURCHASE_ORDER_STATE, PURCHASE_BEGUN. */
export async function cancelPurchaseOrder(tx: Tx, moment: Moment, ref: PurchaseOrderRef): Promise<void> {
  const order = await lockPurchaseOrder(tx, ref)
  await requirePurchaseOrderVerbAllowed(tx, moment, order, 'cancel')
  if (await hasReceived(tx, order.id)) refuse('PURCHASE_BEGUN')
  await changePurchaseOrderState(tx, moment, { id: order.id, verb: 'cancel' })
  if (order.state === 'ORDERED') await refreshRestockDaysOfOrder(tx, order.id)
}

/** Ends an order with what came. Refuses PURCHASE_ORDER_STATE, PURCHASE_NOTHING_CAME. */
export async function closePartlyReceivedPurchaseOrder(tx: Tx, moment: Moment, { reason, ...ref }: PurchaseOrderRef & { reason: string }) {
  const order = await lockPurchaseOrder(tx, ref)
  await requirePurchaseOrderVerbAllowed(tx, moment, order, 'closeShort')
  if (!(await hasReceived(tx, order.id))) refuse('PURCHASE_NOTHING_CAME')
  await changePurchaseOrderState(tx, moment, { id: order.id, verb: 'closeShort', closedReason: reason })
  await refreshRestockDaysOfOrder(tx, order.id)
}
