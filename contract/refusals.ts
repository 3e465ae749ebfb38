/**
 * Every "no" that the mall can say: the class that travels as `code`, and its sentence. Several names share a code; a client goes
 * by `reason`, the name. Business refusals are HTTP 200; those with `status` are refusals of the protocol and carry it too.
 */
export const refusals = {
  // Who you are
  NOT_LOGGED_IN: { code: 510, msg: '请先登录' },
  NO_PERMISSION: { code: 403, msg: '您没有该操作的权限' },
  MAIN_ACCOUNT_ONLY: { code: 403, msg: '仅主账号可以操作' },
  STAFF_ONLY: { code: 403, msg: '您没有该操作的权限' },

  // What you sent
  INVALID_INPUT: { code: 400, msg: '请求参数有误' },
  MALFORMED: { code: 400, msg: '请求格式有误', status: 400 },
  METHOD_NOT_ALLOWED: { code: 405, msg: '请求方式不支持', status: 405 },
  NO_SUCH_CALL: { code: 404, msg: '接口不存在', status: 404 },
  TOO_SLOW: { code: 408, msg: '请求超时，请检查网络后重试', status: 408 },
  TOO_LARGE: { code: 413, msg: '请求内容过大', status: 413 },
  HEAD_TOO_LARGE: { code: 431, msg: '请求头过大', status: 431 },
  NOT_JSON: { code: 415, msg: '仅支持 JSON 格式的请求', status: 415 },
  TOO_MANY: { code: 429, msg: '操作过于频繁，请稍后再试', status: 429 },
  OVERLOADED: { code: 503, msg: '当前访问人数较多，请稍后再试', status: 503 },
  IDEMPOTENCY_KEY_MISSING: { code: 400, msg: '请求缺少幂等标识，请刷新页面后重试' },
  IDEMPOTENCY_KEY_REUSED: { code: 409, msg: '该幂等标识已用于另一个请求' },
  DEFECT: { code: 500, msg: '系统繁忙，请稍后再试', status: 500 },

  // Logging in
  LOGIN_FAILED: { code: 422, msg: '手机号或密码错误' },
  LOGIN_LOCKED: { code: 423, msg: '密码错误次数过多，请 15 分钟后再试' },
  CAPTCHA_NEEDED: { code: 400, msg: '请输入图形验证码' },
  CAPTCHA_WRONG: { code: 400, msg: '图形验证码错误' },
  CAPTCHA_EXPIRED: { code: 410, msg: '图形验证码已过期，请重新输入' },
  SMS_TOO_OFTEN: { code: 429, msg: '验证码发送过于频繁，请稍后再试' },
  SMS_CODE_WRONG: { code: 400, msg: '验证码错误' },
  SMS_CODE_EXPIRED: { code: 410, msg: '验证码已失效，请重新获取' },
  TICKET_NOT_FOUND: { code: 409, msg: '请先完成上一步验证' },
  MOBILE_TAKEN: { code: 409, msg: '该手机号已注册，请直接登录' },
  PASSWORD_TOO_COMMON: { code: 400, msg: '密码过于简单或与账号相近，请换一个' },
  OLD_PASSWORD_WRONG: { code: 422, msg: '登录密码错误' },
  PAY_PASSWORD_WEAK: { code: 400, msg: '支付密码过于简单，请换一个' },
  DEVICE_NOT_FOUND: { code: 404, msg: '设备不存在或已退出' },
  ACCOUNT_DISABLED: { code: 403, msg: '账号已被停用，请联系企业主账号或客服' },
  ENTERPRISE_NOT_FOUND: { code: 404, msg: '企业不存在' },

  // Files
  FILE_NOT_FOUND: { code: 404, msg: '图片不存在' },
  NOT_AN_IMAGE: { code: 415, msg: '仅支持 JPG、PNG、WebP 图片' },
  IMAGE_TOO_LARGE: { code: 413, msg: '图片不能超过 10MB 或 4000 万像素' },
  FILE_QUOTA: { code: 422, msg: '上传的图片过多，请稍后再试' },
  CONSENT_NEEDED: { code: 422, msg: '请先同意证件信息的处理' },

  // Verification
  VERIFICATION_STATE: { code: 409, msg: '当前认证状态不支持该操作' },
  TOO_YOUNG: { code: 422, msg: '经办人须年满 18 周岁' },
  DAY_AHEAD: { code: 422, msg: '日期不能晚于今天' },
  CREDIT_CODE_TAKEN: { code: 422, msg: '该企业信息需要人工核实，请联系客服' },
  CASE_NOT_FOUND: { code: 404, msg: '审核案件不存在' },
  CASE_TAKEN: { code: 409, msg: '该案件正由其他人员处理' },
  CASE_NOT_CLAIMED: { code: 409, msg: '领取已超时或尚未领取，请先领取该案件' },
  LIMIT_MISSING: { code: 422, msg: '请填写固定额度' },
  SECOND_PERSON_NEEDED: { code: 409, msg: '额度超过 100 万元，需由第二位审核人员通过' },

  // Sub-accounts and approval
  SUB_USER_NOT_FOUND: { code: 404, msg: '子账号不存在' },
  SUB_USER_EXISTS: { code: 409, msg: '该手机号已是本企业成员' },
  SUB_USER_FULL: { code: 422, msg: '子账号数量已达上限' },
  APPROVAL_NOT_FOUND: { code: 404, msg: '采购审批不存在' },
  APPROVAL_DECIDED: { code: 409, msg: '该审批已处理或已过期' },
  OWN_APPROVAL: { code: 403, msg: '不能审批自己提交的采购' },
  PAY_FROZEN: { code: 423, msg: '支付密码或手机号刚刚变更，24 小时内不能使用钱包和赊销支付' },

  // Goods
  GOODS_NOT_FOUND: { code: 404, msg: '商品不存在或已下架' },
  CATEGORY_NOT_FOUND: { code: 404, msg: '分类不存在' },
  SKU_NOT_FOUND: { code: 404, msg: '商品规格不存在或已下架' },
  QUANTITY_OFF_STEP: { code: 422, msg: '购买数量不符合起订量或倍数要求' },
  OUT_OF_STOCK: { code: 422, msg: '库存不足' },
  NOT_ON_CREDIT: { code: 422, msg: '该商品不支持赊销支付' },

  // Cart
  CART_FULL: { code: 422, msg: '购物车最多放 200 种商品，请先清理' },
  CART_LINE_NOT_FOUND: { code: 404, msg: '购物车商品不存在' },
  QUANTITY_TOO_LARGE: { code: 422, msg: '购买数量超过上限' },

  // Addresses
  ADDRESS_NOT_FOUND: { code: 404, msg: '收货地址不存在' },
  ADDRESS_FULL: { code: 422, msg: '收货地址最多保存 50 个' },
  REGION_UNKNOWN: { code: 422, msg: '所选地区不存在，请重新选择' },

  // Orders
  ORDER_EMPTY: { code: 422, msg: '请先选择商品' },
  ORDER_NOT_FOUND: { code: 404, msg: '订单不存在' },
  ORDER_CHANGED: { code: 409, msg: '价格、库存或优惠已变动，请确认后重新提交' },
  ORDER_ACTION_NOT_ALLOWED: { code: 409, msg: '当前订单状态不支持该操作' },
  ORDER_TOO_LARGE: { code: 422, msg: '订单金额超过上限' },
  NOTHING_TO_SHIP: { code: 422, msg: '发货数量超过待发数量' },

  // Paying
  TRADE_NOT_FOUND: { code: 404, msg: '订单不存在' },
  ALREADY_PAID: { code: 409, msg: '订单已支付或状态已变化' },
  METHOD_NOT_OFFERED: { code: 422, msg: '暂不支持该支付方式' },
  PAY_PASSWORD_NOT_SET: { code: 422, msg: '您还没有设置支付密码' },
  PAY_PASSWORD_WRONG: { code: 422, msg: '支付密码错误' },
  PAY_PASSWORD_LOCKED: { code: 423, msg: '支付密码错误次数过多，已锁定 3 小时' },
  BANK_REFERENCE_USED: { code: 409, msg: '该银行流水号已登记过' },
  CHANNEL_NOT_OFFERED: { code: 422, msg: '该支付渠道暂不可用，请选择其他渠道' },
  PAYMENT_NOT_FOUND: { code: 404, msg: '支付记录不存在' },
  PAYMENT_UNCLEAR: { code: 409, msg: '支付结果确认中，请稍后再试' },
  REFUND_NOT_FOUND: { code: 404, msg: '退款不存在' },
  REFUND_TOO_MUCH: { code: 422, msg: '退款金额超过可退金额' },
  REFUND_STATE: { code: 409, msg: '当前退款状态不支持该操作' },
  WALLET_SHORT: { code: 422, msg: '钱包余额不足' },

  // Credit
  CREDIT_NOT_OPEN: { code: 422, msg: '抱歉，您暂未开通赊销账户!' },
  CREDIT_AGREEMENT_NEEDED: { code: 422, msg: '请先阅读并同意赊销协议' },
  CREDIT_SHORT: { code: 422, msg: '赊销可用额度不足' },
  CREDIT_OVERDUE: { code: 422, msg: '您有逾期账单，还清后可继续赊销' },
  DRAWDOWN_REFUNDED: { code: 422, msg: '该笔用信可退金额不足' },
  DRAWDOWN_NOT_FOUND: { code: 404, msg: '用信记录不存在' },
  DAY_PAST: { code: 422, msg: '到期日不能早于今天' },
  CREDIT_BELOW_SALE: { code: 422, msg: '赊销价不能低于现金价' },

  // Statements
  STATEMENT_NOT_FOUND: { code: 404, msg: '账单不存在' },
  STATEMENT_LINE_NOT_FOUND: { code: 404, msg: '账单明细不存在' },
  STATEMENT_CONFIRMED: { code: 409, msg: '账单已确认，如有问题请联系客服' },
  STATEMENT_DISPUTED: { code: 409, msg: '账单有待处理的异议，处理后再确认' },
  ALREADY_DISPUTED: { code: 409, msg: '该笔明细已提出过异议' },
  DISPUTE_DECIDED: { code: 409, msg: '该异议已处理' },
  REPAY_TOO_MUCH: { code: 422, msg: '还款金额超过待还金额' },
  ACCEPTANCE_NOT_FOUND: { code: 404, msg: '承兑汇票不存在' },
  ACCEPTANCE_STATE: { code: 409, msg: '当前票据状态不支持该操作' },
  ACCEPTANCE_USED: { code: 409, msg: '该票据号已提交过' },
  MATURITY_PAST: { code: 422, msg: '票据到期日不能早于今天' },
  FINANCE_REQUEST_NOT_FOUND: { code: 404, msg: '申请不存在' },
  FINANCE_REQUEST_DECIDED: { code: 409, msg: '该申请已处理' },
  OWN_REQUEST: { code: 403, msg: '不能审批自己提交的申请，请由另一位财务人员处理' },
  MORE_THAN_OWED: { code: 422, msg: '金额超过未还金额' },
  BILL_NOT_FOUND: { code: 404, msg: '交易记录不存在' },

  // Messages and articles
  ARTICLE_NOT_FOUND: { code: 404, msg: '文章不存在' },
  MESSAGE_NOT_FOUND: { code: 404, msg: '消息不存在' },

  // Staff
  STAFF_LOGIN_FAILED: { code: 422, msg: '邮箱或密码错误' },
  NEW_PASSWORD_NEEDED: { code: 422, msg: '首次登录，请设置新的登录密码' },
  INITIAL_PASSWORD_EXPIRED: { code: 422, msg: '初始密码已过期，请联系管理员重新设置' },
  TOTP_NEEDED: { code: 422, msg: '请输入动态口令' },
  TOTP_NOT_BOUND: { code: 422, msg: '请先绑定动态口令' },
  TOTP_BOUND: { code: 409, msg: '动态口令已绑定；更换手机请联系管理员重置' },
  TOTP_WRONG: { code: 422, msg: '动态口令错误或已使用，请等下一个口令' },
  STAFF_NOT_FOUND: { code: 404, msg: '员工不存在' },
  STAFF_EXISTS: { code: 409, msg: '该邮箱已是员工账号' },
  OWN_ACCOUNT: { code: 422, msg: '不能对自己的账号做此操作，请由另一位管理员处理' },
  USER_NOT_FOUND: { code: 404, msg: '用户不存在' },
  HOLIDAY_NOT_FOUND: { code: 404, msg: '这一天没有人工修改' },
  NO_LOCAL_TEXTS: { code: 404, msg: '短信由服务商发送，本地没有留存' },
} as const satisfies Record<string, { code: number; msg: string; status?: number }>

export type RefusalName = keyof typeof refusals

/** Refusals of the protocol carry their HTTP status; those of the business are HTTP 200. */
export const httpStatusOf = (reason: RefusalName): number => {
  const entry: { code: number; status?: number } = refusals[reason]
  return entry.status ?? 200
}

/** What a refusal may tell besides its sentence: the field, the number that was broken, the next step. */
export interface RefusalDetail {
  /** Overrides the table's sentence where it can say which field or how much. */
  msg?: string
  field?: string
  [fact: string]: unknown
}

/** An expected "no". Anything else that is thrown is a defect and becomes a 500. */
export class Refusal extends Error {
  readonly reason: RefusalName
  readonly code: number
  readonly detail: RefusalDetail
  constructor(reason: RefusalName, detail: RefusalDetail = {}) {
    super(detail.msg ?? refusals[reason].msg)
    this.name = 'Refusal'
    this.reason = reason
    this.code = refusals[reason].code
    this.detail = detail
  }
}

/** Says no. Inside a transaction throwing is the rollback, which is what a refusal means. */
export function refuse(reason: RefusalName, detail?: RefusalDetail): never {
  throw new Refusal(reason, detail)
}

/** Refusals that any call may answer with, so that no endpoint needs to list them. */
export const generalRefusals: readonly RefusalName[] = [
  'NOT_LOGGED_IN',
  'NO_PERMISSION',
  'MAIN_ACCOUNT_ONLY',
  'STAFF_ONLY',
  'INVALID_INPUT',
  'MALFORMED',
  'METHOD_NOT_ALLOWED',
  'NO_SUCH_CALL',
  'TOO_SLOW',
  'TOO_LARGE',
  'HEAD_TOO_LARGE',
  'NOT_JSON',
  'TOO_MANY',
  'OVERLOADED',
  'IDEMPOTENCY_KEY_MISSING',
  'IDEMPOTENCY_KEY_REUSED',
  'DEFECT',
]
