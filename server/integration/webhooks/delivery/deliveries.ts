// Writes the tables `webhook_delivery` and `webhook_attempt`; delivery-lists.ts also reads them.
import { sql } from 'kysely'
import type { WebhookResponse } from '#server/integration/webhooks/webhook-sender.ts'
import type { WebhookRef } from '#server/integration/webhooks/webhooks.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface NewWebhookDelivery {
  enterpriseId: string
  webhookId: string
  id: string
  event: string
  subject: string
  body: string
}

/** Inserts deliveries that are due immediately. */
export async function insertWebhookDeliveries(tx: Tx, moment: Moment, deliveries: readonly NewWebhookDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  const rows = deliveries.map(({ enterpriseId, webhookId, id, event, subject, body }) => ({
    enterprise_id: enterpriseId,
    id,
    webhook_id: webhookId,
    event,
    subject,
    body,
    state: 'WAIT' as const,
    next_at: moment.now,
    created_at: moment.now,
  }))
  await tx.insertInto('webhook_delivery').values(rows).execute()
}

/** A delivery that is due. `tries` is the number of finished tries; claiming it adds one. */
export interface DueWebhookDelivery extends WebhookRef {
  webhookId: string
  body: string
  tries: number
  roundFrom: number
}

/** How many due deliveries are taken at once of one webhook, and in total. */
const OF_ONE = 4
const AT_ONCE = 16

/** What a procurement system is told of an order replaces what it was told before, so that must have arrived or been given up. */
const isNextOfSubjectSql = sql<boolean>`(w.format = 'JSON' or not exists (
  select from webhook_delivery as earlier where earlier.enterprise_id = d.enterprise_id and earlier.webhook_id = d.webhook_id
    and earlier.subject = d.subject and earlier.state = 'WAIT' and (earlier.created_at, earlier.id) < (d.created_at, d.id)))`

/**
 * Finds due deliveries of all enterprises, a few for each webhook, so that a long queue of one webhook does not delay others. Webhooks that
 * rest after a failure are left out.
 */
export async function findDueWebhookDeliveries(db: Db, { now }: Moment): Promise<DueWebhookDelivery[]> {
  const due = withoutTenantGuard(db, 'finding work')
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook as w', (join) => join.onRef('w.enterprise_id', '=', 'd.enterprise_id').onRef('w.id', '=', 'd.webhook_id'))
    .select(['d.enterprise_id', 'd.id', 'd.webhook_id', 'd.body', 'd.tries', 'd.round_from', 'd.next_at'])
    .select(sql<number>`row_number() over (partition by d.webhook_id order by d.next_at, d.id)`.as('nth'))
    .where('d.next_at', '<=', now)
    .where('w.state', '=', 'ACTIVE')
    .where((eb) => eb.or([eb('w.rest_until', 'is', null), eb('w.rest_until', '<=', now)]))
    .where(isNextOfSubjectSql)
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom(due.as('due'))
    .selectAll()
    .where('nth', '<=', OF_ONE)
    .orderBy('next_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  return rows.map((row) => ({
    enterpriseId: row.enterprise_id,
    id: row.id,
    webhookId: row.webhook_id,
    body: row.body,
    tries: row.tries,
    roundFrom: row.round_from,
  }))
}

const update = (db: Db, { enterpriseId, id }: WebhookRef) =>
  db.updateTable('webhook_delivery').where('enterprise_id', '=', enterpriseId).where('id', '=', id)

/** Claims a delivery if it is due and nobody else has claimed it. If the claimer crashes, the delivery is due again after `until`. */
export async function claimWebhookDelivery(db: Db, { now }: Moment, delivery: DueWebhookDelivery, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await update(db, delivery)
    .set(({ eb }) => ({ tries: eb('tries', '+', 1), next_at: until }))
    .where('tries', '=', delivery.tries)
    .where('next_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Records the result of a try: delivered, waiting for the next try, or parked. If the delivery was parked meanwhile, only the try is
 * recorded.
 */
export async function recordWebhookDeliveryAttempt(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, tries }: DueWebhookDelivery,
  { answer, ms, next }: { answer: WebhookResponse; ms: number; next: 'delivered' | 'parked' | Date },
): Promise<void> {
  await tx
    .insertInto('webhook_attempt')
    .values({
      enterprise_id: enterpriseId,
      delivery_id: id,
      no: tries + 1,
      at: moment.now,
      ms,
      status: answer.status,
      fault: answer.fault,
      answer: answer.answer.replaceAll('\u0000', ''),
    })
    .execute()
  await update(tx, { enterpriseId, id })
    .set({
      state: next === 'delivered' ? 'DELIVERED' : next === 'parked' ? 'PARKED' : 'WAIT',
      next_at: next instanceof Date ? next : null,
      done_at: next === 'delivered' ? moment.now : null,
    })
    .where('tries', '=', tries + 1)
    .where('state', '=', 'WAIT')
    .execute()
}

/** Parks all waiting deliveries of a webhook. */
export async function parkWebhookDeliveries(tx: Tx, { enterpriseId, id }: WebhookRef): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'PARKED', next_at: null })
    .where('enterprise_id', '=', enterpriseId)
    .where('webhook_id', '=', id)
    .where('state', '=', 'WAIT')
    .execute()
}

/** Starts a new round of tries now. */
export async function restartWebhookDeliveryTries(tx: Tx, { now }: Moment, ref: WebhookRef): Promise<void> {
  await update(tx, ref)
    .set(({ ref: column }) => ({ state: 'WAIT', next_at: now, done_at: null, round_from: column('tries') }))
    .execute()
}

/** Deletes deliveries after some days. A receiver that missed them can pull the changes. */
export async function deleteOldWebhookDeliveries(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  await withoutTenantGuard(tx, 'retention').deleteFrom('webhook_delivery').where('created_at', '<', daysBefore(moment, keptDays)).execute()
}
