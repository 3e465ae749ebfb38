// Finds what is to be shipped on a day, by the instants since which it waits.
import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { DeliveryTerms } from '#contract/sites/delivery-times/promised-day.ts'
import {
  type InstantSpan,
  listSpansToShipBy,
  type ShipDueFilter,
  type ShippingCalendar,
} from '#contract/sites/delivery-times/ship-by-day.ts'
import { addOfficialDays, selectEnteredSpecialDays } from '#server/content/content/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { selectDeliveryTerms, toDeliveryTerms } from './delivery-terms.ts'

/** The days around today that orders on their way and new ones may need. */
const [DAYS_BEFORE, DAYS_AFTER] = [90, 120]

/** Reads what the days on which orders are to be shipped follow from, in one statement. */
export async function readShippingCalendar(db: Db, { now }: Pick<Moment, 'now'>): Promise<ShippingCalendar & { terms: DeliveryTerms[] }> {
  const today = toShanghaiDay(now)
  const span = { from: addDays(today, -DAYS_BEFORE), until: addDays(today, DAYS_AFTER) }
  const read = db.selectNoFrom([
    jsonArrayFrom(selectDeliveryTerms(db)).as('terms'),
    jsonArrayFrom(selectEnteredSpecialDays(db, span)).as('days'),
  ])
  const { terms, days } = await read.executeTakeFirstOrThrow()
  return { terms: terms.map(toDeliveryTerms), special: addOfficialDays(days, span) }
}

const NEVER = sql<boolean>`false`

const isWithinSpansSql = (since: RawBuilder<Date>, spans: readonly InstantSpan[]): RawBuilder<boolean> =>
  spans.length === 0
    ? NEVER
    : sql<boolean>`(${sql.join(
        spans.map(({ from, until }) => (from === null ? sql`${since} < ${until}` : sql`(${since} >= ${from} and ${since} < ${until})`)),
        sql` or `,
      )})`

/** SQL: what waits since an instant is due as the filter says, seen from today. */
export function isShipDueSql(
  since: RawBuilder<Date>,
  { due, calendar, now }: { due: ShipDueFilter; calendar: ShippingCalendar; now: Date },
): RawBuilder<boolean> {
  const today = toShanghaiDay(now)
  const isDueBy = (day: string) => isWithinSpansSql(since, listSpansToShipBy(day, calendar))
  if (due === 'overdue') return isDueBy(addDays(today, -1))
  if (due === 'byToday') return isDueBy(today)
  return due === 'later' ? sql<boolean>`not ${isDueBy(today)}` : sql<boolean>`(${isDueBy(today)} and not ${isDueBy(addDays(today, -1))})`
}
