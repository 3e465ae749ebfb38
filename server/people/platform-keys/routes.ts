import type { consolePlatformKeyEndpoints, PlatformKey } from '#contract/integration/integration/platform-key-api.ts'
import { addAuditorToAccessRule, hasPermission } from '#contract/platform/core/permissions.ts'
import { type IdentityProofConfig, requireIdentityProof } from '#server/people/staff/public.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { computePlatformKeyState } from './authenticate-platform-key.ts'
import { createPlatformKey, revokePlatformKey } from './change-platform-keys.ts'
import { listPlatformKeys, type PlatformKeyRecord } from './platform-key-store.ts'

const describe = (key: PlatformKeyRecord, moment: Moment): PlatformKey => {
  const { owner, ...shown } = key
  return { ...shown, owner: owner.name, state: computePlatformKeyState(key, moment) }
}

export const createPlatformKeyHandlers = (dependencies: IdentityProofConfig): Handlers<typeof consolePlatformKeyEndpoints> => ({
  list: async (page, { db, caller, moment }) => {
    const staffId = hasPermission(caller, addAuditorToAccessRule({ staff: 'platformKeyAll' })) ? undefined : caller.staffId
    const { keys, total } = await listPlatformKeys(db, { staffId, ...toSlice(page) })
    return { dataList: keys.map((key) => describe(key, moment)), total }
  },
  add: async ({ pwd, code, ...given }, { db, caller, moment, origin, visitor, write }) => {
    await requireIdentityProof({ db, moment, origin, visitor, ...dependencies }, caller, { pwd, code })
    return write((tx) => createPlatformKey(tx, moment, caller, given))
  },
  revoke: async ({ id }, { caller, moment, write }) => {
    await write((tx) => revokePlatformKey(tx, moment, caller, id))
    return null
  },
})
