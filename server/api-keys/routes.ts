import type { apiKey } from '../../contract/integration/api.ts'
import type { Handlers } from '../http/context.ts'
import { refuseUnlessPaid, tryPaymentPassword } from '../identity/public.ts'
import type { Keys } from '../platform/keys.ts'
import { addKey, revokeKey, rotateKey } from './change-keys.ts'
import { describeKeys } from './key-view.ts'

export const apiKeyHandlers = (keys: Keys): Handlers<typeof apiKey> => ({
  list: (_, { db, caller, moment }) => describeKeys(db, moment, caller.enterpriseId),
  add: async ({ payPwd, ...given }, { caller, moment, origin, apart, write }) => {
    refuseUnlessPaid(await apart((tx) => tryPaymentPassword(tx, moment, { keys, seat: caller, payPwd })))
    return write((tx) => addKey(tx, { moment, origin, caller }, given))
  },
  rotate: async ({ payPwd, ...given }, { caller, moment, origin, apart, write }) => {
    refuseUnlessPaid(await apart((tx) => tryPaymentPassword(tx, moment, { keys, seat: caller, payPwd })))
    return write((tx) => rotateKey(tx, { moment, origin, caller }, given))
  },
  revoke: async ({ id }, { caller, moment, origin, write }) => {
    await write((tx) => revokeKey(tx, { moment, origin, caller }, id))
    return null
  },
})
