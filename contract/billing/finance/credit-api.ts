import * as z from 'zod/mini'
import { creditLimitRequestLifecycle } from '#contract/money/credit/limit-request-lifecycle.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, NullOutput, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { EnterpriseRecordKeyInput, enterpriseIdAndNameFields } from './enterprise-fields.ts'

/** What is unusual about a credit account. */
export const unusualCreditAccountFlags = {
  over: { label: '超出额度' },
  temporary: { label: '有临时额度' },
} as const

export const CreditAccountRow = z.object({
  ...enterpriseIdAndNameFields,
  base: Yuan,
  /** The temporary limit that is in force today. */
  temp: Yuan,
  tempEndDay: z.nullable(Day),
  drawn: Yuan,
  held: Yuan,
  used: Yuan,
  available: Yuan,
  /** How much is used above the limit. */
  over: Yuan,
})
export type CreditAccountRow = z.output<typeof CreditAccountRow>

export const CreditHoldRow = z.object({
  ...enterpriseIdAndNameFields,
  orderNo: z.string(),
  title: z.string(),
  /** The amounts that were held at payment, drawn since then, released since then, and what is still held. */
  amount: Yuan,
  posted: Yuan,
  voided: Yuan,
  rest: Yuan,
  at: Instant,
})
export type CreditHoldRow = z.output<typeof CreditHoldRow>

export const creditLimitKinds = { base: '固定额度', temp: '临时额度', group: '集团额度' } as const
const Kind = z.enum(keysOf(creditLimitKinds))
const Change = { ...enterpriseIdAndNameFields, id: Id, kind: Kind, limit: Yuan, endDay: z.nullable(Day), reason: z.string() }
export const CreditLimitChangeRow = z.object({ ...Change, at: Instant, /** null: the system. */ by: z.nullable(z.string()) })
export type CreditLimitChangeRow = z.output<typeof CreditLimitChangeRow>

const State = z.enum(keysOf(creditLimitRequestLifecycle.states), '状态不正确')

export const CreditLimitRequestRow = z.object({
  ...Change,
  /** The current limit of that kind. */
  current: Yuan,
  state: State,
  proposedBy: z.string(),
  proposedAt: Instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** Whether the reader proposed it, and therefore cannot approve it. */
  own: z.boolean(),
})
export type CreditLimitRequestRow = z.output<typeof CreditLimitRequestRow>

const filter = { keyword: z.optional(Text(50)), standing: z.optional(z.enum(['over', 'temporary'], '类型不正确')) }

export const consoleCreditAccountEndpoints = defineEndpoints('/console-api/api/credit-book', {
  accounts: readEndpoint({
    path: 'accounts',
    summary: '赊销额度：固定、临时、已用、占用、可用、超出',
    needs: { staff: 'creditView' },
    input: z.strictObject({ ...pageInput, ...filter }),
    output: pageOutput(CreditAccountRow),
  }),
  holds: readEndpoint({
    path: 'holds',
    mayLag: true,
    summary: '赊销占用：已付款而未发货的部分，最早的在前',
    needs: { staff: 'creditView' },
    input: z.strictObject({ ...pageInput, enterpriseId: z.optional(Id) }),
    output: pageOutput(CreditHoldRow),
  }),
  limitChanges: readEndpoint({
    path: 'limit-changes',
    mayLag: true,
    summary: '额度变更记录',
    needs: { staff: 'creditView' },
    input: z.strictObject({ ...pageInput, enterpriseId: z.optional(Id) }),
    output: pageOutput(CreditLimitChangeRow),
  }),
  limitRequests: readEndpoint({
    path: 'limit-requests',
    summary: '须两人确认的额度',
    needs: { staff: 'creditView' },
    input: z.strictObject({ ...pageInput, state: z.optional(State) }),
    output: pageOutput(CreditLimitRequestRow),
  }),
  decideLimit: writeEndpoint({
    path: 'decide-limit',
    summary: '由第二人同意或驳回额度；提出的人可撤回，不能同意',
    needs: { staff: 'creditEdit' },
    audits: 'row',
    input: z.strictObject({ ...EnterpriseRecordKeyInput.shape, approve: z.boolean() }),
    output: NullOutput,
    refusals: [
      'LIMIT_REQUEST_NOT_FOUND',
      'FINANCE_REQUEST_DECIDED',
      'SECOND_PERSON_NEEDED',
      'SECOND_PERSON_TIED',
      'CREDIT_NOT_OPEN',
      'DAY_PAST',
      'BAD_DEBT_OPEN',
      'LIMIT_IS_GROUP_SHARE',
      'COMPANY_GROUP_NOT_FOUND',
      'COMPANY_GROUP_LIMIT_SHARED',
    ],
  }),
  export: downloadEndpoint({
    path: 'export',
    mayLag: true,
    summary: '导出赊销额度：CSV 或 Excel',
    needs: { staff: 'creditView' },
    input: z.strictObject({ ...filter, format: SheetFormat }),
    refusals: [...exportRefusals],
  }),
})
