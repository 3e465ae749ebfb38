import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, NullOutput, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan, YuanUpTo } from '#contract/platform/core/money.ts'
import {
  acceptanceBillLifecycle,
  acceptanceRequestKinds,
  acceptanceRequestLifecycle,
  acceptorKinds,
  QUOTED_DISCOUNT_RATE_MAX_BP,
} from './acceptance-lifecycle.ts'
import { AcceptanceBill } from './shapes.ts'

const Enterprise = { enterpriseId: Id, enterpriseName: z.nullable(z.string()) }
const One = z.strictObject({ enterpriseId: Id, id: Id })
const Reason = RequiredText(200, '请填写原因')
const Cost = YuanUpTo()

/** `quotedRateBp`: 约定年贴现率 in hundredths of a percent; 0: nothing was agreed; null: not taken, or before it was asked for. */
const ConsoleAcceptance = z.object({ ...Enterprise, ...AcceptanceBill.shape, quotedRateBp: z.nullable(z.int()) })

/** What happened to a bill: who did it, and for money the bank's day, what came and what it cost. */
const AcceptanceStep = z.object({
  verb: z.enum(['accept', 'lapse', 'honour', 'discount', 'bounce', 'recourse']),
  label: z.string(),
  /** Empty: a job. */
  staff: z.string(),
  at: Instant,
  valueDay: Day,
  received: Yuan,
  fee: Yuan,
  discount: Yuan,
  /** The number of the line of the bank; null: no line, as of an exception. */
  reference: z.nullable(z.string()),
})

/** A request of one person, which another one decides: 例外兑付, 超约定贴现 or 付追索款. */
const AcceptanceRequest = z.object({
  id: Id,
  kind: z.enum(keysOf(acceptanceRequestKinds)),
  kindLabel: z.string(),
  /** The bank's day. */
  valueDay: Day,
  fee: Yuan,
  discount: Yuan,
  reason: z.string(),
  state: z.enum(keysOf(acceptanceRequestLifecycle.states)),
  label: z.string(),
  proposedBy: z.string(),
  proposedAt: Instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** The caller has made the request: another person agrees to it. */
  own: z.boolean(),
})

/** A request with the bill that it is about. */
const ListedAcceptanceRequest = z.object({
  ...Enterprise,
  ...AcceptanceRequest.shape,
  billId: Id,
  billNo: z.string(),
  acceptor: z.string(),
  amount: Yuan,
  maturityDay: Day,
})
export type ListedAcceptanceRequest = z.output<typeof ListedAcceptanceRequest>

export const ConsoleAcceptanceDetail = z.object({
  ...ConsoleAcceptance.shape,
  months: z.array(z.object({ month: z.string(), amount: Yuan })),
  steps: z.array(AcceptanceStep),
  requests: z.array(AcceptanceRequest),
})
export type ConsoleAcceptanceDetail = z.output<typeof ConsoleAcceptanceDetail>

const stateRefusals = ['ACCEPTANCE_NOT_FOUND', 'ACCEPTANCE_STATE'] as const
const moneyRefusals = ['ACCEPTANCE_EARLY', 'ACCEPTANCE_LATE', 'ACCEPTANCE_COST', 'MORE_THAN_OWED'] as const
const lineRefusals = [
  ...(['BANK_LINE_NOT_FOUND', 'BANK_LINE_SHORT', 'ACCEPTANCE_LINE_TYPED', 'SECOND_PERSON_NEEDED', 'SECOND_PERSON_TIED'] as const),
] as const

export const consoleAcceptanceBillEndpoints = defineEndpoints('/console-api/api/acceptance', {
  detail: readEndpoint({
    path: 'detail',
    summary: '一张承兑汇票：覆盖的账单、经过与须两人确认的申请',
    needs: { staff: 'statementView' },
    input: One,
    output: ConsoleAcceptanceDetail,
    refusals: ['ACCEPTANCE_NOT_FOUND'],
  }),
  list: readEndpoint({
    path: 'list',
    summary: '承兑汇票',
    needs: { staff: 'statementView' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(z.enum(keysOf(acceptanceBillLifecycle.states))),
      kind: z.optional(z.enum(keysOf(acceptorKinds))),
    }),
    output: pageOutput(ConsoleAcceptance),
  }),
  requests: readEndpoint({
    path: 'requests',
    summary: '票据申请：例外兑付、超约定贴现与付追索款，含所属票据',
    needs: { staff: 'statementView' },
    input: z.strictObject({ ...pageInput, state: z.optional(z.enum(keysOf(acceptanceRequestLifecycle.states))) }),
    output: pageOutput(ListedAcceptanceRequest),
  }),
  accept: writeEndpoint({
    path: 'accept',
    summary: '接收票据：覆盖待还账款，到期后 3 日内不计息、不停赊销；兑付后还款',
    needs: { staff: 'statementEdit' },
    audits: 'row',
    // 约定年贴现率. Left out: nothing was agreed.
    input: z.strictObject({ ...One.shape, quotedRateBp: z.optional(z.int().check(z.minimum(0), z.maximum(QUOTED_DISCOUNT_RATE_MAX_BP))) }),
    output: NullOutput,
    refusals: [...stateRefusals, 'MORE_THAN_OWED', 'MATURITY_PAST', 'CREDIT_NOT_OPEN'],
  }),
  reject: writeEndpoint({
    path: 'reject',
    summary: '拒收票据',
    needs: { staff: 'statementEdit' },
    audits: 'row',
    input: z.strictObject({ ...One.shape, opinion: Reason }),
    output: NullOutput,
    refusals: stateRefusals,
  }),
  bounce: writeEndpoint({
    path: 'bounce',
    summary: '退票：按未收款处理，补收利息并收回已释放的额度；已贴现的转为待付追索款',
    needs: { staff: 'statementEdit' },
    audits: 'row',
    input: z.strictObject({ ...One.shape, opinion: Reason }),
    output: NullOutput,
    refusals: [...stateRefusals, 'CREDIT_NOT_OPEN'],
  }),
  honour: writeEndpoint({
    path: 'honour',
    summary: '到期兑付：以一条银行流水认领，按银行到账日还款；手续费为票面与到账之差',
    needs: { staff: 'statementEdit' },
    audits: 'row',
    input: z.strictObject({ ...One.shape, lineId: Id, fee: Cost }),
    output: NullOutput,
    refusals: [...stateRefusals, ...moneyRefusals, ...lineRefusals, 'CREDIT_NOT_OPEN'],
  }),
  discount: writeEndpoint({
    path: 'discount',
    summary: '贴现：到期前由银行买入，以一条银行流水认领；贴现息与手续费由商城承担，不超过接收时的约定',
    needs: { staff: 'statementEdit' },
    audits: 'row',
    input: z.strictObject({ ...One.shape, lineId: Id, discount: Cost, fee: Cost }),
    output: NullOutput,
    refusals: [...stateRefusals, ...moneyRefusals, ...lineRefusals, 'CREDIT_NOT_OPEN'],
  }),
  proposeHonour: writeEndpoint({
    path: 'propose-honour',
    summary: '例外兑付申请：票款没有对应的银行流水时，写明到账日与原因，由另一位财务人员同意',
    needs: { staff: 'statementEdit' },
    audits: 'row',
    input: z.strictObject({ ...One.shape, valueDay: Day, fee: Cost, reason: Reason }),
    output: z.object({ id: Id }),
    refusals: [...stateRefusals, 'ACCEPTANCE_EARLY', 'ACCEPTANCE_COST', 'DAY_AHEAD', 'VALUE_DAY_TOO_OLD', 'ACCEPTANCE_REQUESTED'],
  }),
  proposeDiscount: writeEndpoint({
    path: 'propose-discount',
    summary: '超约定贴现申请：贴现息与手续费超过接收时的约定，由另一位财务人员同意',
    needs: { staff: 'statementEdit' },
    audits: 'row',
    input: z.strictObject({ ...One.shape, lineId: Id, discount: Cost, fee: Cost, reason: Reason }),
    output: z.object({ id: Id }),
    refusals: [...stateRefusals, ...moneyRefusals, ...lineRefusals, 'ACCEPTANCE_REQUESTED'],
  }),
  proposeRecourse: writeEndpoint({
    path: 'propose-recourse',
    summary: '付追索款申请：已贴现的票据退票，银行扣回票款，写明扣款日与原因，由另一位财务人员同意',
    needs: { staff: 'statementEdit' },
    audits: 'row',
    input: z.strictObject({ ...One.shape, valueDay: Day, reason: Reason }),
    output: z.object({ id: Id }),
    refusals: [...stateRefusals, 'ACCEPTANCE_EARLY', 'DAY_AHEAD', 'VALUE_DAY_TOO_OLD', 'ACCEPTANCE_REQUESTED'],
  }),
  decideHonour: writeEndpoint({
    path: 'decide-honour',
    summary: '由另一位财务人员同意或驳回票据申请；申请人可以撤回自己的申请',
    needs: { staff: 'statementEdit' },
    audits: 'row',
    input: z.strictObject({ ...One.shape, approve: z.boolean() }),
    output: NullOutput,
    refusals: [
      ...stateRefusals,
      ...moneyRefusals,
      ...lineRefusals,
      ...(['FINANCE_REQUEST_NOT_FOUND', 'FINANCE_REQUEST_DECIDED', 'CREDIT_NOT_OPEN'] as const),
    ],
  }),
})
