// Computes what the rows of a receipt would do. It changes nothing.
import { BinField } from '#contract/catalog/inventory/api.ts'
import { BatchNoField } from '#contract/catalog/inventory/batches.ts'
import { parseOrderQuantity, removeThousandsCommas } from '#contract/orders/quick-order/rows.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { parseDay } from '#server/adapters/spreadsheets/public.ts'
import { findSkuCodesBeginningAlike, readSkuLookupByStaffTypedCode, type SkuFoundByStaffTypedCode } from '#server/catalog/goods/public.ts'
import {
  createBatchFaultFinder,
  findBatchedSkuIds,
  findStockBySku,
  findWarehouseNamesById,
  type ReceivedBatch,
  readOpenWarehouseLookup,
  requireOpenWarehouse,
  type Stock,
} from '#server/catalog/inventory/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { findMostSimilarName } from '#server/platform/core/most-similar-name.ts'
import type { StockReceiptRowInput } from './parse-stock-receipt-file.ts'

/** A row that can come in, with the batch that its units are of; '' and null for goods without batches. */
export interface PlannedStockReceiptLine extends ReceivedBatch {
  row: number
  goodsName: string
  warehouseId: string
  warehouseName: string
  units: number
  /** null: they come at the average cost. */
  hundredFen: Fen | null
  bin: string
}

export interface FaultyStockReceiptRow {
  row: number
  code: string
  text: string
}

export interface StockReceiptPlan {
  lines: PlannedStockReceiptLine[]
  faults: FaultyStockReceiptRow[]
}

/** Sums the units of lines by SKU. */
export function sumUnitsBySku(lines: readonly { skuId: string; units: number }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { skuId, units } of lines) sums.set(skuId, (sums.get(skuId) ?? 0) + units)
  return sums
}

/** Fen of 100 units at 9,999,999.9999 yuan. */
const HUNDRED_COST_MAX = 99_999_999_999

/**
 * What one unit costs in yuan, as fen of 100 units; null: nothing is typed, undefined: it is no such cost. More than four decimals are
 * rounded half up, because workbooks hold 9.95 as 9.9499999999999993 and quotients with sixteen digits.
 */
function parseHundredCost(text: string): Fen | null | undefined {
  const plain = removeThousandsCommas(
    text
      .normalize('NFKC')
      .trim()
      .replace(/^[¥￥]|元$/g, '')
      .trim(),
  )
  if (plain === '') return null
  if (!/^\d{1,20}(?:\.\d{1,30})?(?:e[-+]?\d{1,2})?$/i.test(plain)) return undefined
  // Thirteen digits have no noise, and keep two decimals of the largest cost.
  const cost = Math.round(Number((Number(plain) * 10_000).toPrecision(13)))
  return cost >= 1 && cost <= HUNDRED_COST_MAX ? fen(cost) : undefined
}

/** How many codes that nobody knows are compared with those that are known. */
const SUGGESTED_MAX = 10

/** Returns the code that was probably meant by one that nobody knows; '' if none is similar. All codes are looked up at once. */
async function readSuggestions(db: Db, unknown: readonly string[], staffId: string): Promise<(code: string) => string> {
  const compared = [...new Set(unknown)].slice(0, SUGGESTED_MAX)
  const known = await findSkuCodesBeginningAlike(db, compared, staffId)
  const found = new Map(compared.map((code) => [code, findMostSimilarName(code, known)]))
  return (code) => found.get(code) ?? ''
}

/** More units of a SKU than this are not in the house. */
const UNITS_IN_HOUSE_MAX = 99_999_999

/** What is known of the SKUs and warehouses that the rows name. */
interface Known {
  skuOf: (code: string) => SkuFoundByStaffTypedCode | undefined
  suggest: (code: string) => string
  /** undefined: no open warehouse is called so. */
  placeOf: (text: string) => { warehouseId: string; name: string } | undefined
}

/** A day as people and workbooks write it; null: nothing is typed, undefined: it is no day. */
function parseTypedDay(text: string): string | null | undefined {
  const plain = text.normalize('NFKC').trim()
  return plain === '' ? null : parseDay(plain)
}

/** Converts a row by itself to a line, or to the reason why it is wrong. */
function understandRow(
  { row, code, quantity, cost, warehouse, bin: typedBin, batchNo: typedBatch, ...typedDays }: StockReceiptRowInput,
  known: Known,
): PlannedStockReceiptLine | string {
  const sku = known.skuOf(code)
  const place = known.placeOf(warehouse)
  const [units, hundredFen, bin] = [parseOrderQuantity(quantity), parseHundredCost(cost), BinField.safeParse(typedBin)]
  if (code === '') return '缺少商品编码'
  if (!sku) return `没有编码为 ${code} 的商品规格${known.suggest(code) === '' ? '' : `，最接近的是 ${known.suggest(code)}`}`
  if (sku.ofOthers) return `规格 ${code} 不在您负责的店铺`
  if (units === undefined) return `数量“${quantity}”应为 1 至 999999 的整数`
  if (hundredFen === undefined) return `成本“${cost}”应为 0.0001 至 9999999.9999 的不含税单价`
  if (!place) return `没有使用中的仓库“${warehouse}”`
  if (!bin.success) return bin.error.issues[0]?.message ?? '货位不正确'
  const batchNo = BatchNoField.safeParse(typedBatch)
  const [bestBefore, madeOn] = [parseTypedDay(typedDays.bestBefore), parseTypedDay(typedDays.madeOn)]
  if (!batchNo.success) return batchNo.error.issues[0]?.message ?? '批号不正确'
  if (bestBefore === undefined) return `保质期至“${typedDays.bestBefore}”应为年-月-日，如 2027-06-30`
  if (madeOn === undefined) return `生产日期“${typedDays.madeOn}”应为年-月-日，如 2026-06-30`
  if (madeOn !== null && bestBefore !== null && madeOn > bestBefore) return `生产日期 ${madeOn} 晚于保质期至 ${bestBefore}`
  const { id: skuId, code: skuCode, goodsName } = sku
  const batch = { batchNo: batchNo.data, bestBefore, madeOn }
  const where = { warehouseId: place.warehouseId, warehouseName: place.name, bin: bin.data }
  return Object.assign({ row, skuId, skuCode, goodsName, units, hundredFen }, where, batch)
}

/**
 * Returns a function that says why a line contradicts those that were passed before it, goes beyond what fits in the books, or names no right batch.
 */
function createContradictionFinder(
  inHouse: ReadonlyMap<string, Stock>,
  findBatchFault: (line: PlannedStockReceiptLine) => string | undefined,
): (line: PlannedStockReceiptLine) => string | undefined {
  const [first, binOf, unitsOf] = [
    new Map<string, PlannedStockReceiptLine>(),
    new Map<string, PlannedStockReceiptLine>(),
    new Map<string, number>(),
  ]
  return (line) => {
    const { skuId, skuCode, hundredFen, warehouseId, bin, units } = line
    const same = first.get(skuId) ?? line
    const place = binOf.get(`${skuId} ${warehouseId}`) ?? line
    const { available = 0, reserved = 0 } = inHouse.get(skuId) ?? {}
    const after = (unitsOf.get(skuId) ?? available + reserved) + units
    if (same.hundredFen !== hundredFen) return `${skuCode} 的成本与第 ${same.row} 行不同，同一规格请填写同一成本`
    if (bin !== '' && place.bin !== bin) return `${skuCode} 的货位与第 ${place.row} 行不同`
    const batchFault = findBatchFault(line)
    if (batchFault !== undefined) return batchFault
    if (after > UNITS_IN_HOUSE_MAX) return `${skuCode} 入库后超过 ${UNITS_IN_HOUSE_MAX}`
    first.set(skuId, same)
    unitsOf.set(skuId, after)
    if (bin !== '') binOf.set(`${skuId} ${warehouseId}`, place)
    return undefined
  }
}

/**
 * Converts rows to lines, and says of each wrong one why. `warehouseId` is where goods of rows lie that name no warehouse; what a file says of
 * batches counts only for goods that have them. The number of statements does not grow with the rows. Refuses WAREHOUSE_NOT_FOUND, WAREHOUSE_CLOSED.
 */
export async function planStockReceipt(
  db: Db,
  {
    rows,
    warehouseId: named,
    ofFile,
    staffId,
    today,
  }: { rows: readonly StockReceiptRowInput[]; warehouseId?: string | undefined; ofFile: boolean; staffId: string; today: string },
): Promise<StockReceiptPlan> {
  const warehouseId = await requireOpenWarehouse(db, named)
  const usual = { warehouseId, name: (await findWarehouseNamesById(db)).get(warehouseId) ?? '' }
  const warehouseOf = await readOpenWarehouseLookup(db)
  const skuOf = await readSkuLookupByStaffTypedCode(
    db,
    rows.map(({ code }) => code),
    staffId,
  )
  const unknown = rows.flatMap(({ code }) => (code === '' || skuOf(code) ? [] : [code]))
  const suggest = await readSuggestions(db, unknown, staffId)
  const skuIds = [...new Set(rows.flatMap(({ code }) => skuOf(code)?.id ?? []))]
  const stock = await findStockBySku(db, skuIds)
  const batched = await findBatchedSkuIds(db, skuIds)
  const findContradiction = createContradictionFinder(stock, await createBatchFaultFinder(db, { batched, today }))
  const plan: StockReceiptPlan = { lines: [], faults: [] }
  for (const given of rows) {
    const isIgnored = ofFile && !batched.has(skuOf(given.code)?.id ?? '')
    const row = isIgnored ? Object.assign({}, given, { batchNo: '', bestBefore: '', madeOn: '' }) : given
    const line = understandRow(row, { skuOf, suggest, placeOf: (text) => (text === '' ? usual : warehouseOf(text)) })
    const fault = typeof line === 'string' ? line : findContradiction(line)
    if (typeof line !== 'string' && fault === undefined) plan.lines.push(line)
    else plan.faults.push({ row: row.row, code: row.code, text: fault ?? '' })
  }
  return plan
}
