// Reads the tables `provision_run` and `provision_line`. run-provision.ts writes them.
import { sql } from 'kysely'
import { findProvisionRate, listProvisionBands, type ProvisionBands } from '#contract/money/provisions/bands.ts'
import type { ProvisionRun } from '#contract/money/provisions/console-api.ts'
import { type BasisPoints, type Fen, maxFen, negateFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import type { Db } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** The last month with a run; undefined: none. */
export async function findLastProvisionMonth(db: Db): Promise<string | undefined> {
  const { last } = await db.selectFrom('provision_run').select(db.fn.max('month').as('last')).executeTakeFirstOrThrow()
  return last ?? undefined
}

/** What was owed and set aside in each band of some months. */
async function sumBands(db: Db, months: readonly string[]) {
  const { rows } = await sql<{ month: string; late_days: number; unpaid: Fen; amount: Fen }>`
    select month, late_days, sum(unpaid_fen)::bigint as unpaid, sum(amount_fen)::bigint as amount from provision_line
    where month = any(${[...months]}::text[]) group by month, late_days`.execute(withoutTenantGuard(db, 'console'))
  return rows
}

/** Lists a page of runs with what is in each of their bands, the latest month first, with their number. */
export async function listProvisionRuns(db: Db, slice: RowSlice): Promise<{ rows: ProvisionRun[]; total: number }> {
  const all = db.selectFrom('provision_run')
  const { rows, total } = await fetchPageWithTotal(all.selectAll().orderBy('month', 'desc'), all, slice)
  const lines = await sumBands(
    db,
    rows.map(({ month }) => month),
  )
  return {
    rows: rows.map((row) => {
      const bands = row.bands as ProvisionBands
      const own = lines.filter(({ month }) => month === row.month)
      const { month, at, base_fen: base, required_fen: required, before_fen: before, change_fen: change } = row
      return {
        month,
        at,
        base,
        required,
        before,
        provided: maxFen(change, ZERO_FEN),
        released: maxFen(negateFen(change), ZERO_FEN),
        bands: listProvisionBands(bands).map(({ label, until }, place, list) => {
          const from = place === 0 ? -1 : (list[place - 1]?.until ?? 0)
          const inside = own.filter(({ late_days: late }) => late > from && (until === null || late <= until))
          const rate = findProvisionRate(bands, from + 1)
          return { label, rate, unpaid: sum(inside.map(({ unpaid }) => unpaid)), amount: sum(inside.map(({ amount }) => amount)) }
        }),
      }
    }),
    total,
  }
}

/** One statement in the provision of a month. */
export interface StatementProvisionRow {
  enterpriseId: string
  month: string
  statementMonth: string
  dueDay: string
  lateDays: number
  unpaidFen: Fen
  rate: BasisPoints
  amountFen: Fen
}

/** Lists a page of the lines of a month, by default the last one, the largest provision first, with their number. */
export async function listProvisionLines(
  db: Db,
  { month, enterpriseId, ...slice }: { month?: string | undefined; enterpriseId?: string | undefined } & RowSlice,
): Promise<{ rows: StatementProvisionRow[]; total: number }> {
  const wantedMonth = month ?? (await findLastProvisionMonth(db)) ?? ''
  const ofMonth = withoutTenantGuard(db, 'console').selectFrom('provision_line').where('month', '=', wantedMonth)
  const wanted = enterpriseId === undefined ? ofMonth : ofMonth.where('enterprise_id', '=', enterpriseId)
  const ordered = wanted.selectAll().orderBy('amount_fen', 'desc').orderBy('enterprise_id').orderBy('statement_month')
  const { rows, total } = await fetchPageWithTotal(ordered, wanted, slice)
  return {
    rows: rows.map((row) => ({
      enterpriseId: row.enterprise_id,
      month: row.month,
      statementMonth: row.statement_month,
      dueDay: row.due_day,
      lateDays: row.late_days,
      unpaidFen: row.unpaid_fen,
      rate: row.rate,
      amountFen: row.amount_fen,
    })),
    total,
  }
}
