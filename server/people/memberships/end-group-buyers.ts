// How a membership ends, and how those of a parent's buyers end with it: by the member, by the parent, or with the group.
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { deletePaymentPassword, lockUser } from '#server/people/identity/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import {
  findEnterprise,
  findMainUserId,
  listEnterpriseNamesById,
  listGroupBuyersOfParent,
  listGroupBuyersOfPerson,
  listMainUserIdsOfEnterprises,
  lockMainAccount,
  markSubAccountRemoved,
  type SubAccount,
} from '#server/people/organisation/public.ts'
import { endSessions } from '#server/people/sessions/public.ts'
import { recordAudits } from '#server/platform/core/audit.ts'
import { awaitAllAndThrowFirstError, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Member, type Staff, toAuditActor } from '#server/platform/http/caller.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'

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

/** Who ends it, and where it is recorded. */
interface EndingGroupBuyers extends EndingMembership {
  origin: RequestOrigin
  caller: Member | Staff
}

/** Ends what a person of a parent buys for the members of its group, and tells them. `cause` says why. The caller has locked the person. */
export async function endGroupBuyersOfPerson(
  tx: Tx,
  context: EndingGroupBuyers,
  { enterpriseId, userId }: Pick<SubAccount, 'enterpriseId' | 'userId'>,
  cause: string,
): Promise<void> {
  const buyers = await listGroupBuyersOfPerson(tx, enterpriseId, userId)
  for (const membership of buyers) await removeLockedSubAccount(tx, context, membership)
  await recordMembershipActs(tx, context, { action: 'end group buyer', memberships: buyers, facts: { cause } })
  await notifyMembersOfGroupBuyers(tx, context.moment, buyers, `已终止：${cause}`)
}

/**
 * Ends the buyers that the parent has in a member that leaves its group, and tells the parent and them. It locks them and then the main account
 * of the member, so that nobody is proposed or approved meanwhile. Refuses ROW_CHANGED if somebody was just before.
 */
export async function endGroupBuyersOfMember(
  tx: Tx,
  context: EndingGroupBuyers,
  { parentId, memberId, cause }: { parentId: string; memberId: string; cause: string },
): Promise<void> {
  const known = await listGroupBuyersOfParent(tx, parentId, [memberId])
  for (const userId of known.map((one) => one.userId).sort()) await lockUser(tx, userId)
  await lockMainAccount(tx, memberId)
  const present = await listGroupBuyersOfParent(tx, parentId, [memberId])
  if (present.some(({ id }) => !known.some((one) => one.id === id))) refuse('ROW_CHANGED', { msg: '集团采购员刚有变动，请再试一次' })
  for (const membership of present) await removeLockedSubAccount(tx, context, membership)
  await recordMembershipActs(tx, context, { action: 'end group buyer', memberships: present, facts: { cause } })
  await notifyParentOfGroupBuyers(tx, context.moment, present, `已终止：${cause}`)
}

/** Records what was done with memberships for the company of each, and of buyers of a parent for the parent too. */
export async function recordMembershipActs(
  tx: Tx,
  { moment, origin, caller }: Pick<EndingGroupBuyers, 'moment' | 'origin' | 'caller'>,
  {
    action,
    memberships,
    facts,
  }: { action: string; memberships: readonly Pick<SubAccount, 'id' | 'enterpriseId' | 'parent'>[]; facts: Record<string, unknown> },
): Promise<void> {
  const entries = memberships.flatMap(({ id, enterpriseId, parent }) =>
    [enterpriseId, ...(parent ? [parent.enterpriseId] : [])].map((company) => ({
      origin,
      actor: Object.assign(toAuditActor(caller), { enterpriseId: company }),
      action,
      objectKind: 'seat',
      objectId: id,
      facts: parent ? Object.assign({ memberId: enterpriseId }, facts) : facts,
    })),
  )
  await recordAudits(tx, moment, entries)
}

/** Tells the main account of each member what has become of a buyer there. `done` ends the sentence. */
export async function notifyMembersOfGroupBuyers(tx: Tx, moment: Moment, buyers: readonly SubAccount[], done: string): Promise<void> {
  if (buyers.length === 0) return
  const ids = buyers.map(({ enterpriseId }) => enterpriseId)
  const [companies, mainUsers] = await awaitAllAndThrowFirstError(listEnterpriseNamesById(tx, ids), listMainUserIdsOfEnterprises(tx, ids))
  const mains = new Map(mainUsers.map(({ enterpriseId, userId }) => [enterpriseId, userId]))
  const messages = buyers.flatMap(({ enterpriseId, name }) => {
    const main = mains.get(enterpriseId)
    const says = createMessageTextWithValues('groupBuyerChanged', { name, company: companies.get(enterpriseId) ?? '', done })
    return main === undefined ? [] : [{ enterpriseId, userIds: [main], kind: 'system' as const, says }]
  })
  await sendMessages(tx, moment, messages)
}

/** Tells the main account of the parent, and the buyers of one member there, what has become of their buying for it. `done` ends the sentence. */
export async function notifyParentOfGroupBuyers(tx: Tx, moment: Moment, buyers: readonly SubAccount[], done: string): Promise<void> {
  const [first] = buyers
  if (!first?.parent) return
  const { enterpriseId } = first.parent
  const company = (await findEnterprise(tx, first.enterpriseId))?.name ?? ''
  const main = await findMainUserId(tx, enterpriseId)
  const messages = buyers.map(({ userId, name }) => ({
    enterpriseId,
    userIds: main === undefined ? [userId] : [main, userId],
    kind: 'system' as const,
    says: createMessageTextWithValues('groupBuyerChanged', { name, company, done }),
  }))
  await sendMessages(tx, moment, messages)
}
