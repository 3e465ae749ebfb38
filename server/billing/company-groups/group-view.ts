import type {
  CompanyGroupInvitation,
  CompanyGroupMemberRow,
  CompanyGroupShares,
  OwnCompanyGroup,
} from '#contract/billing/company-groups/shapes.ts'
import { type CreditPosition, computeUsedAndUsableCredit } from '#contract/money/credit/limits.ts'
import { subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  type CompanyGroup,
  type CompanyGroupMember,
  findCompanyGroup,
  findCompanyGroupParentId,
  findCompanyGroups,
  findCreditPosition,
  findCreditPositionsByEnterprise,
  listCompanyGroupMembers,
  listParentIdsOfCompanyGroupInvitations,
} from '#server/money/credit/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The names of companies by id; a company without a name is null. */
export async function findCompanyNames(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  return new Map((await findEnterprises(db, ids)).map(({ id, name }) => [id, name]))
}

/** A share with what of it is used. A company that has no credit account uses nothing. */
function describeShare({ shareFen }: CompanyGroupMember, position: CreditPosition | undefined, today: string) {
  const { usedFen, usableFen } = position ? computeUsedAndUsableCredit(position, today) : { usedFen: ZERO_FEN, usableFen: ZERO_FEN }
  return { share: shareFen, used: usedFen, available: usableFen }
}

/** The limit of a group and its shares, as the parent and staff see them. */
export async function readCompanyGroupShares(db: Db, moment: Moment, group: CompanyGroup): Promise<CompanyGroupShares> {
  const today = toShanghaiDay(moment.now)
  const all = await listCompanyGroupMembers(db, group.parentId)
  const ids = all.map(({ memberId }) => memberId)
  const [names, positions] = await awaitAllAndThrowFirstError(findCompanyNames(db, ids), findCreditPositionsByEnterprise(db, ids))
  const members = all.flatMap((member): CompanyGroupMemberRow[] => {
    const { memberId: enterpriseId, joinedAt } = member
    if (joinedAt === null) return []
    const named = { enterpriseId, name: names.get(enterpriseId) ?? null, isParent: enterpriseId === group.parentId }
    return [Object.assign(named, describeShare(member, positions.get(enterpriseId), today), { joinedAt })]
  })
  return {
    limit: group.limitFen,
    unshared: subtractFen(group.limitFen, sum(members.map(({ share }) => share))),
    rowVersion: group.rowVersion,
    members,
    invited: all
      .filter(({ joinedAt }) => joinedAt === null)
      .map(({ memberId, invitedAt }) => ({ enterpriseId: memberId, name: names.get(memberId) ?? null, invitedAt })),
  }
}

/** The group that a company belongs to; null: none. A member sees its own share, the parent those of all. */
export async function readOwnCompanyGroup(db: Db, moment: Moment, enterpriseId: string): Promise<OwnCompanyGroup | null> {
  const parentId = await findCompanyGroupParentId(db, enterpriseId)
  const group = parentId === undefined ? undefined : await findCompanyGroup(db, parentId)
  if (!group) return null
  const own = (await listCompanyGroupMembers(db, group.parentId)).find(({ memberId }) => memberId === enterpriseId)
  if (!own || own.joinedAt === null) return null
  const isParent = enterpriseId === group.parentId
  const share = describeShare(own, await findCreditPosition(db, enterpriseId), toShanghaiDay(moment.now))
  return {
    name: group.name,
    parentName: (await findCompanyNames(db, [group.parentId])).get(group.parentId) ?? null,
    isParent,
    ...share,
    joinedAt: own.joinedAt,
    shares: isParent ? await readCompanyGroupShares(db, moment, group) : null,
  }
}

/** The invitations that a company has not answered, with what it would bring. */
export async function listCompanyGroupInvitations(db: Db, enterpriseId: string): Promise<CompanyGroupInvitation[]> {
  const parentIds = await listParentIdsOfCompanyGroupInvitations(db, enterpriseId)
  if (parentIds.length === 0) return []
  const [groups, names, position] = await awaitAllAndThrowFirstError(
    findCompanyGroups(db, parentIds),
    findCompanyNames(db, parentIds),
    findCreditPosition(db, enterpriseId),
  )
  return groups.map(({ parentId, name }) => ({
    parentId,
    name,
    parentName: names.get(parentId) ?? null,
    broughtLimit: position?.baseFen ?? ZERO_FEN,
  }))
}
