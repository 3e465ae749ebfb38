import {
  findInterestTaxClass,
  findRevenueRecognitionPointOfParcel,
  type RevenueAndTaxSettings,
  revenueRecognitionPoints,
} from '#contract/billing/journal/tax-settings.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findLastJournalDay, lockJournal } from '#server/billing/journal/public.ts'
import type { Tx } from '#server/platform/core/db.ts'

/**
 * Refuses JOURNAL_TAX_BEGUN for a change of the day from which tax is split, if entries of that day are made already, and for one after which the last
 * day with entries would have another point of revenue or another class of interest. It is asked when the change is proposed and when it is applied, because days are made
 * in between. No day is made until the transaction ends.
 */
export async function requireTaxSettingsNotUsedInJournal(
  tx: Tx,
  before: RevenueAndTaxSettings,
  after: RevenueAndTaxSettings,
): Promise<void> {
  await lockJournal(tx)
  const made = await findLastJournalDay(tx)
  if (made === undefined) return
  if (before.from !== after.from && (before.from <= made || after.from <= made)) refuse('JOURNAL_TAX_BEGUN')
  const point = findRevenueRecognitionPointOfParcel(before, made)
  if (point !== findRevenueRecognitionPointOfParcel(after, made)) {
    const msg = `收入确认时点须从 ${made} 之后的日期起改变：该日及以前的凭证已按“${revenueRecognitionPoints[point].label}”生成`
    refuse('JOURNAL_TAX_BEGUN', { msg })
  }
  const { taxCode, taxName } = findInterestTaxClass(before, made)
  if (taxCode !== findInterestTaxClass(after, made).taxCode)
    refuse('JOURNAL_TAX_BEGUN', { msg: `利息税收分类须从 ${made} 之后的日期起改变：该日及以前的凭证已按“${taxName}”计税` })
}
