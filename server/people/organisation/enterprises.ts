// Reads and writes the table `enterprise`.
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { AuthLevel, AuthStatus, MemberLevel } from '#contract/people/verification/verification-status.ts'
import { anyOf, type Db, type Tx } from '#server/platform/core/db.ts'
import { formatLikePattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface Enterprise {
  id: string
  name: string | null
  agentName: string | null
  status: 0 | 1
  authLevel: AuthLevel
  authStatus: AuthStatus | null
  memberLevel: MemberLevel
  createdAt: Date
}

const columns = ['id', 'name', 'agent_name', 'status', 'auth_level', 'auth_status', 'member_level', 'created_at'] as const

/** A tenant exists from registration on, nameless; verification fills it in. */
export async function insertEnterprise(tx: Tx, moment: Moment): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('enterprise')
    .values({ id, status: 1, auth_level: 0, auth_status: null, member_level: 1, created_at: moment.now })
    .execute()
  return id
}

interface Row {
  id: string
  name: string | null
  agent_name: string | null
  status: number
  auth_level: number
  auth_status: number | null
  member_level: number
  created_at: Date
}

const enterpriseFrom = (row: Row): Enterprise => ({
  id: row.id,
  name: row.name,
  agentName: row.agent_name,
  status: row.status === 1 ? 1 : 0,
  authLevel: row.auth_level as AuthLevel,
  authStatus: row.auth_status as AuthStatus | null,
  memberLevel: row.member_level as MemberLevel,
  createdAt: row.created_at,
})

/** A buying company. The platform's own books belong to none. */
export async function findEnterprise(db: Db, id: string): Promise<Enterprise | undefined> {
  if (id === PLATFORM_ENTERPRISE_ID) return undefined
  const row = await db.selectFrom('enterprise').select(columns).where('id', '=', id).executeTakeFirst()
  return row && enterpriseFrom(row)
}

/** The same, held against everybody else who would verify it, until the transaction ends. Rows that refer to it may still be written. */
export async function lockEnterprise(tx: Tx, id: string): Promise<Enterprise | undefined> {
  if (id === PLATFORM_ENTERPRISE_ID) return undefined
  const row = await tx.selectFrom('enterprise').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && enterpriseFrom(row)
}

/** The named enterprises, in no order. */
export async function listEnterprises(db: Db, ids: readonly string[]): Promise<Enterprise[]> {
  const rows = await db.selectFrom('enterprise').select(columns).where('id', '=', anyOf(ids)).execute()
  return rows.map(enterpriseFrom)
}

/** Companies by part of their name, at most so many, in the order of their names. The platform itself is none. */
export async function findEnterprisesLike(db: Db, keyword: string, limit: number): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .selectFrom('enterprise')
    .select(['id', 'name'])
    .where('name', 'ilike', formatLikePattern(keyword))
    .where('id', '<>', PLATFORM_ENTERPRISE_ID)
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ id, name }) => ({ id, name: name ?? '' }))
}

/** Says of each row whose it is. */
export async function addEnterpriseNames<R extends { enterpriseId: string }>(
  db: Db,
  rows: readonly R[],
): Promise<(R & { enterpriseName: string | null })[]> {
  const ids = [...new Set(rows.map(({ enterpriseId }) => enterpriseId))]
  const names = new Map((await listEnterprises(db, ids)).map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, enterpriseName: names.get(row.enterpriseId) ?? null }))
}

/** What verification has found out about a company. */
export interface VerifiedDetails {
  name?: string
  creditCodeMasked?: string
  agentName?: string
  authLevel: AuthLevel
  authStatus: AuthStatus
}

export async function recordVerification(tx: Tx, id: string, facts: VerifiedDetails): Promise<void> {
  await tx
    .updateTable('enterprise')
    .set({
      auth_level: facts.authLevel,
      auth_status: facts.authStatus,
      ...(facts.name === undefined ? {} : { name: facts.name }),
      ...(facts.creditCodeMasked === undefined ? {} : { credit_code_masked: facts.creditCodeMasked }),
      ...(facts.agentName === undefined ? {} : { agent_name: facts.agentName }),
    })
    .where('id', '=', id)
    .execute()
}

export async function setMemberLevel(tx: Tx, id: string, memberLevel: MemberLevel): Promise<void> {
  await tx.updateTable('enterprise').set({ member_level: memberLevel }).where('id', '=', id).execute()
}

/** How many companies there are of each member level. */
export async function countEnterprisesByLevel(db: Db): Promise<Map<MemberLevel, number>> {
  const rows = await db
    .selectFrom('enterprise')
    .select(['member_level', db.fn.countAll<number>().as('count')])
    .where('id', '<>', PLATFORM_ENTERPRISE_ID)
    .groupBy('member_level')
    .execute()
  return new Map(rows.map(({ member_level, count }) => [member_level as MemberLevel, count]))
}

/** Whether a company is in use; until the transaction ends nobody freezes it. */
export async function lockActiveEnterprise(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('enterprise').select('status').where('id', '=', id).forShare().executeTakeFirst()
  return row?.status === 1
}

/** Freezes a company or opens it again; false when there is none. */
export async function setEnterpriseStatus(tx: Tx, id: string, status: 0 | 1): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('enterprise').set({ status }).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}
