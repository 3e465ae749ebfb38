// Reads and writes the table `webhook`.
import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/integration/integration/events.ts'
import type { WebhookFormat } from '#contract/integration/integration/shapes.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface WebhookRef {
  enterpriseId: string
  id: string
}

export interface WebhookRow extends WebhookRef {
  format: WebhookFormat
  name: string
  url: string
  events: WebhookEvent[]
  state: 'ACTIVE' | 'PAUSED' | 'DISABLED'
  why: string | null
  secretSealed: Buffer
  oldSecretSealed: Buffer | null
  oldSecretUntil: Date | null
  lastOkAt: Date | null
  failingSince: Date | null
  createdAt: Date
}

const hooks = (db: Db) =>
  db
    .selectFrom('webhook')
    .select(['enterprise_id', 'id', 'name', 'url', 'events', 'state', 'why', 'secret_sealed', 'old_secret_sealed', 'old_secret_until'])
    .select(['last_ok_at', 'failing_since', 'created_at', 'format'])
    .where('deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof hooks>['executeTakeFirstOrThrow']>>

const hookFrom = (row: Row): WebhookRow => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  format: row.format,
  name: row.name,
  url: row.url,
  events: row.events as WebhookEvent[],
  state: row.state,
  why: row.why,
  secretSealed: row.secret_sealed,
  oldSecretSealed: row.old_secret_sealed,
  oldSecretUntil: row.old_secret_until,
  lastOkAt: row.last_ok_at,
  failingSince: row.failing_since,
  createdAt: row.created_at,
})

export async function listWebhooks(db: Db, enterpriseId: string): Promise<WebhookRow[]> {
  const rows = await hooks(db).where('enterprise_id', '=', enterpriseId).orderBy('created_at').orderBy('id').execute()
  return rows.map(hookFrom)
}

/** Lists the active webhooks of the given enterprises. */
export async function listActiveWebhooks(db: Db, enterpriseIds: readonly string[]): Promise<WebhookRow[]> {
  const rows = await hooks(db).where('enterprise_id', '=', anyOfIdsSql(enterpriseIds)).where('state', '=', 'ACTIVE').execute()
  return rows.map(hookFrom)
}

export async function findWebhook(db: Db, { enterpriseId, id }: WebhookRef): Promise<WebhookRow | undefined> {
  const row = await hooks(db).where('enterprise_id', '=', enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && hookFrom(row)
}

/** Locks a webhook until the transaction ends. */
export async function lockWebhook(tx: Tx, { enterpriseId, id }: WebhookRef): Promise<WebhookRow | undefined> {
  const row = await hooks(tx).where('enterprise_id', '=', enterpriseId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && hookFrom(row)
}

const PLACE = { secret_sealed: 'webhook|secret_sealed|', old_secret_sealed: 'webhook|old_secret_sealed|' }

/** Returns the secrets that sign now: the current one, and the former one until it expires. */
export function getWebhookSigningSecrets(
  keys: Keys,
  { now }: Moment,
  { id, secretSealed, oldSecretSealed, oldSecretUntil }: WebhookRow,
): string[] {
  const own = keys.open(PLACE.secret_sealed + id, secretSealed)
  const former = oldSecretSealed !== null && oldSecretUntil !== null && oldSecretUntil > now
  return former ? [own, keys.open(PLACE.old_secret_sealed + id, oldSecretSealed)] : [own]
}

export type WebhookInput = Pick<WebhookRow, 'name' | 'url' | 'events'>

const columnsOf = ({ name, url, events }: WebhookInput) => ({ name, url, events: JSON.stringify(events) })

interface NewWebhook extends WebhookInput {
  keys: Keys
  enterpriseId: string
  userId: string
  secret: string
  format: WebhookFormat
}

export async function insertWebhook(
  tx: Tx,
  moment: Moment,
  { keys, enterpriseId, userId, secret, format, ...fields }: NewWebhook,
): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('webhook')
    .values({
      enterprise_id: enterpriseId,
      id,
      format,
      ...columnsOf(fields),
      state: 'ACTIVE',
      created_by: userId,
      created_at: moment.now,
      secret_sealed: keys.seal(moment, PLACE.secret_sealed + id, secret),
    })
    .execute()
  return id
}

const update = (tx: Tx, { enterpriseId, id }: WebhookRef) =>
  tx.updateTable('webhook').where('enterprise_id', '=', enterpriseId).where('id', '=', id)

/** Changes the name, address or events of a webhook. Failures of the former address are reset. */
export async function updateWebhookRow(tx: Tx, ref: WebhookRef, fields: WebhookInput): Promise<void> {
  await update(tx, ref)
    .set({ ...columnsOf(fields), failing_since: null, rest_until: null })
    .execute()
}

/** Replaces a secret that another system has given: its former one means nothing any more. */
export async function replaceGivenWebhookSecret(tx: Tx, moment: Moment, ref: WebhookRef, { keys, secret }: { keys: Keys; secret: string }) {
  await update(tx, ref)
    .set({ secret_sealed: keys.seal(moment, PLACE.secret_sealed + ref.id, secret) })
    .execute()
}

/** Replaces the secret. The former one signs as well until the given time. */
export async function updateWebhookSecretColumns(
  tx: Tx,
  moment: Moment,
  hook: WebhookRow,
  { keys, secret, until }: { keys: Keys; secret: string; until: Date },
): Promise<void> {
  const { id } = hook
  const former = keys.open(PLACE.secret_sealed + id, hook.secretSealed)
  await update(tx, hook)
    .set({
      secret_sealed: keys.seal(moment, PLACE.secret_sealed + id, secret),
      old_secret_sealed: keys.seal(moment, PLACE.old_secret_sealed + id, former),
      old_secret_until: until,
    })
    .execute()
}

/** Sets the state of a webhook. Reactivating it resets its failures. */
export async function updateWebhookStateColumns(
  tx: Tx,
  ref: WebhookRef,
  state: WebhookRow['state'],
  why: string | null = null,
): Promise<void> {
  await update(tx, ref)
    .set({ state, why, ...(state === 'ACTIVE' ? { failing_since: null, rest_until: null } : {}) })
    .execute()
}

export async function markWebhookDeleted(tx: Tx, moment: Moment, ref: WebhookRef): Promise<void> {
  await update(tx, ref).set({ state: 'PAUSED', deleted_at: moment.now }).execute()
}

/** Ends the rest after a failure, because somebody wants a try now. */
export async function clearWebhookBackoff(tx: Tx, ref: WebhookRef): Promise<void> {
  await update(tx, ref).set({ rest_until: null }).execute()
}

export async function recordWebhookSuccess(tx: Tx, moment: Moment, ref: WebhookRef): Promise<void> {
  await update(tx, ref).set({ last_ok_at: moment.now, failing_since: null, rest_until: null }).execute()
}

/**
 * Records a failed try. The webhook rests until the given time. Returns since when nothing has succeeded, or undefined if the webhook is
 * not active.
 */
export async function recordWebhookFailure(tx: Tx, moment: Moment, ref: WebhookRef, restUntil: Date): Promise<Date | undefined> {
  const row = await update(tx, ref)
    .set({ failing_since: sql<Date>`coalesce(failing_since, ${moment.now}::timestamptz)`, rest_until: restUntil })
    .where('state', '=', 'ACTIVE')
    .returning('failing_since')
    .executeTakeFirst()
  return row?.failing_since ?? undefined
}
