/**
 * Owns the webhooks of companies and their deliveries.
 * Writes the tables `webhook`, `webhook_attempt` and `webhook_delivery`.
 * Never holds a transaction open while a receiver answers.
 */

export {
  createWebhookDeliveries,
  type EnterpriseOutboxEvent,
  isWebhookTopic,
} from '#server/integration/webhooks/delivery/create-deliveries.ts'
export { deleteOldWebhookDeliveries, insertWebhookDeliveries } from '#server/integration/webhooks/delivery/deliveries.ts'
export { listWebhookDeliveries } from '#server/integration/webhooks/delivery/delivery-lists.ts'
export { sendDueWebhookDeliveries } from '#server/integration/webhooks/delivery/send-due-deliveries.ts'
export { disableWebhookByStaff, type WebhookChangeContext } from './change-webhooks.ts'
export { deleteConfirmationEndpoint, saveConfirmationEndpoint } from './confirmation-endpoint.ts'
export { createWebhookSender, type WebhookSender } from './webhook-sender.ts'
export { readWebhooksWithRecentResults } from './webhook-view.ts'
export { findWebhook, listActiveWebhooks } from './webhooks.ts'
