// Lists batches with what lies of them, and what has become of one.
import { sql } from 'kysely'
import type { Batch, BatchMovement, BatchState, BatchStockRow, consoleBatchEndpoints } from '#contract/orders/batches/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, countDaysInclusive } from '#contract/platform/core/shanghai.ts'
import { buildSkuIdsOfStaffShopsSql, describeSkusById, skuIdsMatchingTextSql } from '#server/catalog/goods/public.ts'
import { findWarehouseNamesById } from '#server/catalog/inventory/public.ts'
import { readBatchEndingDays } from '#server/content/content/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** Who looks at batches, and on which day. */
interface Reader {
  staffId: string
  today: string
}

type BatchRow = Pick<Batch, 'batchId' | 'skuId' | 'batchNo' | 'bestBefore' | 'madeOn' | 'units'>

/** Completes rows of batches with their goods and how near their end is. `last`: the last day that counts as near. */
async function describe<Row extends BatchRow>(db: Db, rows: readonly Row[], { today, last }: { today: string; last: string }) {
  const skus = await describeSkusById(db, [...new Set(rows.map(({ skuId }) => skuId))])
  return rows.map((row) => {
    const { skuCode = '', goodsName = '', skuProps = '{}', unit = '' } = skus.get(row.skuId) ?? {}
    const { bestBefore } = row
    const isEnding = bestBefore !== null && bestBefore <= last
    const state: BatchState = isEnding ? (bestBefore < today ? 'expired' : 'ending') : 'good'
    const daysLeft = bestBefore === null ? null : countDaysInclusive(today, bestBefore) - 1
    return Object.assign({ skuCode, goodsName, skuProps, unit, state, daysLeft }, row)
  })
}

/** Returns the last day that counts as near the end. */
const readLastEndingDay = async (db: Db, today: string): Promise<string> => addDays(today, await readBatchEndingDays(db))

/** Selects what lies of batches of SKUs of shops that a staff member keeps. */
async function matchBatchStock(db: Db, staffId: string) {
  const own = await buildSkuIdsOfStaffShopsSql(db, staffId)
  const lying = db
    .selectFrom('batch_stock as lying')
    .innerJoin('stock_batch as batch', 'batch.id', 'lying.batch_id')
    .where('lying.units', '>', 0)
  return own === null ? lying : lying.where('lying.sku_id', 'in', own)
}

/** Lists a page of what lies of batches, the nearest best-before day first, batches without one last. */
export async function listBatchStock(
  db: Db,
  { state, warehouseId, skuId, keyword, endsUntil, pageNo, pageSize }: InputOf<typeof consoleBatchEndpoints.list>,
  { staffId, today }: Reader,
): Promise<{ dataList: BatchStockRow[]; total: number }> {
  const last = await readLastEndingDay(db, today)
  let matching = await matchBatchStock(db, staffId)
  if (warehouseId) matching = matching.where('lying.warehouse_id', '=', warehouseId)
  if (skuId) matching = matching.where('lying.sku_id', '=', skuId)
  if (endsUntil) matching = matching.where('batch.best_before', '<=', endsUntil)
  if (state === 'expired') matching = matching.where('batch.best_before', '<', today)
  if (state === 'ending') matching = matching.where('batch.best_before', '>=', today).where('batch.best_before', '<=', last)
  if (state === 'good') matching = matching.where((eb) => eb.or([eb('batch.best_before', '>', last), eb('batch.best_before', 'is', null)]))
  if (keyword)
    matching = matching.where((eb) =>
      eb.or([eb('batch.batch_no', 'ilike', formatLikeContainsPattern(keyword)), eb('lying.sku_id', 'in', skuIdsMatchingTextSql(keyword))]),
    )
  const ordered = matching
    .select(['batch.id as batchId', 'batch.sku_id as skuId', 'batch.batch_no as batchNo', 'batch.best_before as bestBefore'])
    .select(['batch.made_on as madeOn', 'lying.units', 'lying.warehouse_id as warehouseId'])
    .orderBy('batch.best_before', (order) => order.asc().nullsLast())
    .orderBy('batch.batch_no')
    .orderBy('lying.sku_id')
    .orderBy('lying.warehouse_id')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, toSlice({ pageNo, pageSize }))
  const names = await findWarehouseNamesById(db)
  const dataList = (await describe(db, rows, { today, last })).map(({ warehouseId: place, ...row }) =>
    Object.assign({ warehouseName: names.get(place) ?? '' }, row),
  )
  return { dataList, total }
}

/** Selects a batch, if it is of a shop that the staff member keeps. */
async function selectOwnBatch(db: Db, batchId: string, staffId: string) {
  const own = await buildSkuIdsOfStaffShopsSql(db, staffId)
  const batch = db.selectFrom('stock_batch as batch').where('batch.id', '=', batchId)
  return own === null ? batch : batch.where('batch.sku_id', 'in', own)
}

/** Refuses BATCH_NOT_FOUND for a batch that nobody knows, and for one of a shop that the staff member does not keep. */
async function requireOwnBatch(db: Db, batchId: string, staffId: string): Promise<void> {
  const own = await selectOwnBatch(db, batchId, staffId)
  if (!(await own.select('batch.id').executeTakeFirst())) refuse('BATCH_NOT_FOUND')
}

/** Reads a batch with what lies of it. Refuses BATCH_NOT_FOUND as `requireOwnBatch` does. */
export async function requireBatch(db: Db, batchId: string, { staffId, today }: Reader): Promise<Batch> {
  const row = await (await selectOwnBatch(db, batchId, staffId))
    .select(['batch.id as batchId', 'batch.sku_id as skuId', 'batch.batch_no as batchNo', 'batch.best_before as bestBefore'])
    .select('batch.made_on as madeOn')
    .select(buildRowVersionSubquery('stockBatch', 'batch.id').as('rowVersion'))
    .select(sql<number>`(select coalesce(sum(units), 0)::int from batch_stock where batch_id = batch.id)`.as('units'))
    .executeTakeFirst()
  const last = await readLastEndingDay(db, today)
  const [batch] = row ? await describe(db, [row], { today, last }) : []
  return batch ?? refuse('BATCH_NOT_FOUND')
}

/** Selects what moved of a batch. */
const matchMovements = (db: Db, batchId: string) =>
  db
    .selectFrom('batch_movement as moved')
    .innerJoin('stock_movement as movement', (join) =>
      join.onRef('movement.sku_id', '=', 'moved.sku_id').onRef('movement.id', '=', 'moved.movement_id'),
    )
    .where('moved.batch_id', '=', batchId)

/** Lists a page of what moved of a batch, the latest first. Refuses BATCH_NOT_FOUND as `requireOwnBatch` does. */
export async function listBatchMovements(
  db: Db,
  { batchId, pageNo, pageSize }: InputOf<typeof consoleBatchEndpoints.movements>,
  staffId: string,
): Promise<{ dataList: BatchMovement[]; total: number }> {
  await requireOwnBatch(db, batchId, staffId)
  const ordered = matchMovements(db, batchId)
    .select(['movement.kind', 'moved.quantity', 'movement.warehouse_id', 'movement.reason', 'movement.staff_id', 'movement.at'])
    .select(['moved.movement_id', 'moved.parcel_enterprise_id', 'moved.parcel_id'])
    // Ids of movements grow with the time.
    .orderBy('moved.movement_id', 'desc')
  const { rows, total } = await fetchPageWithTotal(ordered, matchMovements(db, batchId), toSlice({ pageNo, pageSize }))
  const [people, names] = [await listStaffNamesById(db), await findWarehouseNamesById(db)]
  const parcelOf = await findParcelsById(
    db,
    rows.flatMap(({ parcel_enterprise_id: enterpriseId, parcel_id: parcelId }) =>
      enterpriseId === null || parcelId === null ? [] : [{ enterpriseId, parcelId }],
    ),
  )
  const dataList = rows.map(
    (row): BatchMovement => ({
      movementId: row.movement_id,
      kind: row.kind,
      change: row.quantity,
      warehouseName: names.get(row.warehouse_id) ?? '',
      reason: row.reason,
      by: people.get(row.staff_id ?? '') ?? '系统',
      at: row.at,
      parcel: parcelOf.get(row.parcel_id ?? '') ?? null,
    }),
  )
  return { dataList, total }
}

/** Finds parcels of any company with their orders and companies, by both parts of their keys. */
async function findParcelsById(
  db: Db,
  parcels: readonly { enterpriseId: string; parcelId: string }[],
): Promise<Map<string, NonNullable<BatchMovement['parcel']>>> {
  if (parcels.length === 0) return new Map()
  const found = await withoutTenantGuard(db, 'console')
    .selectFrom('parcel')
    .innerJoin('order', (join) => join.onRef('order.enterprise_id', '=', 'parcel.enterprise_id').onRef('order.id', '=', 'parcel.order_id'))
    .where('parcel.enterprise_id', '=', anyOfIdsSql([...new Set(parcels.map(({ enterpriseId }) => enterpriseId))]))
    .where('parcel.id', '=', anyOfIdsSql([...new Set(parcels.map(({ parcelId }) => parcelId))]))
    .select(['parcel.id', 'parcel.enterprise_id as enterpriseId', 'order.order_no as orderNo', 'parcel.parcel_no as parcelNo'])
    .execute()
  const named = await attachEnterpriseNamesToRows(db, found)
  return new Map(
    named.map(({ id, enterpriseId, enterpriseName, orderNo, parcelNo }) => [id, { enterpriseId, enterpriseName, orderNo, parcelNo }]),
  )
}
