// The only file that touches the tables `membership` and `user_enterprise`: who sits in which company, with which rights.
import type { Fen } from '../../contract/money.ts'
import { anyOf, type Db, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

export interface Membership {
  enterpriseId: string
  userId: string
  accountType: 1 | 2
  name: string | null
  /** null: all codes, which only a main account has. */
  permCode: string | null
  status: 0 | 1
}

export interface NewMember {
  enterpriseId: string
  userId: string
  name?: string
  /** null makes the main account. */
  permCode: string | null
  orderLimitFen?: Fen
  monthLimitFen?: Fen
}

/** Gives a person a seat, and tells it on the person's side too. */
export async function addMember(tx: Tx, moment: Moment, member: NewMember): Promise<void> {
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
      created_at: moment.now,
    })
    .execute()
  await tx
    .insertInto('user_enterprise')
    .values({ user_id: member.userId, enterprise_id: member.enterpriseId, joined_at: moment.now })
    .execute()
}

const columns = ['enterprise_id', 'user_id', 'account_type', 'name', 'perm_code', 'status'] as const

interface Row {
  enterprise_id: string
  user_id: string
  account_type: number
  name: string | null
  perm_code: string | null
  status: number
}

const membershipFrom = (row: Row): Membership => ({
  enterpriseId: row.enterprise_id,
  userId: row.user_id,
  accountType: row.account_type === 1 ? 1 : 2,
  name: row.name,
  permCode: row.perm_code,
  status: row.status === 1 ? 1 : 0,
})

export async function findMembership(db: Db, enterpriseId: string, userId: string): Promise<Membership | undefined> {
  const row = await db
    .selectFrom('membership')
    .select(columns)
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && membershipFrom(row)
}

export async function listMembers(db: Db, enterpriseId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('membership')
    .select(columns)
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('account_type')
    .orderBy('created_at')
    .execute()
  return rows.map(membershipFrom)
}

export async function findMainUser(db: Db, enterpriseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('membership')
    .select('user_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('account_type', '=', 1)
    .executeTakeFirst()
  return row?.user_id
}

/** Who holds the main accounts of some companies, in no order. */
export async function listMainUsers(db: Db, enterpriseIds: readonly string[]): Promise<{ enterpriseId: string; userId: string }[]> {
  const rows = await db
    .selectFrom('membership')
    .select(['enterprise_id', 'user_id'])
    .where('enterprise_id', '=', anyOf(enterpriseIds))
    .where('account_type', '=', 1)
    .execute()
  return rows.map(({ enterprise_id, user_id }) => ({ enterpriseId: enterprise_id, userId: user_id }))
}

/** All seats of a person, the one joined first in front. */
export async function listSeatsOf(db: Db, userId: string): Promise<Membership[]> {
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
    .where('enterprise_id', '=', anyOf(ids))
    .where('user_id', '=', userId)
    .execute()
  return rows.map(membershipFrom).sort((a, b) => ids.indexOf(a.enterpriseId) - ids.indexOf(b.enterpriseId))
}
