// What a group shares: its limit, the shares of its members, and who belongs to it. A share is the base limit of its member.
import {
  COMPANY_GROUP_MEMBERS_MAX,
  CREDIT_LIMIT_BY_ONE_PERSON_MAX_FEN,
  computeUsedAndUsableCredit,
  isSecondPersonNeededForCreditLimit,
} from '#contract/money/credit/limits.ts'
import { type Fen, formatMoney, sum, toYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  applyCreditLimitChange,
  type CreditPositionWithOrderStop,
  lockAndReadCreditPosition,
} from '#server/money/credit/credit-accounts.ts'
import { findClaimAgainstRaise, replaceWaitingLimitRequests } from '#server/money/credit/limit-requests.ts'
import { findOverdueCreditBlock } from '#server/money/statements/public.ts'
import { lockEnterprise } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { requireRowVersion } from '#server/platform/core/row-version.ts'
import {
  type CompanyGroup,
  type CompanyGroupMemberRef,
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
import {
  type CompanyGroupMemberUse,
  computeHighestShareOfMember,
  computeUnsharedOfGroupLimit,
  listCompanyGroupMemberUses,
} from './member-uses.ts'

interface LockedMember {
  group: CompanyGroup
  member: CompanyGroupMemberUse
  /** All present members and invited companies, this one among them. */
  members: readonly CompanyGroupMemberUse[]
  /** Undefined: the company has no credit account. */
  position: CreditPositionWithOrderStop | undefined
}

/**
 * Locks a company, then its group and then its credit account, and reads who belongs to the group and what each takes of its limit. Refuses COMPANY_GROUP_NOT_FOUND, and COMPANY_GROUP_MEMBER_NOT_FOUND if
 * the company neither belongs to it nor is invited.
 */
async function requireLockedMember(tx: Tx, moment: Moment, { parentId, memberId }: CompanyGroupMemberRef): Promise<LockedMember> {
  const company = await lockEnterprise(tx, memberId)
  const group = (await lockCompanyGroup(tx, parentId)) ?? refuse('COMPANY_GROUP_NOT_FOUND')
  const position = await lockAndReadCreditPosition(tx, memberId)
  const members = await listCompanyGroupMemberUses(tx, moment, parentId)
  const member = members.find((one) => one.memberId === memberId)
  return { group, members, position, member: (company && member) ?? refuse('COMPANY_GROUP_MEMBER_NOT_FOUND') }
}

/** Locks a company that may belong to a group. Refuses ENTERPRISE_NOT_FOUND, COMPANY_NOT_VERIFIED, COMPANY_IN_GROUP. */
async function lockCompanyWithoutGroup(tx: Tx, enterpriseId: string): Promise<void> {
  const company = (await lockEnterprise(tx, enterpriseId)) ?? refuse('ENTERPRISE_NOT_FOUND')
  if (company.status !== 1 || company.authLevel < 2) refuse('COMPANY_NOT_VERIFIED')
  if ((await findCompanyGroupParentId(tx, enterpriseId)) !== undefined) refuse('COMPANY_IN_GROUP')
}

/**
 * Creates the group of a parent, which is its first member. Its limit is what the parent may owe today, so nobody may owe more than before.
 * Refuses ENTERPRISE_NOT_FOUND, COMPANY_NOT_VERIFIED, COMPANY_IN_GROUP, COMPANY_GROUP_CREDIT_BLOCKED.
 */
export async function createCompanyGroup(
  tx: Tx,
  moment: Moment,
  { parentId, name, staffId }: { parentId: string; name: string; staffId: string },
): Promise<CompanyGroup> {
  await lockCompanyWithoutGroup(tx, parentId)
  if (!(await insertCompanyGroup(tx, moment, { parentId, name }))) refuse('COMPANY_IN_GROUP')
  const shareFen = await requireBringableLimit(tx, moment, parentId, await lockAndReadCreditPosition(tx, parentId))
  await replaceWaitingLimitRequests(tx, moment, { enterpriseId: parentId, kind: 'base', staffId })
  await insertCompanyGroupMember(tx, moment, { parentId, memberId: parentId, joined: true })
  if (shareFen > 0) {
    await updateCompanyGroupShareColumn(tx, { parentId, memberId: parentId, shareFen })
    const reason = `建立集团「${name}」`
    await applyCreditLimitChange(tx, moment, { enterpriseId: parentId, kind: 'group', limitFen: shareFen, reason, staffId })
  }
  return (await findCompanyGroup(tx, parentId)) ?? refuse('COMPANY_GROUP_NOT_FOUND')
}

/**
 * Returns the base limit that a company brings into a group. Refuses COMPANY_GROUP_CREDIT_BLOCKED while its credit is blocked: overdue, on
 * the stop-list, claimed after a write-off, or used beyond the base limit. The caller has locked its credit account.
 */
async function requireBringableLimit(
  tx: Tx,
  moment: Moment,
  enterpriseId: string,
  position: CreditPositionWithOrderStop | undefined,
): Promise<Fen> {
  const block = await findOverdueCreditBlock(tx, moment, enterpriseId)
  if (block) {
    const what = block.kind === 'badDebt' ? '已核销待追偿的账款' : '逾期账单'
    refuse('COMPANY_GROUP_CREDIT_BLOCKED', { msg: `该企业有${what} ${formatMoney(block.amountFen)}，还清后可加入集团` })
  }
  if (!position) return ZERO_FEN
  if (position.stop !== null) refuse('COMPANY_GROUP_CREDIT_BLOCKED', { msg: '该企业已停单，恢复后可加入集团' })
  const { baseFen } = position
  const { usedFen } = computeUsedAndUsableCredit(position, toShanghaiDay(moment.now))
  if (usedFen > baseFen)
    refuse('COMPANY_GROUP_CREDIT_BLOCKED', {
      msg: `该企业已用额度 ${formatMoney(usedFen)} 超过固定额度 ${formatMoney(baseFen)}，还清超出部分后可加入集团`,
    })
  return baseFen
}

/**
 * 带入额度: the base limit of a company becomes its share, and the group's limit grows by it, so what all may owe together stays the same.
 * It does not grow above what one person may grant: then the limit that is brought must fit into what is unshared. Refuses
 * COMPANY_GROUP_LIMIT_BY_TWO.
 */
async function bringOwnLimit(
  tx: Tx,
  moment: Moment,
  {
    group,
    members,
    baseFen,
    reason,
    ...ref
  }: CompanyGroupMemberRef & Pick<LockedMember, 'group' | 'members'> & { baseFen: Fen; reason: string },
): Promise<void> {
  if (baseFen === ZERO_FEN) return
  const limitFen = sum([group.limitFen, baseFen])
  const grows = !isSecondPersonNeededForCreditLimit(limitFen)
  if (!grows && baseFen > computeUnsharedOfGroupLimit(group, members))
    refuse('COMPANY_GROUP_LIMIT_BY_TWO', {
      msg: `带入额度后集团额度超过 ${formatMoney(CREDIT_LIMIT_BY_ONE_PERSON_MAX_FEN)}，请先由商城两人提高集团额度，留出未分配的 ${formatMoney(baseFen)}，再接受邀请；请联系客户经理`,
    })
  await updateCompanyGroupShareColumn(tx, { parentId: ref.parentId, memberId: ref.memberId, shareFen: baseFen })
  if (grows) await applyCreditLimitChange(tx, moment, { enterpriseId: ref.parentId, kind: 'group', limitFen, reason, staffId: null })
}

/**
 * Invites a company. Refuses COMPANY_GROUP_NOT_FOUND, ENTERPRISE_NOT_FOUND, COMPANY_NOT_VERIFIED, COMPANY_IN_GROUP, COMPANY_GROUP_INVITED
 * and COMPANY_GROUP_FULL.
 */
export async function inviteCompanyToGroup(tx: Tx, moment: Moment, ref: CompanyGroupMemberRef): Promise<CompanyGroup> {
  if (!(await findCompanyGroup(tx, ref.parentId))) refuse('COMPANY_GROUP_NOT_FOUND')
  await lockCompanyWithoutGroup(tx, ref.memberId)
  const group = (await lockCompanyGroup(tx, ref.parentId)) ?? refuse('COMPANY_GROUP_NOT_FOUND')
  const members = await listCompanyGroupMembers(tx, ref.parentId)
  if (members.some(({ memberId }) => memberId === ref.memberId)) refuse('COMPANY_GROUP_INVITED')
  if (members.length >= COMPANY_GROUP_MEMBERS_MAX) refuse('COMPANY_GROUP_FULL')
  await insertCompanyGroupMember(tx, moment, { parentId: ref.parentId, memberId: ref.memberId, joined: false })
  return group
}

/** The same as `requireLockedMember` for a company that has been invited. A group that has not invited it is as one that does not exist: COMPANY_GROUP_MEMBER_NOT_FOUND. */
async function requireLockedInvitation(tx: Tx, moment: Moment, ref: CompanyGroupMemberRef): Promise<LockedMember> {
  if (!(await hasCompanyGroupLink(tx, ref))) refuse('COMPANY_GROUP_MEMBER_NOT_FOUND')
  return requireLockedMember(tx, moment, ref)
}

/**
 * Accepts the invitation of a group: the company brings its own limit as its share. Requests that wait for a second person are replaced, the
 * company's for its base limit and the group's. Refuses COMPANY_GROUP_MEMBER_NOT_FOUND, COMPANY_IN_GROUP if it belongs to a group already,
 * COMPANY_GROUP_CREDIT_BLOCKED and COMPANY_GROUP_LIMIT_BY_TWO.
 */
export async function joinCompanyGroup(
  tx: Tx,
  moment: Moment,
  { companyName, ...ref }: CompanyGroupMemberRef & { companyName: string },
): Promise<{ group: CompanyGroup; shareFen: Fen }> {
  const { group, member, members, position } = await requireLockedInvitation(tx, moment, ref)
  if (member.joinedAt !== null || (await findCompanyGroupParentId(tx, ref.memberId)) !== undefined) refuse('COMPANY_IN_GROUP')
  const baseFen = await requireBringableLimit(tx, moment, ref.memberId, position)
  await replaceWaitingLimitRequests(tx, moment, { enterpriseId: ref.memberId, kind: 'base', staffId: null })
  await replaceWaitingLimitRequests(tx, moment, { enterpriseId: ref.parentId, kind: 'group', staffId: null })
  await markCompanyGroupMemberJoined(tx, moment, ref)
  const reason = `${companyName} 加入集团，带入额度`
  await bringOwnLimit(tx, moment, { parentId: ref.parentId, memberId: ref.memberId, group, members, baseFen, reason })
  return { group, shareFen: baseFen }
}

/** Ends an invitation that has not been accepted. Refuses COMPANY_GROUP_MEMBER_NOT_FOUND, and COMPANY_IN_GROUP to a member. */
export async function declineCompanyGroup(tx: Tx, moment: Moment, ref: CompanyGroupMemberRef): Promise<void> {
  const { member } = await requireLockedInvitation(tx, moment, ref)
  if (member.joinedAt !== null) refuse('COMPANY_IN_GROUP')
  await markCompanyGroupMemberLeft(tx, moment, ref)
}

/**
 * Ends an invitation, or takes a company out of its group. Refuses COMPANY_GROUP_NOT_FOUND, COMPANY_GROUP_MEMBER_NOT_FOUND,
 * COMPANY_GROUP_PARENT for the parent itself, COMPANY_GROUP_SHARE_LEFT while it has a share, and COMPANY_GROUP_DEBT_LEFT while it uses
 * credit, because what it owes counts against the group's limit.
 */
export async function leaveCompanyGroup(
  tx: Tx,
  moment: Moment,
  ref: CompanyGroupMemberRef,
): Promise<{ group: CompanyGroup; wasMember: boolean }> {
  const { group, member } = await requireLockedMember(tx, moment, ref)
  if (ref.memberId === ref.parentId) refuse('COMPANY_GROUP_PARENT')
  if (member.shareFen > 0) refuse('COMPANY_GROUP_SHARE_LEFT', { msg: `还有份额 ${formatMoney(member.shareFen)}，收回后才能退出集团` })
  const wasMember = member.joinedAt !== null
  if (wasMember && member.usedFen > 0)
    refuse('COMPANY_GROUP_DEBT_LEFT', { msg: `还有已用额度 ${formatMoney(member.usedFen)}，还清后才能退出集团` })
  await markCompanyGroupMemberLeft(tx, moment, ref)
  return { group, wasMember }
}

/** Dissolves a group without other members. Its parent keeps its share as its own limit. Refuses COMPANY_GROUP_NOT_FOUND, COMPANY_GROUP_HAS_MEMBERS. */
export async function dissolveCompanyGroup(
  tx: Tx,
  moment: Moment,
  { parentId, staffId }: { parentId: string; staffId: string },
): Promise<CompanyGroup> {
  const { group, members } = await requireLockedMember(tx, moment, { parentId, memberId: parentId })
  if (members.length > 1) refuse('COMPANY_GROUP_HAS_MEMBERS')
  await replaceWaitingLimitRequests(tx, moment, { enterpriseId: parentId, kind: 'group', staffId })
  await markCompanyGroupMemberLeft(tx, moment, { parentId, memberId: parentId })
  await markCompanyGroupEnded(tx, moment, parentId)
  return group
}

export interface CompanyGroupShareInput extends CompanyGroupMemberRef {
  shareFen: Fen
  /** Why, as the history of limits shows it after the change from one amount to the other. */
  reason: string
  /** Who changes it; null: the parent itself. */
  staffId: string | null
  /** The version of the group that the person has seen. */
  rowVersion: number
}

/** Refuses a higher share beyond what the other members leave, COMPANY_GROUP_LIMIT_SHORT, or beyond what one person may grant, COMPANY_GROUP_LIMIT_BY_TWO. */
function requireRoomForShare({ group, member, members }: LockedMember, shareFen: Fen): void {
  const highestFen = computeHighestShareOfMember(group, members, member)
  if (shareFen > highestFen)
    refuse('COMPANY_GROUP_LIMIT_SHORT', {
      msg: `集团额度 ${formatMoney(group.limitFen)}，最多可分给该企业 ${formatMoney(highestFen)}；其他成员超出份额的已用额度也占用集团额度。可先减少其他成员的份额，或联系客户经理提高集团额度`,
    })
  if (!isSecondPersonNeededForCreditLimit(group.limitFen) && isSecondPersonNeededForCreditLimit(sum([shareFen, member.tempInForceFen])))
    refuse('COMPANY_GROUP_LIMIT_BY_TWO', {
      msg: `份额与临时额度合计超过 ${formatMoney(CREDIT_LIMIT_BY_ONE_PERSON_MAX_FEN)}，请先由商城两人提高集团额度`,
    })
}

/**
 * Sets the share of a member, which is its base limit from then on, under the lock of the group: what all members take never exceeds its
 * limit. A share below what the member owes is possible: it cannot hold more until it is below, and what it owes still counts against the
 * group's limit. Returns whether the share has changed. Refuses COMPANY_GROUP_NOT_FOUND, COMPANY_GROUP_MEMBER_NOT_FOUND, ROW_CHANGED,
 * COMPANY_GROUP_LIMIT_SHORT, COMPANY_GROUP_LIMIT_BY_TWO and BAD_DEBT_OPEN, to the parent without the amount.
 */
export async function setCompanyGroupShare(
  tx: Tx,
  moment: Moment,
  input: CompanyGroupShareInput,
): Promise<{ group: CompanyGroup; changed: boolean }> {
  const { parentId, memberId, shareFen, staffId } = input
  const locked = await requireLockedMember(tx, moment, { parentId, memberId })
  const { group, member } = locked
  if (member.joinedAt === null) refuse('COMPANY_GROUP_MEMBER_NOT_FOUND')
  await requireRowVersion({ seen: input.rowVersion, current: group.rowVersion }, async () => undefined)
  if (shareFen === member.shareFen) return { group, changed: false }
  if (shareFen > member.shareFen) requireRoomForShare(locked, shareFen)
  const reason = `${input.reason}，由 ${formatMoney(member.shareFen)} 调整为 ${formatMoney(shareFen)}`
  const change = { enterpriseId: memberId, kind: 'base', limitFen: shareFen, reason, staffId } as const
  const claim = await findClaimAgainstRaise(tx, moment, change)
  const isOtherMemberOfParent = staffId === null && memberId !== parentId
  if (claim)
    refuse(
      'BAD_DEBT_OPEN',
      isOtherMemberOfParent ? { msg: '该成员暂不能提高份额，请联系客户经理' } : { toRecover: toYuan(claim.amountFen) },
    )
  await updateCompanyGroupShareColumn(tx, { parentId, memberId, shareFen })
  await applyCreditLimitChange(tx, moment, change)
  return { group, changed: true }
}
