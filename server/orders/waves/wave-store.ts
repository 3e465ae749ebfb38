// Waves as rows: how they are listed, locked and moved from state to state.
import { sql } from 'kysely'
import { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import type { Wave } from '#contract/orders/waves/shapes.ts'
import { isWaveOpen, type WaveState, type WaveVerb, waveLifecycle } from '#contract/orders/waves/wave-lifecycle.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { areAllInShopsOrUnrestrictedSql, findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { findLastStaffChange, listStaffNamesById, refuseNamingColleague } from '#server/people/staff/public.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { waveOrderStatusSql } from './wave-order-status.ts'

/** Names a wave, and who wants to see it. */
export interface WaveRef {
  id: string
  staffId: string
}

/** Waves that a staff member sees: those whose orders are all of shops that he keeps. */
const isOfStaffShops = (own: readonly string[] | null) => areAllInShopsOrUnrestrictedSql('wave.shop_ids', own)

/** Selects the waves that a staff member sees. `own`: the shops that he keeps; null: all. */
const matchWaves = (db: Db, own: readonly string[] | null) =>
  withoutTenantGuard(db, 'console').selectFrom('wave').where(isOfStaffShops(own))

/** Adds what a wave says of itself. */
const selectWaves = (waves: ReturnType<typeof matchWaves>) =>
  waves
    .innerJoin('warehouse', 'warehouse.id', 'wave.warehouse_id')
    .select(['wave.id', 'wave.wave_no', 'wave.state', 'wave.carrier', 'wave.about', 'wave.made_by', 'wave.made_at'])
    .select(['wave.warehouse_id', 'warehouse.name as warehouse_name'])

type WaveRow = Awaited<ReturnType<ReturnType<typeof selectWaves>['executeTakeFirstOrThrow']>>

/** The numbers of the orders of a wave. */
type WaveSums = Pick<Wave, 'orders' | 'shipped' | 'dropped' | 'units'>

/**
 * Sums up the orders of some waves. A statement of its own: in a distributed database waves are on all machines, and their orders where the
 * companies are.
 */
async function sumOrdersOfWaves(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, WaveSums>> {
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('wave_order')
    .innerJoin('order', (join) =>
      join.onRef('order.enterprise_id', '=', 'wave_order.enterprise_id').onRef('order.id', '=', 'wave_order.order_id'),
    )
    .where('wave_order.wave_id', '=', anyOfIdsSql(ids))
    .groupBy('wave_order.wave_id')
    .select([
      'wave_order.wave_id',
      sql<number>`count(*)::int`.as('orders'),
      sql<number>`count(*) filter (where ${waveOrderStatusSql} = 'shipped')::int`.as('shipped'),
      sql<number>`count(*) filter (where ${waveOrderStatusSql} = 'dropped')::int`.as('dropped'),
      sql<number>`coalesce(sum(wave_order.units), 0)::int`.as('units'),
    ])
    .execute()
  return new Map(rows.map(({ wave_id, ...sums }) => [wave_id, sums]))
}

const NO_ORDERS: WaveSums = { orders: 0, shipped: 0, dropped: 0, units: 0 }

const toWave = (row: WaveRow, people: ReadonlyMap<string, string>): Omit<Wave, keyof WaveSums> => ({
  id: row.id,
  waveNo: row.wave_no,
  state: row.state,
  carrier: row.carrier,
  about: row.about,
  warehouseId: row.warehouse_id,
  warehouseName: row.warehouse_name,
  madeBy: people.get(row.made_by) ?? '',
  madeAt: row.made_at,
})

/** Adds the numbers of their orders and the names of who made them. */
async function completeWaves(db: Db, rows: readonly WaveRow[]): Promise<Wave[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [sums, people] = await awaitAllAndThrowFirstError(sumOrdersOfWaves(db, ids), listStaffNamesById(db))
  return rows.map((row) => Object.assign(toWave(row, people), sums.get(row.id) ?? NO_ORDERS))
}

/** Lists a page of the waves that a staff member sees, newest first. */
export async function listWaves(
  db: Db,
  { pageNo, pageSize, state, waveNo, carrier, dateFrom, dateTo }: InputOf<typeof consoleWaveEndpoints.list>,
  staffId: string,
): Promise<{ dataList: Wave[]; total: number }> {
  let matching = matchWaves(db, await findShopIdsStaffIsLimitedTo(db, staffId))
  if (state) matching = matching.where('wave.state', '=', state)
  if (waveNo) matching = matching.where('wave.wave_no', '=', waveNo)
  if (carrier) matching = matching.where('wave.carrier', '=', carrier)
  if (dateFrom) matching = matching.where('wave.made_at', '>=', getStartOfShanghaiDay(dateFrom))
  if (dateTo) matching = matching.where('wave.made_at', '<', getStartOfNextShanghaiDay(dateTo))
  // The sums are only computed for the page: to count the waves nobody has to read their orders.
  const ordered = selectWaves(matching).orderBy('wave.made_at', 'desc').orderBy('wave.id')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, toSlice({ pageNo, pageSize }))
  return { dataList: await completeWaves(db, rows), total }
}

/** Reads one wave. Refuses WAVE_NOT_FOUND, also for a wave with orders of shops that the staff member does not keep. */
export async function requireWave(db: Db, { id, staffId }: WaveRef): Promise<Wave> {
  const own = await findShopIdsStaffIsLimitedTo(db, staffId)
  const rows = await selectWaves(matchWaves(db, own).where('wave.id', '=', id)).execute()
  const [wave] = await completeWaves(db, rows)
  return wave ?? refuse('WAVE_NOT_FOUND')
}

const { close, cancel } = consoleWaveEndpoints
const changeTexts = {
  [close.path]: '关闭波次',
  [cancel.path]: '取消波次',
}

/** Locks a wave whose orders still wait. Refuses WAVE_NOT_FOUND, WAVE_OVER. */
export async function requireLockedOpenWave(
  tx: Tx,
  moment: Moment,
  { id, staffId }: WaveRef,
): Promise<{ id: string; state: WaveState; warehouseId: string }> {
  const own = await findShopIdsStaffIsLimitedTo(tx, staffId)
  const row = await tx
    .selectFrom('wave')
    .select(['id', 'state', 'warehouse_id as warehouseId'])
    .where('id', '=', id)
    .where(isOfStaffShops(own))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) refuse('WAVE_NOT_FOUND')
  if (!isWaveOpen(row.state)) {
    const change = await findLastStaffChange(tx, moment, { objectId: id, texts: changeTexts })
    await refuseNamingColleague(tx, moment, { reason: 'WAVE_OVER', change })
  }
  return row
}

/** Moves a locked wave to the next state. A final one releases the orders that still wait in it. */
export async function updateWaveState(tx: Tx, moment: Moment, { id, verb }: { id: string; verb: WaveVerb }): Promise<void> {
  const { to } = waveLifecycle.verbs[verb]
  await tx.updateTable('wave').set({ state: to, state_at: moment.now }).where('id', '=', id).execute()
  if (isWaveOpen(to)) return
  await withoutTenantGuard(tx, 'console')
    .updateTable('wave_order')
    .set({ outcome: 'released' })
    .where('wave_id', '=', id)
    .where('outcome', 'is', null)
    .execute()
}
