import { formatGoodsOfLines } from '#contract/catalog/goods/goods-names.ts'
import { computeAmountOfNextUnitsOfLine } from '#contract/orders/after-sales/line-shares.ts'
import type { ParcelLines } from '#contract/orders/fulfilment/shapes.ts'
import { computeParcelLinePosting, computeParcelPosting } from '#contract/orders/orders/amounts.ts'
import { type Fen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findMinimumQuantities } from '#server/catalog/goods/public.ts'
import { deductShippedStock, releaseReservedStock } from '#server/catalog/inventory/public.ts'
import { drawHeldCreditForParcel } from '#server/money/credit/public.ts'
import { readNextRefundNumberOfOrder, refundUnshippedPartOfOrder } from '#server/money/payments/public.ts'
import {
  applyOrderLineQuantityDeltas,
  computeUnitsLeftToShip,
  listOrderLines,
  type Order,
  type OrderLineRow,
  recordShipmentOnOrderLines,
  refuseOrderAction,
  requireLockedOrder,
  transitionOrders,
} from '#server/orders/orders/public.ts'
import { requireNamedOrProposedWarehouse } from '#server/orders/shipping-warehouses/public.ts'
import { awaitAllAndThrowFirstError, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import {
  countParcels,
  formatParcelTransport,
  insertParcel,
  type ParcelTransport,
  requireUnusedWaybill,
  updateAutomaticReceiptDeadline,
} from './parcels.ts'
import { formatParcelWeight, type GivenWeight, requirePlausibleWeight } from './weighing/weigh-parcel.ts'

export interface ShipParcelInput extends ParcelTransport, GivenWeight {
  enterpriseId: string
  orderNo: string
  /** Staff have confirmed that the number is also on another parcel. */
  sharedWaybill?: boolean | undefined
  /** The warehouse that it leaves from; nothing: the one that is proposed. */
  warehouseId?: string | undefined
  lines: ParcelLines
}

/**
 * Refuses a number that may not leave with an order: its label is another order's, or was given back. The caller passes it in, because waybills read
 * the parcels.
 */
export type NumberRule = (tx: Tx, number: { orderNo: string; trackingNo: string | undefined }) => Promise<void>

/** Units that were refunded before they were shipped count as done, so that parcels and refunds add up to the quantity of the line. */
const progressOf = (line: OrderLineRow) => ({
  netFen: line.netFen,
  quantity: line.quantity,
  shipped: line.shipped + line.dropped,
  postedFen: sum([line.postedFen, line.droppedFen]),
})

/** Returns the units to ship by line, with the batches that are named for them. Refuses units that are not left to ship, and lines that are not of this order. */
function pick(ordered: readonly OrderLineRow[], wanted: ShipParcelInput['lines']) {
  return wanted.map(({ lineNo, quantity, batches = [] }) => {
    const line = ordered.find((one) => one.lineNo === lineNo)
    const left = line ? computeUnitsLeftToShip(line) : 0
    const asked = line && line.heldBack > 0 ? `，另有 ${line.heldBack} 在售后申请中` : ''
    if (!line || quantity > left) refuse('NOTHING_TO_SHIP', { msg: `第 ${lineNo} 行最多还可发 ${left}${asked}`, lineNo, left })
    return { line, units: quantity, batches: batches.map((batch) => Object.assign({ skuId: line.skuId }, batch)) }
  })
}

/** Refuses ORDER_ACTION_NOT_ALLOWED for an order that cannot be shipped. Whoever was later than a colleague is told who shipped it, and when. */
async function refuseToShip(tx: Tx, moment: Moment, order: Order): Promise<never> {
  if (order.cancelAskedAt !== null) refuse('ORDER_ACTION_NOT_ALLOWED', { msg: '买家申请取消，处理后才能发货' })
  return refuseOrderAction(tx, moment, order)
}

/**
 * Ships a parcel from one warehouse: its stock goes from reserved to sold. For an order on credit, the parcel's share of the hold becomes a debt from today on
 * (domain §6). Refuses WAREHOUSE_TOO_FEW if the warehouse does not hold what the parcel does, what its batches forbid, what `requireNumber`
 * refuses, and WEIGHT_DIFFERS.
 */
export async function shipParcel(
  tx: Tx,
  moment: Moment,
  { shipment, staffId, requireNumber }: { shipment: ShipParcelInput; staffId: string; requireNumber: NumberRule },
): Promise<void> {
  const order = await requireLockedOrder(tx, shipment)
  if ((order.state !== 'WAIT_SEND' && order.state !== 'PART_SENT') || order.cancelAskedAt !== null) await refuseToShip(tx, moment, order)
  const { enterpriseId, id: orderId } = order
  const [{ ordered, picked }, , sent, warehouseId, , weight] = await awaitAllAndThrowFirstError(
    listOrderLines(tx, enterpriseId, [orderId]).then((lines) => ({ ordered: lines, picked: pick(lines, shipment.lines) })),
    shipment.sharedWaybill ? Promise.resolve() : requireUnusedWaybill(tx, shipment),
    countParcels(tx, enterpriseId, orderId),
    requireNamedOrProposedWarehouse(tx, order, Object.assign({ today: toShanghaiDay(moment.now) }, shipment)),
    requireNumber(tx, { orderNo: order.orderNo, trackingNo: shipment.trackingNo }),
    requirePlausibleWeight(tx, { enterpriseId, orderId, shipment }),
  )
  const parcelNo = sent + 1
  const parcelId = moment.newId()
  const { postFen, lines } = computePosting({ order, picked, first: parcelNo === 1 })
  const left =
    ordered.reduce((units, line) => units + line.quantity - line.shipped - line.dropped, 0) -
    picked.reduce((units, one) => units + one.units, 0)
  const stock = picked.map(({ line, units }) => ({ skuId: line.skuId, quantity: units, unit: line.unit }))
  await awaitAllAndThrowFirstError(
    // Stock is locked before the ledger's accounts, as when an order is cancelled.
    deductShippedStock(tx, moment, stock, {
      reason: `订单 ${order.orderNo} 包裹 ${parcelNo}`,
      staffId,
      warehouseId,
      parcel: { enterpriseId, parcelId },
      batches: picked.flatMap(({ batches }) => batches),
    }),
    order.method === 'credit'
      ? drawHeldCreditForParcel(tx, moment, {
          enterpriseId,
          parcelId,
          amountFen: postFen,
          title: formatGoodsOfLines(picked.map(({ line }) => line)),
        })
      : Promise.resolve(),
    recordShipmentOnOrderLines(tx, { enterpriseId, orderId, lines }),
    insertParcel(tx, moment, {
      enterpriseId,
      orderId,
      id: parcelId,
      parcelNo,
      warehouseId,
      postFen,
      staffId,
      way: shipment,
      lines,
      weight,
    }),
    transitionOrders(tx, moment, [order], {
      verb: left === 0 ? 'shipRest' : 'shipPart',
      actor: { kind: 'staff', staffId },
      note: [formatParcelTransport(shipment), formatParcelWeight(weight)].filter(Boolean).join('；'),
      also: { last_parcel_at: moment.now },
    }),
    publishEvents(tx, moment, [{ topic: 'stock.changed', payload: { skuIds: [...new Set(stock.map(({ skuId }) => skuId))] } }]),
  )
}

interface Posting {
  order: Order
  picked: { line: OrderLineRow; units: number }[]
  first: boolean
}

/** Computes the parcel's share in fen, in total and by line; 0 for an order that is paid otherwise than on credit. */
function computePosting({ order, picked, first }: Posting): { postFen: Fen; lines: { lineNo: number; units: number; postedFen: Fen }[] } {
  const onCredit = order.method === 'credit'
  const lines = picked.map(({ line, units }) => ({
    lineNo: line.lineNo,
    units,
    postedFen: onCredit ? computeParcelLinePosting(progressOf(line), units) : ZERO_FEN,
  }))
  if (!onCredit) return { postFen: ZERO_FEN, lines }
  const shares = picked.map(({ line, units }) => ({ line: progressOf(line), units }))
  return { postFen: computeParcelPosting(shares, { first, freightFen: subtractFen(order.freightFen, order.freightRefundedFen) }), lines }
}

/** Ends an order without shipping the rest: the stock is released and its amount is refunded by the original payment method. */
export async function closePartlyShippedOrderAndRefundRest(
  tx: Tx,
  moment: Moment,
  { enterpriseId, orderNo, reason, staffId }: { enterpriseId: string; orderNo: string; reason: string; staffId: string },
): Promise<void> {
  const order = await requireLockedOrder(tx, { enterpriseId, orderNo })
  if (order.state !== 'PART_SENT') await refuseOrderAction(tx, moment, order)
  const left = (await listOrderLines(tx, enterpriseId, [order.id]))
    .map((line) => ({ line, units: line.quantity - line.shipped - line.dropped }))
    .filter(({ units }) => units > 0)
  if (left.some(({ line }) => line.heldBack > 0)) refuse('AFTER_SALE_OPEN')
  const back = left.map(({ line, units }) => ({ skuId: line.skuId, quantity: units }))
  const skuIds = await releaseReservedStock(tx, moment, back, findMinimumQuantities(tx, back))
  await publishEvents(tx, moment, [{ topic: 'stock.changed', payload: { skuIds } }])
  const dropped = left.map(({ line, units }) => ({
    lineNo: line.lineNo,
    dropped: units,
    droppedFen: computeAmountOfNextUnitsOfLine(line, units),
  }))
  await applyOrderLineQuantityDeltas(tx, order, dropped)
  await refundUnshippedPartOfOrder(tx, moment, {
    enterpriseId,
    orderId: order.id,
    amountFen: sum(dropped.map(({ droppedFen }) => droppedFen)),
    title: formatGoodsOfLines(left.map(({ line }) => line)),
    seq: await readNextRefundNumberOfOrder(tx, enterpriseId, order.id),
  })
  await transitionOrders(tx, moment, [order], { verb: 'closeShort', actor: { kind: 'staff', staffId }, note: reason })
  await updateAutomaticReceiptDeadline(tx, moment, { ...order, state: 'SENT', stateAt: moment.now, receiveBy: null })
}
