// What the members of a group take of its limit.
import { type CreditPosition, computeTakenOfGroupLimit, computeUsedAndUsableCredit } from '#contract/money/credit/limits.ts'
import { type Fen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findCreditPositionsByEnterprise } from '#server/money/credit/credit-accounts.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type CompanyGroup, type CompanyGroupMember, listCompanyGroupMembers, listMembersOfCompanyGroups } from './group-rows.ts'

/** A member or an invited company of a group, with what it uses and what it takes of the group's limit. An invited company takes nothing. */
export interface CompanyGroupMemberUse extends CompanyGroupMember {
  usedFen: Fen
  usableFen: Fen
  tempInForceFen: Fen
  takenFen: Fen
}

/** Computes the use of a member from its credit position. Without a credit account it uses nothing. */
export function computeCompanyGroupMemberUse(
  moment: Moment,
  member: CompanyGroupMember,
  position: CreditPosition | undefined,
): CompanyGroupMemberUse {
  const today = toShanghaiDay(moment.now)
  const found = position ?? {
    baseFen: ZERO_FEN,
    tempFen: ZERO_FEN,
    tempEndDay: null,
    drawnFen: ZERO_FEN,
    heldFen: ZERO_FEN,
    freedFen: ZERO_FEN,
  }
  const use = computeUsedAndUsableCredit(found, today)
  const { usedFen, usableFen, tempInForceFen } = use
  const takenFen = member.joinedAt === null ? ZERO_FEN : computeTakenOfGroupLimit(member.shareFen, use)
  return Object.assign({ usedFen, usableFen, tempInForceFen, takenFen }, member)
}

/** Lists the present members of a group and its open invitations as `listCompanyGroupMembers` does, with their uses. */
export async function listCompanyGroupMemberUses(db: Db, moment: Moment, parentId: string): Promise<CompanyGroupMemberUse[]> {
  const members = await listCompanyGroupMembers(db, parentId)
  const positions = await findCreditPositionsByEnterprise(
    db,
    members.map(({ memberId }) => memberId),
  )
  return members.map((member) => computeCompanyGroupMemberUse(moment, member, positions.get(member.memberId)))
}

/** How many companies belong to each of some groups, and what they take of its limit. By parent. */
export async function countMembersAndSumTakenOfCompanyGroups(
  db: Db,
  moment: Moment,
  parentIds: readonly string[],
): Promise<Map<string, { members: number; takenFen: Fen }>> {
  const byParent = await listMembersOfCompanyGroups(db, parentIds)
  const ids = [...byParent.values()].flatMap((members) => members.map(({ memberId }) => memberId))
  const positions = await findCreditPositionsByEnterprise(db, ids)
  const takenBy = (member: CompanyGroupMember) => computeCompanyGroupMemberUse(moment, member, positions.get(member.memberId)).takenFen
  return new Map([...byParent].map(([parentId, members]) => [parentId, { members: members.length, takenFen: sum(members.map(takenBy)) }]))
}

/** Computes 未分配: what nobody takes of a group's limit. It is below zero if a limit of a member ended, or a bill bounced, after it was used. */
export const computeUnsharedOfGroupLimit = ({ limitFen }: Pick<CompanyGroup, 'limitFen'>, uses: readonly CompanyGroupMemberUse[]): Fen =>
  subtractFen(limitFen, sum(uses.map(({ takenFen }) => takenFen)))

/**
 * Computes the highest share that a member may get: what the others do not take. While all members together take more than the limit it is
 * the share that the member has: nothing can be added to it, and a lower one is always possible.
 */
export function computeHighestShareOfMember(
  group: Pick<CompanyGroup, 'limitFen'>,
  uses: readonly CompanyGroupMemberUse[],
  { shareFen, takenFen }: CompanyGroupMemberUse,
): Fen {
  const freeFen = sum([computeUnsharedOfGroupLimit(group, uses), takenFen])
  return freeFen >= takenFen ? freeFen : shareFen
}
