// Writes the tables `stock_receipt`, `stock_receipt_line` and `receipt_import`: goods that came without a purchase order, with their stock, bins and costs.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { describeSkusById, refreshStockInSearch } from '#server/catalog/goods/public.ts'
import {
  adjustStocks,
  findOrCreateReceivedBatches,
  lockStockBySku,
  type Stock,
  type StockAdjustmentInput,
} from '#server/catalog/inventory/public.ts'
import { recordCostsOfStockReceipt } from '#server/catalog/purchase-orders/public.ts'
import { setBinsOfLinesInMainWarehouse, setBinsOfLinesInOtherWarehouses } from '#server/catalog/warehouse/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { computeNextNumberOfDay } from '#server/platform/core/numbering.ts'
import { type PlannedStockReceiptLine, type StockReceiptPlan, sumUnitsBySku } from './plan-stock-receipt.ts'

/** Makes two people who post receipts wait for each other, so that one file does not come in twice. */
export async function lockStockReceipts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('stock receipts', 0))`.execute(tx)
}

/** RK, the day and the number on it. The receipts are locked. */
export async function nextStockReceiptNo(tx: Tx, moment: Moment): Promise<string> {
  return computeNextNumberOfDay(moment, 'RK', async (first, last) => {
    const numbers = tx.selectFrom('stock_receipt').where('receipt_no', '>=', first).where('receipt_no', '<=', last)
    return (await numbers.select((eb) => eb.fn.max('receipt_no').as('last')).executeTakeFirstOrThrow()).last
  })
}

/**
 * Refuses RECEIPTS_KNOWN if a file came in before and was not taken back. Files that came in before receipts were documents are in
 * `receipt_import` alone.
 */
export async function refuseKnownFile(db: Db, fileHash: Buffer): Promise<void> {
  const receipts = await db
    .selectFrom('stock_receipt')
    .select(['file_name', 'made_at as at', 'receipt_no', 'reversed_at'])
    .where('file_hash', '=', fileHash)
    .execute()
  const older = db.selectFrom('receipt_import').select(['file_name', 'at', sql<string>`''`.as('receipt_no')])
  const before = receipts.length === 0 ? await older.where('file_hash', '=', fileHash).executeTakeFirst() : undefined
  const known = before ?? receipts.find(({ reversed_at }) => reversed_at === null)
  if (!known) return
  const { at, file_name, receipt_no } = known
  const named = receipt_no === '' ? '' : `（${receipt_no}）`
  refuse('RECEIPTS_KNOWN', { msg: `该文件已于 ${formatShanghaiTime(at).slice(0, 16)} 以“${file_name}”入库${named}，不会重复入库` })
}

/** A line as it is posted; its units are below zero where a receipt is taken back. */
type PostedLine = Pick<PlannedStockReceiptLine, 'skuId' | 'warehouseId' | 'units' | 'hundredFen' | 'bin'> & { batchId: string | null }

/**
 * Records a file where the release before looks for the files that it knows. Refuses RECEIPTS_KNOWN if a server of that release has brought
 * the same file in meanwhile: it takes no lock of receipts, but writes this row.
 */
async function recordFileForReleaseBefore(
  tx: Tx,
  moment: Moment,
  { id, fileHash, fileName, staffId }: { id: string; fileHash: Buffer; fileName: string; staffId: string },
  lines: readonly PlannedStockReceiptLine[],
): Promise<void> {
  const sums = { added: lines.length, refused: 0, units: lines.reduce((sum, { units }) => sum + units, 0) }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('receipt_import')
    .values(Object.assign({ id, file_hash: fileHash, file_name: fileName, staff_id: staffId, at: moment.now }, sums))
    .onConflict((conflict) => conflict.column('file_hash').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) await refuseKnownFile(tx, fileHash)
}

interface NewStockReceipt {
  id: string
  receiptNo: string
  fileName: string
  fileHash: Buffer | null
  note: string
  reverses: string | null
  staffId: string
  lines: readonly PostedLine[]
}

/** What is known of the SKUs of a receipt. */
type SkusOfReceipt = Awaited<ReturnType<typeof describeSkusById>>

/** Writes a receipt with its lines and returns its SKUs. Four statements, whatever the lines. Nothing has moved yet. */
export async function insertStockReceipt(tx: Tx, moment: Moment, receipt: NewStockReceipt): Promise<SkusOfReceipt> {
  const { id, receiptNo, fileName, fileHash, note, reverses, staffId, lines } = receipt
  const skus = await describeSkusById(
    tx,
    lines.map(({ skuId }) => skuId),
  )
  const shopIds = [...new Set([...skus.values()].map(({ shopId }) => shopId))]
  const head = { id, receipt_no: receiptNo, shop_ids: shopIds, file_name: fileName, file_hash: fileHash, note, reverses }
  await tx
    .insertInto('stock_receipt')
    .values(Object.assign({ reversed_at: null, made_by: staffId, made_at: moment.now }, head))
    .execute()
  const rows = lines.map(({ skuId, warehouseId, units, hundredFen, bin, batchId }, at) => ({
    stock_receipt_id: id,
    line_no: at + 1,
    sku_id: skuId,
    warehouse_id: warehouseId,
    bin,
    quantity: units,
    hundred_fen: hundredFen,
    batch_id: batchId,
  }))
  await tx.insertInto('stock_receipt_line').values(rows).execute()
  return skus
}

/**
 * Moves the units of a receipt that is written, one movement a line. It comes last: every other change of the catalog waits until its end.
 * Refuses WAREHOUSE_TOO_FEW, BATCH_TOO_FEW.
 */
export async function moveStockOfReceipt(
  tx: Tx,
  moment: Moment,
  { id, receiptNo, reverses, staffId, lines }: NewStockReceipt,
  skus: SkusOfReceipt,
): Promise<void> {
  const moves = lines.map(
    ({ skuId, warehouseId, units, batchId }): StockAdjustmentInput => ({
      skuId,
      warehouseId,
      minimum: skus.get(skuId)?.minimum ?? 1,
      change: units,
      kind: 'receipt',
      reason: `入库单 ${receiptNo}${reverses === null ? '' : '（撤销）'}`,
      staffId,
      stockReceiptId: id,
      batchId,
    }),
  )
  await adjustStocks(tx, moment, moves)
  await refreshStockInSearch(tx, [...new Set([...skus.values()].map(({ goodsId }) => goodsId))])
  await incrementCatalogVersion(tx)
}

/** Refuses STOCK_RECEIPT_LINES with every wrong row (`rows`). */
function refuseFaults(faults: StockReceiptPlan['faults']): void {
  if (faults.length === 0) return
  const texts = faults.slice(0, 5).map(({ row, text }) => `第 ${row} 行：${text}`)
  const rows = faults.map(({ row, text }) => ({ row, text }))
  const more = faults.length > 5 ? `；等 ${faults.length} 行` : ''
  refuse('STOCK_RECEIPT_LINES', { msg: `${texts.join('；')}${more}`, rows, field: 'lines' })
}

type ReceiptToPost = Pick<NewStockReceipt, 'fileName' | 'fileHash' | 'note' | 'staffId'> & { plan: StockReceiptPlan }

/** A receipt whose goods nobody else can move, sell or receive until the transaction ends. */
interface BegunStockReceipt extends ReceiptToPost {
  id: string
  stock: ReadonlyMap<string, Stock>
}

/**
 * Begins to post a plan that was made after `lockStockReceipts`: records its file and its bins in the main warehouse, and locks its stock.
 * What the SKUs cost does not change any more. Refuses STOCK_RECEIPT_LINES with every wrong row (`rows`), and RECEIPTS_KNOWN.
 */
export async function beginStockReceipt(tx: Tx, moment: Moment, receipt: ReceiptToPost): Promise<BegunStockReceipt> {
  const { plan, fileName, fileHash, staffId } = receipt
  refuseFaults(plan.faults)
  const id = moment.newId()
  if (fileHash !== null) await recordFileForReleaseBefore(tx, moment, { id, fileHash, fileName, staffId }, plan.lines)
  await setBinsOfLinesInMainWarehouse(tx, moment, { lines: plan.lines, staffId })
  const stock = await lockStockBySku(tx, [...sumUnitsBySku(plan.lines).keys()])
  return Object.assign({ id, stock }, receipt)
}

/** Posts a plan as one receipt, whole. Refuses BATCH_WRONG if a SKU has batches since it was planned, or none any more. */
export async function postStockReceipt(
  tx: Tx,
  moment: Moment,
  { plan: { lines }, stock, ...head }: BegunStockReceipt,
): Promise<{ id: string; receiptNo: string }> {
  const { id, staffId } = head
  const receiptNo = await nextStockReceiptNo(tx, moment)
  const units = sumUnitsBySku(lines)
  await setBinsOfLinesInOtherWarehouses(tx, moment, { lines, staffId })
  const batchIds = await findOrCreateReceivedBatches(tx, moment, lines)
  const posted = lines.map((line, at) => Object.assign({ batchId: batchIds[at] ?? null }, line))
  const receipt = Object.assign({ receiptNo, reverses: null, lines: posted }, head)
  const skus = await insertStockReceipt(tx, moment, receipt)
  const costs = new Map(lines.flatMap(({ skuId, hundredFen }) => (hundredFen === null ? [] : [[skuId, hundredFen] as const])))
  const steps = [...costs].map(([skuId, hundredFen]) => ({ skuId, hundredFen, units: units.get(skuId) ?? 0 }))
  await recordCostsOfStockReceipt(tx, moment, { stockReceiptId: id, steps, stock })
  await moveStockOfReceipt(tx, moment, receipt, skus)
  return { id, receiptNo }
}
