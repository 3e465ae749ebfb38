import * as z from 'zod/mini'
import { ageBuckets } from '#contract/money/statements/ageing.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { PositiveYuan, Yuan } from '#contract/platform/core/money.ts'
import { badDebtEntryKinds, badDebtLifecycle } from './bad-debt-lifecycle.ts'
import { badDebtAmountFields, OwnBadDebt } from './shapes.ts'

export const BadDebtRow = z.object({ enterpriseId: Id, enterpriseName: z.nullable(z.string()), ...OwnBadDebt.shape })
export type BadDebtRow = z.output<typeof BadDebtRow>

export const BadDebtDetail = z.object({
  ...BadDebtRow.shape,
  /** The part of the principal that the provision bore. The rest was a loss. */
  provided: Yuan,
  /** Its request: why, who proposed it, who agreed. */
  reason: z.string(),
  proposedBy: z.string(),
  decidedBy: z.string(),
  /** Everything that happened to it since, the earliest first. */
  entries: z.array(
    z.object({
      id: Id,
      kind: z.enum(keysOf(badDebtEntryKinds)),
      label: z.string(),
      amount: Yuan,
      /** Of money: where it came from. Of a forgiveness: the reason. */
      note: z.string(),
      by: z.nullable(z.string()),
      valueDay: Day,
      at: Instant,
    }),
  ),
  /** A proposal to forgive it that waits for a second person. */
  waiting: z.nullable(z.object({ id: Id, amount: Yuan, reason: z.string(), proposedBy: z.string(), proposedAt: Instant })),
})
export type BadDebtDetail = z.output<typeof BadDebtDetail>

const filter = {
  state: z.optional(z.enum(keysOf(badDebtLifecycle.states), '状态不正确')),
  enterpriseId: z.optional(Id),
  age: z.optional(z.enum(keysOf(ageBuckets), '账龄不正确')),
}
const One = z.strictObject({ enterpriseId: Id, id: Id })

export const consoleBadDebtEndpoints = defineEndpoints('/console-api/api/bad-debt', {
  list: readEndpoint({
    path: 'list',
    summary: '核销债权：已核销而仍可追偿的账款，最近核销的在前',
    needs: { staff: 'creditView' },
    input: z.strictObject({ ...pageInput, ...filter }),
    /** `totals`: the sums of all pages. */
    output: z.object({ ...pageOutput(BadDebtRow).shape, totals: z.object(badDebtAmountFields) }),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一笔核销债权：申请、收回、放弃',
    needs: { staff: 'creditView' },
    input: One,
    output: BadDebtDetail,
    refusals: ['BAD_DEBT_NOT_FOUND'],
  }),
  proposeForgiving: writeEndpoint({
    path: 'propose-forgiving',
    summary: '申请放弃追偿一笔核销债权，由另一位财务人员同意',
    needs: { staff: 'creditEdit' },
    audits: 'row',
    input: z.strictObject({ ...One.shape, amount: PositiveYuan, reason: RequiredText(200, '请填写原因') }),
    output: z.object({ id: Id }),
    refusals: ['BAD_DEBT_NOT_FOUND', 'BAD_DEBT_SHORT', 'BAD_DEBT_REQUESTED'],
  }),
})
