import type { RefusalTable } from './table.ts'

/** What is refused where money moves. */
export const money = {
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
} as const satisfies RefusalTable
