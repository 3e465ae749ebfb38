import type { consoleAfterSaleEndpoints } from '#contract/orders/after-sales/console-api.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addMinimumQuantities } from '#server/catalog/goods/public.ts'
import {
  adjustStocks,
  createReturnPlanner,
  listOpenWarehousesAndProvinces,
  requireOpenWarehouse,
  reserveStockForOrder,
} from '#server/catalog/inventory/public.ts'
import { findWarehouseOfLatestParcelByLine, listBatchesShippedWithOrder } from '#server/orders/fulfilment/public.ts'
import {
  applyOrderLineQuantityDeltas,
  generateOrderNumbers,
  insertOrderEvents,
  insertTrade,
  type NewOrder,
  type OrderLineRow,
} from '#server/orders/orders/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { notifyAfterSaleApplicantAndMainUser } from './after-sale-entries.ts'
import { type AfterSaleRef, updateRequestedAfterSaleLineRow } from './after-sale-store.ts'
import {
  type AfterSaleWithOrder,
  applyAfterSaleTransition,
  lockOrderAndAfterSale,
  releaseUnitsRequestedInAfterSale,
  requireAfterSaleVerbAllowed,
  requireAfterSaleVerbAllowedForStaff,
} from './after-sale-transitions.ts'
import { createAfterSaleOfFailedExchange } from './apply-for-after-sale.ts'
import { readRefundQuoteOfAcceptedUnits } from './decide-after-sale.ts'

/** Records that the buyer has sent the goods back. */
export async function recordReturnShipment(
  tx: Tx,
  moment: Moment,
  { userId, carrier, trackingNo, ...ref }: AfterSaleRef & { userId: string; carrier: string; trackingNo: string },
): Promise<void> {
  const opened = await lockOrderAndAfterSale(tx, ref)
  requireAfterSaleVerbAllowed(opened, 'sendBack')
  const text = `${carrier} ${trackingNo}`
  await applyAfterSaleTransition(tx, moment, opened, {
    verb: 'sendBack',
    actor: { kind: 'member', userId },
    text,
    change: { carrier, trackingNo },
  })
}

type Inspection = InputOf<typeof consoleAfterSaleEndpoints.inspect> & { staffId: string }

/** Combines the findings of the warehouse with the requested lines. It must name every line whose goods were to come back. */
function found({ asked, lines }: AfterSaleWithOrder, given: Inspection['lines']) {
  return asked.map((line) => {
    const name = lines.find(({ lineNo }) => lineNo === line.lineNo)?.goodsName ?? ''
    const result =
      given.find(({ lineNo }) => lineNo === line.lineNo) ?? refuse('AFTER_SALE_TOO_MANY', { msg: `请填写「${name}」的验收结果` })
    if (result.accepted > line.accepted)
      refuse('AFTER_SALE_TOO_MANY', { msg: `「${name}」应退回 ${line.accepted}，合格不能超过 ${line.accepted}`, most: line.accepted })
    return { ...line, was: line.accepted, accepted: result.accepted, restocked: result.restocked }
  })
}

/**
 * Returns where the goods of each line come: the named warehouse, else the one that they left from; undefined (the main one) if that is
 * closed. Refuses WAREHOUSE_NOT_FOUND, WAREHOUSE_CLOSED.
 */
async function readPlaceOfReturnedLines(
  tx: Tx,
  { afterSale, order }: AfterSaleWithOrder,
  named: string | undefined,
): Promise<(lineNo: number) => string | undefined> {
  if (named !== undefined) {
    const warehouseId = await requireOpenWarehouse(tx, named)
    return () => warehouseId
  }
  const left = await findWarehouseOfLatestParcelByLine(tx, { enterpriseId: afterSale.enterpriseId, orderId: order.id })
  const open = (await listOpenWarehousesAndProvinces(tx)).warehouses
  return (lineNo) => open.find(({ warehouseId }) => warehouseId === left.get(lineNo))?.warehouseId
}

/** Adds returned units to stock, and removes the unusable ones again, so that both show in the stock movements. */
async function takeIn(
  tx: Tx,
  moment: Moment,
  { afterSale, lines, order }: AfterSaleWithOrder,
  { results, placeOf, staffId }: { results: ReturnType<typeof found>; placeOf: (lineNo: number) => string | undefined; staffId: string },
) {
  const reason = `售后 ${afterSale.afterSaleNo}`
  const moved = results
    .filter(({ accepted }) => accepted > 0)
    .map((one) => ({ ...one, skuId: lines.find(({ lineNo }) => lineNo === one.lineNo)?.skuId ?? '' }))
  const planReturn = createReturnPlanner(await listBatchesShippedWithOrder(tx, order))
  const moves = (await addMinimumQuantities(tx, moved)).flatMap(({ lineNo, skuId, minimum, accepted, restocked }) =>
    planReturn({ skuId, warehouseId: placeOf(lineNo), minimum, reason, staffId }, { units: accepted, useless: accepted - restocked }),
  )
  await adjustStocks(tx, moment, moves)
  const skuIds = [...new Set(moved.filter(({ restocked }) => restocked > 0).map(({ skuId }) => skuId))]
  if (skuIds.length > 0) await publishEvents(tx, moment, [{ topic: 'stock.changed', payload: { skuIds } }])
}

/**
 * 验收: records how many returned units are accepted, and how many of these can be sold again. If none is accepted, the after-sale is
 * rejected. They come to the named warehouse, else to the one that they left from. Refuses WAREHOUSE_NOT_FOUND, WAREHOUSE_CLOSED.
 */
export async function inspectReturnedGoods(
  tx: Tx,
  moment: Moment,
  { staffId, lines: inspectedLines, note, warehouseId, ...ref }: Inspection,
): Promise<void> {
  const opened = await lockOrderAndAfterSale(tx, ref)
  await requireAfterSaleVerbAllowedForStaff(tx, moment, opened, 'accept')
  const { afterSale, order } = opened
  for (const { lineNo } of inspectedLines)
    if (!opened.asked.some((one) => one.lineNo === lineNo)) refuse('AFTER_SALE_TOO_MANY', { msg: `第 ${lineNo} 行没有申请售后`, lineNo })
  const results = found(opened, inspectedLines)
  const placeOf = await readPlaceOfReturnedLines(tx, opened, warehouseId)
  const none = results.every(({ accepted }) => accepted === 0)
  await releaseUnitsRequestedInAfterSale(
    tx,
    order,
    results.map((one) => ({ ...one, accepted: one.was - one.accepted })),
  )
  for (const one of results) await updateRequestedAfterSaleLineRow(tx, ref, one)
  await takeIn(tx, moment, opened, { results, placeOf, staffId })
  const counts = results.map(({ lineNo, was, accepted, restocked }) => `第 ${lineNo} 行合格 ${accepted}/${was}，可再售 ${restocked}`)
  const text = [...counts, note].filter(Boolean).join('；')
  await applyAfterSaleTransition(tx, moment, opened, { verb: none ? 'refuseGoods' : 'accept', actor: { kind: 'staff', staffId }, text })
  const says = createMessageTextWithValues(none ? 'goodsRefused' : 'goodsAccepted', { number: afterSale.afterSaleNo, result: text })
  await notifyAfterSaleApplicantAndMainUser(tx, moment, { afterSale, order, says })
}

/** 改为退款: changes an exchange to a refund, for example if the goods are out of stock. */
export async function changeExchangeToRefund(
  tx: Tx,
  moment: Moment,
  { staffId, reason, ...ref }: AfterSaleRef & { staffId: string; reason: string },
): Promise<void> {
  const opened = await lockOrderAndAfterSale(tx, ref)
  await requireAfterSaleVerbAllowedForStaff(tx, moment, opened, 'refundInstead')
  const { afterSale, order } = opened
  if (order.afterSaleId !== null) return refundFirst(tx, moment, opened, { staffId, reason })
  await requireRefundAmount(tx, opened)
  await applyAfterSaleTransition(tx, moment, opened, {
    verb: 'refundInstead',
    actor: { kind: 'staff', staffId },
    text: reason,
    change: { type: 'RETURN' },
  })
  await notifyAfterSaleApplicantAndMainUser(tx, moment, {
    afterSale,
    order,
    says: createMessageTextWithValues('exchangeToRefund', { number: afterSale.afterSaleNo, reason }),
  })
}

async function requireRefundAmount(tx: Tx, afterSaleCase: AfterSaleWithOrder): Promise<void> {
  const { totalFen, takenFen } = await readRefundQuoteOfAcceptedUnits(tx, afterSaleCase)
  if (totalFen === 0 && takenFen === 0) refuse('AFTER_SALE_NO_MONEY')
}

/** The goods of an exchange order had no price, so the refund belongs to the order that was bought. This case ends without a refund. */
async function refundFirst(
  tx: Tx,
  moment: Moment,
  afterSaleCase: AfterSaleWithOrder,
  { staffId, reason }: { staffId: string; reason: string },
): Promise<void> {
  const { order, asked } = afterSaleCase
  const units = asked.filter(({ accepted }) => accepted > 0).map(({ lineNo, accepted }) => ({ lineNo, quantity: accepted }))
  await applyOrderLineQuantityDeltas(
    tx,
    order,
    units.map(({ lineNo, quantity }) => ({ lineNo, claimed: -quantity, returned: quantity })),
  )
  const why = `换货订单 ${order.orderNo} 的商品改为退款：${reason}`
  const first = await lockOrderAndAfterSale(
    tx,
    await createAfterSaleOfFailedExchange(tx, moment, { order, units, type: 'RETURN', staffId, why }),
  )
  await requireRefundAmount(tx, first)
  const text = `${reason}；款项由售后单 ${first.afterSale.afterSaleNo} 按原订单退回`
  const actor = { kind: 'staff', staffId } as const
  await applyAfterSaleTransition(tx, moment, afterSaleCase, { verb: 'refund', actor, text, change: { refundFen: ZERO_FEN } })
}

/** The line of an exchange order: the same goods at price zero. */
const anew = (line: OrderLineRow, quantity: number): NewOrder['lines'][number] => ({
  skuId: line.skuId,
  goodsId: line.goodsId,
  goodsName: line.goodsName,
  picture: line.picture,
  unit: line.unit,
  skuCode: line.skuCode,
  skuProps: line.skuProps,
  quantity,
  salePriceFen: ZERO_FEN,
  creditPriceFen: null,
  unitPriceFen: ZERO_FEN,
  amountFen: ZERO_FEN,
  discountFen: ZERO_FEN,
})

/** 换货: creates an order with the same goods at price zero, which is shipped like any other order. Refuses OUT_OF_STOCK. */
export async function createExchangeOrder(
  tx: Tx,
  moment: Moment,
  { keys, staffId, ...ref }: AfterSaleRef & { keys: Keys; staffId: string },
): Promise<{ orderNo: string }> {
  const opened = await lockOrderAndAfterSale(tx, ref)
  await requireAfterSaleVerbAllowedForStaff(tx, moment, opened, 'exchange')
  const { afterSale, order, lines, asked } = opened
  const again = asked
    .filter(({ accepted }) => accepted > 0)
    .flatMap(({ lineNo, accepted }) => lines.filter((line) => line.lineNo === lineNo).map((line) => ({ line, units: accepted })))
  const wanted = again.map(({ line, units }) => ({ skuId: line.skuId, quantity: units }))
  const soldOut = await reserveStockForOrder(tx, moment, await addMinimumQuantities(tx, wanted)).catch((error) => {
    if (!(error instanceof Refusal) || error.reason !== 'OUT_OF_STOCK') throw error
    const short = again.find(({ line }) => line.skuId === error.detail.skuId)
    return refuse('OUT_OF_STOCK', { msg: `「${short?.line.goodsName}」库存不足 ${short?.units}，可改为退款` })
  })
  if (soldOut.length > 0) await publishEvents(tx, moment, [{ topic: 'stock.changed', payload: { skuIds: soldOut } }])
  const made = await insertExchange(tx, moment, { keys, opened, lines: again.map(({ line, units }) => anew(line, units)), staffId })
  await applyOrderLineQuantityDeltas(
    tx,
    order,
    again.map(({ line, units }) => ({ lineNo: line.lineNo, claimed: -units, exchanged: units })),
  )
  const actor = { kind: 'staff', staffId } as const
  await applyAfterSaleTransition(tx, moment, opened, {
    verb: 'exchange',
    actor,
    text: `换货订单 ${made.orderNo}`,
    change: { exchangeOrderId: made.id },
  })
  await notifyAfterSaleApplicantAndMainUser(tx, moment, {
    afterSale,
    order,
    says: createMessageTextWithValues('exchangeMade', { number: afterSale.afterSaleNo, orderNo: made.orderNo }),
  })
  return { orderNo: made.orderNo }
}

interface Exchange {
  keys: Keys
  opened: AfterSaleWithOrder
  lines: NewOrder['lines']
  staffId: string
}

async function insertExchange(
  tx: Tx,
  moment: Moment,
  { keys, opened, lines, staffId }: Exchange,
): Promise<{ id: string; orderNo: string }> {
  const { order, afterSale } = opened
  const { enterpriseId, userId, parentName, shopId, receiver, poNumber, costCentre } = order
  const [orderNo = ''] = await generateOrderNumbers(tx, moment, keys.orderNumber, 1)
  const id = moment.newId()
  const remark = `换货：售后单 ${afterSale.afterSaleNo}，原订单 ${order.orderNo}`
  const money = { goodsFen: ZERO_FEN, freightFen: ZERO_FEN, freightDiscountFen: ZERO_FEN, discountFen: ZERO_FEN, payableFen: ZERO_FEN }
  const made: NewOrder = {
    id,
    orderNo,
    shopId,
    state: 'WAIT_SEND',
    priceType: 'sale',
    remark,
    poNumber,
    costCentre,
    afterSaleId: afterSale.id,
    lines,
    ...money,
    freight: { feeFen: ZERO_FEN, freeFromFen: null },
  }
  await insertTrade(tx, moment, { enterpriseId, userId, parentName, method: 'wallet', receiver, orders: [made] })
  const actor = { kind: 'staff', staffId } as const
  await insertOrderEvents(tx, moment, [
    { enterpriseId, orderId: id, seq: 1, verb: 'submit', from: null, to: 'WAIT_SEND', actor, note: remark },
  ])
  await publishEvents(tx, moment, [{ topic: 'order.moved', enterpriseId, payload: { orderId: id, orderNo, to: 'WAIT_SEND' } }])
  return { id, orderNo }
}
