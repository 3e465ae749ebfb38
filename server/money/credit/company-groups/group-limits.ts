// What a group shares: its limit, the shares of its members, and who belongs to it. A share is the base limit of its member.
import { COMPANY_GROUP_MEMBERS_MAX } from '#contract/money/credit/limits.ts'
import { type Fen, formatMoney, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { applyCreditLimitChange, lockAndReadCreditPosition } from '#server/money/credit/credit-accounts.ts'
import { requireNoClaimForRaise } from '#server/money/credit/limit-requests.ts'
import { lockEnterprise } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { requireRowVersion } from '#server/platform/core/row-version.ts'
import {
  type CompanyGroup,
  type CompanyGroupMember,
  findCompanyGroup,
  findCompanyGroupParentId,
  hasCompanyGroupLink,
  insertCompanyGroup,
  insertCompanyGroupMember,
  listCompanyGroupMembers,
  lockCompanyGroup,
  markCompanyGroupEnded,
  markCompanyGroupMemberJoined,
  markCompanyGroupMemberLeft,
  updateCompanyGroupShareColumn,
} from './group-rows.ts'

interface MemberRef {
  parentId: string
  memberId: string
}

interface LockedMember {
  group: CompanyGroup
  member: CompanyGroupMember
  /** All present members and invited companies, this one among them. */
  members: readonly CompanyGroupMember[]
}

/**
 * Locks a company and then its group, and reads who belongs to it. Refuses COMPANY_GROUP_NOT_FOUND, and COMPANY_GROUP_MEMBER_NOT_FOUND if
 * the company neither belongs to it nor is invited.
 */
async function requireLockedMember(tx: Tx, { parentId, memberId }: MemberRef): Promise<LockedMember> {
  const company = await lockEnterprise(tx, memberId)
  const group = (await lockCompanyGroup(tx, parentId)) ?? refuse('COMPANY_GROUP_NOT_FOUND')
  const members = await listCompanyGroupMembers(tx, parentId)
  const member = members.find((one) => one.memberId === memberId)
  return { group, members, member: (company && member) ?? refuse('COMPANY_GROUP_MEMBER_NOT_FOUND') }
}

/** Locks a company that may belong to a group. Refuses ENTERPRISE_NOT_FOUND, COMPANY_NOT_VERIFIED, COMPANY_IN_GROUP. */
async function lockCompanyWithoutGroup(tx: Tx, enterpriseId: string): Promise<void> {
  const company = (await lockEnterprise(tx, enterpriseId)) ?? refuse('ENTERPRISE_NOT_FOUND')
  if (company.status !== 1 || company.authLevel < 2) refuse('COMPANY_NOT_VERIFIED')
  if ((await findCompanyGroupParentId(tx, enterpriseId)) !== undefined) refuse('COMPANY_IN_GROUP')
}

/**
 * Creates the group of a parent, which is its first member. Its limit is what the parent may owe today, so nobody may owe more than before.
 * Refuses ENTERPRISE_NOT_FOUND, COMPANY_NOT_VERIFIED, COMPANY_IN_GROUP.
 */
export async function createCompanyGroup(tx: Tx, moment: Moment, { parentId, name }: { parentId: string; name: string }): Promise<void> {
  await lockCompanyWithoutGroup(tx, parentId)
  if (!(await insertCompanyGroup(tx, moment, { parentId, name, limitFen: ZERO_FEN }))) refuse('COMPANY_IN_GROUP')
  await insertCompanyGroupMember(tx, moment, { parentId, memberId: parentId, joined: true })
  await bringOwnLimit(tx, moment, { parentId, memberId: parentId, groupLimitFen: ZERO_FEN, reason: `建立集团「${name}」` })
}

/** 带入额度: the base limit of a company becomes its share, and the group's limit grows by it. What all may owe together stays the same. */
async function bringOwnLimit(
  tx: Tx,
  moment: Moment,
  { groupLimitFen, reason, ...ref }: MemberRef & { groupLimitFen: Fen; reason: string },
): Promise<Fen> {
  const baseFen = (await lockAndReadCreditPosition(tx, ref.memberId))?.baseFen ?? ZERO_FEN
  if (baseFen === ZERO_FEN) return baseFen
  await updateCompanyGroupShareColumn(tx, { parentId: ref.parentId, memberId: ref.memberId, shareFen: baseFen })
  const limitFen = sum([groupLimitFen, baseFen])
  await applyCreditLimitChange(tx, moment, { enterpriseId: ref.parentId, kind: 'group', limitFen, reason, staffId: null })
  return baseFen
}

/**
 * Invites a company. Refuses COMPANY_GROUP_NOT_FOUND, ENTERPRISE_NOT_FOUND, COMPANY_NOT_VERIFIED, COMPANY_IN_GROUP, COMPANY_GROUP_INVITED
 * and COMPANY_GROUP_FULL.
 */
export async function inviteCompanyToGroup(tx: Tx, moment: Moment, ref: MemberRef): Promise<CompanyGroup> {
  if (!(await findCompanyGroup(tx, ref.parentId))) refuse('COMPANY_GROUP_NOT_FOUND')
  await lockCompanyWithoutGroup(tx, ref.memberId)
  const group = (await lockCompanyGroup(tx, ref.parentId)) ?? refuse('COMPANY_GROUP_NOT_FOUND')
  const members = await listCompanyGroupMembers(tx, ref.parentId)
  if (members.some(({ memberId }) => memberId === ref.memberId)) refuse('COMPANY_GROUP_INVITED')
  if (members.length >= COMPANY_GROUP_MEMBERS_MAX) refuse('COMPANY_GROUP_FULL')
  await insertCompanyGroupMember(tx, moment, { parentId: ref.parentId, memberId: ref.memberId, joined: false })
  return group
}

/** The same for a company that has been invited. A group that has not invited it is as one that does not exist: COMPANY_GROUP_MEMBER_NOT_FOUND. */
async function requireLockedInvitation(tx: Tx, ref: MemberRef): Promise<LockedMember> {
  if (!(await hasCompanyGroupLink(tx, ref))) refuse('COMPANY_GROUP_MEMBER_NOT_FOUND')
  return requireLockedMember(tx, ref)
}

/**
 * Accepts the invitation of a group: the company brings its own limit as its share. Refuses COMPANY_GROUP_MEMBER_NOT_FOUND, and COMPANY_IN_GROUP
 * if it belongs to a group already.
 */
export async function joinCompanyGroup(
  tx: Tx,
  moment: Moment,
  { companyName, ...ref }: MemberRef & { companyName: string },
): Promise<{ group: CompanyGroup; shareFen: Fen }> {
  const { group, member } = await requireLockedInvitation(tx, ref)
  if (member.joinedAt !== null || (await findCompanyGroupParentId(tx, ref.memberId)) !== undefined) refuse('COMPANY_IN_GROUP')
  await markCompanyGroupMemberJoined(tx, moment, ref)
  const reason = `${companyName} 加入集团，带入额度`
  const shareFen = await bringOwnLimit(tx, moment, {
    parentId: ref.parentId,
    memberId: ref.memberId,
    groupLimitFen: group.limitFen,
    reason,
  })
  return { group, shareFen }
}

/** Ends an invitation that has not been accepted. Refuses COMPANY_GROUP_MEMBER_NOT_FOUND, and COMPANY_IN_GROUP to a member. */
export async function declineCompanyGroup(tx: Tx, moment: Moment, ref: MemberRef): Promise<void> {
  const { member } = await requireLockedInvitation(tx, ref)
  if (member.joinedAt !== null) refuse('COMPANY_IN_GROUP')
  await markCompanyGroupMemberLeft(tx, moment, ref)
}

/**
 * Ends an invitation, or takes a company out of its group. Refuses COMPANY_GROUP_NOT_FOUND, COMPANY_GROUP_MEMBER_NOT_FOUND,
 * COMPANY_GROUP_PARENT for the parent itself, and COMPANY_GROUP_SHARE_LEFT while it has a share.
 */
export async function leaveCompanyGroup(tx: Tx, moment: Moment, ref: MemberRef): Promise<{ group: CompanyGroup; wasMember: boolean }> {
  const { group, member } = await requireLockedMember(tx, ref)
  if (ref.memberId === ref.parentId) refuse('COMPANY_GROUP_PARENT')
  if (member.shareFen > 0) refuse('COMPANY_GROUP_SHARE_LEFT', { msg: `还有份额 ${formatMoney(member.shareFen)}，收回后才能退出集团` })
  await markCompanyGroupMemberLeft(tx, moment, ref)
  return { group, wasMember: member.joinedAt !== null }
}

/** Dissolves a group without other members. Its parent keeps its share as its own limit. Refuses COMPANY_GROUP_NOT_FOUND, COMPANY_GROUP_HAS_MEMBERS. */
export async function dissolveCompanyGroup(tx: Tx, moment: Moment, parentId: string): Promise<void> {
  const { members } = await requireLockedMember(tx, { parentId, memberId: parentId })
  if (members.length > 1) refuse('COMPANY_GROUP_HAS_MEMBERS')
  await markCompanyGroupMemberLeft(tx, moment, { parentId, memberId: parentId })
  await markCompanyGroupEnded(tx, moment, parentId)
}

export interface CompanyGroupShareInput extends MemberRef {
  shareFen: Fen
  reason: string
  /** Who changes it; null: the parent itself. */
  staffId: string | null
  /** The version of the group that the person has seen. */
  rowVersion: number
}

/**
 * Sets the share of a member, which is its base limit from then on, under the lock of the group: all shares together never exceed its limit.
 * A share below what the member owes is possible: it cannot hold more until it is below. Refuses COMPANY_GROUP_NOT_FOUND,
 * COMPANY_GROUP_MEMBER_NOT_FOUND, ROW_CHANGED, COMPANY_GROUP_LIMIT_SHORT, BAD_DEBT_OPEN.
 */
export async function setCompanyGroupShare(tx: Tx, moment: Moment, input: CompanyGroupShareInput): Promise<CompanyGroup> {
  const { parentId, memberId, shareFen, reason, staffId } = input
  const { group, member, members } = await requireLockedMember(tx, { parentId, memberId })
  if (member.joinedAt === null) refuse('COMPANY_GROUP_MEMBER_NOT_FOUND')
  await requireRowVersion({ seen: input.rowVersion, current: group.rowVersion }, async () => undefined)
  const freeFen = subtractFen(group.limitFen, sum(members.filter((one) => one !== member).map((one) => one.shareFen)))
  if (shareFen > freeFen)
    refuse('COMPANY_GROUP_LIMIT_SHORT', {
      msg: `集团额度 ${formatMoney(group.limitFen)}，最多可分给该企业 ${formatMoney(freeFen)}；可先减少其他成员的份额，或联系客户经理提高集团额度`,
    })
  const change = { enterpriseId: memberId, kind: 'base', limitFen: shareFen, reason, staffId } as const
  await requireNoClaimForRaise(tx, moment, change)
  await updateCompanyGroupShareColumn(tx, { parentId, memberId, shareFen })
  await applyCreditLimitChange(tx, moment, change)
  return group
}
