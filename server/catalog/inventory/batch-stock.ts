// Reads the table `batch_stock`, which a trigger writes with each movement of goods that have batches (decision 650).
import { type BatchUnits, type BatchUnitsOfSku, formatBatch } from '#contract/catalog/inventory/batches.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'

/** Finds which of the given SKUs have batches. */
export async function findBatchedSkuIds(db: Db, skuIds: readonly string[]): Promise<Set<string>> {
  if (skuIds.length === 0) return new Set()
  const batched = db.selectFrom('sku_stock').select('sku_id').where('batched', '=', true)
  return new Set((await batched.where('sku_id', '=', anyOfIdsSql(skuIds)).execute()).map(({ sku_id }) => sku_id))
}

/** Refuses BATCH_NOT_FOUND for a batch of another SKU, and for a SKU that has no batches any more. */
export async function requireBatchOfSku(db: Db, { skuId, batchId }: { skuId: string; batchId: string }): Promise<void> {
  const batched = (await findBatchedSkuIds(db, [skuId])).has(skuId)
  const batch = db.selectFrom('stock_batch').select('id').where('id', '=', batchId).where('sku_id', '=', skuId)
  if (!batched || !(await batch.executeTakeFirst())) refuse('BATCH_NOT_FOUND')
}

/** Selects what lies of batches of SKUs, by SKU in the order in which they leave. */
export const selectBatchStock = (db: Db, skuIds: readonly string[]) =>
  db
    .selectFrom('batch_stock as lying')
    .innerJoin('stock_batch as batch', 'batch.id', 'lying.batch_id')
    .where('lying.sku_id', '=', anyOfIdsSql(skuIds))
    .where('lying.units', '>', 0)
    .select(['lying.sku_id as skuId', 'lying.warehouse_id as warehouseId', 'lying.batch_id as batchId', 'lying.units'])
    .select(['batch.batch_no as batchNo', 'batch.best_before as bestBefore'])
    .orderBy('lying.sku_id')
    .orderBy('batch.best_before', (order) => order.asc().nullsFirst())
    .orderBy('batch.batch_no')

/** Units of a batch of a SKU in a warehouse. */
type LyingBatch = BatchUnitsOfSku & { warehouseId: string }

/** Lists what lies of the batches of SKUs, in one warehouse or all: by SKU, the nearest best-before day first. */
export async function listBatchStockOfSkus(
  db: Db,
  { skuIds, warehouseId }: { skuIds: readonly string[]; warehouseId?: string | undefined },
): Promise<LyingBatch[]> {
  if (skuIds.length === 0) return []
  const lying = selectBatchStock(db, skuIds)
  return (warehouseId === undefined ? lying : lying.where('lying.warehouse_id', '=', warehouseId)).execute()
}

/** Whether units of a batch may leave on a day: it is the last one on which they are good, or before it. */
export const isBatchGoodOn = ({ bestBefore }: Pick<BatchUnits, 'bestBefore'>, day: string): boolean =>
  bestBefore === null || bestBefore >= day

/** Units that must be of a batch; below zero: that leave. */
interface NamedBatchUnits {
  skuId: string
  warehouseId: string
  batchId: string
  change: number
}

/** Refuses BATCH_TOO_FEW if more units leave of a batch than lie of it in the warehouse. The stock of the SKUs is locked. */
export async function refuseMoreThanLiesOfBatches(db: Db, changes: readonly NamedBatchUnits[]): Promise<void> {
  const keyOf = ({ skuId, warehouseId, batchId }: Omit<NamedBatchUnits, 'change'>) => `${skuId} ${warehouseId} ${batchId}`
  const leaving = [...Map.groupBy(changes, keyOf)].flatMap(([key, own]) => {
    const units = own.reduce((sum, { change }) => sum - change, 0)
    return units > 0 ? [{ key, units, skuId: own[0]?.skuId ?? '' }] : []
  })
  const lying = await listBatchStockOfSkus(db, { skuIds: [...new Set(leaving.map(({ skuId }) => skuId))] })
  const unitsOf = new Map(lying.map((batch) => [keyOf(batch), batch.units]))
  const short = leaving.find(({ key, units }) => units > (unitsOf.get(key) ?? 0))
  if (!short) return
  const there = unitsOf.get(short.key) ?? 0
  refuse('BATCH_TOO_FEW', { msg: `该批次在此仓库只有 ${there}，需要 ${short.units}；其余已发出或调走，请用盘点或库存调整更正` })
}

/** Units of a SKU for which a person has named the batch. */
export interface NamedBatch {
  skuId: string
  batchId: string
  quantity: number
}

/** A parcel that takes units of SKUs from a warehouse. */
interface BatchesToShip {
  /** `unit` is what one of them is called, as in 桶. */
  quantities: readonly { skuId: string; quantity: number; unit: string }[]
  /** The batches that the person has named. */
  named: readonly NamedBatch[]
  warehouseId: string
  today: string
}

/**
 * Refuses what cannot leave of goods that have batches: BATCH_NOT_FOUND for a batch that does not lie in the warehouse, BATCH_EXPIRED for one past
 * its day, BATCH_TOO_FEW, and BATCHES_EXPIRED if too few units are good. The stock of the SKUs is locked. One statement.
 */
export async function requireGoodBatches(db: Db, { quantities, named, warehouseId, today }: BatchesToShip): Promise<void> {
  const lying = await listBatchStockOfSkus(db, { skuIds: quantities.map(({ skuId }) => skuId), warehouseId })
  for (const own of Map.groupBy(named, ({ skuId, batchId }) => `${skuId} ${batchId}`).values()) {
    const [{ skuId, batchId } = refuse('BATCH_NOT_FOUND')] = own
    const quantity = own.reduce((sum, one) => sum + one.quantity, 0)
    const batch = lying.find((one) => one.skuId === skuId && one.batchId === batchId) ?? refuse('BATCH_NOT_FOUND', { field: 'lines' })
    if (!isBatchGoodOn(batch, today)) refuse('BATCH_EXPIRED', { msg: `批次 ${formatBatch(batch)} 已过保质期，不能发出`, field: 'lines' })
    if (quantity > batch.units)
      refuse('BATCH_TOO_FEW', { msg: `批次 ${formatBatch(batch)} 在此仓库只有 ${batch.units}，需要 ${quantity}`, field: 'lines' })
  }
  for (const { skuId, quantity, unit } of quantities) {
    const own = lying.filter((one) => one.skuId === skuId)
    const good = own.reduce((sum, batch) => (isBatchGoodOn(batch, today) ? sum + batch.units : sum), 0)
    if (good >= quantity) continue
    const over = own.filter((batch) => !isBatchGoodOn(batch, today))
    const names = over.slice(0, 3).map(({ units, ...batch }) => `${formatBatch(batch)} ${units} ${unit}`)
    const msg = `此仓库未过保质期的只有 ${good} ${unit}，需要 ${quantity} ${unit}；${names.join('、')}已过期，不能发出，请另选仓库或等待入库`
    refuse('BATCHES_EXPIRED', { msg, field: 'warehouseId', skuId, units: good, quantity })
  }
}
