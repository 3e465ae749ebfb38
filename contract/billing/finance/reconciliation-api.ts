import * as z from 'zod/mini'
import { onlinePaymentChannels, ReconciliationDifference } from '#contract/money/payments/api.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, NullOutput, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { reconciliationDifferenceCauses, reconciliationDifferenceLifecycle } from './difference-lifecycle.ts'

const State = z.enum(keysOf(reconciliationDifferenceLifecycle.states), '状态不正确')
const Cause = z.enum(keysOf(reconciliationDifferenceCauses), '请选择原因')
const Channel = z.enum(keysOf(onlinePaymentChannels), '支付渠道不正确')

export const ReconciliationDay = z.object({
  day: Day,
  ranAt: z.nullable(Instant),
  runs: z.int(),
  /** Providers whose bill was not available. */
  unavailable: z.array(Channel),
  differences: z.int(),
  /** The number of differences that nobody has explained. */
  open: z.int(),
})
export type ReconciliationDay = z.output<typeof ReconciliationDay>

export const ReconciliationDifferenceRow = z.object({
  ...ReconciliationDifference.shape,
  id: Id,
  day: Day,
  state: State,
  cause: z.nullable(Cause),
  note: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  foundAt: Instant,
  /** Our payment, or the payment of our refund, if there is one. */
  payment: z.nullable(z.object({ enterpriseId: Id, id: Id })),
})
export type ReconciliationDifferenceRow = z.output<typeof ReconciliationDifferenceRow>

const filter = { state: z.optional(State), day: z.optional(Day), channel: z.optional(Channel) }

export const consoleReconciliationEndpoints = defineEndpoints('/console-api/api/reconciliation', {
  days: readEndpoint({
    path: 'days',
    summary: '每日对账：跑过没有、差异多少',
    needs: { staff: 'ledgerView' },
    input: z.strictObject(pageInput),
    output: pageOutput(ReconciliationDay),
  }),
  differences: readEndpoint({
    path: 'differences',
    summary: '对账差异',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ ...pageInput, ...filter }),
    output: pageOutput(ReconciliationDifferenceRow),
  }),
  answer: writeEndpoint({
    path: 'answer',
    summary: '为一条差异写明原因；可同时关闭',
    needs: { staff: 'ledgerEdit' },
    audits: 'row',
    input: z.strictObject({ id: Id, cause: Cause, note: RequiredText(200, '请填写说明'), close: z.boolean() }),
    output: NullOutput,
    refusals: ['DIFFERENCE_NOT_FOUND', 'DIFFERENCE_STATE'],
  }),
  rerun: writeEndpoint({
    path: 'rerun',
    summary: '重新对某一天的账',
    needs: { staff: 'ledgerEdit' },
    audits: 'day',
    input: z.strictObject({ day: Day }),
    output: ReconciliationDay,
    refusals: ['DAY_NOT_OVER', 'RECONCILING'],
  }),
  export: downloadEndpoint({
    path: 'export',
    summary: '导出对账差异：CSV 或 Excel',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ ...filter, format: SheetFormat }),
    refusals: [...exportRefusals],
  }),
})
