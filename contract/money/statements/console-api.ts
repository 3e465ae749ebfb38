import * as z from 'zod/mini'
import { SensitiveChangeResult } from '#contract/people/staff/sensitive-change-result.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, Month, NullOutput, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { PositiveYuan, Yuan, YuanUpTo } from '#contract/platform/core/money.ts'
import { exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { ageBuckets } from './ageing.ts'
import { DailyInterestRateBp } from './credit-terms.ts'
import { DisputedGoods } from './disputed-units.ts'
import { Statement, StatementDetail, StatementEntry } from './shapes.ts'

const Enterprise = { enterpriseId: Id, enterpriseName: z.nullable(z.string()) }
const Reason = RequiredText(200, '请填写原因')

const ConsoleStatement = z.object({ ...Enterprise, ...Statement.shape })
const ConsoleDispute = z.object({
  ...Enterprise,
  month: Month,
  id: Id,
  /** The disputed amount: a part of the line, or all that is left of it. */
  amount: Yuan,
  reason: z.string(),
  /** The units that it is about; null: it is about an amount. */
  units: z.nullable(z.array(DisputedGoods)),
  /** The ids of its pictures. */
  pictures: z.array(Id),
  at: Instant,
})

const statementFilter = {
  state: z.optional(z.enum(['CLOSED', 'OVERDUE', 'PAID', 'WRITTEN_OFF'])),
  month: z.optional(Month),
  enterpriseId: z.optional(Id),
  /** Only unpaid statements of this age. */
  age: z.optional(z.enum(keysOf(ageBuckets), '账龄不正确')),
}

export const consoleStatementEndpoints = defineEndpoints('/console-api/api/statement', {
  list: readEndpoint({
    path: 'list',
    summary: '各企业的月账单，最近的在前',
    needs: { staff: 'statementView' },
    input: z.strictObject({ ...pageInput, ...statementFilter }),
    output: pageOutput(ConsoleStatement),
  }),
  export: downloadEndpoint({
    path: 'export',
    summary: '导出各企业的月账单：CSV 或 Excel',
    needs: { staff: 'statementView' },
    input: z.strictObject({ ...statementFilter, format: SheetFormat }),
    refusals: [...exportRefusals],
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一张月账单',
    needs: { staff: 'statementView' },
    input: z.strictObject({ enterpriseId: Id, month: Month }),
    output: StatementDetail,
    refusals: ['STATEMENT_NOT_FOUND'],
  }),
  disputes: readEndpoint({
    path: 'disputes',
    summary: '待处理的账单异议，最早的在前',
    needs: { staff: 'statementView' },
    input: z.strictObject(pageInput),
    output: pageOutput(ConsoleDispute),
  }),
  lineReductions: readEndpoint({
    path: 'line-reductions',
    summary: '一笔赊销已冲减的金额：退款、冲减与异议调整，最早的在前',
    needs: { staff: 'statementView' },
    input: z.strictObject({ enterpriseId: Id, month: Month, id: Id }),
    /** `disputedAt`: when the line was disputed; null: it was not. */
    output: z.object({ amount: Yuan, refunded: Yuan, disputedAt: z.nullable(Instant), entries: z.array(StatementEntry) }),
    refusals: ['STATEMENT_LINE_NOT_FOUND'],
  }),
  decideDispute: writeEndpoint({
    path: 'decide-dispute',
    summary: '处理异议：支持买家则调整账款，可只支持一部分金额；其余延至下月 10 日到期且不补息',
    needs: { staff: 'statementEdit' },
    audits: 'row',
    /** `amount`: the part that is granted, only with `forBuyer`. Left out: all of it. */
    input: z.strictObject({
      enterpriseId: Id,
      month: Month,
      id: Id,
      forBuyer: z.boolean(),
      amount: z.optional(PositiveYuan),
      opinion: RequiredText(200, '请填写处理意见'),
    }),
    output: NullOutput,
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_LINE_NOT_FOUND', 'DISPUTE_DECIDED', 'DISPUTE_AMOUNT_TOO_LARGE'],
  }),
  setDailyRate: writeEndpoint({
    path: 'set-daily-rate',
    summary: '设置企业的逾期日利率（万分之几）；为空则用平台利率；管理员同意或 24 小时后生效',
    needs: { staff: 'statementEdit' },
    audits: 'enterprise',
    input: z.strictObject({
      enterpriseId: Id,
      dailyRateBp: z.nullable(DailyInterestRateBp),
      reason: Reason,
    }),
    output: SensitiveChangeResult,
    refusals: ['ENTERPRISE_NOT_FOUND', 'CHANGE_PENDING'],
  }),
})

/** The unpaid interest that a write-off may take along. */
export const WrittenOffInterestAmount = YuanUpTo()

/** The amounts that two people may waive for a company: interest, what is taken off the receivable and still claimed, and such a claim. */
export const waiverOrWriteOffKinds = {
  waiveInterest: { label: '利息减免' },
  writeOff: { label: '坏账核销' },
  forgive: { label: '放弃追偿' },
} as const

const FinanceRequest = z.object({
  ...Enterprise,
  id: Id,
  kind: z.enum(keysOf(waiverOrWriteOffKinds)),
  month: z.nullable(Month),
  amount: Yuan,
  /** Of a write-off: the unpaid interest that it takes along. */
  interest: Yuan,
  /** Of a forgiveness: the claim. */
  badDebtId: z.nullable(Id),
  reason: z.string(),
  state: z.enum(['WAIT', 'DONE', 'REFUSED']),
  proposedBy: z.string(),
  proposedAt: Instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** The caller has made the request: another person decides. */
  own: z.boolean(),
})

const proposal = { enterpriseId: Id, amount: PositiveYuan, reason: Reason }

export const consoleWaiverOrWriteOffEndpoints = defineEndpoints('/console-api/api/finance-request', {
  list: readEndpoint({
    path: 'list',
    summary: '利息减免、坏账核销与放弃追偿申请',
    needs: { staff: 'creditView' },
    input: z.strictObject({ ...pageInput, state: z.optional(z.enum(['WAIT', 'DONE', 'REFUSED'])) }),
    output: pageOutput(FinanceRequest),
  }),
  proposeWaiver: writeEndpoint({
    path: 'propose-waiver',
    summary: '申请减免逾期利息',
    needs: { staff: 'creditEdit' },
    audits: 'enterprise',
    input: z.strictObject(proposal),
    output: z.object({ id: Id }),
    refusals: ['ENTERPRISE_NOT_FOUND', 'MORE_THAN_OWED'],
  }),
  proposeWriteOff: writeEndpoint({
    path: 'propose-write-off',
    summary: '申请核销一个月账单的坏账，可连同未付利息；核销后仍可追偿',
    needs: { staff: 'creditEdit' },
    audits: 'enterprise',
    input: z.strictObject({ ...proposal, month: Month, interest: z.optional(WrittenOffInterestAmount) }),
    output: z.object({ id: Id }),
    refusals: ['STATEMENT_NOT_FOUND', 'MORE_THAN_OWED'],
  }),
  decide: writeEndpoint({
    path: 'decide',
    summary: '由另一位财务人员同意或驳回；申请人可以撤回自己的申请',
    needs: { staff: 'creditEdit' },
    audits: 'row',
    input: z.strictObject({ enterpriseId: Id, id: Id, approve: z.boolean() }),
    output: NullOutput,
    refusals: [
      'FINANCE_REQUEST_NOT_FOUND',
      'FINANCE_REQUEST_DECIDED',
      'SECOND_PERSON_NEEDED',
      'SECOND_PERSON_TIED',
      'MORE_THAN_OWED',
      'BAD_DEBT_SHORT',
    ],
  }),
})
