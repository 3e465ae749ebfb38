import { addMonths } from '#contract/platform/core/shanghai.ts'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/close-months.ts'
import { findLastProvisionMonth, postMonthlyProvision } from '#server/money/provisions/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/**
 * 计提坏账准备: posts the provision of each month since the last one that has it, until the last month that is closed for all companies (from the
 * 2nd of the next month on). The first run is of the last closed month alone. It can be repeated without harm. Returns the number of months.
 */
export async function runMonthlyProvisions(db: Db, moment: Moment): Promise<number> {
  await closeMonthsAndChargeInterest(db, moment)
  const { closed } = await db.selectFrom('closed_month').select(db.fn.max('month').as('closed')).executeTakeFirstOrThrow()
  if (closed === null) return 0
  const last = await findLastProvisionMonth(db)
  let months = 0
  for (let month = last === undefined ? closed : addMonths(last, 1); month <= closed; month = addMonths(month, 1))
    if (await runInTransaction(db, (tx) => postMonthlyProvision(tx, moment, month))) months += 1
  return months
}
