// The orders of a wave, and what is to be picked and packed for them.

import { sql } from 'kysely'
import { shareBatchesOverLines } from '#contract/catalog/inventory/batches.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import type { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import type { WaveOrder, WavePacking, WavePackingOrder, WavePickRow } from '#contract/orders/waves/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { isBatchGoodOn, listBatchStockOfSkus } from '#server/catalog/inventory/public.ts'
import { readWeightTolerance } from '#server/content/content/public.ts'
import { unitsToShipOfLineSql, unitsToShipOfOrderSql } from '#server/orders/orders/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfTextsSql, type Db } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { waveOrderStatusSql } from './wave-order-status.ts'
import { requireWave, type WaveRef } from './wave-store.ts'

/** Selects the orders of a wave. */
export const buildWaveOrderQuery = (db: Db, waveId: string) =>
  withoutTenantGuard(db, 'console')
    .selectFrom('wave_order')
    .innerJoin('order', (join) =>
      join.onRef('order.enterprise_id', '=', 'wave_order.enterprise_id').onRef('order.id', '=', 'wave_order.order_id'),
    )
    .where('wave_order.wave_id', '=', waveId)

/** Whether the waybill `taken` of a query is for the parcel that leaves next. A parcel has one number at a time, so there is one at most. */
const isForNextParcelSql = sql<boolean>`taken.parcel_no = 1 + (select count(*) from parcel as sent
  where sent.enterprise_id = taken.enterprise_id and sent.order_id = taken.order_id)`

/**
 * The waybill number of the order of a query that joins its `wave_order`; '' if it has none. While it waits, that of its next parcel, which is the one on
 * the label in the pile; afterwards the last one that was taken.
 */
const trackingNoOfOrderSql = sql<string>`coalesce((select taken.tracking_no from waybill as taken where taken.enterprise_id = "order".enterprise_id
  and taken.order_id = "order".id and taken.state = 'TAKEN' and (${waveOrderStatusSql} <> 'waiting' or ${isForNextParcelSql})
  order by taken.parcel_no desc limit 1), '')`

interface NotedRow {
  outcome: string | null
  status: string
  state: string
  cancel_asked_at: Date | null
  units: number
  left: number
}

/** Why an order dropped out of its wave, or how it differs from the time when it came in. */
function formatNote({ outcome, status, state, cancel_asked_at, units, left }: NotedRow): string {
  if (status === 'shipped') return ''
  if (outcome === 'removed') return '已移出波次'
  if (outcome === 'released') return '波次结束时未发'
  if (state === 'CANCELLED') return '订单已取消'
  if (cancel_asked_at !== null) return '买家申请取消，暂不要发'
  if (state !== 'WAIT_SEND' && state !== 'PART_SENT') return '已另行发出'
  if (left === 0) return '商品在售后申请中，暂不要发'
  return left === units ? '' : `现在应发 ${left} 件，编入时 ${units} 件`
}

/** Lists a page of the orders of a wave, by place. */
export async function listWaveOrders(
  db: Db,
  { pageNo, pageSize, id, status }: InputOf<typeof consoleWaveEndpoints.orders>,
): Promise<{ dataList: WaveOrder[]; total: number }> {
  const matching = status ? buildWaveOrderQuery(db, id).where(waveOrderStatusSql, '=', status) : buildWaveOrderQuery(db, id)
  const ordered = matching
    .select(['wave_order.enterprise_id', 'wave_order.place', 'wave_order.units', 'wave_order.outcome', 'wave_order.packed_by'])
    .select([
      'wave_order.packed_at',
      'order.order_no',
      'order.first_goods',
      'order.receiver_region',
      'order.state',
      'order.cancel_asked_at',
    ])
    .select([waveOrderStatusSql.as('status'), unitsToShipOfOrderSql.as('left'), trackingNoOfOrderSql.as('tracking_no')])
    .orderBy('wave_order.place')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, toSlice({ pageNo, pageSize }))
  const people = await listStaffNamesById(db)
  const named = await attachEnterpriseNamesToRows(
    db,
    rows.map((row) => ({ enterpriseId: row.enterprise_id, row })),
  )
  const dataList = named.map(
    ({ enterpriseId, enterpriseName, row }): WaveOrder => ({
      enterpriseId,
      enterpriseName,
      orderNo: row.order_no,
      place: row.place,
      status: row.status,
      note: formatNote(row),
      firstGoods: row.first_goods,
      units: row.status === 'waiting' ? row.left : row.units,
      receiverRegion: row.receiver_region,
      trackingNo: row.tracking_no,
      packedBy: row.packed_by === null ? null : (people.get(row.packed_by) ?? ''),
      packedAt: row.packed_at,
    }),
  )
  return { dataList, total }
}

/** Where a SKU lies in the warehouse of the wave. */
const binSql = sql<string>`case when wave.warehouse_id = ${MAIN_WAREHOUSE_ID} then sku.bin else coalesce(lying.bin, '') end`

/** Selects what is to be shipped of the waiting orders of a wave, line by line, by place. */
const readWaitingLines = (db: Db, waveId: string) =>
  buildWaveOrderQuery(db, waveId)
    .where(waveOrderStatusSql, '=', 'waiting')
    .innerJoin('order_line as line', (join) =>
      join.onRef('line.enterprise_id', '=', 'order.enterprise_id').onRef('line.order_id', '=', 'order.id'),
    )
    .innerJoin('sku', 'sku.id', 'line.sku_id')
    .innerJoin('wave', 'wave.id', 'wave_order.wave_id')
    .leftJoin('warehouse_stock as lying', (join) =>
      join.onRef('lying.sku_id', '=', 'sku.id').onRef('lying.warehouse_id', '=', 'wave.warehouse_id'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('waybill as taken')
          .whereRef('taken.enterprise_id', '=', 'order.enterprise_id')
          .whereRef('taken.order_id', '=', 'order.id')
          .where('taken.state', '=', 'TAKEN')
          .where(isForNextParcelSql)
          .select(['taken.id as waybill_id', 'taken.carrier', 'taken.tracking_no'])
          .as('label'),
      (join) => join.onTrue(),
    )
    .where(unitsToShipOfLineSql, '>', 0)
    .select(['label.waybill_id', 'label.carrier', 'label.tracking_no'])
    .select(['wave_order.enterprise_id', 'wave_order.place', 'order.order_no', 'order.receiver_name', 'order.receiver_region'])
    .select([
      'order.remark',
      'line.line_no',
      'line.sku_id',
      'line.sku_code',
      'line.goods_name',
      'line.unit',
      'sku.barcode',
      'sku.weight_grams',
      'wave.warehouse_id',
      binSql.as('bin'),
    ])
    .select([sql<string>`line.sku_props::text`.as('sku_props'), unitsToShipOfLineSql.as('left')])
    .orderBy('wave_order.place')
    .orderBy('line.line_no')
    .execute()

type WaitingLine = Awaited<ReturnType<typeof readWaitingLines>>[number]

const toTakenWaybill = ({ waybill_id, carrier, tracking_no }: WaitingLine): WavePackingOrder['waybill'] =>
  waybill_id === null || carrier === null || tracking_no === null ? null : { id: waybill_id, carrier, trackingNo: tracking_no }

const toWaveSku = (line: WaitingLine) => ({
  skuId: line.sku_id,
  skuCode: line.sku_code,
  barcode: line.barcode,
  goodsName: line.goods_name,
  skuProps: line.sku_props,
  unit: line.unit,
})

/** Bins in the order of a walk through the house: A-2 before A-10. Goods without a bin come last. */
const binOrder = new Intl.Collator('en', { numeric: true })

/** Reads the batches that lie in the warehouse of a wave and may leave on `today`, in the order in which they leave. */
async function listGoodBatchesOfWave(db: Db, lines: readonly WaitingLine[], today: string) {
  const [first] = lines
  if (!first) return []
  const skuIds = [...new Set(lines.map(({ sku_id }) => sku_id))]
  return (await listBatchStockOfSkus(db, { skuIds, warehouseId: first.warehouse_id })).filter((batch) => isBatchGoodOn(batch, today))
}

/** Returns the merged pick list of a wave: a row for each SKU, in the order of the bins of its warehouse, with the batches to take. */
export async function readWavePickList(db: Db, waveId: string, today: string): Promise<WavePickRow[]> {
  const waiting = await readWaitingLines(db, waveId)
  const good = await listGoodBatchesOfWave(db, waiting, today)
  const bySku = Map.groupBy(waiting, ({ sku_id }) => sku_id)
  const rows = [...bySku.values()].flatMap((lines): WavePickRow[] => {
    const [first] = lines
    if (!first) return []
    const byPlace = Map.groupBy(lines, ({ place }) => place)
    const sumOf = (some: readonly WaitingLine[]) => some.reduce((sum, { left }) => sum + left, 0)
    const places = [...byPlace].map(([place, own]) => ({ place, units: sumOf(own) }))
    const [batches = []] = shareBatchesOverLines([{ skuId: first.sku_id, quantity: sumOf(lines) }], good)
    return [Object.assign(toWaveSku(first), { units: sumOf(lines), bin: first.bin, places, batches })]
  })
  return rows.sort(
    (a, b) => Number(a.bin === '') - Number(b.bin === '') || binOrder.compare(a.bin, b.bin) || binOrder.compare(a.skuCode, b.skuCode),
  )
}

/** Returns the waiting orders of a wave with what goes into their parcels, by place, sharing the batches over them in this sequence; and what lies of these. */
export async function readWavePacking(db: Db, waveId: string, today: string): Promise<WavePacking> {
  const waiting = await readWaitingLines(db, waveId)
  const lying = await listGoodBatchesOfWave(db, waiting, today)
  const shared = shareBatchesOverLines(
    waiting.map(({ sku_id, left }) => ({ skuId: sku_id, quantity: left })),
    lying,
  )
  const batchesOf = new Map(waiting.map((line, at) => [line, shared[at] ?? []]))
  const byPlace = Map.groupBy(waiting, ({ place }) => place)
  const heads = [...byPlace.values()].flatMap((lines) =>
    lines[0] ? [{ enterpriseId: lines[0].enterprise_id, first: lines[0], lines }] : [],
  )
  const orders = (await attachEnterpriseNamesToRows(db, heads)).map(({ enterpriseId, enterpriseName, first, lines }) => ({
    enterpriseId,
    enterpriseName,
    orderNo: first.order_no,
    place: first.place,
    receiverName: first.receiver_name,
    receiverRegion: first.receiver_region,
    remark: first.remark,
    waybill: toTakenWaybill(first),
    lines: lines.map((line) =>
      Object.assign(toWaveSku(line), {
        lineNo: line.line_no,
        units: line.left,
        weightGrams: line.weight_grams,
        batches: batchesOf.get(line) ?? [],
      }),
    ),
  }))
  return { orders, lying, weightTolerance: await readWeightTolerance(db) }
}

/**
 * Returns the parcels that left from a wave, by place; with `orderNos` those of these orders. Refuses WAVE_NOT_FOUND, also for a wave with
 * orders of shops that the staff member does not keep. An order that left without its wave has no parcel in it.
 */
export async function readParcelsShippedFromWave(
  db: Db,
  ref: WaveRef,
  orderNos: readonly string[] | undefined,
): Promise<{ enterpriseId: string; orderNo: string; parcelNo: number }[]> {
  const { id } = await requireWave(db, ref)
  let shipped = buildWaveOrderQuery(db, id).where('wave_order.outcome', '=', 'shipped')
  if (orderNos) shipped = shipped.where('order.order_no', '=', anyOfTextsSql(orderNos))
  return shipped
    .innerJoin('parcel', (join) =>
      join
        .onRef('parcel.enterprise_id', '=', 'wave_order.enterprise_id')
        .onRef('parcel.order_id', '=', 'wave_order.order_id')
        .onRef('parcel.sent_at', '=', 'wave_order.packed_at'),
    )
    .select(['order.enterprise_id as enterpriseId', 'order.order_no as orderNo', 'parcel.parcel_no as parcelNo'])
    .orderBy('wave_order.place')
    .execute()
}
