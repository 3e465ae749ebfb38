import * as z from 'zod/mini'
import { Day, Id, Instant, Month } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { badDebtLifecycle } from './bad-debt-lifecycle.ts'

/** The written-off principal and interest, what of both was recovered and forgiven, and what is still owed. */
export const badDebtAmountFields = { principal: Yuan, interest: Yuan, recovered: Yuan, forgiven: Yuan, left: Yuan }

/** A claim of a month, as its own company sees it. */
export const OwnBadDebt = z.object({
  id: Id,
  month: Month,
  state: z.enum(keysOf(badDebtLifecycle.states)),
  label: z.string(),
  ...badDebtAmountFields,
  /** The due day of its statement. */
  dueDay: Day,
  writtenOffAt: Instant,
})
export type OwnBadDebt = z.output<typeof OwnBadDebt>
