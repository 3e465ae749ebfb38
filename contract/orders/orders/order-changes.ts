import { formatCaseChange } from '#contract/platform/core/changed-cases.ts'

/** What an event did to its order, as it follows who did it and when: `仓储李 已于 01:21 全部发出`. Only events that rule other actions out. */
const changeTexts: Readonly<Record<string, string>> = {
  reject: '驳回采购审批',
  expireApproval: '因审批超时取消订单',
  cancel: '取消订单',
  expirePayment: '因超时未支付取消订单',
  undoPay: '撤销到账，订单待支付',
  askCancel: '申请取消',
  withdrawCancel: '撤回取消申请',
  refuseCancel: '拒绝取消',
  agreeCancel: '同意取消',
  shipPart: '发出部分商品',
  shipRest: '全部发出',
  refundAll: '全部退款，订单取消',
  closeShort: '结束发货，剩余不再发',
  refundRest: '退完其余商品，结束发货',
  receive: '确认收货',
  autoReceive: '自动确认收货',
  comment: '评论，订单完成',
  closeComment: '因评论期结束完成订单',
}

/** The events that rule other actions out. */
export const orderChangeVerbs: readonly string[] = Object.keys(changeTexts)

/** Says who changed an order, when and how; the day is named if it is not today. */
export function formatOrderChange({ verb, at, by }: { verb: string; at: Date; by: string }, now: Date): string {
  return formatCaseChange({ by, at, what: changeTexts[verb] ?? verb }, now)
}
