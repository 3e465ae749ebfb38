import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { deleteInvitedMobileIfNotInvitedElsewhere, lockUser } from '#server/people/identity/public.ts'
import {
  isMembershipOfWaitingBuyer,
  type SubAccount,
  updateSubAccountRow,
  updateSubAccountStatusColumn,
} from '#server/people/organisation/public.ts'
import { endSessions, updatePermissionsOfOpenSessions } from '#server/people/sessions/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import {
  type EndingMembership,
  endGroupBuyersOfPerson,
  notifyParentOfGroupBuyers,
  recordMembershipActs,
  removeLockedSubAccount,
} from './end-group-buyers.ts'
import { requireSubAccount } from './membership-view.ts'

interface Around {
  moment: Moment
  origin: RequestOrigin
  caller: Member
}
type AroundEnding = Around & EndingMembership

/**
 * Locks the person of a membership, then his sessions, then the membership. No session of his starts meanwhile, and writes that are in
 * progress end first.
 */
async function lockSubAccount(tx: Tx, { caller }: Around, id: string): Promise<SubAccount> {
  const membership = await requireSubAccount(tx, { enterpriseId: caller.enterpriseId, id })
  await lockUser(tx, membership.userId)
  return membership
}

/** Does the same. Refuses GROUP_BUYER_WAITS for a buyer of the parent about whom the main account has not decided: only an approval gives him rights. */
async function lockDecidedSubAccount(tx: Tx, context: Around, id: string): Promise<SubAccount> {
  const membership = await lockSubAccount(tx, context, id)
  if (isMembershipOfWaitingBuyer(membership)) refuse('GROUP_BUYER_WAITS')
  return membership
}

async function note(tx: Tx, context: Around, action: string, membership: SubAccount, facts: Record<string, unknown>): Promise<void> {
  await recordMembershipActs(tx, context, { action, memberships: [membership], facts })
}

export interface MembershipUpdateInput {
  id: string
  name: string
  permCode: string
  orderLimit: Fen | null
  monthLimit: Fen | null
}

/** Changes name, permission codes and limits together. The codes apply at once to open sessions. A buyer of the parent keeps the name that the parent gave. */
export async function updateSubAccountNamePermissionsAndLimits(
  tx: Tx,
  context: Around,
  { id, name, permCode, orderLimit, monthLimit }: MembershipUpdateInput,
): Promise<void> {
  const membership = await lockDecidedSubAccount(tx, context, id)
  if (membership.permCode !== permCode) await updatePermissionsOfOpenSessions(tx, context.moment, membership, permCode)
  const done = await updateSubAccountRow(tx, membership, {
    name: membership.parent ? membership.name : name,
    permCode,
    orderLimitFen: orderLimit,
    monthLimitFen: monthLimit,
  })
  if (!done) refuse('SUB_USER_NOT_FOUND')
  const was = { permCode: membership.permCode, orderLimitFen: membership.orderLimitFen, monthLimitFen: membership.monthLimitFen }
  await note(tx, context, 'modify sub-account', membership, { was, permCode, orderLimitFen: orderLimit, monthLimitFen: monthLimit })
}

/** Enables or disables a membership. Disabling ends its sessions, and what the person does for members of the group; its orders continue. */
export async function enableOrDisableSubAccount(
  tx: Tx,
  context: AroundEnding,
  { id, status }: { id: string; status: 0 | 1 },
): Promise<void> {
  const membership = await lockDecidedSubAccount(tx, context, id)
  const { moment } = context
  if (status === 0) {
    await endSessions(tx, moment, { userId: membership.userId, enterpriseId: membership.enterpriseId, reason: 'seat disabled' })
    await endGroupBuyersOfPerson(tx, context, membership, '母公司已停用其账号')
  }
  if (!(await updateSubAccountStatusColumn(tx, membership, status))) refuse('SUB_USER_NOT_FOUND')
  if (membership.parent) await notifyParentOfGroupBuyers(tx, moment, [membership], status === 0 ? '已被该企业停用' : '已被该企业恢复')
  await note(tx, context, status === 0 ? 'disable sub-account' : 'enable sub-account', membership, {})
}

/**
 * Removes a membership with its sessions, cart, favourites and payment password. Its orders stay with the enterprise, and those that wait
 * for an approval still do: the main account decides about them.
 */
export async function deleteSubAccountWithBelongings(tx: Tx, context: AroundEnding, id: string): Promise<void> {
  const membership = await lockSubAccount(tx, context, id)
  if (!(await removeLockedSubAccount(tx, context, membership))) refuse('SUB_USER_NOT_FOUND')
  await deleteInvitedMobileIfNotInvitedElsewhere(tx, membership.userId)
  if (membership.parent)
    await notifyParentOfGroupBuyers(tx, context.moment, [membership], membership.acceptedAt ? '已被该企业收回' : '已被该企业谢绝')
  else await endGroupBuyersOfPerson(tx, context, membership, '母公司已删除其账号')
  await note(tx, context, 'delete sub-account', membership, {})
}
