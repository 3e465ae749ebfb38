import type { EnterpriseSeat, UserDetail } from '../../contract/identity/shapes.ts'
import { parsePermCode, permissions } from '../../contract/permissions.ts'
import { type Enterprise, listEnterprises, listSeatsOf, type Membership } from '../organisation/public.ts'
import type { Db } from '../platform/db.ts'
import { hasPaymentPassword, type SeatId } from './payment-passwords.ts'
import { findUser, type User } from './users.ts'

/** A person with every seat, and the company of each. */
export interface Person {
  user: User
  seats: { membership: Membership; enterprise: Enterprise }[]
}

/** Reads a person; undefined when there is none. */
export async function readPerson(db: Db, userId: string): Promise<Person | undefined> {
  const user = await findUser(db, userId)
  if (!user) return undefined
  const memberships = await listSeatsOf(db, userId)
  const enterprises = await listEnterprises(
    db,
    memberships.map(({ enterpriseId }) => enterpriseId),
  )
  const byId = new Map(enterprises.map((enterprise) => [enterprise.id, enterprise]))
  const seats = memberships.flatMap((membership) => {
    const enterprise = byId.get(membership.enterpriseId)
    return enterprise ? [{ membership, enterprise }] : []
  })
  return { user, seats }
}

/** A seat that can be sat in: accepted, and neither it nor its company disabled. */
export const isOpen = ({ membership, enterprise }: Person['seats'][number]): boolean =>
  membership.status === 1 && membership.acceptedAt !== null && enterprise.status === 1

/** The user in one seat, by the names of the specification. */
export async function describeUser(db: Db, { user, seats }: Person, { enterpriseId }: Pick<SeatId, 'enterpriseId'>): Promise<UserDetail> {
  const seat = seats.find(({ enterprise }) => enterprise.id === enterpriseId)
  if (!seat) throw new Error('a session without a seat')
  const { membership, enterprise } = seat
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
    hasMultiSubAccount: seats.length > 1,
    canSwitchAccount: seats.length > 1,
    payPwdSet: await hasPaymentPassword(db, { enterpriseId, userId: user.id }),
  }
}

export const describeSeats = ({ seats }: Person, current: string): EnterpriseSeat[] =>
  seats.map(({ membership, enterprise }) => ({
    enterpriseId: enterprise.id,
    enterpriseName: enterprise.name,
    agentName: enterprise.agentName,
    accountType: membership.accountType,
    authLevel: enterprise.authLevel,
    memberLevel: enterprise.memberLevel,
    status: membership.status,
    current: enterprise.id === current,
    invited: membership.acceptedAt === null,
  }))

export const permissionNames = (permCode: string | null): string[] => [...parsePermCode(permCode)].map((code) => permissions[code].label)
