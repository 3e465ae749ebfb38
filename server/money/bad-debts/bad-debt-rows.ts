// Reads the tables `bad_debt` and `bad_debt_entry`. change-bad-debts.ts writes them.
import { type RawBuilder, sql } from 'kysely'
import type { BadDebtAmounts, BadDebtEntryKind, BadDebtState } from '#contract/money/bad-debts/bad-debt-lifecycle.ts'
import { type Fen, fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** What is still owed of the claim `b`, as SQL. */
const leftSql = sql<number>`b.principal_fen + b.interest_fen - b.recovered_fen - b.forgiven_fen`
/** The claim `b` is open, as SQL. It is the condition of the index `bad_debt_open`. */
const openSql = sql<boolean>`b.recovered_fen + b.forgiven_fen < b.principal_fen + b.interest_fen`

/** The open claims of a company, as a select: `id`, `month`, `due_day` and `fen`, the oldest month first. */
export const readOpenBadDebtsSql = (enterpriseId: string) =>
  sql<{
    id: string
    month: string
    due_day: string
    fen: number
  }>`select b.id, b.month, b.due_day, (${leftSql})::bigint as fen from bad_debt b where b.enterprise_id = ${enterpriseId} and ${openSql} order by b.month, b.id`

/** The open claims of all companies, as a select: `enterprise_id`, `month`, `due_day` and `fen`, a row for each write-off. */
export const readAllOpenBadDebtsSql = sql`select b.enterprise_id, b.month, b.due_day, (${leftSql})::bigint as fen from bad_debt b where ${openSql}`

/** What is still owed of the claims of the statement `s`, or of a company, as SQL; null: no claim is open. */
export const sumOpenBadDebtSql = (of: { enterpriseId: RawBuilder<unknown>; month: RawBuilder<unknown> }) =>
  sql<
    number | null
  >`(select sum(${leftSql}) from bad_debt b where b.enterprise_id = ${of.enterpriseId} and b.month = ${of.month} and ${openSql})`

/** What was still owed of the claims of a company before a time: written off, and neither recovered nor forgiven by then. */
export async function readOpenBadDebtFenAt(db: Db, enterpriseId: string, before: Date): Promise<Fen> {
  const { rows } = await sql<{ fen: Fen }>`select (coalesce((select sum(principal_fen + interest_fen) from bad_debt
      where enterprise_id = ${enterpriseId} and written_off_at < ${before}), 0)
    - coalesce((select sum(amount_fen) from bad_debt_entry where enterprise_id = ${enterpriseId} and at < ${before}), 0))::bigint as fen`.execute(
    db,
  )
  return rows[0]?.fen ?? ZERO_FEN
}

/** What of a month was written off, with its interest, and what of that was recovered and forgiven. */
export interface WrittenOffAmounts {
  writtenOffFen: Fen
  /** The part of it that is interest. */
  writtenOffInterestFen: Fen
  recoveredFen: Fen
  forgivenFen: Fen
}

/** These amounts of the statement `s`, as SQL. */
export const statementWrittenOffAmountsSql = sql<WrittenOffAmounts>`(
  select jsonb_build_object('writtenOffFen', coalesce(sum(b.principal_fen + b.interest_fen), 0), 'recoveredFen', coalesce(sum(b.recovered_fen), 0),
    'writtenOffInterestFen', coalesce(sum(b.interest_fen), 0), 'forgivenFen', coalesce(sum(b.forgiven_fen), 0)) from bad_debt b where b.enterprise_id = s.enterprise_id and b.month = s.month)`

export interface BadDebtRecord extends BadDebtAmounts {
  enterpriseId: string
  /** That of its write-off request. */
  id: string
  month: string
  providedFen: Fen
  dueDay: string
  writtenOffAt: Date
}

const columns = [
  ...(['b.enterprise_id', 'b.id', 'b.month', 'b.principal_fen', 'b.interest_fen', 'b.provided_fen'] as const),
  ...(['b.recovered_fen', 'b.forgiven_fen', 'b.due_day', 'b.written_off_at'] as const),
] as const

interface Row {
  enterprise_id: string
  id: string
  month: string
  principal_fen: Fen
  interest_fen: Fen
  provided_fen: Fen
  recovered_fen: Fen
  forgiven_fen: Fen
  due_day: string
  written_off_at: Date
}

const toRecord = (row: Row): BadDebtRecord => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  month: row.month,
  principalFen: row.principal_fen,
  interestFen: row.interest_fen,
  providedFen: row.provided_fen,
  recoveredFen: row.recovered_fen,
  forgivenFen: row.forgiven_fen,
  dueDay: row.due_day,
  writtenOffAt: row.written_off_at,
})

/** Lists how much written-off interest of a company was given up (放弃追偿), by claim: what was forgiven beyond the principal. Others are missing. */
export async function mapForgivenInterestFenByBadDebtId(db: Db, enterpriseId: string): Promise<Map<string, Fen>> {
  const rows = await db
    .selectFrom('bad_debt as b')
    .select(['b.id', sql<Fen>`least(b.interest_fen, b.forgiven_fen - b.principal_fen)`.as('fen')])
    .where('b.enterprise_id', '=', enterpriseId)
    .whereRef('b.forgiven_fen', '>', 'b.principal_fen')
    .execute()
  return new Map(rows.map(({ id, fen: forgiven }) => [id, forgiven]))
}

/** The months of all claims of a company, by their ids. */
export async function mapStatementMonthsByBadDebtId(db: Db, enterpriseId: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('bad_debt').select(['id', 'month']).where('enterprise_id', '=', enterpriseId).execute()
  return new Map(rows.map(({ id, month }) => [id, month]))
}

/** What claims have moved of the provision, of all companies: what was recovered, less what it bore of write-offs. */
export async function sumProvisionChangeByBadDebts(db: Db): Promise<Fen> {
  const { rows } = await sql<{ moved: number }>`select (
    (select coalesce(sum(amount_fen), 0) from bad_debt_entry where kind in ('recover', 'bounce')) - (select coalesce(sum(provided_fen), 0) from bad_debt))::bigint as moved`.execute(
    withoutTenantGuard(db, 'working in sets'),
  )
  return fen(rows[0]?.moved ?? 0)
}

export interface BadDebtFilter extends RowSlice {
  /** Default: all companies, for the console, whose connection may read them. */
  enterpriseId?: string | undefined
  id?: string | undefined
  state?: BadDebtState | undefined
  /** The due day lies between two days, both inclusive. A missing side is open. */
  due?: { first?: string; last?: string } | undefined
}

const states: Record<BadDebtState, RawBuilder<boolean>> = {
  OPEN: openSql,
  RECOVERED: sql<boolean>`not (${openSql}) and b.forgiven_fen = 0`,
  FORGIVEN: sql<boolean>`not (${openSql}) and b.forgiven_fen > 0`,
}

/** Selects the claims that a filter asks for. */
function matching(db: Db, { enterpriseId, id, state, due }: Omit<BadDebtFilter, keyof RowSlice>) {
  let wanted = db.selectFrom('bad_debt as b')
  if (enterpriseId !== undefined) wanted = wanted.where('b.enterprise_id', '=', enterpriseId)
  if (id !== undefined) wanted = wanted.where('b.id', '=', id)
  if (state !== undefined) wanted = wanted.where(states[state])
  if (due?.first !== undefined) wanted = wanted.where('b.due_day', '>=', due.first)
  if (due?.last !== undefined) wanted = wanted.where('b.due_day', '<=', due.last)
  return wanted
}

/** Sums the claims that a filter asks for, of all pages. */
export async function sumBadDebts(db: Db, filter: Omit<BadDebtFilter, keyof RowSlice>): Promise<BadDebtAmounts> {
  const total = (column: 'principal' | 'interest' | 'recovered' | 'forgiven') =>
    sql<Fen>`coalesce(sum(${sql.ref(`b.${column}_fen`)}), 0)::bigint`.as(`${column}Fen`)
  return matching(db, filter)
    .select([total('principal'), total('interest'), total('recovered'), total('forgiven')])
    .$castTo<BadDebtAmounts>()
    .executeTakeFirstOrThrow()
}

/** Lists a page of claims, the latest write-off first, with their number. */
export async function listBadDebts(db: Db, filter: BadDebtFilter): Promise<{ rows: BadDebtRecord[]; total: number }> {
  const wanted = matching(db, filter)
  const { rows, total } = await fetchPageWithTotal(
    wanted.select(columns).orderBy('b.written_off_at', 'desc').orderBy('b.id', 'desc'),
    wanted,
    filter,
  )
  return { rows: rows.map(toRecord), total }
}

/** Locks a claim and returns it; undefined if there is none. The caller has locked the company's debts. */
export async function lockBadDebt(tx: Tx, ref: { enterpriseId: string; id: string }): Promise<BadDebtRecord | undefined> {
  const row = await tx
    .selectFrom('bad_debt as b')
    .select(columns)
    .where('b.enterprise_id', '=', ref.enterpriseId)
    .where('b.id', '=', ref.id)
    .forUpdate()
    .executeTakeFirst()
  return row && toRecord(row)
}

export interface BadDebtEntry {
  id: string
  badDebtId: string
  kind: BadDebtEntryKind
  amountFen: Fen
  document: string
  valueDay: string
  at: Date
}

/** Lists what happened to a claim, or to all claims of a month, the earliest first. */
export async function listBadDebtEntries(
  db: Db,
  { enterpriseId, ...of }: { enterpriseId: string } & ({ id: string } | { month: string }),
): Promise<BadDebtEntry[]> {
  const wanted = db
    .selectFrom('bad_debt_entry as e')
    .innerJoin('bad_debt as b', (join) => join.onRef('b.enterprise_id', '=', 'e.enterprise_id').onRef('b.id', '=', 'e.bad_debt_id'))
    .select(['e.id', 'e.bad_debt_id', 'e.kind', 'e.amount_fen', 'e.document', 'e.value_day', 'e.at'])
    .where('e.enterprise_id', '=', enterpriseId)
    .orderBy('e.at')
    .orderBy('e.id')
  const rows = await ('id' in of ? wanted.where('b.id', '=', of.id) : wanted.where('b.month', '=', of.month)).execute()
  return rows.map((row) => ({
    id: row.id,
    badDebtId: row.bad_debt_id,
    kind: row.kind,
    amountFen: row.amount_fen,
    document: row.document,
    valueDay: row.value_day,
    at: row.at,
  }))
}

/** What some repayments have recovered, with the month of each claim, the oldest month first. */
export async function listBadDebtRecoveriesOfRepayments(
  db: Db,
  enterpriseId: string,
  documents: readonly string[],
): Promise<{ document: string; id: string; month: string; amountFen: Fen }[]> {
  const rows = await db
    .selectFrom('bad_debt_entry as e')
    .innerJoin('bad_debt as b', (join) => join.onRef('b.enterprise_id', '=', 'e.enterprise_id').onRef('b.id', '=', 'e.bad_debt_id'))
    .select(['e.document', 'b.id', 'b.month', 'e.amount_fen'])
    .where('e.enterprise_id', '=', enterpriseId)
    .where('e.document', '=', anyOfIdsSql(documents))
    .where('e.kind', '=', 'recover')
    .orderBy('b.month')
    .orderBy('b.id')
    .execute()
  return rows.map(({ document, id, month, amount_fen }) => ({ document, id, month, amountFen: fen(amount_fen) }))
}
