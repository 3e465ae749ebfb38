import type { Webhook } from '#contract/integration/integration/shapes.ts'
import { countWebhookDeliveries } from '#server/integration/webhooks/delivery/delivery-lists.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { listWebhooks } from './webhooks.ts'

const WEEK_MS = 7 * 86_400_000

/** Returns the webhooks of an enterprise with their recent results, for its main account and for staff. Two statements. */
export async function readWebhooksWithRecentResults(db: Db, moment: Moment, enterpriseId: string): Promise<Webhook[]> {
  const hooks = await listWebhooks(db, enterpriseId)
  const since = new Date(moment.now.getTime() - WEEK_MS)
  const counts = await countWebhookDeliveries(db, enterpriseId, { webhookIds: hooks.map(({ id }) => id), since })
  return hooks.map(({ id, oldSecretUntil, ...hook }) => {
    const of = (state: string) => counts.find((one) => one.webhookId === id && one.state === state)?.count ?? 0
    return {
      id,
      format: hook.format,
      name: hook.name,
      url: hook.url,
      events: hook.events,
      state: hook.state,
      why: hook.why,
      createdAt: hook.createdAt,
      lastOkAt: hook.lastOkAt,
      failingSince: hook.failingSince,
      oldSecretUntil: oldSecretUntil !== null && oldSecretUntil > moment.now ? oldSecretUntil : null,
      delivered: of('DELIVERED'),
      waiting: of('WAIT'),
      parked: of('PARKED'),
    }
  })
}
