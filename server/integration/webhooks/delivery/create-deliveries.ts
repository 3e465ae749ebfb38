import { type WebhookEvent, webhookEventByOrderState, webhookEventByQuotationState } from '#contract/integration/integration/events.ts'
import { listActiveWebhooks } from '#server/integration/webhooks/webhooks.ts'
import { findOrderNumbers } from '#server/orders/orders/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { OutboxEvent, OutboxTopics } from '#server/platform/core/outbox.ts'
import { insertWebhookDeliveries, type NewWebhookDelivery } from './deliveries.ts'

/** What a webhook sends: the event name, the object, and the data. */
interface WebhookMessage {
  event: WebhookEvent
  subject: string
  data: Record<string, unknown>
}

type ToWebhookMessage<T extends keyof OutboxTopics> = (payload: OutboxTopics[T], orderNos: ReadonlyMap<string, string>) => WebhookMessage

/**
 * Maps outbox topics to webhook events. Bodies contain only numbers and states, no personal data and no goods; receivers pull the rest with
 * an API key.
 */
const messagesByTopic: { [T in keyof OutboxTopics]?: ToWebhookMessage<T> } = {
  'order.moved': ({ orderNo, to }) => ({ event: webhookEventByOrderState[to], subject: orderNo, data: { orderNo, state: to } }),
  'quotation.moved': ({ quotationNo, to }) => ({
    event: webhookEventByQuotationState[to],
    subject: quotationNo,
    data: { quotationNo, state: to },
  }),
  'quotation.said': ({ quotationNo }) => ({ event: 'quotation.message', subject: quotationNo, data: { quotationNo } }),
  'statement.posted': ({ month, totalFen }) => ({ event: 'statement.posted', subject: month, data: { month, total: totalFen } }),
  'invoice.issued': ({ invoiceId, invoiceNo, amountFen }) => ({
    event: 'invoice.issued',
    subject: invoiceNo,
    data: { id: invoiceId, invoiceNo, amount: amountFen },
  }),
  'refund.done': ({ refundNo, orderId, amountFen }, orderNos) => ({
    event: 'refund.done',
    subject: refundNo,
    data: { refundNo, orderNo: orderNos.get(orderId ?? '') ?? null, amount: amountFen },
  }),
}

/** An outbox event with the enterprise that it belongs to. */
export type EnterpriseOutboxEvent = OutboxEvent & { enterpriseId: string; at: Date }

export const isWebhookTopic = (topic: string): boolean => Object.hasOwn(messagesByTopic, topic)

/** Renders the body of a delivery. It is signed, so it must be the same in every try. */
export const formatWebhookBody = (moment: Moment, id: string, { event, data }: { event: string; data: object }): string =>
  JSON.stringify({ id, type: event, createdAt: moment.now.toISOString(), data })

/** Finds the numbers of the refunded orders, with one statement for each enterprise. */
async function numbersOf(tx: Tx, events: readonly EnterpriseOutboxEvent[]): Promise<Map<string, string>> {
  const numbers = new Map<string, string>()
  const refunds = events.flatMap((one) =>
    one.topic === 'refund.done' && one.payload.orderId !== null ? [{ ...one, orderId: one.payload.orderId }] : [],
  )
  for (const [enterpriseId, own] of Map.groupBy(refunds, (one) => one.enterpriseId)) {
    const ids = own.map(({ orderId }) => orderId)
    for (const [id, orderNo] of await findOrderNumbers(tx, enterpriseId, ids)) numbers.set(id, orderNo)
  }
  return numbers
}

/**
 * Creates deliveries for all webhooks that have subscribed to the given events. It runs in the transaction in which the relay marks the
 * events as handled, so each committed event is recorded exactly once.
 */
export async function createWebhookDeliveries(tx: Tx, moment: Moment, news: readonly EnterpriseOutboxEvent[]): Promise<void> {
  if (news.length === 0) return
  const hooks = Map.groupBy(await listActiveWebhooks(tx, [...new Set(news.map((one) => one.enterpriseId))]), (hook) => hook.enterpriseId)
  const heard = news.filter((one) => hooks.has(one.enterpriseId))
  const orderNos = await numbersOf(tx, heard)
  const made = heard.flatMap((one): NewWebhookDelivery[] => {
    const toMessage = messagesByTopic[one.topic] as ToWebhookMessage<typeof one.topic> | undefined
    const message = toMessage?.(one.payload as never, orderNos)
    if (!message) return []
    const { enterpriseId } = one
    // A webhook does not get events that happened before it was created, even if the relay is late.
    const wanting = (hooks.get(enterpriseId) ?? []).filter(({ events, createdAt }) => events.includes(message.event) && createdAt <= one.at)
    return wanting.map((hook) => {
      const id = moment.newId()
      return {
        enterpriseId,
        webhookId: hook.id,
        id,
        event: message.event,
        subject: message.subject,
        body: formatWebhookBody(moment, id, message),
      }
    })
  })
  await insertWebhookDeliveries(tx, moment, made)
}
