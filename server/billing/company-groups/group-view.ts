import type {
  CompanyGroupInvitation,
  CompanyGroupMemberRow,
  CompanyGroupShares,
  OwnCompanyGroup,
} from '#contract/billing/company-groups/shapes.ts'
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import {
  type CompanyGroup,
  type CompanyGroupMemberUse,
  computeCompanyGroupMemberUse,
  computeHighestShareOfMember,
  computeUnsharedOfGroupLimit,
  findCompanyGroup,
  findCompanyGroupMember,
  findCompanyGroupParentId,
  findCompanyGroups,
  findCreditPosition,
  listCompanyGroupMemberUses,
  listParentIdsOfCompanyGroupInvitations,
} from '#server/money/credit/public.ts'
import { listEnterpriseNamesById } from '#server/people/organisation/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

const toShareOutput = ({ shareFen, usedFen, usableFen }: CompanyGroupMemberUse) => ({
  share: shareFen,
  used: usedFen,
  available: usableFen,
})

/** The limit of a group and its shares, as the parent and staff see them. */
export async function readCompanyGroupShares(db: Db, moment: Moment, group: CompanyGroup): Promise<CompanyGroupShares> {
  const uses = await listCompanyGroupMemberUses(db, moment, group.parentId)
  const names = await listEnterpriseNamesById(
    db,
    uses.map(({ memberId }) => memberId),
  )
  const nameOf = (id: string) => names.get(id) ?? null
  const members = uses.flatMap((use): CompanyGroupMemberRow[] => {
    const { memberId: enterpriseId, joinedAt } = use
    if (joinedAt === null) return []
    const highestShare = computeHighestShareOfMember(group, uses, use)
    const named = { enterpriseId, name: nameOf(enterpriseId), isParent: enterpriseId === group.parentId }
    return [Object.assign(named, toShareOutput(use), { highestShare, joinedAt })]
  })
  return {
    limit: group.limitFen,
    unshared: computeUnsharedOfGroupLimit(group, uses),
    rowVersion: group.rowVersion,
    members,
    invited: uses
      .filter(({ joinedAt }) => joinedAt === null)
      .map(({ memberId, invitedAt }) => ({ enterpriseId: memberId, name: nameOf(memberId), invitedAt })),
  }
}

/** The group that a company belongs to; null: none. A member sees its own share, the parent those of all. */
export async function readOwnCompanyGroup(db: Db, moment: Moment, enterpriseId: string): Promise<OwnCompanyGroup | null> {
  const parentId = await findCompanyGroupParentId(db, enterpriseId)
  const group = parentId === undefined ? undefined : await findCompanyGroup(db, parentId)
  if (!group) return null
  const isParent = enterpriseId === group.parentId
  const [own, position, names, shares] = await awaitAllAndThrowFirstError(
    findCompanyGroupMember(db, { parentId: group.parentId, memberId: enterpriseId }),
    findCreditPosition(db, enterpriseId),
    listEnterpriseNamesById(db, [group.parentId]),
    isParent ? readCompanyGroupShares(db, moment, group) : Promise.resolve(null),
  )
  if (!own || own.joinedAt === null) return null
  return {
    name: group.name,
    parentName: names.get(group.parentId) ?? null,
    isParent,
    ...toShareOutput(computeCompanyGroupMemberUse(moment, own, position)),
    joinedAt: own.joinedAt,
    showsCategories: own.showsCategories,
    shares,
  }
}

/** The invitations that a company has not answered, with what it would bring. */
export async function listCompanyGroupInvitations(db: Db, enterpriseId: string): Promise<CompanyGroupInvitation[]> {
  const parentIds = await listParentIdsOfCompanyGroupInvitations(db, enterpriseId)
  if (parentIds.length === 0) return []
  const [groups, names, position] = await awaitAllAndThrowFirstError(
    findCompanyGroups(db, parentIds),
    listEnterpriseNamesById(db, parentIds),
    findCreditPosition(db, enterpriseId),
  )
  return groups.map(({ parentId, name }) => ({
    parentId,
    name,
    parentName: names.get(parentId) ?? null,
    broughtLimit: position?.baseFen ?? ZERO_FEN,
  }))
}
