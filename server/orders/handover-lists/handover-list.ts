import { sql } from 'kysely'
import type { consoleHandoverListEndpoints, HandoverListRow } from '#contract/orders/handover-lists/api.ts'
import type { InputOf, OutputOf } from '#contract/platform/core/endpoint.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchPageWithTotal, limitToSlice, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** Which parcels: of a carrier (none: of all), on a day (none: today). */
interface HandoverListFilter {
  carrier?: string | undefined
  day?: string | undefined
}

/** Who looks, and when: it is limited to the shops that he keeps. */
interface Viewer {
  staffId: string
  moment: Moment
}

/** The units of the parcel of a query. */
const piecesSql = sql<number>`(select coalesce(sum(inside.quantity), 0)::int from parcel_line as inside
  where inside.enterprise_id = parcel.enterprise_id and inside.parcel_id = parcel.id)`

/** Matches the parcels that carriers took. */
async function matchParcels(db: Db, { carrier, day }: HandoverListFilter, { staffId, moment }: Viewer) {
  const date = day ?? toShanghaiDay(moment.now)
  const matching = withoutTenantGuard(db, 'console')
    .selectFrom('parcel')
    .innerJoin('order', (join) => join.onRef('order.enterprise_id', '=', 'parcel.enterprise_id').onRef('order.id', '=', 'parcel.order_id'))
    .where('parcel.driver', 'is', null)
    .where('parcel.sent_at', '>=', getStartOfShanghaiDay(date))
    .where('parcel.sent_at', '<', getStartOfNextShanghaiDay(date))
    .where(isInShopsOrUnrestrictedSql('order.shop_id', await findShopIdsStaffIsLimitedTo(db, staffId)))
  return carrier === undefined ? matching : matching.where('parcel.carrier', '=', carrier)
}

type Matching = Awaited<ReturnType<typeof matchParcels>>

/** Sorts as the parcels left, so that a printed list can be ticked off from the pile. */
const selectRows = (matching: Matching) =>
  matching
    .select(['order.enterprise_id as enterpriseId', 'order.order_no as orderNo', 'parcel.parcel_no as parcelNo', 'parcel.carrier'])
    .select(['parcel.tracking_no as trackingNo', 'parcel.sent_at as sentAt', 'order.receiver_region', piecesSql.as('pieces')])
    .select('parcel.weighed_grams as weighedGrams')
    .orderBy('parcel.sent_at')
    .orderBy('parcel.id')

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>

/** Province and city: a region is three words, and in a municipality the first two are the same place. */
const toCity = (region: string): string => [...new Set(region.split(' ').slice(0, 2))].join(' ')

const describeRows = (db: Db, rows: readonly Row[]): Promise<HandoverListRow[]> =>
  attachEnterpriseNamesToRows(
    db,
    rows.map(({ receiver_region, ...row }) => ({ ...row, receiverRegion: toCity(receiver_region) })),
  )

/** Lists a page of the parcels that carriers took on a day, in the sequence in which they left, with the units of all pages. */
export async function listHandoverParcelsOfDay(
  db: Db,
  { pageNo, pageSize, ...filter }: InputOf<typeof consoleHandoverListEndpoints.list>,
  viewer: Viewer,
): Promise<OutputOf<typeof consoleHandoverListEndpoints.list>> {
  const matching = await matchParcels(db, filter, viewer)
  const { rows, total } = await fetchPageWithTotal(selectRows(matching), matching, toSlice({ pageNo, pageSize }))
  const { pieces } = await matching.select(sql<number>`coalesce(sum(${piecesSql}), 0)::int`.as('pieces')).executeTakeFirstOrThrow()
  return { dataList: await describeRows(db, rows), total, totals: { pieces } }
}

/** Returns the carriers that took parcels on a day, the most parcels first. */
export async function listHandoverCarriersOfDay(
  db: Db,
  day: string | undefined,
  viewer: Viewer,
): Promise<OutputOf<typeof consoleHandoverListEndpoints.carriers>> {
  const matching = await matchParcels(db, { day }, viewer)
  return matching
    .select(['parcel.carrier', sql<number>`count(*)::int`.as('parcels')])
    .groupBy('parcel.carrier')
    .orderBy('parcels', 'desc')
    .orderBy('parcel.carrier')
    .execute()
}

/** Returns all parcels that a carrier took on a day, and how many there are; none of them if there are more than `most`. */
export async function readHandoverListOfCarrierAndDay(
  db: Db,
  filter: { carrier: string; day: string },
  { most, ...viewer }: Viewer & { most: number },
): Promise<{ rows: HandoverListRow[]; total: number }> {
  const matching = await matchParcels(db, filter, viewer)
  const total = await countRows(matching)
  if (total > most) return { rows: [], total }
  const rows = await limitToSlice(selectRows(matching), { limit: most, offset: 0 }).execute()
  return { rows: await describeRows(db, rows), total }
}
