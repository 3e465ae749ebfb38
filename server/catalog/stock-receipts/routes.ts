import { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import type { consoleStockReceiptEndpoints } from '#contract/catalog/stock-receipts/api.ts'
import { formatYuan } from '#contract/platform/core/money.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { recordFileImport } from '#server/platform/core/audit.ts'
import type { Db } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { parseStockReceiptFile } from './parse-stock-receipt-file.ts'
import { planStockReceipt, type StockReceiptPlan } from './plan-stock-receipt.ts'
import { beginStockReceipt, lockStockReceipts, postStockReceipt, refuseKnownFile } from './post-stock-receipt.ts'
import { reverseStockReceipt } from './reverse-stock-receipt.ts'
import { listStockReceiptLines, listStockReceipts, requireStockReceipt } from './stock-receipt-store.ts'
import { readStockReceiptTrial } from './trial.ts'

/** Whoever sees what SKUs cost sees the averages before and after a receipt. */
const costAccess = consolePurchaseOrderEndpoints.costs.needs

/** 入库单: goods that come without a purchase order, by file or typed, and the counter receipts that take them back. */
export const consoleStockReceiptHandlers: Handlers<typeof consoleStockReceiptEndpoints> = {
  list: (input, { db, caller: { staffId }, moment }) => listStockReceipts(db, moment, { ...input, staffId }),
  detail: ({ id }, { db, caller: { staffId }, moment }) => requireStockReceipt(db, moment, { id, staffId }),
  lines: (input, { db, caller: { staffId } }) => listStockReceiptLines(db, { ...input, staffId }),
  create: ({ lines, warehouseId, note }, { caller: { staffId }, moment, write }) =>
    write(async (tx) => {
      await lockStockReceipts(tx)
      const rows = lines.map(({ skuCode, quantity, unitCost, bin, batchNo = '', bestBefore = '', madeOn = '' }, at) => ({
        row: at + 1,
        code: skuCode,
        quantity: String(quantity),
        cost: unitCost === null ? '' : formatYuan(unitCost),
        warehouse: '',
        bin,
        batchNo,
        bestBefore,
        madeOn,
      }))
      const plan = await planStockReceipt(tx, { rows, warehouseId, ofFile: false, staffId, today: toShanghaiDay(moment.now) })
      return postStockReceipt(tx, moment, await beginStockReceipt(tx, moment, { plan, fileName: '', fileHash: null, note, staffId }))
    }),
  import: async ({ fileName, warehouseId, seen }, { db, caller, moment, origin, write, replay, file }) => {
    await replay()
    const { staffId } = caller
    const rows = await parseStockReceiptFile(file)
    const fileHash = sha256(file)
    const prepare = async (on: Db) => {
      await refuseKnownFile(on, fileHash)
      return planStockReceipt(on, { rows, warehouseId, ofFile: true, staffId, today: toShanghaiDay(moment.now) })
    }
    const answerFor = async (on: Db, plan: StockReceiptPlan) => {
      const trial = await readStockReceiptTrial(on, { plan, seesCosts: hasPermission(caller, costAccess) })
      const { lines, faults } = plan
      const counts = { ready: lines.length, refused: faults.length, units: lines.reduce((sum, { units }) => sum + units, 0) }
      return Object.assign({ fileName, counts }, trial)
    }
    // A trial changes nothing, so it is no import.
    if (seen === undefined) return Object.assign({ receipt: null }, await answerFor(db, await prepare(db)))
    return write(async (tx) => {
      await lockStockReceipts(tx)
      const plan = await prepare(tx)
      const begun = await beginStockReceipt(tx, moment, { plan, fileName, fileHash, note: '', staffId })
      const answer = await answerFor(tx, plan)
      if (seen !== answer.seen) refuse('STOCK_RECEIPT_CHANGED')
      const receipt = await postStockReceipt(tx, moment, begun)
      await recordFileImport(tx, moment, {
        origin,
        staffId,
        kind: 'receipt',
        fileName,
        rows: rows.length,
        refused: 0,
        importId: receipt.id,
      })
      return Object.assign({ receipt }, answer)
    })
  },
  reverse: (given, { caller: { staffId }, moment, write }) => write((tx) => reverseStockReceipt(tx, moment, { ...given, staffId })),
}
