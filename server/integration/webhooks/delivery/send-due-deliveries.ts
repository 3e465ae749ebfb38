import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import type { WebhookResponse, WebhookSender } from '#server/integration/webhooks/webhook-sender.ts'
import {
  findWebhook,
  getWebhookSigningSecrets,
  recordWebhookFailure,
  recordWebhookSuccess,
  updateWebhookStateColumns,
  type WebhookRow,
} from '#server/integration/webhooks/webhooks.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findMainUserId } from '#server/people/organisation/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { runAllAtOnceCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { type Clock, createMoment, type Moment, monotonicNowMs } from '#server/platform/core/moment.ts'
import {
  claimWebhookDelivery,
  type DueWebhookDelivery,
  findDueWebhookDeliveries,
  parkWebhookDeliveries,
  recordWebhookDeliveryAttempt,
} from './deliveries.ts'
import { deliveryFormats, isSuccessfulStatus } from './delivery-formats.ts'

export interface WebhookDeliveryContext {
  db: Db
  clock: Clock
  keys: Keys
  hooks: WebhookSender
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The delay after each failed try, about a day in total. */
export const WEBHOOK_DELIVERY_BACKOFF_MS = [
  ...[0.5 * MINUTE_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS],
] as const
/** After a failure, nothing is sent to the webhook for this time. */
const REST_MS = 30_000
/** After this time another runner may take over a claimed try. It is far longer than a try can last. */
const LEASE_MS = 2 * MINUTE_MS
export const WEBHOOK_FAILING_DAYS_MAX = 3

const later = ({ now }: Moment, ms: number): Date => new Date(now.getTime() + ms)

const wentThrough = ({ status, fault }: WebhookResponse): boolean => status !== null && isSuccessfulStatus(status) && fault === null

/** Decides what follows a try: delivered, parked, or the time of the next try. */
function nextOf(moment: Moment, { tries, roundFrom }: DueWebhookDelivery, answer: WebhookResponse): 'delivered' | 'parked' | Date {
  if (wentThrough(answer)) return 'delivered'
  const wait = WEBHOOK_DELIVERY_BACKOFF_MS[tries - roundFrom]
  return wait === undefined ? 'parked' : later(moment, wait)
}

/** Disables a webhook that has failed for days, and sends the main account a message. */
async function disable(tx: Tx, moment: Moment, { enterpriseId, id, name }: WebhookRow): Promise<void> {
  await updateWebhookStateColumns(tx, { enterpriseId, id }, 'DISABLED', `连续 ${WEBHOOK_FAILING_DAYS_MAX} 天推送失败`)
  await parkWebhookDeliveries(tx, { enterpriseId, id })
  const main = await findMainUserId(tx, enterpriseId)
  if (main === undefined) return
  const says = createMessageTextWithValues('webhookFailing', { name, days: String(WEBHOOK_FAILING_DAYS_MAX) })
  const target = { screen: '/api_access', search: {} } as const
  await sendMessages(tx, moment, [{ enterpriseId, userIds: [main], kind: 'system', says, target }])
}

async function recordOutcome(tx: Tx, moment: Moment, hook: WebhookRow, answer: WebhookResponse): Promise<void> {
  if (wentThrough(answer)) return recordWebhookSuccess(tx, moment, hook)
  const since = await recordWebhookFailure(tx, moment, hook, later(moment, REST_MS))
  if (since && moment.now.getTime() - since.getTime() >= WEBHOOK_FAILING_DAYS_MAX * 24 * HOUR_MS) await disable(tx, moment, hook)
}

async function sendOne({ db, clock, keys, hooks }: WebhookDeliveryContext, delivery: DueWebhookDelivery): Promise<boolean> {
  const moment = createMoment(clock())
  if (!(await claimWebhookDelivery(db, moment, delivery, later(moment, LEASE_MS)))) return false
  const hook = await findWebhook(db, { enterpriseId: delivery.enterpriseId, id: delivery.webhookId })
  if (!hook) return false
  const { prepare, evaluate } = deliveryFormats[hook.format]
  const { id, body } = delivery
  const sent = prepare(getWebhookSigningSecrets(keys, moment, hook), { id, at: moment.now, body })
  const began = monotonicNowMs()
  const answer = evaluate(await hooks.post(hook.url, { headers: { 'user-agent': 'Yanfeng-Webhook/1', ...sent.headers }, body: sent.body }))
  const ms = Math.round(monotonicNowMs() - began)
  const after = createMoment(clock())
  await runInTransaction(db, async (tx) => {
    // The webhook is locked before its deliveries, as everywhere. Parking locks all deliveries, so two tries that end at once could
    // otherwise deadlock.
    await recordOutcome(tx, after, hook, answer)
    await recordWebhookDeliveryAttempt(tx, after, delivery, { answer, ms, next: nextOf(after, delivery, answer) })
  })
  return true
}

/**
 * Sends due deliveries, several at once, and returns how many were sent. Each is claimed by one runner, and no transaction is open while it
 * waits for an answer. If the program crashes before it records an answer, the delivery is sent again; receivers recognise it by its id.
 */
export async function sendDueWebhookDeliveries(context: WebhookDeliveryContext): Promise<number> {
  return runAllAtOnceCollectingErrors(await findDueWebhookDeliveries(context.db, createMoment(context.clock())), (one) =>
    sendOne(context, one),
  )
}
