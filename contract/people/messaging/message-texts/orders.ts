import { messageTemplate, optionalPlaceholder, reason, requiredPlaceholder } from './template.ts'

const goods = requiredPlaceholder('商品', '合金截齿 KT-U84-22')
const note = requiredPlaceholder('说明', '超出单笔限额 ¥5,000.00')

/** Texts to buyers about their orders. */
export const orderTexts = {
  orderAskApproval: messageTemplate('采购待审批', '{商品} 等商品等待主账号审批：{说明}', { goods, note }),
  orderApproved: messageTemplate('采购已同意', '{商品} 等商品的采购已同意，请在 24 小时内支付', { goods }),
  orderApprovedFree: messageTemplate('采购已同意', '{商品} 等商品的采购已同意，正在备货', { goods }, '采购已同意（无需支付）'),
  orderRejected: messageTemplate('采购被驳回', '{商品} 等商品的采购被驳回：{说明}', { goods, note }),
  orderApprovalOver: messageTemplate('采购审批已过期', '{商品} 等商品的订单{说明}', {
    goods,
    note: requiredPlaceholder('说明', '超过 72 小时未审批，已取消'),
  }),
  orderRefunded: messageTemplate('订单已全部退款', '{商品} 等商品已全部退款，订单已取消', { goods }),
  orderRestRefunded: messageTemplate('订单其余商品已退款', '{商品} 等商品未发的部分已退款，请注意查收已发的包裹', { goods }),
  orderPaid: messageTemplate('订单已支付', '{商品} 等商品已支付，正在备货', { goods }),
  orderPartSent: messageTemplate('订单部分发货', '{商品} 等商品的一部分已发出，可在订单中查看包裹', { goods }),
  orderSent: messageTemplate('订单已发货', '{商品} 等商品已全部发出，请注意查收', { goods }),
  orderReceived: messageTemplate('订单已收货', '{商品} 等商品已确认收货，欢迎评价', { goods }),
  orderCancelled: messageTemplate('订单已取消', '{商品} 等商品的订单已取消', { goods }),
} as const

const number = requiredPlaceholder('售后单号', 'SH202611180001')

/** Texts about after-sales. */
export const afterSaleTexts = {
  afterSaleApproved: messageTemplate('售后申请已同意', '{售后单号} 的{类型}申请已同意，{下一步}', {
    number,
    type: optionalPlaceholder('类型', '退货退款'),
    next: requiredPlaceholder('下一步', '请在 7 天内寄回商品并填写退货物流'),
  }),
  afterSaleRejected: messageTemplate('售后申请被驳回', '{售后单号} 被驳回：{原因}', { number, reason }),
  afterSaleLapsed: messageTemplate('售后已关闭', '{售后单号} {原因}，仍需售后请重新申请', {
    number,
    reason: requiredPlaceholder('原因', '7 天内没有寄回商品，售后已关闭'),
  }),
  afterSaleSaid: messageTemplate('售后有新留言', '{售后单号}：{留言}', {
    number,
    words: requiredPlaceholder('留言', '请补充一张磨损处的照片'),
  }),
  goodsRefused: messageTemplate('退回商品验收不通过', '{售后单号}：{验收结果}', {
    number,
    result: requiredPlaceholder('验收结果', '第 1 行合格 0/2，可再售 0'),
  }),
  goodsAccepted: messageTemplate('退回商品已验收', '{售后单号}：{验收结果}', {
    number,
    result: requiredPlaceholder('验收结果', '第 1 行合格 2/2，可再售 2'),
  }),
  exchangeToRefund: messageTemplate('换货已改为退款', '{售后单号}：{原因}', {
    number,
    reason: requiredPlaceholder('原因', '该规格暂时缺货'),
  }),
  exchangeMade: messageTemplate('换货订单已生成', '{售后单号} 的换货订单 {订单号} 正在备货', {
    number,
    orderNo: requiredPlaceholder('订单号', '202611180000000001'),
  }),
  exchangeFailed: messageTemplate('换货未完成', '{原因}，由售后单 {售后单号} 继续处理，{下一步}', {
    number,
    reason,
    next: requiredPlaceholder('下一步', '财务正在退款'),
  }),
  afterSaleRefunded: messageTemplate('售后已退款', '{售后单号} 已原路退款 {金额}', {
    number,
    amount: requiredPlaceholder('金额', '¥1,280.00'),
  }),
} as const

/** Texts about comments and inquiries of buyers. */
export const commentTexts = {
  commentAnswered: messageTemplate('商家回复了您的评论', '{回复}', { words: requiredPlaceholder('回复', '感谢反馈，欢迎再次选购。') }),
  commentHidden: messageTemplate('您的评论已被隐藏', '原因：{原因}', { reason: requiredPlaceholder('原因', '含有联系方式') }),
  commentShown: messageTemplate('您的评论已恢复显示', '经核实，评论已恢复显示', {}),
  inquiryAnswered: messageTemplate(
    '客服回复了您关于“{主题}”的留言',
    '{回复}',
    { topic: optionalPlaceholder('主题', '商品咨询'), words: requiredPlaceholder('回复', '不能混装，请选 U92 系列。') },
    '客服回复了留言',
  ),
} as const
