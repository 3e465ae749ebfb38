// How a membership ends, and how those of a parent's buyers end with it: by the member, by the parent, or with the group.
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { deletePaymentPassword, lockUser } from '#server/people/identity/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import {
  findEnterprise,
  findMainUserId,
  listGroupBuyersOfParent,
  listGroupBuyersOfPerson,
  lockMainAccount,
  markSubAccountRemoved,
  type SubAccount,
} from '#server/people/organisation/public.ts'
import { endSessions } from '#server/people/sessions/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Deletes a member's own data: cart, favourites, stock waits. It is passed in, because these are higher modules. */
export type DeleteMemberBelongings = (tx: Tx, member: { enterpriseId: string; userId: string }) => Promise<void>

export interface EndingMembership {
  moment: Moment
  deleteBelongings: DeleteMemberBelongings
}

/**
 * Removes a membership with its sessions, cart, favourites and payment password. The caller has locked its person. Returns false if it is
 * removed already.
 */
export async function removeLockedSubAccount(
  tx: Tx,
  { moment, deleteBelongings }: EndingMembership,
  membership: SubAccount,
): Promise<boolean> {
  const { enterpriseId, userId } = membership
  await endSessions(tx, moment, { userId, enterpriseId, reason: 'seat deleted' })
  await deleteBelongings(tx, membership)
  await deletePaymentPassword(tx, membership)
  return markSubAccountRemoved(tx, moment, membership)
}

/** Ends what a person of a parent buys for the members of its group. The caller has locked the person. */
export async function endGroupBuyersOfPerson(
  tx: Tx,
  context: EndingMembership,
  { enterpriseId, userId }: Pick<SubAccount, 'enterpriseId' | 'userId'>,
): Promise<void> {
  for (const membership of await listGroupBuyersOfPerson(tx, enterpriseId, userId)) await removeLockedSubAccount(tx, context, membership)
}

/**
 * Ends the buyers that the parent has in a member that leaves its group. It locks them and then the main account of the member, so that nobody
 * is proposed or approved meanwhile. Refuses ROW_CHANGED if somebody was just before.
 */
export async function endGroupBuyersOfMember(
  tx: Tx,
  context: EndingMembership,
  { parentId, memberId }: { parentId: string; memberId: string },
): Promise<void> {
  const known = await listGroupBuyersOfParent(tx, parentId, [memberId])
  for (const userId of known.map((one) => one.userId).sort()) await lockUser(tx, userId)
  await lockMainAccount(tx, memberId)
  const present = await listGroupBuyersOfParent(tx, parentId, [memberId])
  if (present.some(({ id }) => !known.some((one) => one.id === id))) refuse('ROW_CHANGED', { msg: '集团采购员刚有变动，请再试一次' })
  for (const membership of present) await removeLockedSubAccount(tx, context, membership)
}

/** Tells the main account of the parent, and the buyer himself there, what has become of his buying for a member. `done` ends the sentence. */
export async function notifyParentOfGroupBuyer(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, name, parent }: SubAccount,
  done: string,
): Promise<void> {
  if (!parent) return
  const company = (await findEnterprise(tx, enterpriseId))?.name ?? ''
  const main = await findMainUserId(tx, parent.enterpriseId)
  const says = createMessageTextWithValues('groupBuyerChanged', { name, company, done })
  const userIds = main === undefined ? [userId] : [main, userId]
  await sendMessages(tx, moment, [{ enterpriseId: parent.enterpriseId, userIds, kind: 'system', says }])
}
