// Reads and writes memberships: who belongs to which enterprise with which permissions. sub-accounts.ts changes those of sub-accounts.
import { formatNameWithParent } from '#contract/people/organisation/group-buyers.ts'
import { accountTypes } from '#contract/people/verification/verification-status.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface Membership {
  enterpriseId: string
  userId: string
  accountType: 1 | 2
  name: string | null
  /** null: all permissions, which only a main account has. */
  permCode: string | null
  status: 0 | 1
  /** When the person has accepted; null: the invitation is pending. Of a buyer of the parent: when this enterprise has approved him. */
  acceptedAt: Date | null
  /** The parent of the group whose person he is (集团采购); null: an own person of the enterprise. */
  parent: { enterpriseId: string; name: string } | null
}

export interface NewMembership {
  enterpriseId: string
  userId: string
  name?: string
  /** null: the main account. */
  permCode: string | null
  orderLimitFen?: Fen
  monthLimitFen?: Fen
  /** The person has to accept it first. */
  invited?: true
}

/** Inserts a membership, and the row with which the user finds it. */
export async function insertMembership(tx: Tx, moment: Moment, member: NewMembership): Promise<void> {
  await tx
    .insertInto('membership')
    .values({
      enterprise_id: member.enterpriseId,
      user_id: member.userId,
      id: moment.newId(),
      account_type: member.permCode === null ? 1 : 2,
      name: member.name ?? null,
      perm_code: member.permCode,
      status: 1,
      order_limit_fen: member.orderLimitFen ?? null,
      month_limit_fen: member.monthLimitFen ?? null,
      invited_at: member.invited ? moment.now : null,
      accepted_at: member.invited ? null : moment.now,
      created_at: moment.now,
    })
    .execute()
  await tx
    .insertInto('user_enterprise')
    .values({ user_id: member.userId, enterprise_id: member.enterpriseId, joined_at: moment.now })
    .execute()
}

/** Inserts the first memberships of an enterprise, each with the row with which its user finds it. Two statements, whatever their number. */
export async function insertMembershipsOfNewEnterprise(
  tx: Tx,
  moment: Moment,
  members: readonly Omit<NewMembership, 'invited'>[],
): Promise<void> {
  if (members.length === 0) return
  await tx
    .insertInto('membership')
    .values(
      members.map((member) => ({
        enterprise_id: member.enterpriseId,
        user_id: member.userId,
        id: moment.newId(),
        account_type: member.permCode === null ? 1 : 2,
        name: member.name ?? null,
        perm_code: member.permCode,
        status: 1,
        order_limit_fen: member.orderLimitFen ?? null,
        month_limit_fen: member.monthLimitFen ?? null,
        accepted_at: moment.now,
        created_at: moment.now,
      })),
    )
    .execute()
  await tx
    .insertInto('user_enterprise')
    .values(members.map(({ userId, enterpriseId }) => ({ user_id: userId, enterprise_id: enterpriseId, joined_at: moment.now })))
    .execute()
}

const columns = [
  ...(['enterprise_id', 'user_id', 'account_type', 'name', 'perm_code', 'status'] as const),
  ...(['accepted_at', 'parent_id', 'parent_name'] as const),
] as const

interface Row {
  enterprise_id: string
  user_id: string
  account_type: number
  name: string | null
  perm_code: string | null
  status: number
  accepted_at: Date | null
  parent_id: string | null
  parent_name: string | null
}

export const toParentOfGroupBuyer = (row: Pick<Row, 'parent_id' | 'parent_name'>): Membership['parent'] =>
  row.parent_id === null || row.parent_name === null ? null : { enterpriseId: row.parent_id, name: row.parent_name }

/** Whether the membership is of a buyer of a parent about whom the main account has not decided. He has no rights and finds no company. */
export const isMembershipOfWaitingBuyer = ({ parent, acceptedAt }: Pick<Membership, 'parent' | 'acceptedAt'>): boolean =>
  parent !== null && acceptedAt === null

const membershipFrom = (row: Row): Membership => ({
  enterpriseId: row.enterprise_id,
  userId: row.user_id,
  accountType: row.account_type === 1 ? 1 : 2,
  name: row.name,
  permCode: row.perm_code,
  status: row.status === 1 ? 1 : 0,
  acceptedAt: row.accepted_at,
  parent: toParentOfGroupBuyer(row),
})

export async function findMembership(db: Db, enterpriseId: string, userId: string): Promise<Membership | undefined> {
  const row = await db
    .selectFrom('membership')
    .select(columns)
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && membershipFrom(row)
}

/**
 * Returns the names of people in an enterprise, by person, including removed memberships. People without a name there are left out. A buyer
 * of the parent has the name of the parent with his own if `withParent`.
 */
export async function findMembershipNamesByUserId(
  db: Db,
  enterpriseId: string,
  { userIds, withParent }: { userIds: readonly string[]; withParent: boolean },
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('membership')
    .select(['user_id', 'name', 'parent_name'])
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', anyOfIdsSql(userIds))
    .execute()
  return new Map(
    rows.flatMap(({ user_id, name, parent_name }) =>
      name ? [[user_id, formatNameWithParent(name, withParent ? parent_name : null)] as const] : [],
    ),
  )
}

/**
 * Returns what people are called in the given enterprises, by `enterpriseId userId`, including removed memberships: their name, or what a
 * present account without one is. Whose name is erased is left out.
 */
export async function findMembershipNamesByEnterpriseAndUserId(
  db: Db,
  { enterpriseIds, userIds }: { enterpriseIds: readonly string[]; userIds: readonly string[] },
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('membership')
    .select(['enterprise_id', 'user_id', 'name', 'account_type', 'deleted_at'])
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('user_id', '=', anyOfIdsSql(userIds))
    .execute()
  return new Map(
    rows.flatMap(({ enterprise_id, user_id, name, account_type, deleted_at }) => {
      const shown = name ?? (deleted_at === null ? accountTypes[account_type as 1 | 2] : null)
      return shown === null ? [] : [[`${enterprise_id} ${user_id}`, shown] as const]
    }),
  )
}

export async function listMembershipsOfEnterprise(db: Db, enterpriseId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('membership')
    .select(columns)
    .where('enterprise_id', '=', enterpriseId)
    .where('deleted_at', 'is', null)
    .orderBy('account_type')
    .orderBy('created_at')
    .execute()
  return rows.map(membershipFrom)
}

/** Locks a membership until the transaction ends, so that concurrent transactions do not count its use twice. */
export async function lockMembership(tx: Tx, enterpriseId: string, userId: string): Promise<void> {
  await tx
    .selectFrom('membership')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute()
}

/** Lists the enabled memberships of the given enterprises, by enterprise. */
export async function listActiveMembershipsByEnterprise(db: Db, enterpriseIds: readonly string[]): Promise<Map<string, Membership[]>> {
  const rows = await db
    .selectFrom('membership')
    .select(columns)
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .execute()
  return Map.groupBy(rows.map(membershipFrom), ({ enterpriseId }) => enterpriseId)
}

/** Lists all memberships of a user, earliest first. */
export async function listMembershipsOfOneUser(db: Db, userId: string): Promise<Membership[]> {
  const joined = await db
    .selectFrom('user_enterprise')
    .select('enterprise_id')
    .where('user_id', '=', userId)
    .orderBy('joined_at')
    .orderBy('enterprise_id')
    .execute()
  if (joined.length === 0) return []
  const ids = joined.map(({ enterprise_id }) => enterprise_id)
  const rows = await db
    .selectFrom('membership')
    .select(columns)
    .where('enterprise_id', '=', anyOfIdsSql(ids))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(membershipFrom).sort((a, b) => ids.indexOf(a.enterpriseId) - ids.indexOf(b.enterpriseId))
}

/** Accepts a user's invitations of the given enterprises. Returns how many were pending. */
export async function acceptInvitationsOfUser(
  tx: Tx,
  moment: Moment,
  { userId, enterpriseIds }: { userId: string; enterpriseIds: readonly string[] },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('membership')
    .set({ accepted_at: moment.now })
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('user_id', '=', userId)
    .where('accepted_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lists the memberships of the given users in all enterprises, earliest first. */
export async function listMembershipsOfUsers(db: Db, userIds: readonly string[]): Promise<Membership[]> {
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('user_enterprise as joined')
    .innerJoin('membership', (join) =>
      join.onRef('membership.enterprise_id', '=', 'joined.enterprise_id').onRef('membership.user_id', '=', 'joined.user_id'),
    )
    .select(columns.map((column) => `membership.${column}` as const))
    .where('joined.user_id', '=', anyOfIdsSql(userIds))
    .orderBy('joined.joined_at')
    .orderBy('joined.enterprise_id')
    .execute()
  return rows.map(membershipFrom)
}
