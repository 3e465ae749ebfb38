import type { groupBuyerEndpoints } from '#contract/billing/company-groups/group-buyer-api.ts'
import { type DeleteMemberBelongings, recordMembershipActs } from '#server/people/memberships/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { approveGroupBuyer, listGroupBuyers, proposeGroupBuyer, withdrawGroupBuyer } from './group-buyers.ts'

export const createGroupBuyerHandlers = (deleteBelongings: DeleteMemberBelongings): Handlers<typeof groupBuyerEndpoints> => ({
  list: (_, { db, caller: { enterpriseId } }) => listGroupBuyers(db, enterpriseId),
  propose: async ({ memberId, subUserId }, context) => {
    const { caller, moment, write } = context
    await write(async (tx) => {
      const buyer = await proposeGroupBuyer(tx, moment, { parentId: caller.enterpriseId, memberId, subUserId })
      await recordMembershipActs(tx, context, { action: 'propose group buyer', memberships: [buyer], facts: { subUserId } })
    })
    return null
  },
  withdraw: async ({ memberId, id }, context) => {
    const { caller, moment, write } = context
    await write(async (tx) => {
      const buyer = await withdrawGroupBuyer(tx, { moment, deleteBelongings }, { parentId: caller.enterpriseId, memberId, id })
      await recordMembershipActs(tx, context, { action: 'withdraw group buyer', memberships: [buyer], facts: {} })
    })
    return null
  },
  approve: async ({ id, permCode, orderLimit: orderLimitFen, monthLimit: monthLimitFen }, context) => {
    const { caller, moment, write } = context
    await write(async (tx) => {
      const rights = { permCode, orderLimitFen, monthLimitFen }
      const buyer = await approveGroupBuyer(tx, moment, Object.assign({ enterpriseId: caller.enterpriseId, id }, rights))
      await recordMembershipActs(tx, context, { action: 'approve group buyer', memberships: [buyer], facts: rights })
    })
    return null
  },
})
