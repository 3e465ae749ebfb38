import {
  createMessageTemplate,
  createOptionalPlaceholder,
  createRequiredPlaceholder,
  createSmsTemplate,
  reasonPlaceholder,
} from './template.ts'

const step = createRequiredPlaceholder('认证', '企业认证')
const licence = createRequiredPlaceholder('许可证', '危险化学品经营许可证')
const validUntil = createRequiredPlaceholder('有效期', '2026-12-31')
const coupon = createRequiredPlaceholder('优惠券', '双十一满减（¥10.00，满¥599元立减）')
const paid = createOptionalPlaceholder('实付', '近 12 个月实付 ¥620,000.00')
const lastDay = createRequiredPlaceholder('到期日', '2026-12-10')

/** Texts about verification, licences, colleagues, available stock and coupons. */
export const verificationAndMemberTexts = {
  verificationPassed: createMessageTemplate(
    '{认证}已通过',
    '您的{认证}已通过审核。{额度}{下一步}',
    {
      step,
      limit: createOptionalPlaceholder('额度', '赊销账户已开通，固定额度 ¥200,000.00。'),
      next: createOptionalPlaceholder('下一步', '完成高级认证可申请更高额度。'),
    },
    '认证已通过',
  ),
  verificationFailed: createMessageTemplate(
    '{认证}未通过',
    '抱歉，您的{认证}未通过审核：{原因}。请修改后重新提交，或联系客服。',
    { step, reason: reasonPlaceholder },
    '认证未通过',
  ),
  licenceApproved: createMessageTemplate('许可证已通过', '您提交的《{许可证}》已通过审核，有效期至 {有效期}。需要它的商品现在可以下单。', {
    kind: licence,
    validUntil,
  }),
  licenceRejected: createMessageTemplate('许可证未通过', '抱歉，您提交的《{许可证}》未通过审核：{原因}。请修改后重新提交，或联系客服。', {
    kind: licence,
    reason: reasonPlaceholder,
  }),
  licenceEnding: createMessageTemplate(
    '许可证即将到期',
    '贵公司的《{许可证}》将于 {有效期} 到期，到期后不能购买需要它的商品，请尽快提交新证。',
    { kind: licence, validUntil },
  ),
  licenceEnded: createMessageTemplate('许可证已过期', '贵公司的《{许可证}》已于 {有效期} 到期，现在不能购买需要它的商品，请提交新证。', {
    kind: licence,
    validUntil,
  }),
  seatAccepted: createMessageTemplate('子账号已接受邀请', '{姓名} 已接受邀请，可以登录本企业了', {
    name: createRequiredPlaceholder('姓名', '陈敏'),
  }),
  wechatBound: createMessageTemplate(
    '已绑定微信',
    '您的账号绑定了一个微信，勾选的提醒也会发到那里。如不是您本人操作，请立即修改密码，并在“我的设置”中解除绑定。',
    {},
  ),
  groupBuyerProposed: createMessageTemplate(
    '集团采购员待授权',
    '母公司 {母公司} 委派 {姓名} 为贵公司采购，请主账号在“账号管理”中授权或谢绝。',
    {
      parent: createRequiredPlaceholder('母公司', '华岳集团有限公司'),
      name: createRequiredPlaceholder('姓名', '陈敏'),
    },
  ),
  groupBuyerChanged: createMessageTemplate('集团采购员变动', '集团采购员 {姓名} 为 {企业} 采购的授权{变动}。', {
    name: createRequiredPlaceholder('姓名', '陈敏'),
    company: createRequiredPlaceholder('企业', '华岳矿业有限公司'),
    done: createRequiredPlaceholder('变动', '已生效'),
  }),
  stockBack: createMessageTemplate('到货通知', '您等待的 {商品}（{规格编码}）已到货，可以下单了', {
    goods: createRequiredPlaceholder('商品', '方形齿座'),
    code: createOptionalPlaceholder('规格编码', 'KT-DZ38-40'),
  }),
  levelUp: createMessageTemplate(
    '会员等级已升至{等级}',
    '{实付}，已达到{等级}门槛，至少保留到 {日期}。新等级的权益现在可以领取。',
    { level: createRequiredPlaceholder('等级', '黄金会员'), paid, until: createRequiredPlaceholder('日期', '2027-11-18') },
    '会员等级已提升',
  ),
  levelDown: createMessageTemplate(
    '会员等级已调整为{等级}',
    '{原等级}的一年保留期已过，{实付}{差额}。',
    {
      level: createRequiredPlaceholder('等级', '白银会员'),
      before: createOptionalPlaceholder('原等级', '黄金会员'),
      paid,
      missing: createOptionalPlaceholder('差额', '，再付 ¥50,000.00 可回到黄金会员'),
    },
    '会员等级已调整',
  ),
  couponGiven: createMessageTemplate('收到一张优惠券', '{优惠券}已发放到您的账户，请在有效期内使用。', { coupon }),
  couponLapsing: createMessageTemplate('优惠券即将到期', '{优惠券}将于 {到期日} 到期，请尽快使用。', { coupon, lastDay }),
  couponsLapsing: createMessageTemplate(
    '优惠券即将到期',
    '{优惠券}等 {张数} 张优惠券将在 {天数} 天内到期，最早 {到期日}，请尽快使用。',
    { coupon, count: createRequiredPlaceholder('张数', '3'), days: createOptionalPlaceholder('天数', '3'), lastDay },
    '多张优惠券即将到期',
  ),
} as const

/** The name of the mall, which the server fills in. */
const mall = createOptionalPlaceholder('商城', '工业品商城')

/** SMS texts. */
export const smsTexts = {
  smsCode: createSmsTemplate('验证码', '验证码 {验证码}，用于{用途}，5 分钟内有效。请勿告诉他人。', {
    mall,
    code: createRequiredPlaceholder('验证码', '384016'),
    purpose: createRequiredPlaceholder('用途', '登录'),
  }),
  smsKnown: createSmsTemplate('注册时手机号已存在', '您正在用本手机号注册{商城}，但它已注册过。请直接登录，忘记密码可找回。{补充}', {
    mall,
    hint: createOptionalPlaceholder('补充', ''),
  }),
  smsAlert: createSmsTemplate('短信提醒', '{商城}提醒：{标题}。请登录查看，可在“我的设置”中关闭短信提醒。', {
    mall,
    title: createRequiredPlaceholder('标题', '账单已逾期'),
  }),
  smsInvitation: createSmsTemplate('子账号邀请', '{企业} 邀请您成为其子账号。请用本手机号登录{商城}{补充}。', {
    mall,
    company: createRequiredPlaceholder('企业', '深圳市鹏岩矿业有限公司'),
    hint: createRequiredPlaceholder('补充', '并接受邀请'),
  }),
} as const
