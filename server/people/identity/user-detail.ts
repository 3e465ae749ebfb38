import type { OwnEnterpriseMembershipRow, UserDetail } from '#contract/people/identity/shapes.ts'
import { parsePermissionCodes, permissions } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  type Enterprise,
  findEnterprises,
  findMembershipNamesByUserId,
  listMembershipsOfOneUser,
  type Membership,
} from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { hasPaymentPassword, type MembershipRef } from './payment-passwords.ts'
import { findUser, findUsers, type User } from './users.ts'

/** A user with all memberships and their enterprises. */
export interface UserWithMemberships {
  user: User
  memberships: { membership: Membership; enterprise: Enterprise }[]
}

/** Reads a user; undefined if there is none. */
export async function findUserWithMemberships(db: Db, userId: string): Promise<UserWithMemberships | undefined> {
  const user = await findUser(db, userId)
  if (!user) return undefined
  const memberships = await listMembershipsOfOneUser(db, userId)
  const enterprises = await findEnterprises(
    db,
    memberships.map(({ enterpriseId }) => enterpriseId),
  )
  const byId = new Map(enterprises.map((enterprise) => [enterprise.id, enterprise]))
  const active = memberships.flatMap((membership) => {
    const enterprise = byId.get(membership.enterpriseId)
    return enterprise ? [{ membership, enterprise }] : []
  })
  return { user, memberships: active }
}

/** Whether a membership can be used: accepted, and neither it nor its enterprise is disabled. */
export const isActiveMembership = ({ membership, enterprise }: UserWithMemberships['memberships'][number]): boolean =>
  membership.status === 1 && membership.acceptedAt !== null && enterprise.status === 1

/** What a punch-out is told of the sub-account that it acts as: its own permissions, and nothing about the person. */
const describePunchOut = (detail: UserDetail, permCode: string | null): UserDetail => ({
  ...detail,
  mobile: '',
  agentName: null,
  userName: null,
  headImg: null,
  permCode,
  hasMultiSubAccount: false,
  canSwitchAccount: false,
  payPwdSet: false,
  inPunchOut: true,
  parent: null,
})

/**
 * Describes a user in one membership, with the field names of the specification. `session` undefined: the person has just logged in himself.
 */
export async function readUserDetail(
  db: Db,
  person: UserWithMemberships,
  { enterpriseId }: Pick<MembershipRef, 'enterpriseId'>,
  session?: Pick<Member, 'permCode' | 'punchOutId'>,
): Promise<UserDetail> {
  const detail = await describeUser(db, person, enterpriseId)
  return session && session.punchOutId !== null ? describePunchOut(detail, session.permCode) : detail
}

async function describeUser(db: Db, { user, memberships }: UserWithMemberships, enterpriseId: string): Promise<UserDetail> {
  const current = memberships.find(({ enterprise }) => enterprise.id === enterpriseId)
  // The membership was removed between the authentication and this read.
  if (!current) refuse('NOT_LOGGED_IN')
  const { membership, enterprise } = current
  return {
    userId: user.id,
    enterpriseId,
    accountType: membership.accountType,
    authLevel: enterprise.authLevel,
    status: membership.status,
    memberLevel: enterprise.memberLevel,
    authStatus: enterprise.authStatus,
    mobile: user.mobileMasked,
    enterpriseName: enterprise.name,
    agentName: enterprise.agentName,
    userName: membership.name ?? user.userName,
    headImg: user.headImg,
    permCode: membership.permCode,
    hasAuthed: enterprise.authLevel > 0,
    hasMultiSubAccount: memberships.length > 1,
    canSwitchAccount: memberships.length > 1,
    payPwdSet: await hasPaymentPassword(db, { enterpriseId, userId: user.id }),
    inPunchOut: false,
    parent: membership.parent,
  }
}

export const toEnterpriseMembershipOutputs = ({ memberships }: UserWithMemberships, current: string): OwnEnterpriseMembershipRow[] =>
  memberships.map(({ membership, enterprise }) => ({
    enterpriseId: enterprise.id,
    enterpriseName: enterprise.name,
    agentName: enterprise.agentName,
    accountType: membership.accountType,
    authLevel: enterprise.authLevel,
    memberLevel: enterprise.memberLevel,
    status: membership.status,
    current: enterprise.id === current,
    invited: membership.acceptedAt === null,
    asGroupBuyer: membership.parent !== null,
  }))

export const toPermissionLabels = (permCode: string | null): string[] =>
  parsePermissionCodes(permCode).map((code) => permissions[code].label)

/**
 * Returns the names of people in an enterprise, by person: the name of the membership, else their own name, else the masked mobile number.
 * Buyers of the parent have the name of the parent with theirs, unless `withParent` is false.
 */
export async function findDisplayNamesInEnterpriseByUserId(
  db: Db,
  enterpriseId: string,
  userIds: readonly string[],
  { withParent = true }: { withParent?: boolean } = {},
): Promise<Map<string, string>> {
  const users = await findUsers(db, userIds)
  const own = users.map(({ id, userName, mobileMasked }) => [id, userName ?? mobileMasked] as const)
  return new Map([...own, ...(await findMembershipNamesByUserId(db, enterpriseId, { userIds, withParent }))])
}
