import * as z from 'zod/mini'
import { NextDue } from '#contract/money/statements/shapes.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Day,
  EmptyInput,
  Id,
  Instant,
  Month,
  NullOutput,
  pageInput,
  pageOutput,
  RequiredText,
  RowVersion,
} from '#contract/platform/core/fields.ts'
import { withheldField } from '#contract/platform/core/figures.ts'
import { Yuan, YuanUpTo } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

/** The credit account with the field names of specification §3 and the sums that follow from them. */
export const CreditAccount = z.object({
  creditBaseAmount: Yuan,
  /** The limit that is valid today; 0 after its end date. */
  creditTempAmount: Yuan,
  creditUseableAmount: Yuan,
  creditTempUseableAmount: Yuan,
  /** 待还: drawn and not yet repaid. */
  creditWaitReturnAmount: Yuan,
  /** Unpaid overdue interest. */
  expireInterestAmount: Yuan,
  /** The temporary limit ends at 23:59:59 of this day. */
  creditTempEndDate: z.nullable(Day),
  /** drawn + held, without what acceptance bills have freed. */
  usedAmount: Yuan,
  /** 票据释放: the part of the limit that bills have freed before the bank has paid them. */
  freedAmount: Yuan,
  /** Held by orders that have not been shipped yet. */
  heldAmount: Yuan,
  /** creditWaitReturnAmount + expireInterestAmount. */
  repayAmount: Yuan,
  /** Why the company may not buy on credit, or not order at all (停单), with whom it can talk to; null: it is not on the stop-list. */
  stopped: z.nullable(z.string()),
  /** The next payment, without disputed amounts; null if nothing is due on any day. */
  nextDue: z.nullable(NextDue),
})
export type CreditAccount = z.output<typeof CreditAccount>

/** 赊销: the drawdown of one parcel. */
export const Drawdown = z.object({
  id: Id,
  orderNo: z.string(),
  /** The buyer's own numbers of the order: 采购单号, 成本中心; '' if there are none. */
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

export const creditAccountEndpoints = defineEndpoints('/user-api/api/user', {
  account: readEndpoint({
    path: 'account',
    summary: '赊销账户；未开通或无权限时为空',
    needs: 'login',
    input: EmptyInput,
    output: withheldField('credit', z.nullable(CreditAccount)),
  }),
})

const readers = ['applyLimit', 'buyPay'] as const

export const creditEndpoints = defineEndpoints('/account-api/api/credit', {
  overview: readEndpoint({
    path: 'overview',
    summary: '赊销账户、协议与近六个月赊销',
    needs: readers,
    input: EmptyInput,
    output: z.object({
      account: z.nullable(CreditAccount),
      agreementAccepted: z.boolean(),
      /** The version in force. The buyer accepts exactly this version. */
      agreementVersion: z.string(),
      /** The drawn amount of each month, and its due day. */
      months: z.array(z.object({ month: Month, drawn: Yuan, dueDay: Day })),
    }),
  }),
  acceptAgreement: writeEndpoint({
    path: 'accept-agreement',
    summary: '同意赊销协议（主账号）',
    needs: 'main',
    memberLimit: 20,
    input: z.strictObject({ agree: z.literal(true, '请阅读并勾选协议'), version: RequiredText(20, '请说明同意的协议版本') }),
    output: NullOutput,
    refusals: ['CREDIT_NOT_OPEN', 'AGREEMENT_CHANGED'],
  }),
  drawdowns: readEndpoint({
    path: 'drawdowns',
    summary: '赊销记录，按月',
    needs: 'applyLimit',
    input: z.strictObject({ ...pageInput, month: z.optional(Month) }),
    output: pageOutput(Drawdown),
  }),
  drawdown: readEndpoint({
    path: 'drawdown',
    summary: '一笔赊销的详情',
    needs: 'applyLimit',
    input: z.strictObject({ id: Id }),
    output: DrawdownDetail,
    refusals: ['DRAWDOWN_NOT_FOUND'],
  }),
})

/** The maximum credit limit of a company: 99,999,999.99 yuan. */
const LimitAmount = YuanUpTo(99_999_999.99)

/** The result of setting a limit: in force at once, or waiting for a second person. */
const Named = z.object({ done: z.boolean(), account: z.nullable(CreditAccount) })

/** The reason, and the version of the company's limits that the person has seen: `limitsVersion` of the company. */
const limitInput = { reason: RequiredText(100, '请填写原因'), rowVersion: RowVersion }

export const consoleCreditLimitEndpoints = defineEndpoints('/console-api/api/credit', {
  setBaseLimit: writeEndpoint({
    path: 'set-base-limit',
    summary: '开通赊销账户或调整固定额度；提高后与临时额度合计 100 万元以上须第二人确认',
    needs: { staff: 'creditEdit' },
    audits: 'enterprise',
    input: z.strictObject({ enterpriseId: Id, baseLimit: LimitAmount, ...limitInput }),
    output: Named,
    refusals: ['ENTERPRISE_NOT_FOUND', 'ROW_CHANGED', 'BAD_DEBT_OPEN', 'LIMIT_IS_GROUP_SHARE'],
  }),
  grantTempLimit: writeEndpoint({
    path: 'grant-temp-limit',
    summary: '授予临时额度，到期日 23:59:59 失效；取代前一个；与固定额度合计 100 万元以上须第二人确认',
    needs: { staff: 'creditEdit' },
    audits: 'enterprise',
    input: z.strictObject({ enterpriseId: Id, tempLimit: LimitAmount, creditTempEndDate: Day, ...limitInput }),
    output: Named,
    refusals: ['ENTERPRISE_NOT_FOUND', 'CREDIT_NOT_OPEN', 'DAY_PAST', 'ROW_CHANGED', 'BAD_DEBT_OPEN'],
  }),
  setGroupLimit: writeEndpoint({
    path: 'set-group-limit',
    summary: '调整集团额度：不低于成员已分配的份额；提高到 100 万元以上须第二人确认',
    needs: { staff: 'creditEdit' },
    audits: 'enterprise',
    input: z.strictObject({ enterpriseId: Id, groupLimit: YuanUpTo(999_999_999.99), ...limitInput }),
    /** Whether it is in force, or waits for a second person. */
    output: z.object({ done: z.boolean() }),
    refusals: ['ENTERPRISE_NOT_FOUND', 'ROW_CHANGED', 'COMPANY_GROUP_NOT_FOUND', 'COMPANY_GROUP_LIMIT_SHARED'],
  }),
})
