import type { punchOutEntryEndpoints, punchOutSetupEndpoints } from '#contract/integration/integration/punch-out/api.ts'
import type { cartReturnEndpoints } from '#contract/orders/cart/return-api.ts'
import { deleteConfirmation, saveConfirmation } from '#server/integration/punch-out/confirmations/change-endpoint.ts'
import { rotatePunchOutSecret, savePunchOutSetup, setPunchOutActive } from '#server/integration/punch-out/setup/change-setup.ts'
import { readPunchOutSetup } from '#server/integration/punch-out/setup/setup-view.ts'
import { readWebhooksWithRecentResults, type WebhookSender } from '#server/integration/webhooks/public.ts'
import { requireRightPaymentPassword } from '#server/people/identity/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listRecentPunchOuts } from './punch-out-store.ts'
import { enterPunchOut } from './punch-outs.ts'
import { returnPunchOutCart } from './return-cart.ts'

/** `allowsLoopback`: in the demo a cart may go back to this machine. `services` is read at each call, so that its sender can be replaced. */
export const createPunchOutSetupHandlers = (
  keys: Keys,
  allowsLoopback: boolean,
  services: { hooks: WebhookSender },
): Handlers<typeof punchOutSetupEndpoints> => ({
  overview: async (_, { db, moment, caller: { enterpriseId } }) => ({
    setup: await readPunchOutSetup(db, enterpriseId),
    confirmation: (await readWebhooksWithRecentResults(db, moment, enterpriseId)).find(({ format }) => format === 'CXML') ?? null,
    recent: await listRecentPunchOuts(db, moment, enterpriseId),
  }),
  save: async ({ payPwd, ...input }, { caller, moment, origin, writeSeparately, write }) => {
    await requireRightPaymentPassword({ keys, caller, moment, writeSeparately }, payPwd)
    return write((tx) => savePunchOutSetup(tx, { moment, origin, caller, allowsLoopback }, input))
  },
  rotateSecret: async ({ payPwd, overlapHours }, { caller, moment, origin, writeSeparately, write }) => {
    await requireRightPaymentPassword({ keys, caller, moment, writeSeparately }, payPwd)
    return write((tx) => rotatePunchOutSecret(tx, { moment, origin, caller, allowsLoopback }, overlapHours))
  },
  setActive: async ({ active }, { caller, moment, origin, write }) => {
    await write((tx) => setPunchOutActive(tx, { moment, origin, caller, allowsLoopback }, active))
    return null
  },
  saveConfirmation: async ({ payPwd, ...given }, { caller, moment, origin, writeSeparately, write }) => {
    await requireRightPaymentPassword({ keys, caller, moment, writeSeparately }, payPwd)
    await write((tx) => saveConfirmation(tx, { moment, origin, caller, keys, ...services }, given))
    return null
  },
  deleteConfirmation: async (_, { caller, moment, origin, write }) => {
    await write((tx) => deleteConfirmation(tx, { moment, origin, caller, keys, ...services }))
    return null
  },
})

export const punchOutEntryHandlers: Handlers<typeof punchOutEntryEndpoints> = {
  enter: ({ code }, { moment, origin, writeWithoutSession }) => writeWithoutSession((tx) => enterPunchOut(tx, moment, { origin, code })),
}

/** Uses `writeWithoutSession`, because the session ends here: `write` would lock it, and two concurrent calls would deadlock. */
export const createCartReturnHandlers = (publicUrl: () => string): Handlers<typeof cartReturnEndpoints> => ({
  returnCart: async ({ cartIds }, { caller, moment, origin, writeWithoutSession }) => ({
    returnPath: await writeWithoutSession((tx) => returnPunchOutCart(tx, moment, { caller, origin, cartIds, publicUrl: publicUrl() })),
  }),
})
