import { type RawBuilder, sql } from 'kysely'
import { REPORT_DAYS_MAX } from '#contract/operations/reports/periods.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, addMonths, countDaysInclusive } from '#contract/platform/core/shanghai.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { COUPON_TOTALS_VERSION, IS_OUTDATED_DAY_SQL, type SalesTotalDimension, SUBMITTED_TOTALS_VERSION } from './sales-movements-sql.ts'

/** Refuses REPORT_RANGE for a range that ends before it begins, or is too long. */
export function requireValidReportRange({ dateFrom, dateTo }: { dateFrom: string; dateTo: string }): DayRange {
  const days = countDaysInclusive(dateFrom, dateTo)
  if (days < 1 || days > REPORT_DAYS_MAX) refuse('REPORT_RANGE')
  return { from: dateFrom, to: dateTo }
}

/** How far the totals go: their moment, their first day, the last day whose rows stay, and what they still lack. */
export interface SalesTotalsStatus {
  asOf: Date | null
  first: string | null
  closedUntil: string | null
  /** The last day whose month has a total of its days until then; a month that is over has its own. */
  runningUntil: string | null
  /** The days whose figures of coupons are still to be made, earliest first. */
  withoutCouponFigures: string[]
  /** The same for the orders that were submitted. */
  withoutSubmittedOrders: string[]
  /** Whether each company has totals of all shops together: not while days wait to be made again. */
  hasCompanyTotals: boolean
}

/** SQL: the days of a lower version, earliest first. */
const daysBeforeVersionSql = (version: number) =>
  sql<string[]>`coalesce(array_agg(day::text order by day) filter (where totals_version < ${sql.lit(version)}), '{}')`

export async function readSalesTotalsStatus(db: Db): Promise<SalesTotalsStatus> {
  return db
    .selectFrom('sales_day')
    .select((eb) => [eb.fn.max('made_at').as('asOf'), eb.fn.min('day').as('first')])
    .select((eb) => eb.fn.max('day').filterWhere('closed', '=', true).as('closedUntil'))
    .select(sql<string | null>`max(day) filter (where running and not ${sql.raw(IS_OUTDATED_DAY_SQL)})`.as('runningUntil'))
    .select(daysBeforeVersionSql(COUPON_TOTALS_VERSION).as('withoutCouponFigures'))
    .select(daysBeforeVersionSql(SUBMITTED_TOTALS_VERSION).as('withoutSubmittedOrders'))
    .select(sql<boolean>`coalesce(bool_and(not ${sql.raw(IS_OUTDATED_DAY_SQL)}), false)`.as('hasCompanyTotals'))
    .executeTakeFirstOrThrow()
}

/** The shops of a report: the one that is asked for, of those that the person keeps. null: all. */
export async function findReportShopIdsForStaff(
  db: Db,
  { shopId, staffId }: { shopId?: string | undefined; staffId: string },
): Promise<string[] | null> {
  const own = await findShopIdsStaffIsLimitedTo(db, staffId)
  if (shopId === undefined) return own === null ? null : [...own]
  return own === null || own.includes(shopId) ? [shopId] : []
}

/** How far months are read as a whole, and the month that runs (null: it is read day by day), the shops of a report (null: all), and whether companies have totals of all shops together. */
export interface SalesTotalsScope {
  closedUntil: string | null
  runningUntil?: string | null
  shopIds: readonly string[] | null
  hasCompanyTotals?: boolean
}

/**
 * SQL: the rows of one dimension for a range, by shop, or of companies in all shops together where these are asked for. Whole months are read from the
 * totals of months, the month that runs from that of its days until now, and the days around them one by one.
 */
export function salesTotalsOfRangeSql(
  dimension: SalesTotalDimension,
  { from, to }: DayRange,
  { closedUntil, runningUntil = null, shopIds, hasCompanyTotals = false }: SalesTotalsScope,
): RawBuilder<unknown> {
  const firstWhole = from.endsWith('-01') ? from.slice(0, 7) : addMonths(from.slice(0, 7), 1)
  const known = [to, closedUntil ?? ''].sort()[0] ?? ''
  const afterWhole = known === '' ? firstWhole : addDays(known, 1).slice(0, 7)
  const days = (first: string, last: string) => sql`(span = 'day' and day between ${first}::date and ${last}::date)`
  // The month that runs begins where the whole months end.
  const running = runningUntil !== null && runningUntil <= to && runningUntil.slice(0, 7) === afterWhole ? runningUntil : null
  const months = [
    ...(firstWhole < afterWhole
      ? [sql`(span = 'month' and day >= ${`${firstWhole}-01`}::date and day < ${`${afterWhole}-01`}::date)`]
      : []),
    ...(running !== null && firstWhole <= afterWhole ? [sql`(span = 'running' and day = ${running}::date)`] : []),
  ]
  const afterMonths = running === null ? `${afterWhole}-01` : addDays(running, 1)
  const parts =
    months.length === 0
      ? days(from, to)
      : sql`(${sql.join([days(from, addDays(`${firstWhole}-01`, -1)), ...months, days(afterMonths, to)], sql` or `)})`
  if (dimension === 'enterprise' && shopIds === null && hasCompanyTotals) return sql`select * from sales_company_total where ${parts}`
  return sql`select * from sales_total where dimension = ${sql.lit(dimension)} and ${parts} and ${isInShopsOrUnrestrictedSql('shop_id', shopIds)}`
}

/** For each period the first one with the same days: a year has them before it and a year earlier. */
export const findPlacesOfPeriods = (periods: readonly DayRange[]): number[] =>
  periods.map(({ from, to }) => periods.findIndex((one) => one.from === from && one.to === to))

/**
 * SQL: the totals of several periods one below the other, with `period`, the place of each. Periods with the same days are read once, and have the place of
 * the first of them (`findPlacesOfPeriods`).
 */
export const salesTotalsOfPeriodsSql = (
  dimensions: readonly SalesTotalDimension[],
  periods: readonly DayRange[],
  scope: SalesTotalsScope,
): RawBuilder<unknown> => {
  const read = [...new Set(findPlacesOfPeriods(periods))]
  const parts = read.flatMap((place) =>
    dimensions.map((dimension) => {
      const range = periods[place]
      if (!range) throw new Error('a place without a period')
      return sql`select ${sql.lit(place)} as period, r.* from (${salesTotalsOfRangeSql(dimension, range, scope)}) r`
    }),
  )
  return sql.join(parts, sql` union all `)
}

/** What a shop sold on a day. */
export interface ShopDaySales {
  shopId: string
  orders: number
  sold: Fen
  back: Fen
}

/** Reads what each shop sold on a day, from its totals; undefined: they are not complete yet. Shops without any are left out. */
export async function readSalesOfClosedDayByShop(db: Db, day: string): Promise<ShopDaySales[] | undefined> {
  const known = await db.selectFrom('sales_day').select('closed').where('day', '=', day).executeTakeFirst()
  if (!known?.closed) return undefined
  const rows = await db
    .selectFrom('sales_total')
    .select(['shop_id', 'orders', 'sold_fen', 'back_fen'])
    .where('dimension', '=', 'all')
    .where('span', '=', 'day')
    .where('day', '=', day)
    .execute()
  return rows.map(({ shop_id: shopId, orders, sold_fen, back_fen }) => ({ shopId, orders, sold: fen(sold_fen), back: fen(back_fen) }))
}
