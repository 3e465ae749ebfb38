import type { addressEndpoints } from '#contract/sites/address/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { createAddress, deleteAddress, listAddresses, requireAddress, setDefaultAddress, updateAddress } from './addresses.ts'
import { importAddresses } from './import-addresses.ts'

export const addressHandlers: Handlers<typeof addressEndpoints> = {
  list: (_, { db, caller }) => listAddresses(db, caller.enterpriseId),
  detail: ({ id }, { db, caller }) => requireAddress(db, caller.enterpriseId, id),
  add: (input, { caller, moment, write }) => write((tx) => createAddress(tx, moment, { enterpriseId: caller.enterpriseId, input })),
  import: ({ rows }, { caller, moment, write }) => write((tx) => importAddresses(tx, moment, { enterpriseId: caller.enterpriseId, rows })),
  modify: ({ id, ...input }, { caller, write }) => write((tx) => updateAddress(tx, { enterpriseId: caller.enterpriseId, id, input })),
  delete: async ({ id }, { caller, write }) => {
    await write((tx) => deleteAddress(tx, caller.enterpriseId, id))
    return null
  },
  setDefault: async ({ id }, { caller, write }) => {
    await write((tx) => setDefaultAddress(tx, caller.enterpriseId, id))
    return null
  },
}
