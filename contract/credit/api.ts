import * as z from 'zod/mini'
import { SkuProps } from '../catalog/shapes.ts'
import { call, endpoints, read } from '../endpoint.ts'
import { Day, Done, Id, Instant, Month, Nothing, page, pageInput, RequiredText } from '../fields.ts'
import { Yuan, YuanUpTo } from '../money.ts'

/** The credit account, by the names of the specification (§3) and the sums that they derive. */
export const CreditAccount = z.object({
  creditBaseAmount: Yuan,
  /** In force today; 0 once its end date has passed. */
  creditTempAmount: Yuan,
  creditUseableAmount: Yuan,
  creditTempUseableAmount: Yuan,
  /** 待还: drawn and not repaid. */
  creditWaitReturnAmount: Yuan,
  /** Unpaid overdue interest. */
  expireInterestAmount: Yuan,
  /** The temporary limit ends at 23:59:59 of this day. */
  creditTempEndDate: z.nullable(Day),
  /** drawn + held. */
  usedAmount: Yuan,
  /** Held by orders that have not left yet. */
  heldAmount: Yuan,
  /** creditWaitReturnAmount + expireInterestAmount. */
  repayAmount: Yuan,
})
export type CreditAccount = z.output<typeof CreditAccount>

/** 用信: one drawdown, that of one parcel. */
export const Drawdown = z.object({
  id: Id,
  orderNo: z.string(),
  /** The order's own numbers of the buyer: 采购单号, 成本中心; '': none. */
  poNumber: z.string(),
  costCentre: z.string(),
  goodsName: z.string(),
  amount: Yuan,
  at: Instant,
  dueDay: Day,
})
export type Drawdown = z.output<typeof Drawdown>

export const DrawdownDetail = z.object({
  id: Id,
  orderNo: z.string(),
  poNumber: z.string(),
  costCentre: z.string(),
  amount: Yuan,
  type: z.string(),
  method: z.string(),
  at: Instant,
  dueDay: Day,
  lines: z.array(z.object({ goodsName: z.string(), skuProps: SkuProps, quantity: z.int(), unit: z.string() })),
})
export type DrawdownDetail = z.output<typeof DrawdownDetail>

export const account = endpoints('/user-api/api/user', {
  account: read({
    path: 'account',
    summary: '赊销账户；未开通或无权限时为空',
    needs: 'login',
    input: Nothing,
    output: z.nullable(CreditAccount),
  }),
})

const readers = ['applyLimit', 'buyPay'] as const

export const credit = endpoints('/account-api/api/credit', {
  overview: read({
    path: 'overview',
    summary: '赊销账户、协议与近六个月用信',
    needs: readers,
    input: Nothing,
    output: z.object({
      account: z.nullable(CreditAccount),
      agreementAccepted: z.boolean(),
      /** The version in force: what is read is what is accepted. */
      agreementVersion: z.string(),
      /** What is drawn in each month, and the day it is due. */
      months: z.array(z.object({ month: Month, drawn: Yuan, dueDay: Day })),
    }),
  }),
  acceptAgreement: call({
    path: 'accept-agreement',
    summary: '同意赊销协议（主账号）',
    needs: 'main',
    input: z.strictObject({ agree: z.literal(true, '请阅读并勾选协议'), version: RequiredText(20, '请说明同意的协议版本') }),
    output: Done,
    refusals: ['CREDIT_NOT_OPEN', 'AGREEMENT_CHANGED'],
  }),
  drawdowns: read({
    path: 'drawdowns',
    summary: '用信记录，按月',
    needs: 'applyLimit',
    input: z.strictObject({ ...pageInput, month: z.optional(Month) }),
    output: page(Drawdown),
  }),
  drawdown: read({
    path: 'drawdown',
    summary: '一笔用信的详情',
    needs: 'applyLimit',
    input: z.strictObject({ id: Id }),
    output: DrawdownDetail,
    refusals: ['DRAWDOWN_NOT_FOUND'],
  }),
})

/** No company owes more: 99,999,999.99 yuan. */
const LimitAmount = YuanUpTo(99_999_999.99)

/** A limit as it was named: in force at once, or waiting for a second person. */
const Named = z.object({ done: z.boolean(), account: z.nullable(CreditAccount) })

export const consoleCredit = endpoints('/console-api/api/credit', {
  setBaseLimit: call({
    path: 'set-base-limit',
    summary: '开通赊销账户或调整固定额度；提高到 100 万元以上须第二人确认',
    needs: { staff: ['finance', 'admin'] },
    input: z.strictObject({ enterpriseId: Id, baseLimit: LimitAmount, reason: RequiredText(100, '请填写原因') }),
    output: Named,
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
  grantTempLimit: call({
    path: 'grant-temp-limit',
    summary: '授予临时额度，到期日 23:59:59 失效；取代前一个；100 万元以上须第二人确认',
    needs: { staff: ['finance', 'admin'] },
    input: z.strictObject({ enterpriseId: Id, tempLimit: LimitAmount, creditTempEndDate: Day, reason: RequiredText(100, '请填写原因') }),
    output: Named,
    refusals: ['ENTERPRISE_NOT_FOUND', 'CREDIT_NOT_OPEN', 'DAY_PAST'],
  }),
})
