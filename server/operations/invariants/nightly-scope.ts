import { sql } from 'kysely'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { tenantTables } from '#server/platform/core/tenant-guard.ts'
import { NIGHTS_PER_TURN } from './checks/invariant.ts'

/** When a night's check runs, and from when on something was written that no check has seen. */
export interface Night {
  now: Date
  since: Date
}

const DAY_MS = 86_400_000

/** The number of a night: all companies and days have had their turn after `NIGHTS_PER_TURN` of them. */
const toNightNumber = (now: Date): number => Date.parse(toShanghaiDay(now)) / DAY_MS

/**
 * The companies that a night's check reads: those for which something was written since `since`, and of the others those whose turn it is.
 * Each company has its turn once in `NIGHTS_PER_TURN` nights.
 */
export async function listCompaniesOfNight(tx: Tx, { now, since }: Night): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from enterprise where mod(hashtext(id::text) & 2147483647, ${NIGHTS_PER_TURN}) = ${toNightNumber(now) % NIGHTS_PER_TURN}
    union select enterprise_id from outbox where at >= ${since} and enterprise_id is not null
    union select enterprise_id from ledger_transfer where at >= ${since}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The tables whose rows belong to a company, with the column that names it. */
const companyTables = [['enterprise', 'id'], ...tenantTables.map((table) => [table, 'enterprise_id'] as const)] as const

/**
 * Limits a read-only statement to the rows of the companies in its parameter $1, an array: for each table of companies that it names, a
 * common table expression of the same name takes the place of the table.
 */
export function limitToCompanies(statement: string): string {
  const named = companyTables.filter(([table]) => new RegExp(`\\b(?:from|join)\\s+\\(*(?:"${table}"|${table}\\b)`).test(statement))
  const limited = named.map(
    ([table, column]) =>
      `"${table}" as not materialized (select * from public."${table}" where "${column}" in (select company_in_scope.id from company_in_scope))`,
  )
  const scope = 'company_in_scope as materialized (select unnest($1::uuid[]) as id)'
  return `with ${[scope, ...limited].join(', ')} select * from (${statement}) whole`
}
