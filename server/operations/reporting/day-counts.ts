// The figures of one role's work by day, for its chart on the first page.
import { type RawBuilder, sql } from 'kysely'
import { WORK_DONE_DAYS, type WorkDayCounts } from '#contract/operations/queue/api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { addDays, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { countCouponsByDay } from '#server/operations/reports/public.ts'
import { toShipSinceSql } from '#server/orders/orders/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { limitToScope, type WorkQueueScopeFilters } from './work-queue-scope.ts'

interface Counted {
  name: string
  day: string
  count: number
}

interface Caller {
  staffId: string
  ownEnterprisesOnly: boolean
}

const toRange = (moment: Moment): DayRange => {
  const to = toShanghaiDay(moment.now)
  return { from: addDays(to, 1 - WORK_DONE_DAYS), to }
}

/** What was counted as one row of numbers for each name, with a zero for each day without any. */
function toDayCounts({ from }: DayRange, names: readonly string[], rows: readonly Counted[]): WorkDayCounts {
  const days = Array.from({ length: WORK_DONE_DAYS }, (_, at) => addDays(from, at))
  const countOf = (name: string, day: string) => rows.find((row) => row.name === name && row.day === day)?.count ?? 0
  return { days, series: names.map((name) => ({ name, values: days.map((day) => countOf(name, day)) })) }
}

const findScopeFilters = async (db: Db, { staffId, ownEnterprisesOnly }: Caller): Promise<WorkQueueScopeFilters> =>
  limitToScope({ shops: await findShopIdsStaffIsLimitedTo(db, staffId), managerId: ownEnterprisesOnly ? staffId : null })

/** Rows that are counted by the day in Shanghai of one of their times, under a name. `rows`: their table and its condition. */
interface CountQuery {
  name: string
  at: RawBuilder<unknown>
  rows: RawBuilder<unknown>
}

async function readCounts(db: Db, range: DayRange, counts: readonly CountQuery[]): Promise<WorkDayCounts> {
  const selects = counts.map(
    ({ name, at, rows }) =>
      sql`select ${name}::text as name, (${at} at time zone 'Asia/Shanghai')::date as day, count(*)::int as count ${rows} group by 2`,
  )
  const { rows: counted } = await sql.join(selects, sql` union all `).$castTo<Counted>().execute(withoutTenantGuard(db, 'console'))
  return toDayCounts(
    range,
    counts.map(({ name }) => name),
    counted,
  )
}

/** Parcels sent by courier on each day, and orders that wait to be shipped since that day, of the shops and companies that a person sees. */
export async function countShipmentsByDay(db: Db, moment: Moment, caller: Caller): Promise<WorkDayCounts> {
  const { isOwn, isOfOwnOrder, isOfOwnEnterprise } = await findScopeFilters(db, caller)
  const range = toRange(moment)
  const since = getStartOfShanghaiDay(range.from)
  const sent = sql`from parcel where driver is null and sent_at >= ${since} and ${isOfOwnOrder('parcel')} and ${isOfOwnEnterprise('parcel')}`
  const waiting = sql`from "order" where state in ('WAIT_SEND', 'PART_SENT') and cancel_asked_at is null and ${toShipSinceSql} >= ${since}
    and ${isOwn('shop_id')} and ${isOfOwnEnterprise('order')}`
  return readCounts(db, range, [
    { name: '发出快递', at: sql`sent_at`, rows: sent },
    { name: '仍待发货', at: toShipSinceSql, rows: waiting },
  ])
}

/** Quotations that were asked for, after-sales that were applied for and inquiries, by day. */
export async function countRequestsByDay(db: Db, moment: Moment, caller: Caller): Promise<WorkDayCounts> {
  const { isOfOwnOrder, isOfOwnEnterprise } = await findScopeFilters(db, caller)
  const range = toRange(moment)
  const since = getStartOfShanghaiDay(range.from)
  const quotations = sql`from quotation where created_at >= ${since} and ${isOfOwnEnterprise('quotation')}`
  const afterSales = sql`from after_sale where created_at >= ${since} and ${isOfOwnOrder('after_sale')} and ${isOfOwnEnterprise('after_sale')}`
  return readCounts(db, range, [
    { name: '询价', at: sql`created_at`, rows: quotations },
    { name: '售后', at: sql`created_at`, rows: afterSales },
    { name: '留言', at: sql`at`, rows: sql`from inquiry where at >= ${since}` },
  ])
}

/** Submissions to be verified by the day of their submission, and those of them that nobody has decided yet. */
export function countVerificationsByDay(db: Db, moment: Moment): Promise<WorkDayCounts> {
  const range = toRange(moment)
  const submitted = sql`from verification_submission where state <> 'HELD' and submitted_at >= ${getStartOfShanghaiDay(range.from)}`
  const at = sql`submitted_at`
  return readCounts(db, range, [
    { name: '提交', at, rows: submitted },
    { name: '尚未审核', at, rows: sql`${submitted} and state = 'WAIT'` },
  ])
}

/** Coupons that were claimed, and orders that used one, by day, from the totals of the reports. */
export async function readCouponCountsByDay(db: Db, moment: Moment, { staffId }: Caller): Promise<WorkDayCounts> {
  const range = toRange(moment)
  const rows = await countCouponsByDay(db, range, staffId)
  const counted = rows.flatMap(({ day, claimed, orders }) => [
    { name: '领取', day, count: claimed },
    { name: '用券成交', day, count: orders },
  ])
  return toDayCounts(range, ['领取', '用券成交'], counted)
}
