import { computeRepayableTotal } from '#contract/money/statements/repayment.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { lockAndReadDebtsUpToDate, repayDueFromWallet, selectDueDebtNotCoveredByBills } from '#server/money/statements/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { closeMonthsAndChargeInterest } from './close-months.ts'
import { filterAndRecordUnsentDueNotices, repaymentMessageTarget, sendCreditMessagesToPermittedMembers } from './credit-messages.ts'

async function findDue(db: Db, moment: Moment): Promise<string[]> {
  const across = withoutTenantGuard(db, 'finding work')
  const claimed = across.selectFrom('statement as w').select('w.enterprise_id').where('w.state', '=', 'WRITTEN_OFF')
  const rows = await across
    .selectFrom('repayment_terms as terms')
    .leftJoin('statement', (join) =>
      join
        .onRef('statement.enterprise_id', '=', 'terms.enterprise_id')
        .on('statement.state', 'in', ['CLOSED', 'OVERDUE'])
        .on('statement.due_day', '<=', toShanghaiDay(moment.now)),
    )
    .select('terms.enterprise_id')
    .distinct()
    .where('terms.auto_repay', '=', true)
    .where((eb) => eb.or([eb('statement.month', 'is not', null), eb('terms.enterprise_id', 'in', claimed)]))
    .execute()
  return rows.map(({ enterprise_id }) => enterprise_id)
}

async function repayOne(tx: Tx, moment: Moment, enterpriseId: string): Promise<Fen | undefined> {
  const made = await repayDueFromWallet(tx, moment, enterpriseId)
  const left = computeRepayableTotal(selectDueDebtNotCoveredByBills(await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)))
  if (made) {
    const amount = formatMoney(made.amountFen)
    const says =
      left > 0
        ? createMessageTextWithValues('autoRepaidPart', { amount, left: formatMoney(left) })
        : createMessageTextWithValues('autoRepaid', { amount })
    await sendCreditMessagesToPermittedMembers(tx, moment, [{ enterpriseId, target: repaymentMessageTarget, says }])
    return made.amountFen
  }
  if (left === 0) return undefined
  // A message about an empty wallet is sent at most once a day.
  const short = { enterpriseId, subject: `auto ${toShanghaiDay(moment.now)}` }
  const says = createMessageTextWithValues('autoRepayFailed', { amount: formatMoney(left) })
  await sendCreditMessagesToPermittedMembers(
    tx,
    moment,
    (await filterAndRecordUnsentDueNotices(tx, moment, [short])).map(() => ({ enterpriseId, target: repaymentMessageTarget, says })),
  )
  return undefined
}

/**
 * 自动还款: repays what is due until today for all enterprises that have chosen it, as far as the balance of the wallet allows. It can be
 * repeated without harm. Returns the number of enterprises and the repaid amount in fen.
 */
export async function runAutopay(db: Db, moment: Moment): Promise<{ companies: number; amount: number }> {
  let [companies, amount] = [0, 0]
  const repayAll = async () =>
    forEachCollectingErrors(await findDue(db, moment), async (enterpriseId) => {
      const repaid = await runInTransaction(db, (tx) => repayOne(tx, moment, enterpriseId))
      companies += repaid === undefined ? 0 : 1
      amount += repaid ?? 0
      return repaid !== undefined
    })
  // A failure to update one enterprise does not stop the others; each is updated again when it repays.
  await forEachCollectingErrors([async () => (await closeMonthsAndChargeInterest(db, moment)).companies, repayAll], (pass) => pass())
  return { companies, amount }
}
