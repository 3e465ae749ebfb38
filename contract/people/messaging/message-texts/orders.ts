import { createMessageTemplate, createOptionalPlaceholder, createRequiredPlaceholder, reasonPlaceholder } from './template.ts'

const goods = createRequiredPlaceholder('商品', '合金截齿 KT-U84-22')
const note = createRequiredPlaceholder('说明', '超出单笔限额 ¥5,000.00')

/** Texts to buyers about their orders. */
export const orderTexts = {
  orderAskApproval: createMessageTemplate('采购待审批', '{商品}等待主账号审批：{说明}', { goods, note }),
  orderApproved: createMessageTemplate('采购已同意', '{商品}的采购已同意，请在 24 小时内支付', { goods }),
  orderApprovedFree: createMessageTemplate('采购已同意', '{商品}的采购已同意，正在备货', { goods }, '采购已同意（无需支付）'),
  orderRejected: createMessageTemplate('采购被驳回', '{商品}的采购被驳回：{说明}', { goods, note }),
  orderApprovalOver: createMessageTemplate('采购审批已过期', '{商品}的订单{说明}', {
    goods,
    note: createRequiredPlaceholder('说明', '超过 72 小时未审批，已取消'),
  }),
  orderRefunded: createMessageTemplate('订单已全部退款', '{商品}已全部退款，订单已取消', { goods }),
  orderRestRefunded: createMessageTemplate('订单其余商品已退款', '{商品}未发的部分已退款，请注意查收已发的包裹', { goods }),
  orderPaid: createMessageTemplate('订单已支付', '{商品}已支付，正在备货', { goods }),
  orderPartSent: createMessageTemplate('订单部分发货', '{商品}的一部分已发出，可在订单中查看包裹', { goods }),
  orderSent: createMessageTemplate('订单已发货', '{商品}已全部发出，请注意查收', { goods }),
  orderReceived: createMessageTemplate('订单已收货', '{商品}已确认收货，欢迎评论', { goods }),
  orderCancelled: createMessageTemplate('订单已取消', '{商品}的订单已取消', { goods }),
} as const

const number = createRequiredPlaceholder('售后单号', 'SH202611180001')

/** Texts about after-sales. */
export const afterSaleTexts = {
  afterSaleApproved: createMessageTemplate('售后申请已同意', '{售后单号} 的{类型}申请已同意，{下一步}', {
    number,
    type: createOptionalPlaceholder('类型', '退货退款'),
    next: createRequiredPlaceholder('下一步', '请在 7 天内寄回商品并填写退货物流'),
  }),
  afterSaleRejected: createMessageTemplate('售后申请被驳回', '{售后单号} 被驳回：{原因}', { number, reason: reasonPlaceholder }),
  afterSaleLapsed: createMessageTemplate('售后已关闭', '{售后单号} {原因}，仍需售后请重新申请', {
    number,
    reason: createRequiredPlaceholder('原因', '7 天内没有寄回商品，售后已关闭'),
  }),
  afterSaleSaid: createMessageTemplate('售后有新留言', '{售后单号}：{留言}', {
    number,
    words: createRequiredPlaceholder('留言', '请补充一张磨损处的照片'),
  }),
  goodsRefused: createMessageTemplate('退回商品验收不通过', '{售后单号}：{验收结果}', {
    number,
    result: createRequiredPlaceholder('验收结果', '第 1 行合格 0/2，可再售 0'),
  }),
  goodsAccepted: createMessageTemplate('退回商品已验收', '{售后单号}：{验收结果}', {
    number,
    result: createRequiredPlaceholder('验收结果', '第 1 行合格 2/2，可再售 2'),
  }),
  exchangeToRefund: createMessageTemplate('换货已改为退款', '{售后单号}：{原因}', {
    number,
    reason: createRequiredPlaceholder('原因', '该规格暂时缺货'),
  }),
  exchangeMade: createMessageTemplate('换货订单已生成', '{售后单号} 的换货订单 {订单号} 正在备货', {
    number,
    orderNo: createRequiredPlaceholder('订单号', '202611180000000001'),
  }),
  exchangeFailed: createMessageTemplate('换货未完成', '{原因}，由售后单 {售后单号} 继续处理，{下一步}', {
    number,
    reason: reasonPlaceholder,
    next: createRequiredPlaceholder('下一步', '财务正在退款'),
  }),
  afterSaleRefunded: createMessageTemplate('售后已退款', '{售后单号} 已原路退款 {金额}', {
    number,
    amount: createRequiredPlaceholder('金额', '¥1,280.00'),
  }),
} as const

const quotationNumber = createRequiredPlaceholder('询价单号', 'Q202611280A1B2C3D4E')
const lastDay = createRequiredPlaceholder('有效期至', '2026-12-13')

/** Texts about quotations. */
export const quotationTexts = {
  quotationQuoted: createMessageTemplate('询价已报价', '{询价单号}（{商品}）已报价，{有效期至} 前可按报价下单', {
    number: quotationNumber,
    goods: createOptionalPlaceholder('商品', '合金截齿 KT-U84-22'),
    lastDay,
  }),
  quotationRefused: createMessageTemplate('询价未能报价', '{询价单号} 不予报价：{原因}', {
    number: quotationNumber,
    reason: reasonPlaceholder,
  }),
  quotationSaid: createMessageTemplate('询价有新留言', '{询价单号}：{留言}', {
    number: quotationNumber,
    words: createRequiredPlaceholder('留言', '请补充安装尺寸或图纸'),
  }),
  quotationExpiring: createMessageTemplate('报价即将到期', '{询价单号} 的报价有效期至 {有效期至}，请及时下单', {
    number: quotationNumber,
    lastDay,
  }),
  quotationExpired: createMessageTemplate('报价已到期', '{询价单号} 的报价已到期，如仍需要可请求重新报价', { number: quotationNumber }),
} as const

const proposalNumber = createRequiredPlaceholder('代客下单单号', 'P202611290A1B2C3D4E')

/** Texts about orders that staff prepare (代客下单). */
export const orderProposalTexts = {
  orderProposalSent: createMessageTemplate(
    '客服为您准备了订单，请确认',
    '{代客下单单号}（{商品}）请在 {有效期至} 前查看并确认下单。价格以下单时为准，未经您确认不会下单',
    { number: proposalNumber, goods: createOptionalPlaceholder('商品', '合金截齿 KT-U84-22 等 3 种商品'), lastDay },
  ),
  orderProposalWithdrawn: createMessageTemplate('客服撤回了为您准备的订单', '{代客下单单号} 已撤回，您无需处理', {
    number: proposalNumber,
  }),
  orderProposalExpired: createMessageTemplate('客服为您准备的订单已过期', '{代客下单单号} 没有确认，已过期；如仍需要请联系客服', {
    number: proposalNumber,
  }),
} as const

/** Texts about comments and inquiries of buyers. */
export const commentAndInquiryTexts = {
  commentAnswered: createMessageTemplate('商家回复了您的评论', '{回复}', {
    words: createRequiredPlaceholder('回复', '感谢反馈，欢迎再次选购。'),
  }),
  commentHidden: createMessageTemplate('您的评论已被隐藏', '原因：{原因}', { reason: createRequiredPlaceholder('原因', '含有联系方式') }),
  commentShown: createMessageTemplate('您的评论已恢复显示', '经核实，评论已恢复显示', {}),
  inquiryAnswered: createMessageTemplate(
    '客服回复了您关于“{主题}”的留言',
    '{回复}',
    { topic: createOptionalPlaceholder('主题', '商品咨询'), words: createRequiredPlaceholder('回复', '不能混装，请选 U92 系列。') },
    '客服回复了留言',
  ),
} as const
