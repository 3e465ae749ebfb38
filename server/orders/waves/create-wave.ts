import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { shipDueFilters } from '#contract/sites/delivery-times/ship-by-day.ts'
import { listShopNamesById } from '#server/catalog/goods/public.ts'
import { findWarehouseNamesById, requireOpenWarehouse } from '#server/catalog/inventory/public.ts'
import { toShipSinceSql, unitsToShipOfOrderSql } from '#server/orders/orders/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { computeNextNumberOfDay } from '#server/platform/core/numbering.ts'
import { buildWaveCandidateQuery, readWaveCandidateScope, type WaveCandidateFilter } from './candidates.ts'

export interface NewWave {
  filter: WaveCandidateFilter
  /** The carrier that takes it; '' if it is left open. */
  carrier: string
  /** How many orders it holds at most. */
  count: number
  staffId: string
}

/** The choice in words, for the list of waves. */
async function describeFilter(db: Db, filter: WaveCandidateFilter): Promise<string> {
  const { shopId, province, lastCarrier, shipDue, waitsSince, warehouseId } = filter
  const warehouse = warehouseId ? (await findWarehouseNamesById(db)).get(warehouseId) : undefined
  const shop = shopId ? (await listShopNamesById(db)).get(shopId) : undefined
  const due = shipDue && shipDueFilters[shipDue].label
  const since = waitsSince && `${waitsSince} 及以前待发`
  const parts = [warehouse, shop, province, lastCarrier && `上次承运 ${lastCarrier}`, due, since].filter(Boolean)
  return parts.length === 0 ? '全部待发货订单' : parts.join('、')
}

/** 波次号: the day and the number on it. Its number of digits is even, because its barcode needs that. The caller holds the lock. */
const nextWaveNo = (tx: Tx, moment: Moment): Promise<string> =>
  computeNextNumberOfDay(moment, '', async (first, last) => {
    const numbers = tx.selectFrom('wave').where('wave_no', '>=', first).where('wave_no', '<=', last)
    return (await numbers.select((eb) => eb.fn.max('wave_no').as('last')).executeTakeFirstOrThrow()).last
  })

/**
 * Makes a wave of the orders that wait longest. Two people who make one at once get different orders, because they wait for each other.
 * Refuses WAVE_NOTHING, WAREHOUSE_NOT_FOUND, WAREHOUSE_CLOSED.
 */
export async function createWaveOfLongestWaitingOrders(
  tx: Tx,
  moment: Moment,
  { filter, carrier, count, staffId }: NewWave,
): Promise<{ id: string; orders: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('waves', 0))`.execute(tx)
  const chosen = await buildWaveCandidateQuery(tx, filter, await readWaveCandidateScope(tx, moment, staffId))
    .select(['order.enterprise_id', 'order.id', 'order.shop_id', unitsToShipOfOrderSql.as('units')])
    .orderBy(toShipSinceSql)
    .orderBy('order.id')
    .limit(count)
    .execute()
  if (chosen.length === 0) refuse('WAVE_NOTHING')
  const warehouseId = await requireOpenWarehouse(tx, filter.warehouseId)
  const id = moment.newId()
  await tx
    .insertInto('wave')
    .values({
      id,
      wave_no: await nextWaveNo(tx, moment),
      state: 'OPEN',
      carrier,
      about: await describeFilter(tx, filter),
      warehouse_id: warehouseId,
      shop_ids: [...new Set(chosen.map(({ shop_id }) => shop_id))],
      made_by: staffId,
      made_at: moment.now,
      state_at: moment.now,
    })
    .execute()
  const rows = chosen.map((order, at) => ({
    enterprise_id: order.enterprise_id,
    order_id: order.id,
    wave_id: id,
    place: at + 1,
    units: order.units,
    outcome: null,
    packed_by: null,
    packed_at: null,
  }))
  await tx.insertInto('wave_order').values(rows).execute()
  return { id, orders: rows.length }
}
