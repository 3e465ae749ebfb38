import type {
  ConsoleUser,
  ConsoleUserRow,
  ConsoleUserSession,
  consoleUserEndpoints,
  UserMembership,
} from '#contract/people/identity/console-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findUser, findUsers } from '#server/people/identity/public.ts'
import {
  type Enterprise,
  findEnterprises,
  listMembershipsOfUsers,
  type Membership,
  requireEnterprise,
} from '#server/people/organisation/public.ts'
import { listOpenSessionsOfEnterprise, listOpenSessionsOfUser, type SessionRow } from '#server/people/sessions/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { searchUsersForConsole } from './user-search.ts'

const toUserMembership = (membership: Membership, enterprise: Enterprise | undefined): UserMembership => ({
  enterpriseId: membership.enterpriseId,
  enterpriseName: enterprise?.name ?? null,
  enterpriseStatus: enterprise?.status ?? 0,
  accountType: membership.accountType,
  status: membership.status,
  name: membership.name,
  permCode: membership.permCode,
  invited: membership.acceptedAt === null,
})

/** Reads the memberships of the given people, by person. */
async function readMembershipsOfUsers(db: Db, userIds: readonly string[]): Promise<Map<string, UserMembership[]>> {
  const memberships = await listMembershipsOfUsers(db, userIds)
  const enterprises = await findEnterprises(db, [...new Set(memberships.map(({ enterpriseId }) => enterpriseId))])
  const byId = new Map(enterprises.map((enterprise) => [enterprise.id, enterprise]))
  return Map.groupBy(
    memberships.map((membership) => ({ userId: membership.userId, ...toUserMembership(membership, byId.get(membership.enterpriseId)) })),
    ({ userId }) => userId,
  )
}

/** Returns a person's name; without one, the name that an enterprise has given him. */
const nameIn = (name: string | null, memberships: readonly UserMembership[]): string | null =>
  name ?? memberships.find((membership) => membership.name !== null)?.name ?? null

/** Returns a page of users with their enterprises. */
export async function listUsersForConsole(
  db: Db,
  keys: Keys,
  filter: InputOf<typeof consoleUserEndpoints.list>,
): Promise<{ dataList: ConsoleUserRow[]; total: number }> {
  const { users, total } = await searchUsersForConsole(db, keys, filter)
  const memberships = await readMembershipsOfUsers(
    db,
    users.map(({ id }) => id),
  )
  const dataList = users.map(({ id, name, mobileMasked, status, createdAt }) => {
    const own = memberships.get(id) ?? []
    return { userId: id, name: nameIn(name, own), mobile: mobileMasked, status, createdAt, seats: own }
  })
  return { dataList, total }
}

/** Adds the names of people and enterprises to sessions. */
async function describeSessions(db: Db, rows: readonly SessionRow[]): Promise<ConsoleUserSession[]> {
  const users = await findUsers(db, [...new Set(rows.map(({ userId }) => userId))])
  const enterprises = await findEnterprises(db, [...new Set(rows.map(({ enterpriseId }) => enterpriseId))])
  const [userOf, companyOf] = [new Map(users.map((user) => [user.id, user])), new Map(enterprises.map(({ id, name }) => [id, name]))]
  return rows.map(({ id, userId, enterpriseId, device, ip, createdAt, lastSeenAt }) => ({
    sessionId: id,
    userId,
    enterpriseId,
    device,
    ip,
    createdAt,
    lastSeenAt,
    current: false as const,
    userName: userOf.get(userId)?.userName ?? null,
    mobile: userOf.get(userId)?.mobileMasked ?? '',
    enterpriseName: companyOf.get(enterpriseId) ?? null,
  }))
}

export async function readOpenSessionsOfEnterpriseForConsole(db: Db, moment: Moment, enterpriseId: string): Promise<ConsoleUserSession[]> {
  await requireEnterprise(db, enterpriseId)
  return describeSessions(db, await listOpenSessionsOfEnterprise(db, moment, enterpriseId))
}

/** Describes a user with his memberships and sessions. */
export async function readUserForConsole(db: Db, moment: Moment, userId: string): Promise<ConsoleUser> {
  const user = (await findUser(db, userId)) ?? refuse('USER_NOT_FOUND')
  const memberships = (await readMembershipsOfUsers(db, [userId])).get(userId) ?? []
  const { mobileMasked: mobile, status, createdAt, closedAt } = user
  const sessions = await describeSessions(db, await listOpenSessionsOfUser(db, moment, userId))
  return { userId, name: nameIn(user.userName, memberships), mobile, status, createdAt, closedAt, seats: memberships, sessions }
}
