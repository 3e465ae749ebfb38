// 还款日遇节假日: the last day on which a statement is paid on time.
import { type RawBuilder, sql } from 'kysely'
import { officialHolidaysAndMakeUpWorkdays } from '#server/content/content/public.ts'

/** No holiday is longer. */
const DAYS_LOOKED_AHEAD = 20
/** Due days are the 10th: only the days of the calendar near them are sent with each close of a month. */
const NEAR = { first: 10, last: 10 + DAYS_LOOKED_AHEAD }
const near = JSON.stringify(
  officialHolidaysAndMakeUpWorkdays.filter(
    ({ day }) => Number(day.slice(8)) >= NEAR.first && Number(day.slice(8)) <= NEAR.last && day >= '2026',
  ),
)

/**
 * The last day on which a payment that is due on a day is on time, as SQL: the day itself, or, where it is a holiday, the next working day. Entries of staff count before the
 * calendar of the State Council, and that before the weekday. Staff can switch the rule off (the setting `credit`).
 */
export const onTimeDaySql = (
  dueDay: RawBuilder<unknown>,
) => sql<string>`case when coalesce((select (value ->> 'holidayGrace')::boolean from setting where name = 'credit'), true)
  then coalesce((select min(d.day) from (select ${dueDay} + n as day from generate_series(0, ${sql.lit(DAYS_LOOKED_AHEAD)}) n) d
    left join holiday h on h.day = d.day left join jsonb_to_recordset(${near}::jsonb) c(day date, working boolean) on c.day = d.day
    where coalesce(h.working, c.working, extract(isodow from d.day) < 6)), ${dueDay}) else ${dueDay} end`

/** The last day on which the statement `s` is paid on time, as SQL. From the next day on it costs interest. */
export const statementOnTimeDaySql = sql<string>`coalesce(s.on_time_day, s.due_day)`

/** The last day of the statement `s` without interest, as SQL: an older system has charged the days until its opening day. */
export const lastDayWithoutInterestSql = sql<string>`greatest(${statementOnTimeDaySql}, s.opening_day)`
