import { refuse } from '#contract/platform/core/refusals.ts'
import { type ShipParcelInput, shipParcel } from '#server/orders/fulfilment/public.ts'
import { computeUnitsLeftToShip, findOrder, listOrderLines } from '#server/orders/orders/public.ts'
import { requireNumberMayLeave } from '#server/orders/waybills/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { waveOrderStatusSql } from './wave-order-status.ts'
import { buildWaveOrderQuery } from './wave-orders.ts'
import { requireLockedOpenWave, updateWaveState, type WaveRef } from './wave-store.ts'

/** An order of a wave. */
export interface WaveOrderRef extends WaveRef {
  enterpriseId: string
  orderNo: string
}

/** Finds the order in a locked wave. Refuses WAVE_ORDER_NOT_FOUND if it is not there, or not any more. */
async function requireWaitingOrder(tx: Tx, { id, enterpriseId, orderNo }: WaveOrderRef): Promise<{ orderId: string }> {
  const row = await tx
    .selectFrom('wave_order')
    .innerJoin('order', (join) =>
      join.onRef('order.enterprise_id', '=', 'wave_order.enterprise_id').onRef('order.id', '=', 'wave_order.order_id'),
    )
    .select('order.id')
    .where('order.enterprise_id', '=', enterpriseId)
    .where('order.order_no', '=', orderNo)
    .where('wave_order.enterprise_id', '=', enterpriseId)
    .where('wave_order.wave_id', '=', id)
    .where('wave_order.outcome', 'is', null)
    .executeTakeFirst()
  return row ? { orderId: row.id } : refuse('WAVE_ORDER_NOT_FOUND')
}

const updateWaveOrder = (tx: Tx, { id, enterpriseId, orderId }: { id: string; enterpriseId: string; orderId: string }) =>
  tx.updateTable('wave_order').where('enterprise_id', '=', enterpriseId).where('wave_id', '=', id).where('order_id', '=', orderId)

const countWaiting = (db: Db, waveId: string): Promise<number> =>
  countRows(buildWaveOrderQuery(db, waveId).where(waveOrderStatusSql, '=', 'waiting'))

/** Records that an order of a locked wave has left; the last one ends the wave. Returns how many still wait. */
async function recordShipped(
  tx: Tx,
  moment: Moment,
  { id, enterpriseId, orderId, staffId }: WaveRef & { enterpriseId: string; orderId: string },
): Promise<number> {
  await updateWaveOrder(tx, { id, enterpriseId, orderId })
    .set({ outcome: 'shipped', packed_by: staffId, packed_at: moment.now })
    .where('outcome', 'is', null)
    .execute()
  const waiting = await countWaiting(tx, id)
  if (waiting === 0) await updateWaveState(tx, moment, { id, verb: 'ship' })
  return waiting
}

/**
 * Ships an order of a wave: the parcel is the same as without a wave, and leaves from the warehouse of the wave unless another is named. The wave is locked first, so that of two last orders that leave at
 * once the later one ends it. Returns how many orders still wait.
 */
export async function shipOrderOfWave(
  tx: Tx,
  moment: Moment,
  { id, staffId, shipment }: WaveRef & { shipment: ShipParcelInput },
): Promise<number> {
  const { warehouseId } = await requireLockedOpenWave(tx, moment, { id, staffId })
  const { enterpriseId, orderNo } = shipment
  const { orderId } = await requireWaitingOrder(tx, { id, staffId, enterpriseId, orderNo })
  await shipParcel(tx, moment, {
    shipment: { ...shipment, warehouseId: shipment.warehouseId ?? warehouseId },
    staffId,
    requireNumber: requireNumberMayLeave,
  })
  return recordShipped(tx, moment, { id, enterpriseId, orderId, staffId })
}

/**
 * Ships everything that is left of an order, which counts in its wave if it is in one. Refuses as `shipParcel` does, and ORDER_NOT_FOUND for
 * an order that does not exist.
 */
export async function shipRestOfOrderInOrOutsideWave(
  tx: Tx,
  moment: Moment,
  { staffId, ...way }: Omit<ShipParcelInput, 'lines'> & { staffId: string },
): Promise<void> {
  const { enterpriseId, orderNo } = way
  const order = (await findOrder(tx, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
  const open = await tx
    .selectFrom('wave_order')
    .select('wave_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', order.id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  if (open) await tx.selectFrom('wave').select('id').where('id', '=', open.wave_id).forNoKeyUpdate().execute()
  const lines = (await listOrderLines(tx, enterpriseId, [order.id])).flatMap((line) => {
    const quantity = computeUnitsLeftToShip(line)
    return quantity > 0 ? [{ lineNo: line.lineNo, quantity }] : []
  })
  await shipParcel(tx, moment, { shipment: { ...way, lines }, staffId, requireNumber: requireNumberMayLeave })
  if (open) await recordShipped(tx, moment, { id: open.wave_id, enterpriseId, orderId: order.id, staffId })
}

/** Takes an order out of a wave; it waits as before. The last one ends the wave. */
export async function removeOrderFromWave(tx: Tx, moment: Moment, ref: WaveOrderRef): Promise<void> {
  await requireLockedOpenWave(tx, moment, ref)
  const { orderId } = await requireWaitingOrder(tx, ref)
  await updateWaveOrder(tx, { id: ref.id, enterpriseId: ref.enterpriseId, orderId }).set({ outcome: 'removed' }).execute()
  if ((await countWaiting(tx, ref.id)) === 0) await updateWaveState(tx, moment, { id: ref.id, verb: 'close' })
}

export async function markWavePicked(tx: Tx, moment: Moment, ref: WaveRef): Promise<void> {
  const { id, state } = await requireLockedOpenWave(tx, moment, ref)
  if (state === 'OPEN') await updateWaveState(tx, moment, { id, verb: 'markPicked' })
}

/** Ends a wave with what has been shipped. The rest can come into another one. */
export async function closeWave(tx: Tx, moment: Moment, ref: WaveRef): Promise<void> {
  const { id } = await requireLockedOpenWave(tx, moment, ref)
  await updateWaveState(tx, moment, { id, verb: 'close' })
}

/** Gives up a wave of which nothing has been shipped. Refuses WAVE_BEGUN. */
export async function cancelWave(tx: Tx, moment: Moment, ref: WaveRef): Promise<void> {
  const { id } = await requireLockedOpenWave(tx, moment, ref)
  const shipped = withoutTenantGuard(tx, 'console').selectFrom('wave_order').where('wave_id', '=', id).where('outcome', '=', 'shipped')
  if ((await countRows(shipped)) > 0) refuse('WAVE_BEGUN')
  await updateWaveState(tx, moment, { id, verb: 'cancel' })
}
