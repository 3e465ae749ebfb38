import { sql } from 'kysely'
import type { CollectionPromiseReportRow, CollectionReportTotals } from '#contract/billing/collections/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { limitAndOffsetSql, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface CollectionPromiseReportFilter {
  monthFrom?: string | undefined
  monthTo?: string | undefined
  ownerId?: string | undefined
}

const parts = {
  promised: ['WAIT', 'KEPT', 'BROKEN', 'WITHDRAWN'],
  kept: ['KEPT'],
  broken: ['BROKEN'],
  waiting: ['WAIT'],
  withdrawn: ['WITHDRAWN'],
} as const
type Part = keyof typeof parts
type Sums = Record<`${Part}_count` | `${Part}_fen` | 'received', number>
type Row = Sums & { month: string; owner_id: string; found: number; totals: Sums }

const partNames = Object.keys(parts) as Part[]

/**
 * Counts promises by the month of their day and their owner, the latest month first, and all of them together. They are summed by day first, because
 * writing the month of each takes longer than summing it.
 */
export async function countCollectionPromisesByMonthAndOwner(
  db: Db,
  { monthFrom, monthTo, ownerId, ...slice }: CollectionPromiseReportFilter & RowSlice,
): Promise<{ dataList: CollectionPromiseReportRow[]; total: number; totals: CollectionReportTotals }> {
  const columns = partNames.map((part) => {
    const within = sql`filter (where state in (${sql.join(parts[part].map((state) => sql.lit(state)))}))`
    return sql`coalesce(sum(promises) ${within}, 0)::bigint as ${sql.id(`${part}_count`)}, coalesce(sum(amount_fen) ${within}, 0)::bigint as ${sql.id(`${part}_fen`)}`
  })
  const totals = [...partNames.flatMap((part) => [`${part}_count`, `${part}_fen`]), 'received'].map(
    (name) => sql`${sql.lit(name)}, (sum(${sql.id(name)}) over ())::bigint`,
  )
  const { rows } = await sql<Row>`
    with by_day as (
      select day, owner_id, state, count(*) as promises, sum(amount_fen) as amount_fen, sum(received_fen) as received_fen from collection_promise
      where (${monthFrom ?? null}::text is null or day >= (${monthFrom ?? null}::text || '-01')::date)
        and (${monthTo ?? null}::text is null or day < (${monthTo ?? null}::text || '-01')::date + interval '1 month')
        and (${ownerId ?? null}::uuid is null or owner_id = ${ownerId ?? null}::uuid)
      group by 1, 2, 3),
    counted as (
      select to_char(day, 'YYYY-MM') as month, owner_id, coalesce(sum(received_fen) filter (where state <> 'WITHDRAWN'), 0)::bigint as received,
        ${sql.join(columns)}
      from by_day group by 1, 2)
    select counted.*, count(*) over () as found, jsonb_build_object(${sql.join(totals)}) as totals from counted order by month desc, owner_id ${limitAndOffsetSql(slice)}`.execute(
    withoutTenantGuard(db, 'console'),
  )
  const people = await listStaffNamesById(db)
  const tally = (row: Partial<Sums> | undefined, part: Part) => ({
    count: row?.[`${part}_count`] ?? 0,
    amount: fen(row?.[`${part}_fen`] ?? 0),
  })
  const tallies = (row: Partial<Sums> | undefined): CollectionReportTotals => ({
    promised: tally(row, 'promised'),
    kept: tally(row, 'kept'),
    broken: tally(row, 'broken'),
    waiting: tally(row, 'waiting'),
    withdrawn: tally(row, 'withdrawn'),
    received: fen(row?.received ?? 0),
  })
  return {
    total: rows[0]?.found ?? 0,
    dataList: rows.map((row) => ({
      month: row.month,
      ownerId: row.owner_id,
      ownerName: people.get(row.owner_id) ?? '',
      ...tallies(row),
    })),
    totals: tallies(rows[0]?.totals),
  }
}
