// Reads what of the limit bills have freed, for the forecast.
import type { AmountDueOnDay } from '#contract/money/statements/amounts.ts'
import { addDays, getStatementDueDay } from '#contract/platform/core/shanghai.ts'
import { listMonthsCoveredByAcceptances } from '#server/money/statements/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { getFirstDayCoveredByBill, getFirstDayNotCoveredByBill, listAcceptanceBills } from './acceptance-bills.ts'

/** A company has some bills at a time. */
const BILLS_MAX = 1_000

/**
 * Lists what of the limit the bills of a company free now, by the day on which the principal that they cover is due: that of its month, or the last day of the
 * cover if it is later.
 */
export async function listCreditLimitFreedByAcceptanceBills(db: Db, enterpriseId: string): Promise<AmountDueOnDay[]> {
  const { rows } = await listAcceptanceBills(db, { enterpriseId, state: 'ACCEPTED', limit: BILLS_MAX, offset: 0 })
  const lastDays = new Map(
    rows.filter(({ freedFen }) => freedFen > 0).map((bill) => [bill.id, addDays(getFirstDayNotCoveredByBill(bill.maturityDay), -1)]),
  )
  const freeing = rows.filter(({ id }) => lastDays.has(id)).map((bill) => ({ document: bill.id, firstDay: getFirstDayCoveredByBill(bill) }))
  const months = await listMonthsCoveredByAcceptances(db, enterpriseId, freeing)
  return months.map(({ document, month, amountFen }) => {
    const dueDay = getStatementDueDay(month)
    return { day: [dueDay, lastDays.get(document) ?? dueDay].toSorted().at(-1) ?? dueDay, amountFen }
  })
}
