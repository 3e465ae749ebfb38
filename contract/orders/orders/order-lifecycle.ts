import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/**
 * The states of an order. A submitted order begins at 待支付, at 待审批 if it exceeds a limit, or at 待发货 if nothing is to be paid. The table says
 * which kind of caller may act. Each action checks what needs data: stock, credit, the approver.
 */
export const orderLifecycle = defineLifecycle({
  initial: ['WAIT_PAY', 'WAIT_APPROVAL', 'WAIT_SEND'],
  states: {
    WAIT_APPROVAL: { label: '待审批' },
    WAIT_PAY: { label: '待支付' },
    WAIT_SEND: { label: '待发货' },
    PART_SENT: { label: '部分发货' },
    SENT: { label: '待收货' },
    WAIT_COMMENT: { label: '待评论' },
    DONE: { label: '已完成', final: true },
    CANCELLED: { label: '已取消', final: true },
  },
  verbs: {
    approve: { from: ['WAIT_APPROVAL'], to: 'WAIT_PAY', by: ['approver'], label: '同意' },
    approveFree: { from: ['WAIT_APPROVAL'], to: 'WAIT_SEND', by: ['approver'], label: '同意' },
    reject: { from: ['WAIT_APPROVAL'], to: 'CANCELLED', by: ['approver'], label: '驳回' },
    expireApproval: { from: ['WAIT_APPROVAL'], to: 'CANCELLED', by: ['clock'], label: '审批超时', afterHours: 72 },
    pay: { from: ['WAIT_PAY'], to: 'WAIT_SEND', by: ['buyer'], label: '去支付' },
    undoPay: { from: ['WAIT_SEND'], to: 'WAIT_PAY', by: ['staff'], label: '撤销到账' },
    askApproval: { from: ['WAIT_PAY'], to: 'WAIT_APPROVAL', by: ['system'], label: '提交审批' },
    cancel: { from: ['WAIT_PAY'], to: 'CANCELLED', by: ['buyer'], label: '取消订单' },
    expirePayment: { from: ['WAIT_PAY'], to: 'CANCELLED', by: ['clock'], label: '超时未支付', afterHours: 24 },
    agreeCancel: { from: ['WAIT_SEND'], to: 'CANCELLED', by: ['staff'], label: '同意取消' },
    shipPart: { from: ['WAIT_SEND', 'PART_SENT'], to: 'PART_SENT', by: ['staff'], label: '部分发货' },
    shipRest: { from: ['WAIT_SEND', 'PART_SENT'], to: 'SENT', by: ['staff'], label: '发货' },
    refundAll: { from: ['WAIT_SEND'], to: 'CANCELLED', by: ['staff'], label: '全部退款' },
    closeShort: { from: ['PART_SENT'], to: 'SENT', by: ['staff'], label: '剩余不再发货' },
    refundRest: { from: ['PART_SENT'], to: 'SENT', by: ['staff'], label: '其余已退款' },
    receive: { from: ['SENT'], to: 'WAIT_COMMENT', by: ['buyer'], label: '确认收货' },
    autoReceive: { from: ['SENT'], to: 'WAIT_COMMENT', by: ['clock'], label: '自动确认收货', afterHours: 15 * 24 },
    comment: { from: ['WAIT_COMMENT'], to: 'DONE', by: ['buyer'], label: '我来评论' },
    closeComment: { from: ['WAIT_COMMENT'], to: 'DONE', by: ['clock'], label: '评论期结束', afterHours: 30 * 24 },
  },
})
export type OrderState = StateOf<typeof orderLifecycle>
export type OrderVerb = VerbOf<typeof orderLifecycle>

/** The title of the order's page in each state, in the words of the specification if it has them. */
export const orderPageTitlesByState: Record<OrderState, string> = {
  WAIT_APPROVAL: '订单待审批',
  WAIT_PAY: '订单待支付',
  WAIT_SEND: '订单待发货',
  PART_SENT: '订单部分发货',
  SENT: '订单待收货',
  WAIT_COMMENT: '订单待评论',
  DONE: '订单已完成',
  CANCELLED: '订单已取消',
}
