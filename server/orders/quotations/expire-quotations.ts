// What time does to quotations: the last day of an offer ends, or is near; and an order that was cancelled opens a quotation again.
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { notifyQuotationAskerAndMainUser } from './quotation-messages.ts'
import { hasLineToOrderOnDaySql, isReopenedSql, type QuotationRef, requireLockedQuotation, updateQuotationRow } from './quotation-store.ts'

const BATCH = 500

const toRef = ({ enterprise_id, id }: { enterprise_id: string; id: string }): QuotationRef => ({ enterpriseId: enterprise_id, id })

async function listExpired(db: Db, today: string): Promise<QuotationRef[]> {
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('quotation')
    .select(['enterprise_id', 'id'])
    .where('state', '=', 'QUOTED')
    .where('valid_until', '<', today)
    .orderBy('valid_until')
    .limit(BATCH)
    .execute()
  return rows.map(toRef)
}

async function listReopened(db: Db, today: string): Promise<QuotationRef[]> {
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('quotation')
    .select(['enterprise_id', 'id'])
    .where('state', '=', 'ACCEPTED')
    .where('valid_until', '>=', today)
    .where(isReopenedSql)
    .orderBy('valid_until')
    .limit(BATCH)
    .execute()
  return rows.map(toRef)
}

async function expire(tx: Tx, moment: Moment, ref: QuotationRef): Promise<boolean> {
  const quotation = await requireLockedQuotation(tx, moment, ref)
  // A new offer was made after the job selected it.
  if (quotation.state !== 'EXPIRED') return false
  await updateQuotationRow(tx, moment, ref, { to: 'EXPIRED' })
  await notifyQuotationAskerAndMainUser(
    tx,
    moment,
    quotation,
    createMessageTextWithValues('quotationExpired', { number: quotation.quotationNo }),
  )
  return true
}

async function reopen(tx: Tx, moment: Moment, ref: QuotationRef): Promise<boolean> {
  const { state } = await requireLockedQuotation(tx, moment, ref)
  if (state !== 'QUOTED') return false
  await updateQuotationRow(tx, moment, ref, { to: 'QUOTED' })
  return true
}

/**
 * Marks offers whose last day is over as expired and tells the buyers; marks accepted quotations as open again whose order was cancelled. Reads see
 * both before (`quotationStateOnDaySql`).
 */
export async function expireOffersAndReopenQuotations(db: Db, moment: Moment): Promise<number> {
  const today = toShanghaiDay(moment.now)
  const expired = await forEachCollectingErrors(await listExpired(db, today), (ref) =>
    runInTransaction(db, (tx) => expire(tx, moment, ref)),
  )
  return (
    expired + (await forEachCollectingErrors(await listReopened(db, today), (ref) => runInTransaction(db, (tx) => reopen(tx, moment, ref))))
  )
}

async function remind(tx: Tx, moment: Moment, ref: QuotationRef, lastDay: string): Promise<boolean> {
  const quotation = await requireLockedQuotation(tx, moment, ref)
  if (quotation.state !== 'QUOTED' || quotation.validUntil !== lastDay) return false
  const marked = await tx
    .updateTable('quotation')
    .set({ reminded_version: quotation.version })
    .where('enterprise_id', '=', ref.enterpriseId)
    .where('id', '=', ref.id)
    .where('reminded_version', '<', quotation.version)
    .where(hasLineToOrderOnDaySql(lastDay))
    .returning('id')
    .execute()
  if (marked.length === 0) return false
  const facts = { number: quotation.quotationNo, lastDay }
  await notifyQuotationAskerAndMainUser(tx, moment, quotation, createMessageTextWithValues('quotationExpiring', facts))
  return true
}

/** Reminds buyers once of each offer whose last day is tomorrow, if something can be ordered on it. Returns how many got a message. */
export async function sendReminderOfOffersEndingTomorrow(db: Db, moment: Moment): Promise<number> {
  const lastDay = addDays(toShanghaiDay(moment.now), 1)
  const due = await withoutTenantGuard(db, 'finding work')
    .selectFrom('quotation')
    .select(['enterprise_id', 'id'])
    .where('state', '=', 'QUOTED')
    .where('valid_until', '=', lastDay)
    .whereRef('reminded_version', '<', 'version')
    .where(hasLineToOrderOnDaySql(lastDay))
    .execute()
  return forEachCollectingErrors(due.map(toRef), (ref) => runInTransaction(db, (tx) => remind(tx, moment, ref, lastDay)))
}
