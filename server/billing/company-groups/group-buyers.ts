// Buyers of a parent for the members of its group (集团采购): the parent proposes its sub-accounts, and each member approves those it wants.
import type { GroupBuyer } from '#contract/billing/company-groups/group-buyer-api.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { GROUP_BUYERS_PER_MEMBER_MAX } from '#contract/people/organisation/group-buyers.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findCompanyGroup, findCompanyGroupMember, findCompanyGroupParentId, listCompanyGroupMembers } from '#server/money/credit/public.ts'
import { findMaskedMobilesByUserId, lockUser, toPermissionLabels } from '#server/people/identity/public.ts'
import {
  type EndingMembership,
  notifyMembersOfGroupBuyers,
  notifyParentOfGroupBuyers,
  removeLockedSubAccount,
  requireRoomForSubAccount,
  requireSubAccount,
} from '#server/people/memberships/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import {
  approveGroupBuyerRow,
  findMainUserId,
  findSubAccount,
  insertProposedGroupBuyer,
  listEnterpriseNamesById,
  listGroupBuyersOfParent,
  lockMainAccount,
  type SubAccount,
} from '#server/people/organisation/public.ts'
import { awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findCompanyNameOrEmpty } from './notify-companies.ts'

/** The buyers of a parent in all members of its group, by member. Refuses COMPANY_GROUP_NOT_FOUND to every company that is not a parent. */
export async function listGroupBuyers(db: Db, parentId: string): Promise<GroupBuyer[]> {
  if (!(await findCompanyGroup(db, parentId))) refuse('COMPANY_GROUP_NOT_FOUND')
  const memberIds = (await listCompanyGroupMembers(db, parentId)).map(({ memberId }) => memberId)
  const buyers = await listGroupBuyersOfParent(db, parentId, memberIds)
  const [names, mobiles] = await awaitAllAndThrowFirstError(
    listEnterpriseNamesById(db, memberIds),
    findMaskedMobilesByUserId(
      db,
      buyers.map(({ userId }) => userId),
    ),
  )
  return buyers
    .map(({ enterpriseId, id, userId, name, status, permCode, acceptedAt, createdAt }) => ({
      enterpriseId,
      enterpriseName: names.get(enterpriseId) ?? null,
      id,
      name,
      mobile: mobiles.get(userId) ?? '',
      state: acceptedAt === null ? ('waiting' as const) : status === 0 ? ('disabled' as const) : ('active' as const),
      permNames: toPermissionLabels(permCode),
      proposedAt: createdAt,
      approvedAt: acceptedAt,
    }))
    .sort((a, b) => memberIds.indexOf(a.enterpriseId) - memberIds.indexOf(b.enterpriseId))
}

/**
 * Proposes an enabled sub-account of a parent as its buyer for a member, and tells the member. He can do nothing there until the member has
 * approved him. Refuses COMPANY_GROUP_NOT_FOUND, COMPANY_GROUP_MEMBER_NOT_FOUND, COMPANY_GROUP_PARENT_BUYS_ITSELF, SUB_USER_NOT_FOUND,
 * GROUP_BUYER_DISABLED, GROUP_BUYERS_FULL, and GROUP_BUYER_EXISTS for one who is proposed already, or is or was an own person of the member.
 */
export async function proposeGroupBuyer(
  tx: Tx,
  moment: Moment,
  { parentId, memberId, subUserId }: { parentId: string; memberId: string; subUserId: string },
): Promise<Pick<SubAccount, 'id' | 'enterpriseId' | 'parent'>> {
  if (!(await findCompanyGroup(tx, parentId))) refuse('COMPANY_GROUP_NOT_FOUND')
  if (memberId === parentId) refuse('COMPANY_GROUP_PARENT_BUYS_ITSELF')
  const ref = { enterpriseId: parentId, id: subUserId }
  await lockUser(tx, (await requireSubAccount(tx, ref)).userId)
  // Only what is read now is what the person is: he may have been disabled before the lock.
  const { userId, name, status, acceptedAt } = await requireSubAccount(tx, ref)
  if (status === 0 || acceptedAt === null) refuse('GROUP_BUYER_DISABLED', { field: 'subUserId' })
  await lockMainAccount(tx, memberId)
  const member = await findCompanyGroupMember(tx, { parentId, memberId })
  if (!member || member.joinedAt === null) refuse('COMPANY_GROUP_MEMBER_NOT_FOUND', { field: 'memberId' })
  if ((await listGroupBuyersOfParent(tx, parentId, [memberId])).length >= GROUP_BUYERS_PER_MEMBER_MAX)
    refuse('GROUP_BUYERS_FULL', { field: 'memberId', msg: `委派给一家企业的人员最多 ${GROUP_BUYERS_PER_MEMBER_MAX} 个` })
  const parentName = await findCompanyNameOrEmpty(tx, parentId)
  const proposed = { enterpriseId: memberId, userId, name, parent: { enterpriseId: parentId, name: parentName } }
  const id = (await insertProposedGroupBuyer(tx, moment, proposed)) ?? refuse('GROUP_BUYER_EXISTS', { field: 'subUserId' })
  const main = await findMainUserId(tx, memberId)
  const says = createMessageTextWithValues('groupBuyerProposed', { parent: parentName, name })
  const target = { screen: '/account', search: {} } as const
  if (main !== undefined) await sendMessages(tx, moment, [{ enterpriseId: memberId, userIds: [main], kind: 'system', target, says }])
  return { id, enterpriseId: memberId, parent: proposed.parent }
}

/**
 * Withdraws a buyer of a parent: his sessions in the member end, and after this returns he commits nothing there. Tells the member and him. Refuses
 * COMPANY_GROUP_NOT_FOUND, SUB_USER_NOT_FOUND.
 */
export async function withdrawGroupBuyer(
  tx: Tx,
  context: EndingMembership,
  { parentId, memberId, id }: { parentId: string; memberId: string; id: string },
): Promise<SubAccount> {
  if (!(await findCompanyGroup(tx, parentId))) refuse('COMPANY_GROUP_NOT_FOUND')
  const buyer = await findSubAccount(tx, memberId, id)
  if (buyer?.parent?.enterpriseId !== parentId) refuse('SUB_USER_NOT_FOUND')
  await lockUser(tx, buyer.userId)
  if (!(await removeLockedSubAccount(tx, context, buyer))) refuse('SUB_USER_NOT_FOUND')
  await notifyMembersOfGroupBuyers(tx, context.moment, [buyer], '已由母公司撤回')
  await notifyParentOfGroupBuyers(tx, context.moment, [buyer], '已由母公司撤回')
  return buyer
}

/** What a member lets a buyer of the parent do. */
export interface GroupBuyerApproval {
  enterpriseId: string
  id: string
  permCode: string
  orderLimitFen: Fen | null
  monthLimitFen: Fen | null
}

/**
 * Approves a proposed buyer with the permissions and limits of a sub-account, and tells him and the parent. Returns him. Refuses
 * GROUP_BUYER_NOT_WAITING, also once the company has left the group, and SUB_USER_FULL.
 */
export async function approveGroupBuyer(tx: Tx, moment: Moment, { enterpriseId, id, ...rights }: GroupBuyerApproval): Promise<SubAccount> {
  const buyer = (await findSubAccount(tx, enterpriseId, id)) ?? refuse('GROUP_BUYER_NOT_WAITING')
  const parentId = buyer.parent?.enterpriseId ?? refuse('GROUP_BUYER_NOT_WAITING')
  await lockUser(tx, buyer.userId)
  await lockMainAccount(tx, enterpriseId)
  if ((await findCompanyGroupParentId(tx, enterpriseId)) !== parentId) refuse('GROUP_BUYER_NOT_WAITING')
  await requireRoomForSubAccount(tx, enterpriseId)
  if (!(await approveGroupBuyerRow(tx, moment, { enterpriseId, id, userId: buyer.userId, ...rights }))) refuse('GROUP_BUYER_NOT_WAITING')
  await notifyParentOfGroupBuyers(tx, moment, [buyer], '已生效，可在“切换企业”中选择该企业')
  return buyer
}
