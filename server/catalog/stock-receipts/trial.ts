// Shows what a planned receipt would do, row by row, and the code that identifies exactly this.
import type { StockReceiptTrialRow } from '#contract/catalog/stock-receipts/shapes.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { findStockBySku, listWarehouseStockOfSkus } from '#server/catalog/inventory/public.ts'
import { computeMovingAverageOf100UnitsFen, findHundredCostsBySku } from '#server/catalog/purchase-orders/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { type FaultyStockReceiptRow, type PlannedStockReceiptLine, type StockReceiptPlan, sumUnitsBySku } from './plan-stock-receipt.ts'

const toFaultyRow = ({ row, code, text }: FaultyStockReceiptRow): StockReceiptTrialRow => ({
  row,
  result: 'refused',
  text,
  skuCode: code,
  goodsName: '',
  warehouseName: '',
  bin: '',
  batchNo: '',
  bestBefore: null,
  quantity: null,
  unitsBefore: null,
  unitsAfter: null,
  hundredCost: null,
  averageBefore: null,
  averageAfter: null,
})

/** Reads what SKUs cost now, and computes what they cost after the receipt; null: nobody knows it. */
async function readAverages(db: Db, lines: readonly PlannedStockReceiptLine[]) {
  const units = sumUnitsBySku(lines)
  const skuIds = [...units.keys()]
  const before = await findHundredCostsBySku(db, skuIds)
  const stock = await findStockBySku(db, skuIds)
  const after = new Map<string, Fen | null>()
  for (const { skuId, hundredFen } of lines) {
    const { available = 0, reserved = 0 } = stock.get(skuId) ?? {}
    const beforeFen = before.get(skuId) ?? null
    const cost = { inHouse: available + reserved, beforeFen, units: units.get(skuId) ?? 0 }
    after.set(skuId, hundredFen === null ? beforeFen : computeMovingAverageOf100UnitsFen(Object.assign({ hundredFen }, cost)))
  }
  return { before, after }
}

export interface StockReceiptTrial {
  rows: StockReceiptTrialRow[]
  seen: string
}

/**
 * Shows a plan with what lies in the warehouses and what the SKUs cost, before and after. The code covers the goods, their places and costs,
 * and the averages that they meet; not the units that are there, which every sale changes. `seesCosts`: the reader may know the averages.
 */
export async function readStockReceiptTrial(
  db: Db,
  { plan, seesCosts }: { plan: StockReceiptPlan; seesCosts: boolean },
): Promise<StockReceiptTrial> {
  const { lines, faults } = plan
  const { before, after } = await readAverages(db, lines)
  const lying = new Map<string, number>()
  for (const { skuId, warehouseId, units } of await listWarehouseStockOfSkus(db, [...before.keys(), ...after.keys()]))
    lying.set(`${skuId} ${warehouseId}`, units)
  const ready = lines.map((line): StockReceiptTrialRow => {
    const { row, skuId, skuCode, goodsName, warehouseId, warehouseName, units, hundredFen, bin, batchNo, bestBefore } = line
    const place = `${skuId} ${warehouseId}`
    const unitsBefore = lying.get(place) ?? 0
    lying.set(place, unitsBefore + units)
    return {
      row,
      result: 'ready',
      text: '',
      skuCode,
      goodsName,
      warehouseName,
      bin,
      batchNo,
      bestBefore,
      quantity: units,
      unitsBefore,
      unitsAfter: unitsBefore + units,
      hundredCost: hundredFen,
      averageBefore: seesCosts ? (before.get(skuId) ?? null) : null,
      averageAfter: seesCosts ? (after.get(skuId) ?? null) : null,
    }
  })
  const done = lines.map(({ row, skuId, warehouseId, units, hundredFen, bin, ...of }) => [
    ...[row, skuId, warehouseId, units, hundredFen, bin],
    ...[of.batchNo, of.bestBefore, of.madeOn],
  ])
  const meant = JSON.stringify([done, faults, lines.map(({ skuId }) => before.get(skuId) ?? null)])
  return {
    rows: [...ready, ...faults.map(toFaultyRow)].sort((one, other) => one.row - other.row),
    seen: sha256(Buffer.from(meant)).toString('hex'),
  }
}
