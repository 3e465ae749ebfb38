import { sql } from 'kysely'
import { addHours, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { countRows } from '#server/platform/core/paging.ts'
import { tenantTables } from '#server/platform/core/tenant-guard.ts'
import { NIGHTS_PER_TURN } from './checks/invariant.ts'

/** A night's check, and the one before it that has ended with a result: what that has seen is not read again before its turn. */
export interface NightlyCheckOptions {
  now: Date
  last: { night: string; startedAt: Date }
}

const DAY_MS = 86_400_000
/** So much of what the last night's check has seen is read again: a transaction of the moment at which it began may have ended after it. */
const OVERLAP_HOURS = 24

/** The number of a night: all companies and days have had their turn after `NIGHTS_PER_TURN` of them. */
const toNightNumber = (night: string): number => Date.parse(night) / DAY_MS

/** The turns of the nights since the last one: a night that was missed is made up for. */
function listTurns({ now, last }: NightlyCheckOptions): number[] {
  const tonight = toNightNumber(toShanghaiDay(now))
  const nights = Math.min(NIGHTS_PER_TURN, Math.max(1, tonight - toNightNumber(last.night)))
  return Array.from({ length: nights }, (_, back) => (tonight - back) % NIGHTS_PER_TURN)
}

/** If more than this share of all companies is to be read, and more than a few, reading everything is faster. */
const PART_MAX = 1 / 5
const FEW = 50

/**
 * The companies that a night's check reads: those for which something was written since the last one, and of the others those whose turn it
 * is. Each company has its turn once in `NIGHTS_PER_TURN` nights. undefined: so many that all are read.
 */
export async function listCompaniesOfNight(tx: Tx, night: NightlyCheckOptions): Promise<string[] | undefined> {
  const since = addHours(night.last.startedAt, -OVERLAP_HOURS)
  const { rows } = await sql<{ id: string }>`
    select id from enterprise where mod(hashtext(id::text) & 2147483647, ${NIGHTS_PER_TURN}) = any(${listTurns(night)}::int[])
    union select enterprise_id from outbox where at >= ${since} and enterprise_id is not null
    union select enterprise_id from ledger_transfer where at >= ${since}`.execute(tx)
  const total = await countRows(tx.selectFrom('enterprise').select('id'))
  return rows.length > Math.max(FEW, total * PART_MAX) ? undefined : rows.map(({ id }) => id)
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
  const scope = 'company_in_scope as materialized (select id from public.enterprise where id = any($1::uuid[]))'
  return `with ${[scope, ...limited].join(', ')} select * from (${statement}) whole`
}
