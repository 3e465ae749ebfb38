import type { TaxSettings } from '#contract/billing/journal/tax-settings.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findLastJournalDay, lockJournal } from '#server/billing/journal/public.ts'
import type { Tx } from '#server/platform/core/db.ts'

/**
 * Refuses JOURNAL_TAX_BEGUN for a change of the day from which tax is split, or from which goods are revenue at another point, if entries of
 * that day are made already: what these days have not recognised would never be. It is asked when the change is proposed and when it is
 * applied, because days are made in between. No day is made until the transaction ends.
 */
export async function requireTaxDaysNotMade(tx: Tx, before: TaxSettings, after: TaxSettings): Promise<void> {
  await lockJournal(tx)
  const made = await findLastJournalDay(tx)
  if (made === undefined) return
  if (before.from !== after.from && (before.from <= made || after.from <= made)) refuse('JOURNAL_TAX_BEGUN')
  const isOtherPoint = before.recogniseAt !== after.recogniseAt || before.recogniseFrom !== after.recogniseFrom
  if (isOtherPoint && after.recogniseFrom <= made)
    refuse('JOURNAL_TAX_BEGUN', { msg: `收入确认时点须从 ${made} 之后的日期起改变，该日及以前的凭证已生成` })
}
