import type { ownEnterprisesEndpoints } from '#contract/people/identity/api.ts'
import type { subAccountEndpoints } from '#contract/people/organisation/api.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { deleteSubAccountWithBelongings, enableOrDisableSubAccount, updateSubAccountNamePermissionsAndLimits } from './change-membership.ts'
import type { DeleteMemberBelongings } from './end-group-buyers.ts'
import { acceptInvitation, createInvitation } from './invitations.ts'
import { readSubAccount, readSubAccounts, type SumMemberMonthUsage } from './membership-view.ts'

interface SubUserWiring {
  keys: Keys
  limits: ServerLimits
  sumMonthUsage: SumMemberMonthUsage
  deleteBelongings: DeleteMemberBelongings
}

export const createSubUserHandlers = ({
  keys,
  limits,
  sumMonthUsage,
  deleteBelongings,
}: SubUserWiring): Handlers<typeof subAccountEndpoints> => ({
  add: (invitation, { caller, moment, origin, visitor, write }) =>
    write((tx) => createInvitation(tx, { moment, sumMonthUsage, keys, limits, origin, visitor, caller }, invitation)),
  detail: ({ id }, { db, caller, moment }) => readSubAccount(db, { moment, sumMonthUsage }, { enterpriseId: caller.enterpriseId, id }),
  list: (_, { db, caller, moment }) => readSubAccounts(db, { moment, sumMonthUsage }, caller.enterpriseId),
  modify: (change, { caller, moment, origin, write }) =>
    write(async (tx) => {
      await updateSubAccountNamePermissionsAndLimits(tx, { moment, origin, caller }, change)
      return readSubAccount(tx, { moment, sumMonthUsage }, { enterpriseId: caller.enterpriseId, id: change.id })
    }),
  modifyStatus: (change, { caller, moment, origin, write }) =>
    write(async (tx) => {
      await enableOrDisableSubAccount(tx, { moment, origin, caller, deleteBelongings }, change)
      return readSubAccount(tx, { moment, sumMonthUsage }, { enterpriseId: caller.enterpriseId, id: change.id })
    }),
  delete: async ({ id }, { caller, moment, origin, write }) => {
    await write((tx) => deleteSubAccountWithBelongings(tx, { moment, origin, caller, deleteBelongings }, id))
    return null
  },
})

export const invitationAcceptHandlers: Handlers<Pick<typeof ownEnterprisesEndpoints, 'accept'>> = {
  accept: async ({ enterpriseId }, { caller, moment, origin, write }) => {
    const { userId } = caller
    await write(async (tx) => {
      await acceptInvitation(tx, moment, { userId, enterpriseId })
      const actor = { kind: 'member', id: userId, enterpriseId } as const
      await recordAudit(tx, moment, { origin, actor, action: 'accept invitation' })
    })
    return null
  },
}
