// How long SKUs were out of stock, and what was searched for in vain.
import { type RawBuilder, sql } from 'kysely'
import type { StockReport } from '#contract/operations/reports/stock-api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { addDays, countDaysInclusive } from '#contract/platform/core/shanghai.ts'
import type { Db } from '#server/platform/core/db.ts'

/** As many days directly before a range. */
export const getDaysBefore = ({ from, to }: DayRange): DayRange => ({
  from: addDays(from, -countDaysInclusive(from, to)),
  to: addDays(from, -1),
})

const sumDaysWithinSql = ({ from, to }: DayRange): RawBuilder<number> =>
  sql<number>`sum(greatest(least(coalesce(o.last_day, ${to}::date), ${to}::date) - greatest(o.first_day, ${from}::date) + 1, 0))::int`

/** SQL: the days on which each SKU was out of stock in a range, and in as many days before. Spans of a SKU share no day, so their days add up. */
export const stockOutDaysSql = (range: DayRange): RawBuilder<unknown> => {
  const before = getDaysBefore(range)
  return sql`select o.sku_id, ${sumDaysWithinSql(range)} as days, ${sumDaysWithinSql(before)} as days_before from stock_out as o
    where o.first_day <= ${range.to}::date and (o.last_day is null or o.last_day >= ${before.from}::date) group by o.sku_id`
}

/** Since when stock-outs are recorded; null: none was. */
export async function readFirstStockOutDay(db: Db): Promise<string | null> {
  const { first } = await db
    .selectFrom('stock_out')
    .select((eb) => eb.fn.min('first_day').as('first'))
    .executeTakeFirstOrThrow()
  return first
}

/** Counts the searches without results in a range, and in as many days before; null: none of the days before is kept. */
export async function countMissedSearches(db: Db, range: DayRange): Promise<Pick<StockReport, 'missedSearches' | 'missedSearchesBefore'>> {
  const before = getDaysBefore(range)
  const { rows } = await sql<{ now: number; before: number | null }>`
    select coalesce(sum(times) filter (where day >= ${range.from}::date), 0)::int as now,
      case when (select min(day) from missed_search) <= ${before.from}::date
        then coalesce(sum(times) filter (where day < ${range.from}::date), 0)::int end as before
    from missed_search where day >= ${before.from}::date and day <= ${range.to}::date`.execute(db)
  return { missedSearches: rows[0]?.now ?? 0, missedSearchesBefore: rows[0]?.before ?? null }
}
