import { sql } from 'kysely'
import { addHours, addMonths, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** A figure of the database, with its label values in the order in which the metric names the labels. */
export interface MonitoringFigure {
  name: MonitoringFigureName
  labels: readonly string[]
  value: number
}

export type MonitoringFigureName =
  | 'orders'
  | 'payments'
  | 'paymentsUnclear'
  | 'paymentsUnclearOldest'
  | 'refundsUnsettled'
  | 'refundsUnsettledOldest'
  | 'outboxWaiting'
  | 'outboxOldest'
  | 'proofBreaches'
  | 'proofAge'
  | 'proofFailed'
  | 'rowsUnsealed'
  | 'rowsUnsealedOldest'
  | 'monthsUnclosed'
  | 'differences'
  | 'licenceDays'
  | 'readings'

/** No figure counts more rows than this, so a scrape costs the same in a mall of any size. */
const COUNT_MAX = 50_000

/** The job that closes a month waits a day for late transactions and runs every hour. After this long the month counts as unclosed. */
const CLOSE_PATIENCE_HOURS = 30

/**
 * Reads the figures of all companies together in one statement. Each of its parts uses an index and reads at most `COUNT_MAX` rows. Ages
 * are in seconds; without a waiting row the age is missing.
 */
export async function readMonitoringFigures(db: Db, moment: Moment): Promise<MonitoringFigure[]> {
  const { now } = moment
  const hourAgo = addHours(now, -1)
  const age = (at: string) => sql`extract(epoch from ${now}::timestamptz - ${sql.ref(at)})::float8`
  const lastDue = addMonths(toShanghaiMonth(addHours(now, -CLOSE_PATIENCE_HOURS)), -1)
  const { rows } = await sql<{ name: MonitoringFigureName; label: string; other: string; value: number | null }>`
    with
      orders as (select state from "order" where created_at > ${hourAgo} order by created_at desc limit ${COUNT_MAX}),
      payments as (select method, state from payment where created_at > ${hourAgo} order by created_at desc limit ${COUNT_MAX}),
      unclear as (select created_at from payment where state = 'UNKNOWN' and method = 'online' order by created_at limit ${COUNT_MAX}),
      refunds as (select state, created_at from refund where state <> 'SETTLED' order by created_at limit ${COUNT_MAX}),
      waiting as (select at from outbox where published_at is null order by at limit ${COUNT_MAX}),
      proved as (select breaches, ended_at from proof_run where state = 'DONE' order by started_at desc limit 1),
      tried as (select state from proof_run where state <> 'RUNNING' order by started_at desc limit 1),
      unsealed as (select at from ledger_seal_row where written_in >= coalesce((select max(until) from ledger_seal_day), 0) limit ${COUNT_MAX}),
      closed as (select max(month) as month from closed_month),
      readings as (select source, state from verification_reading where asked and at > ${hourAgo} order by at desc limit ${COUNT_MAX}),
      licence as (select min(valid_until) as day from shop_licence where stored_at is not null and ended_at is null)
    select 'orders' as name, '' as label, '' as other, count(*)::float8 as value from orders
    union all select 'payments', method, state, count(*) from payments group by method, state
    union all select 'paymentsUnclear', '', '', count(*) from unclear
    union all select 'paymentsUnclearOldest', '', '', max(${age('created_at')}) from unclear
    union all select 'refundsUnsettled', state, '', count(*) from refunds group by state
    union all select 'refundsUnsettledOldest', '', '', max(${age('created_at')}) from refunds
    union all select 'outboxWaiting', '', '', count(*) from waiting
    union all select 'outboxOldest', '', '', max(${age('at')}) from waiting
    union all select 'proofBreaches', '', '', breaches from proved
    union all select 'proofAge', '', '', ${age('ended_at')} from proved
    union all select 'proofFailed', '', '', (state = 'FAILED')::int from tried
    union all select 'rowsUnsealed', '', '', count(*) from unsealed
    union all select 'rowsUnsealedOldest', '', '', max(${age('at')}) from unsealed
    union all select 'monthsUnclosed', '', '', greatest(0,
      (left(${lastDue}::text, 4)::int - left(month, 4)::int) * 12 + right(${lastDue}::text, 2)::int - right(month, 2)::int) from closed
    union all select 'differences', '', '', count(*) from (select id from recon_difference where state = 'OPEN' limit ${COUNT_MAX}) as open
    union all select 'readings', source, state, count(*) from readings group by source, state
    union all select 'licenceDays', '', '', day - (${now}::timestamptz at time zone 'Asia/Shanghai')::date from licence`.execute(
    withoutTenantGuard(db, 'console'),
  )
  return rows.flatMap(({ name, label, other, value }) => (value === null ? [] : [{ name, labels: [label, other], value }]))
}
