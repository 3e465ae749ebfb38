import { PING_WEBHOOK_EVENT } from '#contract/integration/integration/events.ts'
import { WEBHOOKS_PER_ENTERPRISE_MAX } from '#contract/integration/integration/shapes.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { formatWebhookBody } from '#server/integration/webhooks/delivery/create-deliveries.ts'
import {
  insertWebhookDeliveries,
  parkWebhookDeliveries,
  restartWebhookDeliveryTries,
} from '#server/integration/webhooks/delivery/deliveries.ts'
import { findWebhookDelivery, listWebhookDeliveries } from '#server/integration/webhooks/delivery/delivery-lists.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findMainUserId, lockMainAccount } from '#server/people/organisation/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Member, toAuditActor } from '#server/platform/http/caller.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import { createWebhookSecret } from './signature.ts'
import type { WebhookSender } from './webhook-sender.ts'
import {
  clearWebhookBackoff,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  markWebhookDeleted,
  updateWebhookRow,
  updateWebhookSecretColumns,
  updateWebhookStateColumns,
  type WebhookInput,
  type WebhookRef,
  type WebhookRow,
} from './webhooks.ts'

export interface WebhookChangeContext {
  moment: Moment
  origin: RequestOrigin
  caller: Member
  keys: Keys
  hooks: WebhookSender
}

const requireLockedWebhook = async (tx: Tx, ref: WebhookRef): Promise<WebhookRow> =>
  (await lockWebhook(tx, ref)) ?? refuse('WEBHOOK_NOT_FOUND')
/** The same for what only a webhook of our own format can do: the endpoint of confirmations is changed with the procurement system. */
async function requireLockedJsonWebhook(tx: Tx, ref: WebhookRef): Promise<WebhookRow> {
  const hook = await requireLockedWebhook(tx, ref)
  return hook.format === 'JSON' ? hook : refuse('WEBHOOK_NOT_FOUND')
}
const own = ({ caller: { enterpriseId } }: Pick<WebhookChangeContext, 'caller'>, id: string): WebhookRef => ({ enterpriseId, id })

async function note(
  tx: Tx,
  { moment, origin, caller }: Pick<WebhookChangeContext, 'moment' | 'origin' | 'caller'>,
  { action, id, facts }: { action: string; id: string; facts: Record<string, unknown> },
): Promise<void> {
  const actor = toAuditActor(caller)
  await recordAudit(tx, moment, { origin, actor, action, objectKind: 'webhook', objectId: id, facts })
}

/** Creates a webhook and its secret. The secret is returned only here. Refuses WEBHOOKS_FULL, WEBHOOK_URL. */
export async function createWebhook(tx: Tx, context: WebhookChangeContext, fields: WebhookInput): Promise<{ id: string; secret: string }> {
  const { moment, caller, keys, hooks } = context
  const { enterpriseId, userId } = caller
  if (!hooks.accepts(fields.url)) refuse('WEBHOOK_URL', { field: 'url' })
  await lockMainAccount(tx, enterpriseId)
  const known = (await listWebhooks(tx, enterpriseId)).filter(({ format }) => format === 'JSON')
  if (known.length >= WEBHOOKS_PER_ENTERPRISE_MAX) refuse('WEBHOOKS_FULL')
  const secret = createWebhookSecret(moment)
  const id = await insertWebhook(tx, moment, { ...fields, format: 'JSON', keys, enterpriseId, userId, secret })
  await note(tx, context, { action: 'add webhook', id, facts: { ...fields } })
  return { id, secret }
}

export async function changeWebhook(
  tx: Tx,
  context: WebhookChangeContext,
  { id, ...fields }: WebhookInput & { id: string },
): Promise<void> {
  if (!context.hooks.accepts(fields.url)) refuse('WEBHOOK_URL', { field: 'url' })
  await requireLockedJsonWebhook(tx, own(context, id))
  await updateWebhookRow(tx, own(context, id), fields)
  await note(tx, context, { action: 'modify webhook', id, facts: { ...fields } })
}

/** Creates a new secret. Both secrets sign for some hours, so that a receiver can switch without an interruption. */
export async function rotateWebhookSecret(
  tx: Tx,
  context: WebhookChangeContext,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<{ id: string; secret: string }> {
  const { moment, keys } = context
  const hook = await requireLockedJsonWebhook(tx, own(context, id))
  const secret = createWebhookSecret(moment)
  await updateWebhookSecretColumns(tx, moment, hook, { keys, secret, until: addHours(moment.now, overlapHours) })
  await note(tx, context, { action: 'rotate webhook secret', id, facts: { name: hook.name, overlapHours } })
  return { id, secret }
}

/** Pauses or resumes a webhook. A webhook that the platform has disabled can only be resumed by staff. */
export async function setWebhookActive(
  tx: Tx,
  context: Pick<WebhookChangeContext, 'moment' | 'origin' | 'caller'>,
  { id, active }: { id: string; active: boolean },
): Promise<void> {
  const ref = own(context, id)
  const hook = await requireLockedWebhook(tx, ref)
  if (hook.state === 'DISABLED' && hook.why?.startsWith(BY_STAFF)) refuse('WEBHOOK_BY_STAFF')
  await updateWebhookStateColumns(tx, ref, active ? 'ACTIVE' : 'PAUSED')
  if (!active) await parkWebhookDeliveries(tx, ref)
  await note(tx, context, { action: active ? 'resume webhook' : 'pause webhook', id, facts: { name: hook.name } })
}

export async function deleteWebhook(
  tx: Tx,
  context: Pick<WebhookChangeContext, 'moment' | 'origin' | 'caller'>,
  id: string,
): Promise<void> {
  const ref = own(context, id)
  const { name, url } = await requireLockedJsonWebhook(tx, ref)
  await markWebhookDeleted(tx, context.moment, ref)
  await parkWebhookDeliveries(tx, ref)
  await note(tx, context, { action: 'delete webhook', id, facts: { name, url } })
}

const BY_STAFF = '平台停用：'

/** Staff disable the webhook of an enterprise. The main account gets a message. */
export async function disableWebhookByStaff(tx: Tx, moment: Moment, { reason, ...ref }: WebhookRef & { reason: string }): Promise<void> {
  const { enterpriseId } = ref
  const { name } = await requireLockedWebhook(tx, ref)
  await updateWebhookStateColumns(tx, ref, 'DISABLED', `${BY_STAFF}${reason}`)
  await parkWebhookDeliveries(tx, ref)
  const main = await findMainUserId(tx, enterpriseId)
  const target = { screen: '/api_access', search: {} } as const
  const message = { says: createMessageTextWithValues('webhookStopped', { name, reason }), target }
  if (main !== undefined) await sendMessages(tx, moment, [{ enterpriseId, userIds: [main], kind: 'system', ...message }])
}

const MINUTE_MS = 60_000
const A_MINUTE_MAX = 5

const requireActive = (hook: WebhookRow): WebhookRow => (hook.state === 'ACTIVE' ? hook : refuse('WEBHOOK_NOT_ACTIVE'))

/** Schedules an empty test message to check what the address answers. Returns the delivery id. */
export async function scheduleWebhookTestDelivery(
  tx: Tx,
  { moment, caller }: Pick<WebhookChangeContext, 'moment' | 'caller'>,
  webhookId: string,
): Promise<{ id: string }> {
  const { enterpriseId } = caller
  const ref = { enterpriseId, id: webhookId }
  requireActive(await requireLockedJsonWebhook(tx, ref))
  const { dataList: latest } = await listWebhookDeliveries(tx, { enterpriseId, webhookId, pageNo: 1, pageSize: A_MINUTE_MAX })
  const lately = latest.filter(
    ({ event, createdAt }) => event === PING_WEBHOOK_EVENT.name && moment.now.getTime() - createdAt.getTime() < MINUTE_MS,
  )
  if (lately.length >= A_MINUTE_MAX) refuse('WEBHOOK_TOO_OFTEN')
  const id = moment.newId()
  const body = formatWebhookBody(moment, id, { event: PING_WEBHOOK_EVENT.name, data: {} })
  await insertWebhookDeliveries(tx, moment, [
    { enterpriseId, webhookId, id, event: PING_WEBHOOK_EVENT.name, subject: PING_WEBHOOK_EVENT.label, body },
  ])
  await clearWebhookBackoff(tx, ref)
  return { id }
}

/** Schedules one delivery again, with the same id. For a delivery that is still being tried, only the next try is moved forward. */
export async function scheduleWebhookRedelivery(
  tx: Tx,
  { moment, caller }: Pick<WebhookChangeContext, 'moment' | 'caller'>,
  id: string,
): Promise<void> {
  const { enterpriseId } = caller
  const delivery = (await findWebhookDelivery(tx, { enterpriseId, id })) ?? refuse('DELIVERY_NOT_FOUND')
  const ref = { enterpriseId, id: delivery.webhookId }
  requireActive(await requireLockedWebhook(tx, ref))
  const lately = delivery.attempts.filter(({ at }) => moment.now.getTime() - at.getTime() < MINUTE_MS)
  if (lately.length >= A_MINUTE_MAX) refuse('WEBHOOK_TOO_OFTEN')
  await restartWebhookDeliveryTries(tx, moment, { enterpriseId, id })
  await clearWebhookBackoff(tx, ref)
}
