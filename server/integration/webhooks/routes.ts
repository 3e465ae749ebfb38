import type { webhookEndpoints } from '#contract/integration/integration/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findWebhookDelivery, listWebhookDeliveries } from '#server/integration/webhooks/delivery/delivery-lists.ts'
import { requireRightPaymentPassword } from '#server/people/identity/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  scheduleWebhookRedelivery,
  scheduleWebhookTestDelivery,
  setWebhookActive,
} from './change-webhooks.ts'
import type { WebhookSender } from './webhook-sender.ts'
import { readWebhooksWithRecentResults } from './webhook-view.ts'
import { findWebhook } from './webhooks.ts'

type WebhookHandlers = Handlers<typeof webhookEndpoints>

const reads: Pick<WebhookHandlers, 'list' | 'deliveries' | 'delivery'> = {
  list: (_, { db, caller, moment }) => readWebhooksWithRecentResults(db, moment, caller.enterpriseId),
  deliveries: async (given, { db, caller: { enterpriseId } }) => {
    if (!(await findWebhook(db, { enterpriseId, id: given.webhookId }))) refuse('WEBHOOK_NOT_FOUND')
    return listWebhookDeliveries(db, { enterpriseId, ...given })
  },
  delivery: async ({ id }, { db, caller: { enterpriseId } }) =>
    (await findWebhookDelivery(db, { enterpriseId, id })) ?? refuse('DELIVERY_NOT_FOUND'),
}

/** `outside` is read at each call, so that its sender can be replaced. */
export const createWebhookHandlers = (keys: Keys, services: { hooks: WebhookSender }): WebhookHandlers => ({
  ...reads,
  add: async ({ payPwd, ...given }, { caller, moment, origin, writeSeparately, write }) => {
    await requireRightPaymentPassword({ keys, caller, moment, writeSeparately }, payPwd)
    return write((tx) => createWebhook(tx, { moment, origin, caller, keys, ...services }, given))
  },
  modify: async ({ payPwd, ...given }, { caller, moment, origin, writeSeparately, write }) => {
    await requireRightPaymentPassword({ keys, caller, moment, writeSeparately }, payPwd)
    await write((tx) => changeWebhook(tx, { moment, origin, caller, keys, ...services }, given))
    return null
  },
  rotateSecret: async ({ payPwd, ...given }, { caller, moment, origin, writeSeparately, write }) => {
    await requireRightPaymentPassword({ keys, caller, moment, writeSeparately }, payPwd)
    return write((tx) => rotateWebhookSecret(tx, { moment, origin, caller, keys, ...services }, given))
  },
  setActive: async (given, { caller, moment, origin, write }) => {
    await write((tx) => setWebhookActive(tx, { moment, origin, caller }, given))
    return null
  },
  delete: async ({ id }, { caller, moment, origin, write }) => {
    await write((tx) => deleteWebhook(tx, { moment, origin, caller }, id))
    return null
  },
  ping: ({ id }, { caller, moment, write }) => write((tx) => scheduleWebhookTestDelivery(tx, { moment, caller }, id)),
  redeliver: async ({ id }, { caller, moment, write }) => {
    await write((tx) => scheduleWebhookRedelivery(tx, { moment, caller }, id))
    return null
  },
})
