// Orders that can come into a wave: they wait, and are in no open one.
import { sql } from 'kysely'
import type { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import type { WaveCandidate } from '#contract/orders/waves/shapes.ts'
import type { InputOf, OutputOf } from '#contract/platform/core/endpoint.ts'
import { getStartOfNextShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { computeShipByDay, type ShipDueFilter, type ShippingCalendar } from '#contract/sites/delivery-times/ship-by-day.ts'
import { listShopNamesById } from '#server/catalog/goods/public.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { provinceOfOrderSql, toShipSinceSql, unitsToShipOfOrderSql } from '#server/orders/orders/public.ts'
import { warehousePreferenceForProvinceSql } from '#server/orders/shipping-warehouses/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { awaitAllAndThrowFirstError, type Db, runOnOneConnection } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { isShipDueSql, readShippingCalendar } from '#server/sites/delivery-times/public.ts'
import { isOrderWaitingToShipSql } from './wave-order-status.ts'

/** Which waiting orders are meant. */
export interface WaveCandidateFilter {
  shopId?: string | undefined
  province?: string | undefined
  lastCarrier?: string | undefined
  shipDue?: ShipDueFilter | undefined
  waitsSince?: string | undefined
  warehouseId?: string | undefined
}

const provinceSql = sql.raw<string>(provinceOfOrderSql('"order"'))
/** The open warehouse that serves the province before all others; else the main one. */
const servingWarehouseSql = sql<string>`(select warehouse.id from warehouse where warehouse.open
  order by ${warehousePreferenceForProvinceSql(provinceSql)} limit 1)`
const lastCarrierSql = sql<string>`coalesce((select last.carrier from parcel as last where last.enterprise_id = "order".enterprise_id order by last.sent_at desc limit 1), '')`

/** Which orders a staff member may take into a wave, seen from now. */
interface CandidateScope {
  now: Date
  /** The shops that he keeps; null: all. */
  ownShops: readonly string[] | null
  calendar: ShippingCalendar
}

/** Reads whose orders these are and when they are due. */
export async function readWaveCandidateScope(db: Db, moment: Pick<Moment, 'now'>, staffId: string): Promise<CandidateScope> {
  const [ownShops, calendar] = await runOnOneConnection(db, (one) =>
    awaitAllAndThrowFirstError(findShopIdsStaffIsLimitedTo(one, staffId), readShippingCalendar(one, moment)),
  )
  return { now: moment.now, ownShops, calendar }
}

/** Matches the orders of a scope by the filter. */
export function buildWaveCandidateQuery(db: Db, filter: WaveCandidateFilter, { now, ownShops, calendar }: CandidateScope) {
  let query = withoutTenantGuard(db, 'console')
    .selectFrom('order')
    .where(isOrderWaitingToShipSql)
    .where(isInShopsOrUnrestrictedSql('order.shop_id', ownShops))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('wave_order as other')
            .select('other.wave_id')
            .whereRef('other.enterprise_id', '=', 'order.enterprise_id')
            .whereRef('other.order_id', '=', 'order.id')
            .where('other.outcome', 'is', null),
        ),
      ),
    )
  if (filter.shopId) query = query.where('order.shop_id', '=', filter.shopId)
  if (filter.province) query = query.where(provinceSql, '=', filter.province)
  if (filter.lastCarrier) query = query.where(lastCarrierSql, '=', filter.lastCarrier)
  if (filter.shipDue) query = query.where(isShipDueSql(toShipSinceSql, { due: filter.shipDue, calendar, now }))
  if (filter.waitsSince) query = query.where(toShipSinceSql, '<', getStartOfNextShanghaiDay(filter.waitsSince))
  if (filter.warehouseId) query = query.where(servingWarehouseSql, '=', filter.warehouseId)
  return query
}

/** Lists a page of the orders that can come into a wave, longest waiting first: those are due first. */
export async function listWaveCandidates(
  db: Db,
  moment: Pick<Moment, 'now'>,
  { staffId, input: { pageNo, pageSize, ...filter } }: { staffId: string; input: InputOf<typeof consoleWaveEndpoints.candidates> },
): Promise<{ dataList: WaveCandidate[]; total: number }> {
  const scope = await readWaveCandidateScope(db, moment, staffId)
  const matching = buildWaveCandidateQuery(db, filter, scope)
  const ordered = matching
    .select(['order.enterprise_id', 'order.order_no', 'order.shop_id', 'order.receiver_region', 'order.first_goods'])
    .select([unitsToShipOfOrderSql.as('units'), lastCarrierSql.as('last_carrier'), toShipSinceSql.as('since')])
    .orderBy(toShipSinceSql)
    .orderBy('order.id')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, toSlice({ pageNo, pageSize }))
  const shops = await listShopNamesById(db)
  const named = await attachEnterpriseNamesToRows(
    db,
    rows.map((row) => ({ enterpriseId: row.enterprise_id, row })),
  )
  const dataList = named.map(({ enterpriseId, enterpriseName, row }) => ({
    enterpriseId,
    enterpriseName,
    orderNo: row.order_no,
    shopName: shops.get(row.shop_id) ?? '',
    receiverRegion: row.receiver_region,
    firstGoods: row.first_goods,
    units: row.units,
    lastCarrier: row.last_carrier,
    waitsSince: row.since,
    shipByDay: computeShipByDay(row.since, scope.calendar) ?? null,
  }))
  return { dataList, total }
}

/** Returns the shops, provinces and last carriers of the orders that can come into a wave, each with how many there are, the most first. */
export async function readWaveFilterChoices(
  db: Db,
  moment: Pick<Moment, 'now'>,
  staffId: string,
): Promise<OutputOf<typeof consoleWaveEndpoints.choices>> {
  const matching = buildWaveCandidateQuery(db, {}, await readWaveCandidateScope(db, moment, staffId))
  const rows = await matching
    .select(['order.shop_id', provinceSql.as('province'), lastCarrierSql.as('last_carrier'), sql<number>`count(*)::int`.as('orders')])
    .groupBy(['order.shop_id', sql`2`, sql`3`])
    .execute()
  const shops = await listShopNamesById(db)
  const sumBy = (read: (row: (typeof rows)[number]) => string, labelOf = (value: string) => value) =>
    [...Map.groupBy(rows, read)]
      .filter(([value]) => value !== '')
      .map(([value, own]) => ({ value, label: labelOf(value), orders: own.reduce((sum, { orders }) => sum + orders, 0) }))
      .sort((a, b) => b.orders - a.orders || a.label.localeCompare(b.label, 'zh'))
  return {
    shops: sumBy(
      ({ shop_id }) => shop_id,
      (id) => shops.get(id) ?? '',
    ),
    provinces: sumBy(({ province }) => province),
    carriers: sumBy(({ last_carrier }) => last_carrier),
  }
}
