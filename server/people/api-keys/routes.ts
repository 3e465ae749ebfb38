import type { apiKeyEndpoints } from '#contract/integration/integration/api.ts'
import { requireRightPaymentPassword } from '#server/people/identity/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readApiKeysOfEnterprise } from './api-key-view.ts'
import { createApiKey, revokeApiKey, rotateApiKey } from './change-api-keys.ts'

export const createApiKeyHandlers = (keys: Keys): Handlers<typeof apiKeyEndpoints> => ({
  list: (_, { db, caller, moment }) => readApiKeysOfEnterprise(db, moment, caller.enterpriseId),
  add: async ({ payPwd, ...given }, { caller, moment, origin, writeSeparately, write }) => {
    await requireRightPaymentPassword({ keys, caller, moment, writeSeparately }, payPwd)
    return write((tx) => createApiKey(tx, { moment, origin, caller }, given))
  },
  rotate: async ({ payPwd, ...given }, { caller, moment, origin, writeSeparately, write }) => {
    await requireRightPaymentPassword({ keys, caller, moment, writeSeparately }, payPwd)
    return write((tx) => rotateApiKey(tx, { moment, origin, caller }, given))
  },
  revoke: async ({ id }, { caller, moment, origin, write }) => {
    await write((tx) => revokeApiKey(tx, { moment, origin, caller }, id))
    return null
  },
})
