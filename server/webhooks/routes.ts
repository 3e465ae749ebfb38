import type { webhook } from '../../contract/integration/api.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/context.ts'
import { refuseUnlessPaid, tryPaymentPassword } from '../identity/public.ts'
import type { Keys } from '../platform/keys.ts'
import { addHook, changeHook, dropHook, ping, redeliver, rotateSecret, setActive } from './change-webhooks.ts'
import { findDelivery, listDeliveries } from './delivery-lists.ts'
import type { HookPost } from './hook-post.ts'
import { describeHooks } from './webhook-view.ts'
import { findHook } from './webhooks.ts'

type WebhookHandlers = Handlers<typeof webhook>

const reads: Pick<WebhookHandlers, 'list' | 'deliveries' | 'delivery'> = {
  list: (_, { db, caller, moment }) => describeHooks(db, moment, caller.enterpriseId),
  deliveries: async (given, { db, caller: { enterpriseId } }) => {
    if (!(await findHook(db, { enterpriseId, id: given.webhookId }))) refuse('WEBHOOK_NOT_FOUND')
    return listDeliveries(db, { enterpriseId, ...given })
  },
  delivery: async ({ id }, { db, caller: { enterpriseId } }) =>
    (await findDelivery(db, { enterpriseId, id })) ?? refuse('DELIVERY_NOT_FOUND'),
}

/** `outside` is read anew by every call. */
export const webhookHandlers = (keys: Keys, outside: { hooks: HookPost }): WebhookHandlers => ({
  ...reads,
  add: async ({ payPwd, ...given }, { caller, moment, origin, apart, write }) => {
    refuseUnlessPaid(await apart((tx) => tryPaymentPassword(tx, moment, { keys, seat: caller, payPwd })))
    return write((tx) => addHook(tx, { moment, origin, caller, keys, ...outside }, given))
  },
  modify: async ({ payPwd, ...given }, { caller, moment, origin, apart, write }) => {
    refuseUnlessPaid(await apart((tx) => tryPaymentPassword(tx, moment, { keys, seat: caller, payPwd })))
    await write((tx) => changeHook(tx, { moment, origin, caller, keys, ...outside }, given))
    return null
  },
  rotateSecret: async ({ payPwd, ...given }, { caller, moment, origin, apart, write }) => {
    refuseUnlessPaid(await apart((tx) => tryPaymentPassword(tx, moment, { keys, seat: caller, payPwd })))
    return write((tx) => rotateSecret(tx, { moment, origin, caller, keys, ...outside }, given))
  },
  setActive: async (given, { caller, moment, origin, write }) => {
    await write((tx) => setActive(tx, { moment, origin, caller }, given))
    return null
  },
  delete: async ({ id }, { caller, moment, origin, write }) => {
    await write((tx) => dropHook(tx, { moment, origin, caller }, id))
    return null
  },
  ping: ({ id }, { caller, moment, write }) => write((tx) => ping(tx, { moment, caller }, id)),
  redeliver: async ({ id }, { caller, moment, write }) => {
    await write((tx) => redeliver(tx, { moment, caller }, id))
    return null
  },
})
