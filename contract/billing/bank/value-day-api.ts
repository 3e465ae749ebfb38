import * as z from 'zod/mini'
import { typedLineAccountRefusals } from '#contract/money/payments/typed-line-account.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { ManualBankLineInput } from './shapes.ts'
import { valueDayRequestLifecycle } from './value-day-lifecycle.ts'

const State = z.enum(keysOf(valueDayRequestLifecycle.states))

/** A day that lies too far back for one person: of a line that is to be typed, or of a used line that a statement says it of. */
export const ValueDayRequest = z.object({
  id: Id,
  /** The label of the account, as of a line. */
  account: z.string(),
  reference: z.string(),
  payerName: z.string(),
  amount: Yuan,
  day: Day,
  /** The day that counts now, if the request corrects a line. */
  typedDay: z.nullable(Day),
  /** The line that is corrected, or that was typed with the request. */
  lineId: z.nullable(Id),
  reason: z.string(),
  state: State,
  proposedBy: z.string(),
  proposedAt: Instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** The caller has made the request: he may withdraw it and not agree to it. */
  own: z.boolean(),
})
export type ValueDayRequest = z.output<typeof ValueDayRequest>

/** 起息日更正: a typed line whose statement says another day. */
export const ValueDayCorrection = z.object({
  lineId: Id,
  reference: z.string(),
  payerName: z.string(),
  amount: Yuan,
  typedDay: Day,
  day: Day,
  typedBy: z.string(),
  correctedBy: z.string(),
  fileName: z.string(),
  at: Instant,
  /** The companies whose repayments count from another day. */
  enterprises: z.array(z.object({ enterpriseId: Id, enterpriseName: z.nullable(z.string()) })),
  /** Interest that was charged on the days between, and interest that was taken back. */
  recharged: Yuan,
  reversed: Yuan,
})
export type ValueDayCorrection = z.output<typeof ValueDayCorrection>

export const consoleValueDayEndpoints = defineEndpoints('/console-api/api/value-day', {
  propose: writeEndpoint({
    path: 'propose',
    summary: '申请登记一条 3 天前（最多 90 天）的到账流水：写明原因，由另一位财务人员同意后登记',
    needs: { staff: 'bankEdit' },
    audits: 'day',
    input: z.strictObject({ ...ManualBankLineInput.shape, reason: RequiredText(200, '请填写原因') }),
    output: z.object({ id: Id }),
    refusals: [...(['BANK_REFERENCE_USED', 'DAY_AHEAD', 'VALUE_DAY_TOO_OLD', 'VALUE_DAY_WAITING'] as const), ...typedLineAccountRefusals],
  }),
  decide: writeEndpoint({
    path: 'decide',
    summary: '由另一位财务人员同意或驳回；申请人可以撤回自己的申请',
    needs: { staff: 'bankEdit' },
    audits: 'row',
    input: z.strictObject({ id: Id, approve: z.boolean() }),
    output: z.object({ lineId: z.nullable(Id) }),
    refusals: [
      ...(['FINANCE_REQUEST_NOT_FOUND', 'FINANCE_REQUEST_DECIDED', 'SECOND_PERSON_NEEDED', 'SECOND_PERSON_TIED'] as const),
      ...(['BANK_REFERENCE_USED', 'VALUE_DAY_TOO_OLD', 'BANK_LINE_CHANGED'] as const),
    ],
  }),
  requests: readEndpoint({
    path: 'requests',
    summary: '起息日申请，最近的在前',
    needs: { staff: 'bankView' },
    input: z.strictObject({ ...pageInput, state: z.optional(State) }),
    output: pageOutput(ValueDayRequest),
  }),
  corrections: readEndpoint({
    path: 'corrections',
    summary: '起息日更正：对账单与登记的到账日期不同的流水，补收与冲回的利息，最近的在前',
    needs: { staff: 'bankView' },
    input: z.strictObject({ ...pageInput, dateFrom: z.optional(Day), dateTo: z.optional(Day) }),
    output: pageOutput(ValueDayCorrection),
  }),
})
