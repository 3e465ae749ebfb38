// Says which SKUs have batches, and creates the batches that receipts name. Writes the tables `stock_batch` and `batch_stock`.
import { sql } from 'kysely'
import { formatBatch } from '#contract/catalog/inventory/batches.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { anyOfIdsSql, anyOfTextsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findBatchedSkuIds, selectBatchStock } from './batch-stock.ts'
import { lockStockBySku } from './stock.ts'

/**
 * Says that a SKU has batches from now on, or has none any more, and returns whether that is new. What lies there becomes the batch without
 * a name. Refuses BATCHES_LEFT while units of named batches lie there.
 */
export async function setSkuBatched(tx: Tx, moment: Moment, { skuId, batched }: { skuId: string; batched: boolean }): Promise<boolean> {
  await lockStockBySku(tx, [skuId])
  if ((await findBatchedSkuIds(tx, [skuId])).has(skuId) === batched) return false
  if (batched) {
    await tx
      .insertInto('stock_batch')
      .values({ id: moment.newId(), sku_id: skuId, batch_no: '', made_on: null, best_before: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await sql`insert into batch_stock (sku_id, warehouse_id, batch_id, units)
      select lying.sku_id, lying.warehouse_id, batch.id, lying.units from warehouse_stock as lying
      join stock_batch as batch on batch.sku_id = lying.sku_id and batch.batch_no = '' where lying.sku_id = ${skuId}
      on conflict (sku_id, warehouse_id, batch_id) do update set units = excluded.units`.execute(tx)
  } else {
    const left = await selectBatchStock(tx, [skuId]).where('batch.batch_no', '!=', '').execute()
    if (left.length > 0) {
      const names = [...new Set(left.map(formatBatch))].slice(0, 5).join('、')
      refuse('BATCHES_LEFT', { msg: `还有在库批次：${names}，用完后才能停用批次管理` })
    }
    await tx.updateTable('batch_stock').set({ units: 0 }).where('sku_id', '=', skuId).execute()
  }
  await tx.updateTable('sku_stock').set({ batched }).where('sku_id', '=', skuId).execute()
  return true
}

/** The days of a batch. */
interface BatchDays {
  bestBefore: string | null
  madeOn: string | null
}

/**
 * Corrects the days of a batch, and returns those of before. Refuses BATCH_NOT_FOUND, also for a batch of another SKU and for the one without
 * a name, and BATCH_WRONG for a day of production that is after the last day or has not come.
 */
export async function setBatchDays(
  tx: Tx,
  moment: Moment,
  { skuId, batchId, bestBefore, madeOn }: { skuId: string; batchId: string; bestBefore: string; madeOn: string | null },
): Promise<BatchDays> {
  await lockStockBySku(tx, [skuId])
  const before =
    (await tx
      .selectFrom('stock_batch')
      .select(['best_before as bestBefore', 'made_on as madeOn'])
      .where('id', '=', batchId)
      .where('sku_id', '=', skuId)
      .where('batch_no', '!=', '')
      .executeTakeFirst()) ?? refuse('BATCH_NOT_FOUND')
  const fault = findMadeOnFault(madeOn, { bestBefore, today: toShanghaiDay(moment.now) })
  if (fault !== undefined) refuse('BATCH_WRONG', { msg: fault, field: 'madeOn' })
  await tx.updateTable('stock_batch').set({ best_before: bestBefore, made_on: madeOn }).where('id', '=', batchId).execute()
  return before
}

/** Returns what is wrong with a day of production; undefined: nothing. */
function findMadeOnFault(madeOn: string | null, { bestBefore, today }: { bestBefore: string; today: string }): string | undefined {
  if (madeOn !== null && madeOn > today) return `生产日期 ${madeOn} 还没有到`
  return madeOn !== null && madeOn > bestBefore ? `生产日期 ${madeOn} 晚于保质期至 ${bestBefore}` : undefined
}

/** What a line of a receipt says of its batch. */
export interface ReceivedBatch extends BatchDays {
  skuId: string
  skuCode: string
  batchNo: string
}

/**
 * Returns a function that says what is wrong with the batch of a line of a receipt; undefined: nothing. It remembers the lines that were passed
 * before: one batch has one best-before day and one day of production. `batched`: the SKUs that have batches. One statement, whatever their number.
 */
export async function createBatchFaultFinder(
  db: Db,
  { batched, today }: { batched: ReadonlySet<string>; today: string },
): Promise<(line: ReceivedBatch) => string | undefined> {
  const known = new Map<string, BatchDays>(
    (await listBatchesOfSkus(db, [...batched])).map(({ sku_id, batch_no, ...days }) => [`${sku_id} ${batch_no}`, days]),
  )
  return ({ skuId, skuCode, batchNo, bestBefore, madeOn }) => {
    if (!batched.has(skuId))
      return batchNo === '' && bestBefore === null && madeOn === null
        ? undefined
        : `${skuCode} 没有启用批次管理，请先在“价格与库存”中启用，或删去批号和日期`
    if (batchNo === '' || bestBefore === null) return `${skuCode} 按批次管理，请填写批号和保质期至`
    if (bestBefore < today) return `${skuCode} 批次 ${batchNo} 的保质期至 ${bestBefore} 已过`
    const fault = findMadeOnFault(madeOn, { bestBefore, today })
    if (fault !== undefined) return `${skuCode} 批次 ${batchNo} 的${fault}`
    const before = known.get(`${skuId} ${batchNo}`)
    if (before && before.bestBefore !== bestBefore)
      return `${skuCode} 批次 ${batchNo} 的保质期至已登记为 ${before.bestBefore}，与 ${bestBefore} 不同`
    if (before && before.madeOn !== null && madeOn !== null && before.madeOn !== madeOn)
      return `${skuCode} 批次 ${batchNo} 的生产日期已登记为 ${before.madeOn}，与 ${madeOn} 不同`
    known.set(`${skuId} ${batchNo}`, { bestBefore, madeOn: before?.madeOn ?? madeOn })
    return undefined
  }
}

const listBatchesOfSkus = async (db: Db, skuIds: readonly string[]) =>
  skuIds.length === 0
    ? []
    : db
        .selectFrom('stock_batch')
        .select(['sku_id', 'batch_no', 'best_before as bestBefore', 'made_on as madeOn'])
        .where('sku_id', '=', anyOfIdsSql(skuIds))
        .execute()

/**
 * Returns the batch of each line of a receipt, and creates those that are new; null for goods without batches. The stock of the SKUs is
 * locked. Four statements, whatever the lines. Refuses BATCH_WRONG with the first wrong line.
 */
export async function findOrCreateReceivedBatches(tx: Tx, moment: Moment, lines: readonly ReceivedBatch[]): Promise<(string | null)[]> {
  const skuIds = [...new Set(lines.map(({ skuId }) => skuId))]
  const batched = await findBatchedSkuIds(tx, skuIds)
  const findFault = await createBatchFaultFinder(tx, { batched, today: toShanghaiDay(moment.now) })
  for (const line of lines) {
    const fault = findFault(line)
    if (fault !== undefined) refuse('BATCH_WRONG', { msg: fault, field: 'lines' })
  }
  const named = lines.filter(({ batchNo }) => batchNo !== '')
  if (named.length === 0) return lines.map(() => null)
  const rows = [...Map.groupBy(named, ({ skuId, batchNo }) => `${skuId} ${batchNo}`).values()].flatMap((own) =>
    own.slice(0, 1).map(({ skuId, batchNo, bestBefore }) => ({
      id: moment.newId(),
      sku_id: skuId,
      batch_no: batchNo,
      made_on: own.find(({ madeOn }) => madeOn !== null)?.madeOn ?? null,
      best_before: bestBefore,
    })),
  )
  // A batch that is known learns its day of production if nobody has said it before.
  await tx
    .insertInto('stock_batch')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['sku_id', 'batch_no'])
        .doUpdateSet((eb) => ({ made_on: eb.ref('excluded.made_on') }))
        .where('stock_batch.made_on', 'is', null)
        .where('excluded.made_on', 'is not', null),
    )
    .execute()
  const ids = new Map(
    (
      await tx
        .selectFrom('stock_batch')
        .select(['id', 'sku_id', 'batch_no'])
        .where('sku_id', '=', anyOfIdsSql(skuIds))
        .where('batch_no', '=', anyOfTextsSql(named.map(({ batchNo }) => batchNo)))
        .execute()
    ).map(({ id, sku_id, batch_no }) => [`${sku_id} ${batch_no}`, id]),
  )
  return lines.map(({ skuId, batchNo }) => (batchNo === '' ? null : (ids.get(`${skuId} ${batchNo}`) ?? null)))
}
