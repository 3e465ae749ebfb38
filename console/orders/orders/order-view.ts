import type { TagTone } from '#console/platform/components/tag.tsx'
import { checkPermission } from '#console/platform/sessions/permissions.ts'
import { consoleFulfilmentEndpoints } from '#contract/orders/fulfilment/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { type OrderState, orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import {
  type AutomaticReceiptOrigin,
  type ConsoleOrderDetail,
  type OrderLine,
  type StaffOrderAction,
  staffOrderActions,
} from '#contract/orders/orders/shapes.ts'
import type { PermissionHolder } from '#contract/platform/core/permissions.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { ShipDueFilter } from '#contract/sites/delivery-times/ship-by-day.ts'

/** The label and colour of each state for staff. */
export const orderTones: Record<OrderState, TagTone> = {
  WAIT_APPROVAL: 'over',
  WAIT_PAY: 'over',
  WAIT_SEND: 'wait',
  PART_SENT: 'wait',
  SENT: 'way',
  WAIT_COMMENT: 'good',
  DONE: 'good',
  CANCELLED: 'over',
}

/** How a day on which an order is to be shipped stands to now; undefined: it is still to come. */
export function getShipDue(day: string, now: Date): Extract<ShipDueFilter, 'overdue' | 'today'> | undefined {
  const today = toShanghaiDay(now)
  return day < today ? 'overdue' : day === today ? 'today' : undefined
}

/** What happens automatically to an order that stays in its state. */
export const orderDeadlineNamesByState: Partial<Record<OrderState, string>> = {
  WAIT_APPROVAL: '审批期限',
  WAIT_PAY: '支付期限',
  SENT: '自动收货',
  WAIT_COMMENT: '评论截止',
}

/** What the day of the automatic receipt is counted from. */
export const automaticReceiptOriginLabels: Record<AutomaticReceiptOrigin, string> = {
  delivery: '承运公司报告全部签收',
  shipment: '末次发货',
}

/** Returns the units of a line that can still be shipped: not refunded, and not in an after-sale. */
export const getShippableUnits = ({ left }: Pick<OrderLine, 'left'>): number => left

export const sumOrderUnitsByProgress = (lines: readonly OrderLine[]): { ordered: number; shipped: number; left: number } => {
  const ordered = lines.reduce((units, { goodsNum }) => units + goodsNum, 0)
  const shipped = lines.reduce((units, line) => units + line.shipped, 0)
  return { ordered, shipped, left: lines.reduce((units, line) => units + getShippableUnits(line), 0) }
}

const calls = {
  ship: consoleFulfilmentEndpoints.ship,
  closeShort: consoleFulfilmentEndpoints.closeShort,
  agreeCancel: consoleOrderEndpoints.agreeCancel,
  refuseCancel: consoleOrderEndpoints.refuseCancel,
}

/** The states in which an action makes sense, for any person. */
function applies({ state, cancelAskedAt }: Pick<ConsoleOrderDetail, 'state' | 'cancelAskedAt'>, action: StaffOrderAction): boolean {
  if (action === 'ship') return state === 'WAIT_SEND' || state === 'PART_SENT'
  if (action === 'closeShort') return state === 'PART_SENT'
  return cancelAskedAt !== null
}

export interface OfferedOrderAction {
  action: StaffOrderAction
  label: string
  /** Why it is disabled; undefined: it is not. */
  why: string | undefined
}

/** Why an action that fits the state is not possible: what is left is refunded, or part of an after-sale. A request to cancel can always be decided. */
const whyNothingIsLeft: Record<StaffOrderAction, string> = {
  ship: '没有可发的商品：其余在售后申请中或已退款',
  closeShort: '有商品在售后申请中，处理后才能操作',
  agreeCancel: '买家没有申请取消',
  refuseCancel: '买家没有申请取消',
}

/** Returns the buttons of an order: those that the server allows, and disabled ones with the reason. */
export function listOfferedOrderActions(
  order: Pick<ConsoleOrderDetail, 'state' | 'cancelAskedAt' | 'actions'>,
  holder: PermissionHolder,
): OfferedOrderAction[] {
  const reason = (action: StaffOrderAction) => {
    if (order.actions.includes(action)) return undefined
    const lacking = checkPermission(holder, calls[action]).reason
    return lacking ?? (order.cancelAskedAt === null ? whyNothingIsLeft[action] : '买家申请取消，处理后才能操作')
  }
  return (Object.keys(staffOrderActions) as StaffOrderAction[])
    .filter((action) => order.actions.includes(action) || applies(order, action))
    .map((action) => ({ action, label: staffOrderActions[action], why: reason(action) }))
}

const eventLabels: Record<string, string> = {
  submit: '提交订单',
  changeMethod: '更换支付方式',
  askCancel: '申请取消',
  withdrawCancel: '买家撤回取消申请',
  afterSale: '售后',
  refuseCancel: '拒绝取消',
  pay: '完成支付',
  agreeCancel: '同意取消，订单关闭',
  shipPart: '发出部分商品',
  shipRest: '全部发出',
  askApproval: '转入采购审批',
  receiveParcel: '买家确认收到包裹',
  correctParcel: '更正承运信息',
  signedReceipt: '上传签收单',
}

/** Describes an event of an order. */
export const formatOrderEvent = (verb: string): string => {
  const verbs: Record<string, { label: string }> = orderLifecycle.verbs
  return eventLabels[verb] ?? verbs[verb]?.label ?? verb
}

/** Returns the buyer's reason for the request to cancel; '' if he gave none. */
export const findCancelRequestReason = ({ events }: Pick<ConsoleOrderDetail, 'events'>): string =>
  events.findLast(({ verb }) => verb === 'askCancel')?.note ?? ''

/** Describes what happens to the money of an order, or of its unshipped part, when it is cancelled. */
export const cancelRefundTextsByMethod: Record<PaymentMethod, string> = {
  credit: '未发部分占用的赊销额度立即释放',
  wallet: '未发部分的款项退回现金钱包',
  online: '未发部分的款项原路退回',
  transfer: '未发部分的款项退回现金钱包',
}
