import { type RawBuilder, sql } from 'kysely'
import { type consoleWaybillEndpoints, WAYBILL_UNCONFIRMED_MINUTES, type Waybill } from '#contract/orders/waybills/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { addHours, getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/**
 * What became of the number of the `waybill` of a query that joins its `order`. It is read from the parcels, so that nothing that ships has to know
 * of waybills.
 */
const fateSql = sql<Waybill['fate']>`(case
  when waybill.tracking_no <> '' and exists (select from parcel as sent where sent.enterprise_id = waybill.enterprise_id
    and sent.order_id = waybill.order_id and sent.tracking_no = waybill.tracking_no) then 'sent'
  when "order".state in ('WAIT_SEND', 'PART_SENT') and not exists (select from parcel as other where other.enterprise_id = waybill.enterprise_id
    and other.order_id = waybill.order_id and other.parcel_no >= waybill.parcel_no) then 'waiting'
  else 'idle' end)`

/** SQL: whether a carrier owes an answer about a waybill for too long. The states are literals, so that every plan can use the index of what waits. */
export const isWaybillUnconfirmedSql = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`waybill.state in ('ASKED', 'RETURNING') and waybill.state_at <= ${addHours(now, -WAYBILL_UNCONFIRMED_MINUTES / 60)}`

type Filter = Omit<InputOf<typeof consoleWaybillEndpoints.list>, 'pageNo' | 'pageSize'>

/** Matches waybills by a filter, of orders of shops that a staff member keeps (null: of all). */
function matchWaybills(
  db: Db,
  { state, fate, orderNo, trackingNo, carrier, unanswered, dateFrom, dateTo }: Filter,
  { now, own }: { now: Date; own: readonly string[] | null },
) {
  let matching = withoutTenantGuard(db, 'console')
    .selectFrom('waybill')
    .innerJoin('order', (join) =>
      join.onRef('order.enterprise_id', '=', 'waybill.enterprise_id').onRef('order.id', '=', 'waybill.order_id'),
    )
    .where(isInShopsOrUnrestrictedSql('order.shop_id', own))
  if (state) matching = matching.where('waybill.state', '=', state)
  if (fate) matching = matching.where(fateSql, '=', fate)
  if (orderNo) matching = matching.where('order.order_no', '=', orderNo)
  // The number is not empty, in words that the index of numbers has, too.
  if (trackingNo) matching = matching.where('waybill.tracking_no', '=', trackingNo).where('waybill.tracking_no', '<>', '')
  if (carrier) matching = matching.where('waybill.carrier', '=', carrier)
  if (unanswered) matching = matching.where(isWaybillUnconfirmedSql(now))
  if (dateFrom) matching = matching.where('waybill.asked_at', '>=', getStartOfShanghaiDay(dateFrom))
  if (dateTo) matching = matching.where('waybill.asked_at', '<', getStartOfNextShanghaiDay(dateTo))
  return matching
}

/** Lists a page of waybills: those that wait for an answer, the longest first; others newest first. */
export async function listWaybills(
  db: Db,
  { now }: Moment,
  { pageNo, pageSize, ...filter }: InputOf<typeof consoleWaybillEndpoints.list>,
  staffId: string,
): Promise<{ dataList: Waybill[]; total: number }> {
  const matching = matchWaybills(db, filter, { now, own: await findShopIdsStaffIsLimitedTo(db, staffId) })
  const waits = filter.unanswered || filter.state === 'ASKED' || filter.state === 'RETURNING'
  const [column, direction] = waits ? (['waybill.state_at', 'asc'] as const) : (['waybill.asked_at', 'desc'] as const)
  const ordered = matching
    .select(['waybill.enterprise_id as enterpriseId', 'waybill.id', 'waybill.parcel_no as parcelNo', 'waybill.carrier', 'waybill.state'])
    .select(['waybill.tracking_no as trackingNo', 'waybill.reason', 'waybill.asked_by', 'waybill.asked_at as askedAt'])
    .select(['order.order_no as orderNo', 'order.receiver_region as receiverRegion', fateSql.as('fate')])
    .orderBy(column, direction)
    .orderBy('waybill.id', direction)
  const { rows, total } = await fetchPageWithTotal(ordered, matching, toSlice({ pageNo, pageSize }))
  const people = await listStaffNamesById(db)
  const named = rows.map(({ asked_by, ...row }) => Object.assign(row, { askedBy: people.get(asked_by) ?? '' }))
  return { dataList: await attachEnterpriseNamesToRows(db, named), total }
}
