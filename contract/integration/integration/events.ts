import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { QuotationState } from '#contract/orders/quotations/quotation-lifecycle.ts'

/** The events that an enterprise's program can receive, by name. Those of an order and of a quotation are named after its new state. */
export const webhookEvents = {
  'order.approving': { group: '订单', label: '订单待审批' },
  'order.payable': { group: '订单', label: '订单待支付' },
  'order.paid': { group: '订单', label: '订单已支付，待发货' },
  'order.partSent': { group: '订单', label: '订单部分发货' },
  'order.sent': { group: '订单', label: '订单已全部发货' },
  'order.received': { group: '订单', label: '订单已收货' },
  'order.done': { group: '订单', label: '订单已完成' },
  'order.cancelled': { group: '订单', label: '订单已取消' },
  'quotation.asked': { group: '询价', label: '已询价，待报价' },
  'quotation.offered': { group: '询价', label: '已报价，可下单' },
  'quotation.accepted': { group: '询价', label: '已成交' },
  'quotation.declined': { group: '询价', label: '已谢绝报价' },
  'quotation.expired': { group: '询价', label: '报价已过期' },
  'quotation.withdrawn': { group: '询价', label: '已撤回询价' },
  'quotation.refused': { group: '询价', label: '不予报价' },
  'quotation.message': { group: '询价留言', label: '客服对询价留言' },
  'statement.posted': { group: '账单', label: '月账单已出' },
  'invoice.issued': { group: '发票', label: '发票已开具' },
  'refund.done': { group: '退款', label: '退款已完成' },
} as const
export type WebhookEvent = keyof typeof webhookEvents

/** Sent by hand to test an address. No webhook subscribes to it. */
export const PING_WEBHOOK_EVENT = { name: 'ping', label: '测试推送' } as const

/** What a procurement system is sent of an order in cXML. No webhook subscribes to it. */
export const CONFIRMATION_EVENT = { name: 'order.confirmation', label: '订单确认' } as const
/** The name of the webhook that gets it. */
export const CONFIRMATION_ENDPOINT_NAME = '采购系统订单确认'

const ownEvents: readonly { name: string; label: string }[] = [PING_WEBHOOK_EVENT, CONFIRMATION_EVENT]

/** The label of an event, for people. */
export const formatWebhookEvent = (event: string): string =>
  ownEvents.find(({ name }) => name === event)?.label ?? (webhookEvents as Record<string, { label: string }>)[event]?.label ?? event

export const webhookEventByOrderState: Record<OrderState, WebhookEvent> = {
  WAIT_APPROVAL: 'order.approving',
  WAIT_PAY: 'order.payable',
  WAIT_SEND: 'order.paid',
  PART_SENT: 'order.partSent',
  SENT: 'order.sent',
  WAIT_COMMENT: 'order.received',
  DONE: 'order.done',
  CANCELLED: 'order.cancelled',
}

export const webhookEventByQuotationState: Record<QuotationState, WebhookEvent> = {
  REQUESTED: 'quotation.asked',
  QUOTED: 'quotation.offered',
  ACCEPTED: 'quotation.accepted',
  EXPIRED: 'quotation.expired',
  WITHDRAWN: 'quotation.withdrawn',
  REFUSED: 'quotation.refused',
  DECLINED: 'quotation.declined',
}
