import type { groupBuyerEndpoints } from '#contract/billing/company-groups/group-buyer-api.ts'
import type { DeleteMemberBelongings } from '#server/people/memberships/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Handlers, RequestOrigin } from '#server/platform/http/context.ts'
import { approveGroupBuyer, listGroupBuyers, proposeGroupBuyer, withdrawGroupBuyer } from './group-buyers.ts'

interface Around {
  moment: Moment
  origin: RequestOrigin
  caller: Member
}

const note = (tx: Tx, { moment, origin, caller }: Around, action: string, seat: { id: string; facts: Record<string, unknown> }) => {
  const actor = { kind: 'member', id: caller.userId, enterpriseId: caller.enterpriseId } as const
  return recordAudit(tx, moment, { origin, actor, action, objectKind: 'seat', objectId: seat.id, facts: seat.facts })
}

export const createGroupBuyerHandlers = (deleteBelongings: DeleteMemberBelongings): Handlers<typeof groupBuyerEndpoints> => ({
  list: (_, { db, caller: { enterpriseId } }) => listGroupBuyers(db, enterpriseId),
  propose: async ({ memberId, subUserId }, context) => {
    const { caller, moment, write } = context
    await write(async (tx) => {
      const id = await proposeGroupBuyer(tx, moment, { parentId: caller.enterpriseId, memberId, subUserId })
      await note(tx, context, 'propose group buyer', { id, facts: { memberId, subUserId } })
    })
    return null
  },
  withdraw: async ({ memberId, id }, context) => {
    const { caller, moment, write } = context
    await write(async (tx) => {
      await withdrawGroupBuyer(tx, { moment, deleteBelongings }, { parentId: caller.enterpriseId, memberId, id })
      await note(tx, context, 'withdraw group buyer', { id, facts: { memberId } })
    })
    return null
  },
  approve: async ({ id, permCode, orderLimit: orderLimitFen, monthLimit: monthLimitFen }, context) => {
    const { caller, moment, write } = context
    await write(async (tx) => {
      await approveGroupBuyer(tx, moment, { enterpriseId: caller.enterpriseId, id, permCode, orderLimitFen, monthLimitFen })
      await note(tx, context, 'approve group buyer', { id, facts: { permCode, orderLimitFen, monthLimitFen } })
    })
    return null
  },
})
