// Reads and writes the table `enterprise`.
import { type RawBuilder, sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { MemberLevel, VerificationLevel, VerificationStatus } from '#contract/people/verification/verification-status.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, anyOfTextsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { containsSql, formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface Enterprise {
  id: string
  name: string | null
  agentName: string | null
  status: 0 | 1
  authLevel: VerificationLevel
  authStatus: VerificationStatus | null
  memberLevel: MemberLevel
  createdAt: Date
  /** When its main account was closed; null: it was not. */
  closedAt: Date | null
}

const columns = ['id', 'name', 'agent_name', 'status', 'auth_level', 'auth_status', 'member_level', 'created_at', 'closed_at'] as const

/** Inserts an enterprise without a name at registration. The verification adds its details. `id`: the reserved id. */
export async function insertEnterprise(tx: Tx, moment: Moment, id: string = moment.newId()): Promise<string> {
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
  closed_at: Date | null
}

const enterpriseFrom = (row: Row): Enterprise => ({
  id: row.id,
  name: row.name,
  agentName: row.agent_name,
  status: row.status === 1 ? 1 : 0,
  authLevel: row.auth_level as VerificationLevel,
  authStatus: row.auth_status as VerificationStatus | null,
  memberLevel: row.member_level as MemberLevel,
  createdAt: row.created_at,
  closedAt: row.closed_at,
})

/** Finds a buying enterprise. The platform's own enterprise is not one. */
export async function findEnterprise(db: Db, id: string): Promise<Enterprise | undefined> {
  if (id === PLATFORM_ENTERPRISE_ID) return undefined
  const row = await db.selectFrom('enterprise').select(columns).where('id', '=', id).executeTakeFirst()
  return row && enterpriseFrom(row)
}

/** Refuses ENTERPRISE_NOT_FOUND. */
export const requireEnterprise = async (db: Db, id: string): Promise<Enterprise> =>
  (await findEnterprise(db, id)) ?? refuse('ENTERPRISE_NOT_FOUND')

/**
 * Locks an enterprise against closing until the transaction ends. Refuses ENTERPRISE_NOT_FOUND, and ENTERPRISE_CLOSED once its main account is closed.
 */
export async function requireOpenEnterprise(tx: Tx, id: string): Promise<void> {
  const row = await tx
    .selectFrom('enterprise')
    .select('closed_at')
    .where('id', '=', id)
    .where('id', '<>', PLATFORM_ENTERPRISE_ID)
    .forShare()
    .executeTakeFirst()
  if (!row) refuse('ENTERPRISE_NOT_FOUND')
  if (row.closed_at !== null) refuse('ENTERPRISE_CLOSED')
}

/** Locks an enterprise until the transaction ends. Rows that refer to it can still be inserted. */
export async function lockEnterprise(tx: Tx, id: string): Promise<Enterprise | undefined> {
  if (id === PLATFORM_ENTERPRISE_ID) return undefined
  const row = await tx.selectFrom('enterprise').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && enterpriseFrom(row)
}

/** Lists enterprises by id, unsorted. */
/** A query for the names of all enterprises, to join it with others. */
export const selectEnterpriseNames = (db: Db) => db.selectFrom('enterprise').select(['id', 'name'])

export async function findEnterprises(db: Db, ids: readonly string[]): Promise<Enterprise[]> {
  const rows = await db.selectFrom('enterprise').select(columns).where('id', '=', anyOfIdsSql(ids)).execute()
  return rows.map(enterpriseFrom)
}

/** Finds enterprises by a part of their name, sorted by name, with a limit. The platform's own enterprise is left out. */
export async function searchEnterprisesByName(db: Db, keyword: string, limit: number): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .selectFrom('enterprise')
    .select(['id', 'name'])
    .where(containsSql(sql`name`, keyword))
    .where('id', '<>', PLATFORM_ENTERPRISE_ID)
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ id, name }) => ({ id, name: name ?? '' }))
}

/** SQL: whether the name of an enterprise contains a keyword. `enterpriseId`: a column. */
export const hasKeywordInEnterpriseNameSql = (enterpriseId: string, keyword: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from enterprise e where e.id = ${sql.ref(enterpriseId)} and e.name ilike ${formatLikeContainsPattern(keyword)})`

/** Returns which of these names enterprises already have. */
export async function findTakenEnterpriseNames(db: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('enterprise').select('name').where('name', '=', anyOfTextsSql(names)).execute()
  return new Set(rows.flatMap(({ name }) => name ?? []))
}

/**
 * Reserves a name for a company that is being moved in, until the transaction ends: a concurrent transaction with the same name waits, and
 * then finds it taken. Refuses ENTERPRISE_NAME_TAKEN. A company that is verified later may still get the name: its reviewer decides.
 */
export async function reserveUnusedEnterpriseName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`enterprise name ${name}`}, 0))`.execute(tx)
  const taken = await findTakenEnterpriseNames(tx, [name])
  if (taken.size > 0) refuse('ENTERPRISE_NAME_TAKEN')
}

/** The names of enterprises by id; null of one that has none yet. Ids that do not exist are left out. */
export async function listEnterpriseNamesById(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  return new Map((await findEnterprises(db, ids)).map(({ id, name }) => [id, name]))
}

/** Adds the name of the enterprise to each row. */
export async function attachEnterpriseNamesToRows<R extends { enterpriseId: string }>(
  db: Db,
  rows: readonly R[],
): Promise<(R & { enterpriseName: string | null })[]> {
  const ids = [...new Set(rows.map(({ enterpriseId }) => enterpriseId))]
  const names = await listEnterpriseNamesById(db, ids)
  return rows.map((row) => ({ ...row, enterpriseName: names.get(row.enterpriseId) ?? null }))
}

/** The verified details of an enterprise. */
export interface VerifiedEnterpriseDetails {
  name?: string
  creditCodeMasked?: string
  agentName?: string
  authLevel: VerificationLevel
  authStatus: VerificationStatus
}

export async function recordVerifiedEnterpriseDetails(tx: Tx, id: string, facts: VerifiedEnterpriseDetails): Promise<void> {
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

export async function updateMemberLevelColumn(tx: Tx, id: string, memberLevel: MemberLevel): Promise<void> {
  await tx.updateTable('enterprise').set({ member_level: memberLevel }).where('id', '=', id).execute()
}

/** Counts the enterprises by member level. */
export async function countEnterprisesByMemberLevel(db: Db): Promise<Map<MemberLevel, number>> {
  const rows = await db
    .selectFrom('enterprise')
    .select(['member_level', db.fn.countAll<number>().as('count')])
    .where('id', '<>', PLATFORM_ENTERPRISE_ID)
    .groupBy('member_level')
    .execute()
  return new Map(rows.map(({ member_level, count }) => [member_level as MemberLevel, count]))
}

/** Locks an enterprise against freezing until the transaction ends. Returns whether it is active. */
export async function lockEnterpriseAndCheckActive(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('enterprise').select('status').where('id', '=', id).forShare().executeTakeFirst()
  return row?.status === 1
}

/** Freezes or unfreezes an enterprise. Returns false if there is none. */
export async function updateEnterpriseStatusColumn(tx: Tx, id: string, status: 0 | 1): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('enterprise').set({ status }).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}
