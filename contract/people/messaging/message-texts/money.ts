import {
  amountPlaceholder,
  createMessageTemplate,
  createOptionalPlaceholder,
  createRequiredPlaceholder,
  monthPlaceholder,
  reasonPlaceholder,
} from './template.ts'

const groupName = createRequiredPlaceholder('集团', '华岳集团')
const dueDay = createRequiredPlaceholder('到期日', '2026-12-10')
const what = createOptionalPlaceholder('款项', '订单支付')
const billNo = createRequiredPlaceholder('票据号', '530210000012320261118')
const documentPlaceholder = createRequiredPlaceholder('文件', '购销合同 202611180000000001')

/** Texts about credit, repayments and transfers. */
export const creditAndPaymentTexts = {
  statementPosted: createMessageTemplate('月账单已出', '{月份} 账单已出，共 {金额}。{还款}请核对，如有异议可在账单中提出。', {
    month: monthPlaceholder,
    amount: amountPlaceholder,
    pay: createOptionalPlaceholder('还款', '请于 2026-12-10（含）前还款。'),
  }),
  dueSoon: createMessageTemplate(
    '还款提醒',
    '{月份} 账单 {金额} 将于 {到期日} 到期，请提前备款。',
    { month: monthPlaceholder, amount: amountPlaceholder, dueDay },
    '还款提醒（即将到期）',
  ),
  dueToday: createMessageTemplate(
    '还款提醒',
    '{月份} 账单 {金额} 今日到期，请于 24:00 前还款。',
    { month: monthPlaceholder, amount: amountPlaceholder },
    '还款提醒（今日到期）',
  ),
  dueLate: createMessageTemplate(
    '账单已逾期',
    '{月份} 账单 {金额} 已逾期 {天数} 天（应于 {到期日} 还款），逾期利息按日计收，请尽快还款。',
    {
      month: monthPlaceholder,
      amount: amountPlaceholder,
      days: createRequiredPlaceholder('天数', '3'),
      dueDay,
    },
  ),
  autoRepaid: createMessageTemplate(
    '自动还款',
    '已从钱包自动还款 {金额}，到期账款已还清。',
    { amount: amountPlaceholder },
    '自动还款（已还清）',
  ),
  autoRepaidPart: createMessageTemplate(
    '自动还款',
    '已从钱包自动还款 {金额}，仍有 {未还金额} 到期未还，请及时充值或还款。',
    {
      amount: amountPlaceholder,
      left: createRequiredPlaceholder('未还金额', '¥3,200.00'),
    },
    '自动还款（未还清）',
  ),
  autoRepayFailed: createMessageTemplate('自动还款未成功', '钱包余额不足，{金额} 到期账款未能自动还款，请及时充值或还款。', {
    amount: amountPlaceholder,
  }),
  tempLimitEnding: createMessageTemplate('临时额度即将到期', '临时额度 {金额} 将于 {到期日} 23:59:59 到期。', {
    amount: amountPlaceholder,
    dueDay,
  }),
  tempLimitEnded: createMessageTemplate(
    '临时额度已到期',
    '临时额度 {金额} 已于 {到期日} 到期。已用部分不受影响，超出固定额度期间不能新增赊销。',
    {
      amount: amountPlaceholder,
      dueDay,
    },
  ),
  companyGroupInvited: createMessageTemplate(
    '集团邀请',
    '贵公司受邀加入集团「{集团}」。加入后，固定额度成为集团额度的份额，由母公司分配，母公司可以看到各月账单和采购的合计。请主账号在“赊销账户”的“集团”中确认。',
    { group: groupName },
  ),
  companyGroupMember: createMessageTemplate('集团成员变动', '{企业} {变动}。', {
    company: createRequiredPlaceholder('企业', '华岳矿业有限公司'),
    done: createRequiredPlaceholder('变动', '加入了集团'),
  }),
  companyGroupShare: createMessageTemplate('集团份额调整', '贵公司在集团「{集团}」中的份额已调整为 {金额}。', {
    group: groupName,
    amount: amountPlaceholder,
  }),
  companyGroupInvitationWithdrawn: createMessageTemplate('集团邀请已撤回', '加入集团「{集团}」的邀请已撤回，贵公司的额度没有变化。', {
    group: groupName,
  }),
  companyGroupCreated: createMessageTemplate(
    '集团已建立',
    '集团「{集团}」已建立，贵公司是母公司，集团额度 {金额}。请在“赊销账户”的“集团”中查看成员和份额。',
    { group: groupName, amount: amountPlaceholder },
  ),
  companyGroupLimit: createMessageTemplate('集团额度调整', '集团「{集团}」的额度已调整为 {金额}。请在“赊销账户”的“集团”中分配份额。', {
    group: groupName,
    amount: amountPlaceholder,
  }),
  companyGroupDissolved: createMessageTemplate('集团已解散', '集团「{集团}」已解散，贵公司的份额仍是贵公司的固定额度。', {
    group: groupName,
  }),
  companyGroupRemoved: createMessageTemplate('已移出集团', '贵公司已移出集团「{集团}」，母公司不再看到贵公司的账单。', {
    group: groupName,
  }),
  disputeDecided: createMessageTemplate('账单异议处理结果', '{月份} 账单中「{款项}」{金额} 的异议已处理：{结果}。{意见}', {
    month: monthPlaceholder,
    what: createRequiredPlaceholder('款项', '订单发货'),
    amount: amountPlaceholder,
    result: createRequiredPlaceholder('结果', '已调整账款'),
    opinion: createOptionalPlaceholder('意见', '实收数量已核对。'),
  }),
  collectionLetter: createMessageTemplate('收到{函件}', '{函件} {函件编号}：逾期 {金额}，请于 {到期日} 前还款。可在“我的合同”下载。', {
    letter: createRequiredPlaceholder('函件', '催款函'),
    number: createRequiredPlaceholder('函件编号', 'CK-2026-000001'),
    amount: amountPlaceholder,
    dueDay,
  }),
  acceptanceTaken: createMessageTemplate(
    '承兑汇票已接收',
    '票据 {票据号} {金额} 已接收，所覆盖的账款 {止期} 前（含当日）不计息；兑付后计入还款。',
    {
      billNo,
      amount: amountPlaceholder,
      until: createRequiredPlaceholder('止期', '2027-03-04'),
    },
  ),
  acceptancePaid: createMessageTemplate('承兑汇票已收款', '票据 {票据号} {金额} 已收款，自 {到账日} 起计入还款。', {
    billNo,
    amount: amountPlaceholder,
    day: createRequiredPlaceholder('到账日', '2027-03-01'),
  }),
  acceptanceRejected: createMessageTemplate('承兑汇票未接收', '票据 {票据号} {金额} 未接收：{原因}', {
    billNo,
    amount: amountPlaceholder,
    reason: reasonPlaceholder,
  }),
  acceptanceLapsed: createMessageTemplate(
    '承兑汇票到期未兑付',
    '票据 {票据号} {金额} 于 {到期日} 到期，3 日内未收到票款：所覆盖的账款 {覆盖金额} 应立即还款并开始计息，已释放的额度收回。票款到账后仍计入还款。',
    {
      billNo,
      amount: amountPlaceholder,
      maturityDay: createRequiredPlaceholder('到期日', '2027-03-01'),
      covered: createRequiredPlaceholder('覆盖金额', '¥2,000.00'),
    },
  ),
  acceptanceBounced: createMessageTemplate(
    '承兑汇票退票',
    '票据 {票据号} {金额} 被退票，按未收款处理：账单恢复待还并补收利息，已释放的额度收回。原因：{原因}',
    {
      billNo,
      amount: amountPlaceholder,
      reason: reasonPlaceholder,
    },
  ),
  badDebtKept: createMessageTemplate('账单已核销待追偿', '{月份} 账单有 {金额} 已核销，但仍须偿还；还清前暂停赊销。', {
    month: monthPlaceholder,
    amount: amountPlaceholder,
  }),
  badDebtForgiven: createMessageTemplate('账款免予追偿', '{月份} 账单已核销的账款中，{金额} 不再追偿。', {
    month: monthPlaceholder,
    amount: amountPlaceholder,
  }),
  voucherRejected: createMessageTemplate('汇款凭证审核驳回', '{款项} {金额} 的付款凭证未通过审核：{原因}。请在 72 小时内重新提交。', {
    what,
    amount: amountPlaceholder,
    reason: reasonPlaceholder,
  }),
  transferArrived: createMessageTemplate('转账已到账', '{款项} {金额} 的转账已确认到账。', { what, amount: amountPlaceholder }),
  transferUndone: createMessageTemplate('转账到账已撤销', '{款项} {金额} 的到账确认已撤销：{原因}。{后续}', {
    what,
    amount: amountPlaceholder,
    reason: reasonPlaceholder,
    next: createRequiredPlaceholder('后续', '订单恢复待支付，请在 72 小时内付款。'),
  }),
  signingWaits: createMessageTemplate('有文件待签署', '{文件} 待贵公司电子签署，请在 {期限} 前签完。', {
    document: documentPlaceholder,
    until: createRequiredPlaceholder('期限', '2026-12-18 14:00'),
  }),
  signingDone: createMessageTemplate('文件已签署', '{文件} 双方已签署，可以下载已签署文件。', { document: documentPlaceholder }),
  signingUnfinished: createMessageTemplate('文件签署未完成', '{文件} 的电子签署{结果}。{原因}', {
    document: documentPlaceholder,
    result: createRequiredPlaceholder('结果', '已拒签'),
    reason: createOptionalPlaceholder('原因', '条款需要修改'),
  }),
  paymentReturned: createMessageTemplate('在线支付将原路退回', '{款项} 收到的 {金额} 未能使用（{原因}），将原路退回付款账户。', {
    what,
    amount: amountPlaceholder,
    reason: createRequiredPlaceholder('原因', '订单已取消'),
  }),
} as const

const number = createRequiredPlaceholder('申请单号', 'KP202611180001')

export const invoiceTexts = {
  invoiceIssued: createMessageTemplate('发票已开具', '{申请单号} 已开具，发票号码 {发票号码}，可以下载', {
    number,
    invoice: createRequiredPlaceholder('发票号码', '24442000000012345678'),
  }),
  invoiceRejected: createMessageTemplate('开票申请被驳回', '{申请单号} 被驳回：{原因}。修改后可以重新申请', {
    number,
    reason: createRequiredPlaceholder('原因', '税号与名称不符'),
  }),
  invoiceClosed: createMessageTemplate('开票申请已关闭', '{申请单号}：{原因}', {
    number,
    reason: createRequiredPlaceholder('原因', '已全额退款，无需开票'),
  }),
  invoiceRedPending: createMessageTemplate(
    '红字发票待确认',
    '发票 {申请单号} 的红字发票待贵公司在税务平台确认，信息确认单编号 {确认单编号}，请在 72 小时内确认',
    { number, confirmation: createRequiredPlaceholder('确认单编号', '44011526110000012345') },
  ),
  ...redTexts(),
} as const

function redTexts() {
  const facts = {
    number,
    red: createRequiredPlaceholder('红字发票号码', '24442000000087654321'),
    amount: amountPlaceholder,
    reason: createOptionalPlaceholder('原因', '售后退款'),
  }
  const content = '发票 {申请单号} 已开具红字发票 {红字发票号码}，冲减 {金额}：{原因}'
  return {
    invoiceRed: createMessageTemplate('发票已红冲', content, facts),
    invoicePartRed: createMessageTemplate('发票部分红冲', content, facts),
  }
}
