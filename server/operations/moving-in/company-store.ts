// Reads and writes the table `moving_in_company`. Its column `verdict` is the trial result of a company.
import { sql } from 'kysely'
import type {
  MovingInCompany,
  MovingInCompanyOutcome,
  MovingInFault,
  MovingInRun,
  MovingInTotals,
} from '#contract/operations/moving-in/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, fetchSlice, type RowSlice } from '#server/platform/core/paging.ts'
import type { MovingInCompanyPlan } from './plan/company-plan.ts'
import type { MovingInCompanyRows } from './sheets/read-workbook.ts'

/** The row and column for which the rows of a company are sealed. */
const placeOf = (id: string) => `moving_in_company|sealed|${id}`

/** Inserts the companies of a file with their rows sealed, each with its future id. */
export async function insertMovingInCompanies(
  tx: Tx,
  moment: Moment,
  { keys, movingInId, companies }: { keys: Keys; movingInId: string; companies: readonly MovingInCompanyRows[] },
): Promise<void> {
  const BATCH = 200
  for (let at = 0; at < companies.length; at += BATCH) {
    const rows = companies.slice(at, at + BATCH).map((packed, index) => {
      const id = moment.newId()
      return {
        moving_in_id: movingInId,
        no: at + index + 1,
        id,
        code: packed.code.slice(0, 50),
        name: (packed.rows.companies[0]?.cells.name ?? '').trim().slice(0, 100).toWellFormed(),
        sealed: keys.seal(moment, placeOf(id), JSON.stringify(packed)),
      }
    })
    await tx.insertInto('moving_in_company').values(rows).execute()
  }
}

const selectCompanies = (db: Db, id: string) => db.selectFrom('moving_in_company').where('moving_in_id', '=', id)

export interface StoredMovingInCompany {
  no: number
  companyId: string
  packed: MovingInCompanyRows
  seen: Buffer | null
}

/** Reads some of the next companies after a number that wait for the trial or the move. */
export async function readNextWaitingMovingInCompanies(
  db: Db,
  { keys, id, waiting, after, limit }: { keys: Keys; id: string; waiting: 'untried' | 'due'; after: number; limit: number },
): Promise<StoredMovingInCompany[]> {
  const waits = waiting === 'due' ? sql<boolean>`due` : sql<boolean>`verdict is null`
  const next = selectCompanies(db, id).select(['no', 'id', 'sealed', 'seen']).where(waits).where('no', '>', after)
  const rows = await next.orderBy('no').limit(limit).execute()
  return rows.flatMap(({ no, id: companyId, sealed, seen }) =>
    sealed === null ? [] : [{ no, companyId, packed: unseal(keys, companyId, sealed), seen }],
  )
}

const unseal = (keys: Keys, companyId: string, sealed: Buffer) => JSON.parse(keys.open(placeOf(companyId), sealed)) as MovingInCompanyRows

/** Writes the trial results of some companies with one statement. */
export async function saveMovingInTrialResults(tx: Tx, id: string, plans: readonly MovingInCompanyPlan[]): Promise<void> {
  const rows = plans.map(({ no, faults, content, sums, seen }) => ({
    no,
    verdict: content ? 'ready' : 'refused',
    due: content !== undefined,
    faults,
    seen: seen.toString('hex'),
    ...sums,
  }))
  await sql`
    update moving_in_company as c set verdict = g.verdict, due = g.due, faults = g.faults, seen = decode(g.seen, 'hex'),
      wallet_fen = g.wallet, statements_fen = g.statements, drawdowns_fen = g.drawdowns, interest_fen = g.interest, limits_fen = g.limits
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(no int, verdict text, due boolean, faults jsonb, seen text,
      wallet bigint, statements bigint, drawdowns bigint, interest bigint, limits bigint)
    where c.moving_in_id = ${id} and c.no = g.no and c.verdict is null`.execute(tx)
}

/** Marks a company as moved in. Returns false if it was marked before. */
export async function markCompanyMovedIn(tx: Tx, moment: Moment, { id, no }: { id: string; no: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('moving_in_company')
    .set({ due: false, moved_at: moment.now })
    .where('moving_in_id', '=', id)
    .where('no', '=', no)
    .where('due', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks companies that were not moved in, with the reasons. Their sums stay as the trial computed them. */
export async function markMovingInCompaniesRefused(
  tx: Tx,
  id: string,
  refused: readonly { no: number; faults: readonly MovingInFault[] }[],
): Promise<void> {
  await sql`
    update moving_in_company as c set due = false, verdict = 'refused', faults = g.faults
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as g(no int, faults jsonb)
    where c.moving_in_id = ${id} and c.no = g.no and c.due`.execute(tx)
}

/** Counts the companies of a run by result. */
export async function countMovingInCompaniesByResult(
  db: Db,
  id: string,
): Promise<{ counts: MovingInRun['counts']; tried: number; due: number }> {
  const { rows } = await sql<{ ready: number; refused: number; moved: number; tried: number; due: number }>`
    select count(*) filter (where verdict = 'ready' and moved_at is null)::int as ready, count(*) filter (where verdict = 'refused')::int as refused,
      count(moved_at)::int as moved, count(verdict)::int as tried, count(*) filter (where due)::int as due
    from moving_in_company where moving_in_id = ${id}`.execute(db)
  const { tried = 0, due = 0, ...counts } = rows[0] ?? { ready: 0, refused: 0, moved: 0 }
  return { counts, tried, due }
}

/** Sums the amounts that the trial would move in. */
export async function sumAmountsOfMovingInTrial(db: Db, id: string): Promise<MovingInTotals> {
  const { rows } = await sql<Record<keyof MovingInTotals, string>>`
    select count(*) as companies, coalesce(sum(wallet_fen), 0) as wallet, coalesce(sum(statements_fen), 0) as statements,
      coalesce(sum(drawdowns_fen), 0) as drawdowns, coalesce(sum(interest_fen), 0) as interest, coalesce(sum(limits_fen), 0) as limits
    from moving_in_company where moving_in_id = ${id} and verdict = 'ready'`.execute(db)
  const of = (total: keyof MovingInTotals) => Number(rows[0]?.[total] ?? 0)
  return {
    companies: of('companies'),
    wallet: fen(of('wallet')),
    statements: fen(of('statements')),
    drawdowns: fen(of('drawdowns')),
    interest: fen(of('interest')),
    limits: fen(of('limits')),
  }
}

/** The companies of a run that were moved in, by their ids in the mall. */
export async function listMovedInCompanyIds(db: Db, id: string): Promise<string[]> {
  const rows = await selectCompanies(db, id).select('id').where('moved_at', 'is not', null).execute()
  return rows.map(({ id: companyId }) => companyId)
}

/** The hashes of the trial, in the order of the companies. */
export async function* streamMovingInTrialHashes(db: Db, id: string): AsyncGenerator<Buffer> {
  const BATCH = 5_000
  for (let after = 0; ; ) {
    const rows = await selectCompanies(db, id).select(['no', 'seen']).where('no', '>', after).orderBy('no').limit(BATCH).execute()
    for (const { seen } of rows) if (seen) yield seen
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.no
  }
}

const withResult = (query: ReturnType<typeof selectCompanies>, result: MovingInCompanyOutcome | undefined) => {
  if (result === undefined) return query
  if (result === 'moved') return query.where('moved_at', 'is not', null)
  const of = query.where('verdict', '=', result)
  return result === 'ready' ? of.where('moved_at', 'is', null) : of
}

/** Returns a page of companies in the order of the file. */
export async function listMovingInCompanies(
  db: Db,
  id: string,
  { result, ...slice }: { result?: MovingInCompanyOutcome | undefined } & RowSlice,
): Promise<{ dataList: MovingInCompany[]; total: number }> {
  const page = withResult(selectCompanies(db, id), result)
    .select(['no', 'id', 'code', 'name', 'verdict', 'faults', 'moved_at'])
    .select(['wallet_fen', 'statements_fen', 'drawdowns_fen', 'interest_fen', 'limits_fen'])
    .orderBy('no')
  const { rows, total } = await fetchPageWithTotal(page, withResult(selectCompanies(db, id), result), slice)
  const dataList = rows.map(
    (row): MovingInCompany => ({
      no: row.no,
      code: row.code,
      name: row.name,
      result: row.moved_at === null ? row.verdict : 'moved',
      faults: row.faults as unknown as MovingInFault[],
      wallet: row.wallet_fen,
      statements: row.statements_fen,
      drawdowns: row.drawdowns_fen,
      interest: row.interest_fen,
      limits: row.limits_fen,
      enterpriseId: row.moved_at === null ? null : row.id,
    }),
  )
  return { dataList, total }
}

export interface MovingInCompanyResult {
  code: string
  name: string
  result: MovingInCompanyOutcome | null
  faults: MovingInFault[]
  /** null: erased. */
  packed: MovingInCompanyRows | null
}

/** Reads companies with their rows, in the order of the file. */
export async function readMovingInCompanyResults(
  db: Db,
  { keys, id }: { keys: Keys; id: string },
  slice: RowSlice,
): Promise<MovingInCompanyResult[]> {
  const all = selectCompanies(db, id).select(['no', 'id', 'code', 'name', 'verdict', 'faults', 'moved_at', 'sealed']).orderBy('no')
  const rows = await fetchSlice(all, slice)
  return rows.map(({ id: companyId, code, name, verdict, faults, moved_at, sealed }) => ({
    code,
    name,
    result: moved_at === null ? verdict : ('moved' as const),
    faults: faults as unknown as MovingInFault[],
    packed: sealed === null ? null : unseal(keys, companyId, sealed),
  }))
}
