import { type OrderState, orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import type {
  AutomaticReceiptOrigin,
  BuyerOrderAction,
  ConsoleOrderDetail,
  OrderDetail,
  OrderEvent,
  OrderLine,
  OrderRow,
  StaffOrderAction,
} from '#contract/orders/orders/shapes.ts'
import { formatNameWithParent } from '#contract/people/organisation/group-buyers.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { sum } from '#contract/platform/core/money.ts'
import { hasPermission, type PermissionHolder } from '#contract/platform/core/permissions.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import { computeShipByDay, type ShippingCalendar } from '#contract/sites/delivery-times/ship-by-day.ts'
import { findCouponsByOrder } from '#server/catalog/coupons/public.ts'
import { findOncePublishedGoodsById, listShopNamesById } from '#server/catalog/goods/public.ts'
import { findPaidTimesByOrderId } from '#server/money/payments/public.ts'
import { findTagsOfOrder } from '#server/people/account-managers/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { readShippingCalendar } from '#server/sites/delivery-times/public.ts'
import { findEquipmentNames } from '#server/sites/equipment/public.ts'
import { findProjectNames } from '#server/sites/projects/public.ts'
import { listOrderEvents } from './order-events.ts'
import { NO_PAYMENT_DEADLINE } from './order-inserts.ts'
import {
  computeUnitsLeftToShip,
  listOrderLines,
  listOrderLinesWithMaterialCodes,
  type OrderLineRow,
  type OrderLineWithMaterialCode,
} from './order-lines.ts'
import type { Order, ProposalOfTrade } from './order-store.ts'

/** Lists the allowed actions of a member on an order, by its state and the member's permission codes. */
export function computeBuyerActions(order: Order, viewer: PermissionHolder): BuyerOrderAction[] {
  if (!hasPermission(viewer, 'buyPay')) return []
  if (order.state === 'WAIT_PAY') return ['pay', 'changeMethod', 'cancel']
  if (order.state === 'WAIT_SEND' && order.cancelAskedAt !== null) return ['withdrawCancel']
  if (order.state === 'WAIT_SEND') return order.afterSaleSince ? ['afterSale'] : ['askCancel', 'afterSale']
  if (order.state === 'SENT') return ['receive', 'afterSale']
  return order.state === 'PART_SENT' || order.state === 'WAIT_COMMENT' || order.state === 'DONE' ? ['afterSale'] : []
}

/** Lists the allowed actions of a staff member on an order. */
function staffActionsOf(order: Order, lines: readonly OrderLineRow[], viewer: PermissionHolder): StaffOrderAction[] {
  const may = (staff: StaffPermissionCode) => hasPermission(viewer, { staff })
  const asked = order.cancelAskedAt !== null
  const shippable = (order.state === 'WAIT_SEND' || order.state === 'PART_SENT') && lines.some((line) => computeUnitsLeftToShip(line) > 0)
  const heldBack = lines.some((line) => line.heldBack > 0)
  return [
    ...(asked && may('orderCancel') ? (['agreeCancel', 'refuseCancel'] as const) : []),
    ...(shippable && !asked && may('shipment') ? (['ship'] as const) : []),
    ...(order.state === 'PART_SENT' && !heldBack && may('shipment') ? (['closeShort'] as const) : []),
  ]
}

/** The fields that decide when a job changes the state of an order. */
type Timed = Pick<Order, 'state' | 'stateAt' | 'payBy' | 'receiveBy' | 'afterSaleSince'>

export function computeAutomaticOrderChangeTime({ state, stateAt, payBy, receiveBy, afterSaleSince }: Timed): Date | null {
  if (payBy !== null) return payBy < NO_PAYMENT_DEADLINE ? payBy : null
  if (state === 'SENT' && afterSaleSince !== null) return null
  if (state === 'SENT' && receiveBy !== null) return receiveBy
  const moves = keysOf(orderLifecycle.verbs).map((verb) => orderLifecycle.verbs[verb])
  const hours = moves.find(({ from, afterHours }) => afterHours !== undefined && from.includes(state))?.afterHours
  return hours === undefined ? null : addHours(stateAt, hours)
}

/** The day on which an order is to be shipped; null: it does not wait for that. */
export const computeShipByDayOfOrder = ({ state, toShipSince }: Order, calendar: ShippingCalendar): string | null =>
  state === 'WAIT_SEND' || state === 'PART_SENT' ? (computeShipByDay(toShipSince, calendar) ?? null) : null

/** What the day of the automatic receipt is counted from; null: no such day is set, or the order is not on its way. */
const computeReceiptOrigin = (order: Timed): AutomaticReceiptOrigin | null =>
  order.state !== 'SENT' || order.afterSaleSince !== null ? null : order.receiveBy === null ? 'shipment' : 'delivery'

/** Reads the names of the projects and equipment of orders and lines: two statements, none if there is nothing to name. */
async function bookingsOf(db: Db, enterpriseId: string, { orders, lines }: { orders: readonly Order[]; lines: readonly OrderLineRow[] }) {
  const [projects, equipment] = await awaitAllAndThrowFirstError(
    findProjectNames(db, enterpriseId, [...new Set(orders.flatMap(({ projectId }) => projectId ?? []))]),
    findEquipmentNames(db, enterpriseId, [...new Set(lines.flatMap(({ equipmentId }) => equipmentId ?? []))]),
  )
  const projectOf = ({ projectId }: Order) => ({ projectId, projectName: projectId === null ? null : (projects.get(projectId) ?? null) })
  return { projectOf, equipment }
}

const describeLine = (line: OrderLineWithMaterialCode, equipment: ReadonlyMap<string, string>): OrderLine => ({
  lineNo: line.lineNo,
  skuId: line.skuId,
  goodsId: line.goodsId,
  goodsName: line.goodsName,
  image: line.picture,
  unit: line.unit,
  skuCode: line.skuCode,
  skuProps: JSON.stringify(line.skuProps),
  materialCode: line.materialCode,
  goodsNum: line.quantity,
  price: line.unitPriceFen,
  amount: line.amountFen,
  couponShare: line.discountFen,
  shipped: line.shipped,
  left: computeUnitsLeftToShip(line),
  refunded: line.dropped + line.returned,
  gift: line.giftId !== null,
  equipmentName: line.equipmentId === null ? null : (equipment.get(line.equipmentId) ?? null),
  plannedFrom: line.plannedFrom ?? undefined,
})

/** The fields that the list, the page and the console share. */
export const toOrderHeadOutput = (order: Order, shopName: string | null | undefined) => ({
  orderNo: order.orderNo,
  tradeId: order.tradeId,
  state: order.state,
  createdAt: order.createdAt,
  shopName: shopName ?? '',
  method: order.method,
  priceType: order.priceType,
  payable: order.payableFen,
  poNumber: order.poNumber,
  costCentre: order.costCentre,
  goodsCount: order.goodsCount,
  deadline: computeAutomaticOrderChangeTime(order),
  receiptFrom: computeReceiptOrigin(order),
  cancelAskedAt: order.cancelAskedAt,
})

/** Builds the rows of the order list with their lines: one round trip in addition to the list's own, and one more for projects, if `db` is one connection. */
export async function readOrderListRows(db: Db, orders: readonly Order[], viewer: PermissionHolder): Promise<OrderRow[]> {
  const [first] = orders
  if (!first) return []
  const ids = orders.map(({ id }) => id)
  const [lines, shops] = await awaitAllAndThrowFirstError(
    listOrderLinesWithMaterialCodes(db, first.enterpriseId, ids),
    listShopNamesById(db),
  )
  const { projectOf, equipment } = await bookingsOf(db, first.enterpriseId, { orders, lines })
  return orders.map((order) => ({
    ...toOrderHeadOutput(order, shops.get(order.shopId)),
    ...projectOf(order),
    lines: lines.filter(({ orderId }) => orderId === order.id).map((line) => describeLine(line, equipment)),
    actions: computeBuyerActions(order, viewer),
  }))
}

const MEMBER = '采购方'
const STAFF = '客服'

/** Adds who did it to events: the name of staff; of a company's people no more than the company's side. */
export async function nameOrderEventActors<Event extends { actor_kind: string; actor_id: string | null }>(
  db: Db,
  events: readonly Event[],
): Promise<(Event & { by: string })[]> {
  const names = await listStaffNamesById(db)
  return events.map((event) =>
    Object.assign(event, {
      by: event.actor_kind === 'clock' ? '系统' : event.actor_kind === 'staff' ? (names.get(event.actor_id ?? '') ?? STAFF) : MEMBER,
    }),
  )
}

async function readEvents(db: Db, order: Order): Promise<OrderEvent[]> {
  const events = await nameOrderEventActors(db, await listOrderEvents(db, order))
  return events.map(({ verb, to_state, at, by, note }) => ({ verb, to: to_state as OrderState, at, by, note }))
}

/** Replaces the id of who prepared a proposal by the name. */
export async function nameProposalPreparer(db: Db, proposal: ProposalOfTrade): Promise<ProposalOfTrade> {
  const { proposalId, proposalNo, preparedBy } = proposal
  return { proposalId, proposalNo, preparedBy: (await listStaffNamesById(db)).get(preparedBy) ?? STAFF }
}

/** The goods of lines that the platform's own tankers bring, by what the goods say now. Couriers bring the others. */
async function findGoodsBroughtByTanker(db: Db, lines: readonly OrderLineRow[]): Promise<ReadonlySet<string>> {
  const goods = await findOncePublishedGoodsById(db, [...new Set(lines.map(({ goodsId }) => goodsId))])
  return new Set(goods.filter(({ freight }) => freight === 'tanker').map(({ id }) => id))
}

/** Whether the tankers bring some of the lines, or all; undefined: none. */
function computeTankerShare(lines: readonly OrderLineRow[], tanked: ReadonlySet<string>): OrderDetail['byTanker'] {
  const count = lines.filter(({ goodsId }) => tanked.has(goodsId)).length
  return count === 0 ? undefined : count === lines.length ? 'all' : 'some'
}

/** Who has ordered: the name, and for a buyer of the parent that of the parent, also if he is an own person of the company now. */
async function readNameOfOrderer(db: Db, { enterpriseId, userId, parentName }: Order): Promise<string> {
  const name = (await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [userId], { withParent: false })).get(userId) ?? ''
  return formatNameWithParent(name, parentName)
}

/** Describes an order for its page, without its parcels, which orders/fulfilment adds. */
export async function readOrderDetailWithoutParcels(db: Db, order: Order): Promise<Omit<OrderDetail, 'actions' | 'parcels'>> {
  const lines = await listOrderLinesWithMaterialCodes(db, order.enterpriseId, [order.id])
  const { projectOf, equipment } = await bookingsOf(db, order.enterpriseId, { orders: [order], lines })
  const paid = await findPaidTimesByOrderId(db, order.enterpriseId, [order.id])
  const tanked = await findGoodsBroughtByTanker(db, lines)
  return {
    ...toOrderHeadOutput(order, (await listShopNamesById(db)).get(order.shopId)),
    ...projectOf(order),
    lines: lines.map((line) => ({ ...describeLine(line, equipment), onOwnTanker: tanked.has(line.goodsId) || undefined })),
    goodsAmount: order.goodsFen,
    freight: sum([order.freightFen, order.freightDiscountFen]),
    couponAmount: sum([order.discountFen, order.freightDiscountFen]),
    couponName: (await findCouponsByOrder(db, order.enterpriseId, [order.id])).get(order.id)?.name ?? null,
    quotation: order.quotation,
    proposal: order.proposal && (await nameProposalPreparer(db, order.proposal)),
    remark: order.remark,
    receiverName: order.receiver.name,
    receiverMobile: order.receiver.mobile,
    receiverRegion: order.receiver.region,
    receiverDetail: order.receiver.detail,
    orderedBy: await readNameOfOrderer(db, order),
    paidAt: paid.get(order.id) ?? null,
    byTanker: computeTankerShare(lines, tanked),
    promisedFrom: order.promisedFrom ?? undefined,
    cancelReason: order.cancelReason,
    events: await readEvents(db, order),
  }
}

export async function readConsoleOrderDetailOutput(
  db: Db,
  moment: Pick<Moment, 'now'>,
  { order, viewer }: { order: Order; viewer: PermissionHolder },
): Promise<Omit<ConsoleOrderDetail, 'parcels' | 'lastCarrier'>> {
  const enterprise = await findEnterprise(db, order.enterpriseId)
  return {
    ...(await readOrderDetailWithoutParcels(db, order)),
    enterpriseId: order.enterpriseId,
    enterpriseName: enterprise?.name ?? null,
    parentName: order.parentName,
    tags: await findTagsOfOrder(db, order),
    shipByDay: computeShipByDayOfOrder(order, await readShippingCalendar(db, moment)),
    actions: staffActionsOf(order, await listOrderLines(db, order.enterpriseId, [order.id]), viewer),
  }
}
