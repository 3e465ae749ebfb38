// 覆盖期满: a bill that the bank has not paid covers no more from the fourth day after its maturity on.
import { ACCEPTANCE_COVER_DAYS_AFTER_MATURITY } from '#contract/money/statements/acceptance-lifecycle.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { formatMoney, negateFen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { sendCreditMessagesToPermittedMembers, acceptanceBillMessageTarget as target } from '#server/billing/receivables/credit-messages.ts'
import { addToCreditLimitFreedByAcceptances, lockAndReadCreditPosition } from '#server/money/credit/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors, returnFalseIfRefused } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { getFirstDayNotCoveredByBill, lockAndChangeAcceptanceBillState, type StaffAcceptanceBillInput } from './acceptance-bills.ts'
import { hasAcceptanceEvent, insertAcceptanceEvent } from './acceptance-events.ts'

async function findLapsed(db: Db, moment: Moment): Promise<StaffAcceptanceBillInput['ref'][]> {
  const lastMaturity = addDays(toShanghaiDay(moment.now), -ACCEPTANCE_COVER_DAYS_AFTER_MATURITY)
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('acceptance_bill as b')
    .innerJoin('acceptance_event as v', (join) => join.onRef('v.enterprise_id', '=', 'b.enterprise_id').onRef('v.bill_id', '=', 'b.id'))
    .select(['b.enterprise_id', 'b.id'])
    .where('b.state', '=', 'ACCEPTED')
    .where('b.maturity_day', '<', lastMaturity)
    .where('v.verb', '=', 'accept')
    .where('v.covered_fen', '>', ZERO_FEN)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('acceptance_event as l')
            .select('l.id')
            .whereRef('l.enterprise_id', '=', 'b.enterprise_id')
            .whereRef('l.bill_id', '=', 'b.id')
            .where('l.verb', '=', 'lapse'),
        ),
      ),
    )
    .execute()
  return rows.map(({ enterprise_id, id }) => ({ enterpriseId: enterprise_id, id }))
}

/** Takes back what a bill has freed, and tells the company. Returns whether that was not done before. */
async function lapseCover(tx: Tx, moment: Moment, ref: StaffAcceptanceBillInput['ref']): Promise<boolean> {
  const bill = await lockAndChangeAcceptanceBillState(tx, moment, 'lapse', { ref, staffId: null })
  if (await hasAcceptanceEvent(tx, ref, 'lapse')) return false
  const { enterpriseId } = ref
  await lockAndReadCreditPosition(tx, enterpriseId)
  const freedFen = negateFen(bill.freedFen)
  await addToCreditLimitFreedByAcceptances(tx, { enterpriseId, amountFen: freedFen })
  await insertAcceptanceEvent(tx, moment, bill, {
    verb: 'lapse',
    valueDay: getFirstDayNotCoveredByBill(bill.maturityDay),
    staffId: null,
    freedFen,
  })
  const facts = {
    billNo: bill.billNo,
    amount: formatMoney(bill.amountFen),
    maturityDay: bill.maturityDay,
    covered: formatMoney(bill.coveredFen),
  }
  await sendCreditMessagesToPermittedMembers(tx, moment, [
    { enterpriseId, target, says: createMessageTextWithValues('acceptanceLapsed', facts) },
  ])
  return true
}

/**
 * Ends the cover of all bills that the bank has not paid three days after their maturity: what they covered costs interest and blocks again by the days of their
 * entries, and the limit that they freed is taken back. A bill can still be honoured or bounce. Missed days are caught up. Returns how many ended.
 */
export async function endCoverOfUnpaidAcceptanceBills(db: Db, moment: Moment): Promise<number> {
  return forEachCollectingErrors(await findLapsed(db, moment), async (ref) => {
    let done = false
    await returnFalseIfRefused(
      runInTransaction(db, async (tx) => {
        done = await lapseCover(tx, moment, ref)
      }),
    )
    return done
  })
}
