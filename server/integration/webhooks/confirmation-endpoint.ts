// The endpoint of a procurement system that is told of orders in cXML: a webhook of its own format, one of a company.
import { CONFIRMATION_ENDPOINT_NAME } from '#contract/integration/integration/events.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { parkWebhookDeliveries } from '#server/integration/webhooks/delivery/deliveries.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { toAuditActor } from '#server/platform/http/caller.ts'
import type { WebhookChangeContext } from './change-webhooks.ts'
import {
  insertWebhook,
  listWebhooks,
  markWebhookDeleted,
  replaceGivenWebhookSecret,
  updateWebhookRow,
  type WebhookRow,
} from './webhooks.ts'

const findEndpoint = async (tx: Tx, enterpriseId: string): Promise<WebhookRow | undefined> =>
  (await listWebhooks(tx, enterpriseId)).find(({ format }) => format === 'CXML')

async function note(tx: Tx, { moment, origin, caller }: WebhookChangeContext, action: string, id: string, facts: Record<string, unknown>) {
  const actor = toAuditActor(caller)
  await recordAudit(tx, moment, { origin, actor, action, objectKind: 'webhook', objectId: id, facts })
}

/**
 * Adds the endpoint or changes it. `secret`: what the other system knows us by; undefined: the one that is there stays. The caller has locked
 * the company. Refuses WEBHOOK_URL, CONFIRMATION_SECRET.
 */
export async function saveConfirmationEndpoint(
  tx: Tx,
  context: WebhookChangeContext,
  { url, secret }: { url: string; secret: string | undefined },
): Promise<void> {
  const { moment, caller, keys, hooks } = context
  const { enterpriseId, userId } = caller
  if (!hooks.accepts(url)) refuse('WEBHOOK_URL', { field: 'url' })
  const known = await findEndpoint(tx, enterpriseId)
  const fields = { name: CONFIRMATION_ENDPOINT_NAME, url, events: [] }
  if (!known) {
    if (secret === undefined) refuse('CONFIRMATION_SECRET', { field: 'secret' })
    const id = await insertWebhook(tx, moment, { ...fields, format: 'CXML', keys, enterpriseId, userId, secret })
    return note(tx, context, 'add confirmation endpoint', id, { url })
  }
  // A secret goes to whoever has the address, so another address gets one that was typed for it.
  if (secret === undefined && new URL(known.url).origin !== new URL(url).origin) refuse('CONFIRMATION_SECRET', { field: 'secret' })
  await updateWebhookRow(tx, known, fields)
  if (secret !== undefined) await replaceGivenWebhookSecret(tx, moment, known, { keys, secret })
  return note(tx, context, 'modify confirmation endpoint', known.id, { url, secret: secret === undefined ? 'kept' : 'replaced' })
}

/** Deletes the endpoint, and what waits for it is not sent. Refuses WEBHOOK_NOT_FOUND. */
export async function deleteConfirmationEndpoint(tx: Tx, context: WebhookChangeContext): Promise<void> {
  const known = (await findEndpoint(tx, context.caller.enterpriseId)) ?? refuse('WEBHOOK_NOT_FOUND')
  await markWebhookDeleted(tx, context.moment, known)
  await parkWebhookDeliveries(tx, known)
  await note(tx, context, 'delete confirmation endpoint', known.id, { url: known.url })
}
