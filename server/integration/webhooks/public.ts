/**
 * Owns the webhooks of companies and their deliveries.
 * Writes the tables `webhook`, `webhook_attempt` and `webhook_delivery`.
 * Never holds a transaction open while a receiver answers.
 */

export { disableWebhookByStaff } from './change-webhooks.ts'
export { createWebhookDeliveries, type EnterpriseOutboxEvent, isWebhookTopic } from './create-deliveries.ts'
export { deleteOldWebhookDeliveries } from './deliveries.ts'
export { listWebhookDeliveries } from './delivery-lists.ts'
export { sendDueWebhookDeliveries } from './send-due-deliveries.ts'
export { createWebhookSender, type WebhookSender } from './webhook-sender.ts'
export { readWebhooksWithRecentResults } from './webhook-view.ts'
export { findWebhook } from './webhooks.ts'
