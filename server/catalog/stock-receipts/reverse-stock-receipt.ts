// Takes a receipt without a purchase order back, whole and on its day.
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findSkuCodes } from '#server/catalog/goods/public.ts'
import { lockStockBySku, type Stock } from '#server/catalog/inventory/public.ts'
import { reverseCostsOfStockReceipt } from '#server/catalog/purchase-orders/public.ts'
import { findSkusCountedSince } from '#server/catalog/stock-counts/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { sumUnitsBySku } from './plan-stock-receipt.ts'
import { insertStockReceipt, lockStockReceipts, moveStockOfReceipt, nextStockReceiptNo } from './post-stock-receipt.ts'
import { lockStockReceipt, readPostedLines, type StockReceiptRef } from './stock-receipt-store.ts'

/** Refuses STOCK_RECEIPT_SOLD with the goods of which fewer can be sold than came: the rest was sold, or orders hold it. */
async function refuseSold(tx: Tx, lines: readonly { skuId: string; units: number }[], stock: ReadonlyMap<string, Stock>): Promise<void> {
  const short = [...sumUnitsBySku(lines)].flatMap(([skuId, units]) => {
    const available = stock.get(skuId)?.available ?? 0
    return available < units ? [{ skuId, units, available }] : []
  })
  if (short.length === 0) return
  const codes = await findSkuCodes(
    tx,
    short.map(({ skuId }) => skuId),
  )
  const texts = short.slice(0, 5).map(({ skuId, units, available }) => `${codes.get(skuId)} 入库 ${units}，可用只有 ${available}`)
  const more = short.length > 5 ? `等 ${short.length} 个规格` : ''
  refuse('STOCK_RECEIPT_SOLD', { msg: `${texts.join('；')}${more}；其余已售出或被订单占用，不能撤销`, lines: short })
}

/** Refuses STOCK_RECEIPT_COUNTED with goods that were counted since they came: a count that corrected them would correct them twice. */
async function refuseCounted(tx: Tx, lines: readonly { skuId: string; warehouseId: string }[], since: Date): Promise<void> {
  const counted = await findSkusCountedSince(tx, lines, since)
  if (counted.length === 0) return
  const codes = await findSkuCodes(
    tx,
    counted.map(({ skuId }) => skuId),
  )
  const texts = counted.slice(0, 5).map(({ skuId, countNo }) => `${codes.get(skuId)}${countNo === null ? '' : `（盘点单 ${countNo}）`}`)
  const more = counted.length > 5 ? `等 ${counted.length} 个规格` : ''
  refuse('STOCK_RECEIPT_COUNTED', { msg: `${texts.join('、')}${more} 入库后已盘点，撤销会重复更正，请用盘点或库存调整更正`, counted })
}

/**
 * 撤销: posts a counter receipt that takes back all of a receipt of today; the receipt stays. Refuses STOCK_RECEIPT_NOT_FOUND,
 * STOCK_RECEIPT_REVERSED for one that was taken back or takes back, STOCK_RECEIPT_DAY, STOCK_RECEIPT_COUNTED, STOCK_RECEIPT_SOLD,
 * STOCK_RECEIPT_COSTED, WAREHOUSE_TOO_FEW if its goods lie in another warehouse now, and BATCH_TOO_FEW if units of its batches have left.
 */
export async function reverseStockReceipt(
  tx: Tx,
  moment: Moment,
  { reason, ...ref }: StockReceiptRef & { reason: string },
): Promise<{ id: string; receiptNo: string }> {
  const own = await lockStockReceipt(tx, ref)
  if (own.reverses !== null || own.reversedAt !== null) refuse('STOCK_RECEIPT_REVERSED')
  if (toShanghaiDay(own.madeAt) !== toShanghaiDay(moment.now)) refuse('STOCK_RECEIPT_DAY')
  await lockStockReceipts(tx)
  const receiptNo = await nextStockReceiptNo(tx, moment)
  const lines = await readPostedLines(tx, own.id)
  const stock = await lockStockBySku(tx, [...new Set(lines.map(({ skuId }) => skuId))])
  // First, because a count also takes units away, and they are not sold.
  await refuseCounted(tx, lines, own.madeAt)
  await refuseSold(tx, lines, stock)
  const id = moment.newId()
  const back = lines.map(({ units, ...line }) => Object.assign({ units: -units }, line))
  const head = { id, receiptNo, fileName: own.fileName, fileHash: null, note: reason, reverses: own.id, staffId: ref.staffId }
  const counter = Object.assign({ lines: back }, head)
  const skus = await insertStockReceipt(tx, moment, counter)
  const skuIdsWithoutCost = [...new Set(lines.flatMap(({ skuId, hundredFen }) => (hundredFen === null ? [skuId] : [])))]
  await reverseCostsOfStockReceipt(tx, moment, { stockReceiptId: id, reverses: own.id, madeAt: own.madeAt, skuIdsWithoutCost, stock })
  await tx.updateTable('stock_receipt').set({ reversed_at: moment.now }).where('id', '=', own.id).execute()
  await moveStockOfReceipt(tx, moment, counter, skus)
  return { id, receiptNo }
}
