import { sql } from 'kysely'
import type { WebhookDelivery, WebhookDeliveryDetail } from '#contract/integration/integration/shapes.ts'
import type { WebhookRef } from '#server/integration/webhooks/webhooks.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'

const lastTry = (what: 'status' | 'fault') =>
  sql`(select a.${sql.ref(what)} from webhook_attempt a where a.enterprise_id = d.enterprise_id and a.delivery_id = d.id order by a.no desc limit 1)`

const deliveries = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('webhook_delivery as d')
    .select(['d.id', 'd.webhook_id', 'd.event', 'd.subject', 'd.state', 'd.tries', 'd.created_at', 'd.done_at', 'd.next_at', 'd.body'])
    .select([lastTry('status').$castTo<number | null>().as('status'), lastTry('fault').$castTo<string | null>().as('fault')])
    .where('d.enterprise_id', '=', enterpriseId)

type Row = Awaited<ReturnType<ReturnType<typeof deliveries>['executeTakeFirstOrThrow']>>

const deliveryFrom = (row: Row): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  subject: row.subject,
  state: row.state,
  tries: row.tries,
  createdAt: row.created_at,
  doneAt: row.done_at,
  nextAt: row.next_at,
  lastStatus: row.status,
  lastFault: row.fault,
})

export interface WebhookDeliveryFilter {
  enterpriseId: string
  webhookId: string
  state?: WebhookDelivery['state'] | undefined
  pageNo: number
  pageSize: number
}

/** Returns a page of the deliveries of a webhook, newest first. */
export async function listWebhookDeliveries(
  db: Db,
  { enterpriseId, webhookId, state, pageNo, pageSize }: WebhookDeliveryFilter,
): Promise<{ dataList: WebhookDelivery[]; total: number }> {
  const matching = () => {
    const own = deliveries(db, enterpriseId).where('d.webhook_id', '=', webhookId)
    return state === undefined ? own : own.where('d.state', '=', state)
  }
  const { rows, total } = await fetchPageWithTotal(
    matching().orderBy('d.created_at', 'desc').orderBy('d.id'),
    matching(),
    toSlice({ pageNo, pageSize }),
  )
  return { dataList: rows.map(deliveryFrom), total }
}

/** Returns one delivery with its body and its tries, the first try first, and the enterprise that owns it. */
export async function findWebhookDelivery(
  db: Db,
  { enterpriseId, id }: WebhookRef,
): Promise<(WebhookDeliveryDetail & { webhookId: string }) | undefined> {
  const row = await deliveries(db, enterpriseId).where('d.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const attempts = await db
    .selectFrom('webhook_attempt')
    .select(['no', 'at', 'ms', 'status', 'fault', 'answer'])
    .where('enterprise_id', '=', enterpriseId)
    .where('delivery_id', '=', id)
    .orderBy('no')
    .execute()
  return { ...deliveryFrom(row), webhookId: row.webhook_id, body: row.body, attempts }
}

/** Counts the deliveries of an enterprise since a time, by state. */
export async function countWebhookDeliveries(
  db: Db,
  enterpriseId: string,
  { webhookIds, since }: { webhookIds: readonly string[]; since: Date },
): Promise<{ webhookId: string; state: WebhookDelivery['state']; count: number }[]> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .select(['webhook_id', 'state', db.fn.countAll<number>().as('count')])
    .where('enterprise_id', '=', enterpriseId)
    .where('webhook_id', '=', anyOfIdsSql(webhookIds))
    .where('created_at', '>', since)
    .groupBy(['webhook_id', 'state'])
    .execute()
  return rows.map(({ webhook_id, state, count }) => ({ webhookId: webhook_id, state, count }))
}
