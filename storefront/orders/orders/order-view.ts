import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { type OrderState, orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import type { BuyerOrderAction, OrderDetail, OrderEvent, OrderLine, OrderRow } from '#contract/orders/orders/shapes.ts'
import { buyerOrderActions } from '#contract/orders/orders/shapes.ts'
import { Day } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { isId } from '#storefront/platform/components/parse-id.ts'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import { formatShanghaiTimeToMinute, formatTimeLeft } from '#ui/format.ts'

/** How many orders a page of the list has. */
export const PAGE_SIZE = 10

/** The filter of the list. */
export interface OrderListFilter {
  state?: OrderState
  keyword?: string
  dateFrom?: string
  dateTo?: string
  projectId?: string
  pageNo: number
}

const isState = (text: string | undefined): text is OrderState => text !== undefined && Object.hasOwn(orderLifecycle.states, text)
const isDay = (text: string | undefined): text is string => Day.safeParse(text).success

/** Parses the filter from the URL. Invalid values are ignored. */
export function parseOrderListFilter({ state, keyword, from, to, project, page }: SearchParams): OrderListFilter {
  const text = [...(keyword ?? '').trim()].slice(0, 50).join('')
  return {
    ...(isState(state) ? { state } : {}),
    ...(text === '' ? {} : { keyword: text }),
    ...(isDay(from) ? { dateFrom: from } : {}),
    ...(isDay(to) ? { dateTo: to } : {}),
    ...(isId(project) ? { projectId: project } : {}),
    pageNo: parsePageNo(page),
  }
}

/** The states as tabs, in the order in which an order passes them. 待审批 is shown only if an order waits for approval. */
export const listOrderStatesToShow = (counts: ReadonlyMap<OrderState, number>): OrderState[] =>
  keysOf(orderLifecycle.states).filter((state) => state !== 'WAIT_APPROVAL' || (counts.get(state) ?? 0) > 0)

const statesToShip: ReadonlySet<OrderState> = new Set(['WAIT_SEND', 'PART_SENT'])

/** What has to happen before a day can be promised, beside a payment that the buyer can make at once. */
export const reasonsForNoPromisedDay = {
  approval: '审批通过并支付后给出预计送达日',
  transfer: '款项到账后给出预计送达日',
} as const
type DeliveryStage = keyof typeof reasonsForNoPromisedDay | 'unpaid' | 'toShip' | 'shipped'

/** How far the goods of an order are from the buyer; undefined: they are there, or will not come. */
export function findDeliveryStage({ state, paidAt, method }: Pick<OrderDetail, 'state' | 'paidAt' | 'method'>): DeliveryStage | undefined {
  if (state === 'WAIT_APPROVAL') return 'approval'
  if (state === 'WAIT_PAY') return method === 'transfer' ? 'transfer' : 'unpaid'
  if (paidAt === null) return undefined
  if (statesToShip.has(state)) return 'toShip'
  return state === 'SENT' ? 'shipped' : undefined
}

type PlannedLine = Pick<OrderLine, 'plannedFrom' | 'skuId' | 'goodsNum'>

/**
 * The warehouses from which the promised day of a line is computed; undefined: the main one alone. What is stored of a line is its first
 * warehouse. So where a line of the order can be divided among several, because there is more than one unit of its SKU, they are all those
 * of the order: a line promises nothing earlier than the order.
 */
export function findWarehousesOfOrderLine(
  { promisedFrom, lines }: { promisedFrom?: readonly string[] | undefined; lines: readonly PlannedLine[] },
  line: PlannedLine,
): readonly string[] | undefined {
  if (promisedFrom === undefined) return undefined
  const canBeDivided = lines.some(({ goodsNum }) => goodsNum > 1) || new Set(lines.map(({ skuId }) => skuId)).size < lines.length
  return canBeDivided ? promisedFrom : [line.plannedFrom ?? MAIN_WAREHOUSE_ID]
}

/** Whether the buyer has confirmed all of a line: everything of it has left, in parcels that he has received. */
export const isOrderLineReceived = (
  { lineNo, left }: Pick<OrderLine, 'lineNo' | 'left'>,
  parcels: readonly { receivedAt: Date | null; lines: readonly { lineNo: number }[] }[],
): boolean => {
  const own = parcels.filter(({ lines }) => lines.some((content) => content.lineNo === lineNo))
  return left === 0 && own.length > 0 && own.every(({ receivedAt }) => receivedAt !== null)
}

/** The name under which the form of a cancellation is kept. */
export const toCancellationFormName = (orderNo: string): string => `cancellation of ${orderNo}`

export const orderStateLabel = (state: OrderState): string => orderLifecycle.states[state].label
export const isOrderFinal = (state: OrderState): boolean => orderLifecycle.states[state].final === true

/** The states of a URL that names no order; none: any state. */
export const orderStatesByPath: Readonly<Record<string, readonly OrderState[]>> = {
  '/my_order_wait_pay': ['WAIT_PAY'],
  '/my_order_wait_send': ['WAIT_SEND'],
  '/my_order_express': ['SENT', 'PART_SENT'],
  '/my_order_done': ['DONE'],
  '/my_order_cancel': ['CANCELLED'],
}

export function findNewestOrderNo(orders: readonly Pick<OrderRow, 'orderNo' | 'createdAt'>[]): string | null {
  const [first] = [...orders].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  return first?.orderNo ?? null
}

type OrderStatusInput = Pick<OrderRow, 'state' | 'deadline' | 'cancelAskedAt'> & { cancelReason?: string | null }

/** What happens automatically, as a sentence with the remaining time, and the text after the deadline. */
const clockNotes: Partial<Record<OrderState, readonly [before: string, after: string, past: string]>> = {
  WAIT_PAY: ['请在 ', ' 内完成支付，逾期自动取消', '支付时间已过，订单即将取消'],
  WAIT_APPROVAL: ['请在 ', ' 内完成审批，逾期自动取消', '审批时间已过，订单即将取消'],
  SENT: ['还有 ', ' 自动确认收货', '即将自动确认收货'],
  WAIT_COMMENT: ['还有 ', ' 可以评论', '评论期即将结束'],
}

/** Describes what an order waits for, below its heading. */
export function orderStatusNote({ state, deadline, cancelAskedAt, cancelReason }: OrderStatusInput, now: Date): string {
  const note = clockNotes[state]
  if (note && deadline) {
    const left = formatTimeLeft(deadline, now)
    return left === '' ? note[2] : `${note[0]}${left}${note[1]}`
  }
  // The deadline of the payment stops only while finance reviews a voucher.
  if (state === 'WAIT_PAY') return '付款凭证审核中，审核期间不会自动取消'
  if (state === 'WAIT_SEND') return cancelAskedAt ? '已申请取消，等待客服确认' : '商品备货中，发出后可在此查看物流'
  if (state === 'PART_SENT') return '部分商品已发出，其余备货中'
  if (state === 'CANCELLED') return cancelReason ? `取消原因：${cancelReason}` : ''
  return state === 'DONE' ? '感谢您的采购' : ''
}

/** Says on which day an order that is on its way is received automatically, and why; '' in other states. */
export function formatAutomaticReceipt({ state, deadline, receiptFrom }: Pick<OrderDetail, 'state' | 'deadline' | 'receiptFrom'>): string {
  if (state !== 'SENT') return ''
  if (deadline === null) return '售后处理期间不会自动确认收货'
  const day = formatShanghaiTimeToMinute(deadline)
  return receiptFrom === 'delivery'
    ? `承运公司报告包裹已全部签收，${day} 自动确认收货；有短少或破损，请在此之前申请售后`
    : `末次发货满 15 天，即 ${day}，自动确认收货；包裹全部签收后改从签收起算`
}

/** One step of an order. */
export interface OrderStep {
  label: string
  at: Date | null
  status: 'done' | 'current' | 'ahead'
}

type Way = Pick<OrderDetail, 'state' | 'createdAt' | 'paidAt' | 'events' | 'parcels'>

const eventTo = ({ events }: Way, ...verbs: string[]): Date | null => events.findLast(({ verb }) => verbs.includes(verb))?.at ?? null

/** Returns the steps of an order: done, current and future ones. A cancelled order ends at the step where it was cancelled. */
export function toOrderSteps(order: Way): OrderStep[] {
  const { state, createdAt, paidAt, parcels, events } = order
  const behind: [label: string, at: Date | null][] = [
    ['提交订单', createdAt],
    ...(events.some(({ to }) => to === 'WAIT_APPROVAL')
      ? [['审批', eventTo(order, 'approve', 'approveFree')] as [string, Date | null]]
      : []),
    ['支付', paidAt],
  ]
  if (state === 'CANCELLED') {
    const at = events.findLast(({ to }) => to === 'CANCELLED')?.at ?? null
    const passed = [...behind.filter(([, when]) => when !== null), ['已取消', at] as const]
    return passed.map(([label, when]) => ({ label, at: when, status: 'done' }))
  }
  const way: [string, Date | null][] = [
    ...behind,
    ['发货', state === 'PART_SENT' ? null : (parcels.at(-1)?.sentAt ?? eventTo(order, 'shipRest'))],
    ['收货', eventTo(order, 'receive', 'autoReceive')],
    ['评论', eventTo(order, 'comment', 'closeComment')],
  ]
  const reached = state === 'DONE' ? way.length : (places[state] ?? 0) + (way.length - 5)
  return way.map(([label, at], place) => ({ label, at, status: place < reached ? 'done' : place === reached ? 'current' : 'ahead' }))
}

/** The index of the step, of five, for each state. */
const places: Partial<Record<OrderState, number>> = { WAIT_APPROVAL: 0, WAIT_PAY: 1, WAIT_SEND: 2, PART_SENT: 2, SENT: 3, WAIT_COMMENT: 4 }

/** The buttons of a buyer: what the server allows now, and what the specification shows in each state. */
export type OrderButtonName = BuyerOrderAction | 'online' | 'transfer' | 'contact' | 'again' | 'comment'

export const orderButtonLabels: Record<OrderButtonName, string> = {
  ...buyerOrderActions,
  online: '线上支付',
  transfer: '转账支付',
  contact: '联系客服',
  again: '再次购买',
  comment: '我来评论',
}

/** The states in which buying again is what is left to do. In all others it stands behind the actions of the order. */
const ENDED: ReadonlySet<OrderState> = new Set(['WAIT_COMMENT', 'DONE', 'CANCELLED'])

/** Returns the buttons of an order, the most important first. */
export function toOrderButtons({ state, method, actions }: Pick<OrderRow, 'state' | 'method' | 'actions'>): OrderButtonName[] {
  const has = (action: BuyerOrderAction) => actions.includes(action)
  const paying: OrderButtonName[] = has('pay')
    ? {
        credit: ['pay', 'online', 'transfer'] as const,
        wallet: ['pay', 'online', 'transfer'] as const,
        online: ['online', 'transfer'] as const,
        transfer: ['transfer', 'online'] as const,
      }[method].slice()
    : []
  const rest = actions.filter((action) => action !== 'pay' && action !== 'receive')
  const first: OrderButtonName[] = [
    ...paying,
    ...(has('receive') ? (['receive'] as const) : []),
    ...(state === 'WAIT_COMMENT' ? (['comment'] as const) : []),
  ]
  return ENDED.has(state) ? [...first, 'again', ...rest, 'contact'] : [...first, ...rest, 'again', 'contact']
}

/** The list has space only for the chosen payment method. The others are on the order's own page. */
export function toOrderRowButtons(order: Pick<OrderRow, 'state' | 'method' | 'actions'>): OrderButtonName[] {
  const [first, ...rest] = toOrderButtons(order)
  return first === undefined
    ? []
    : [first, ...rest.filter((press) => !['online', 'transfer', 'contact', 'askCancel', 'afterSale'].includes(press))].filter(
        (press) => press !== 'contact',
      )
}

const eventWords: Record<string, string> = {
  submit: '提交订单',
  pay: '支付订单',
  changeMethod: '更换支付方式',
  askCancel: '申请取消',
  withdrawCancel: '撤回取消申请',
  refuseCancel: '客服未同意取消',
  agreeCancel: '客服同意取消',
  afterSale: '售后',
  approve: '审批通过',
  approveFree: '审批通过',
  reject: '审批驳回',
  comment: '提交评论',
  receiveParcel: '确认收到包裹',
  correctParcel: '更正物流信息',
  signedReceipt: '上传签收单',
}

/** Describes an event of an order. */
export function orderEventLabel({ verb }: Pick<OrderEvent, 'verb'>): string {
  const known: Record<string, { label: string }> = orderLifecycle.verbs
  return eventWords[verb] ?? known[verb]?.label ?? '订单更新'
}
