import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { createRefusedPlatformApiRowResult, type PlatformApiRowResult } from '#contract/platform/core/row-result.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { readSkuLookupByStaffTypedCode, refreshStockInSearch, type SkuFoundByStaffTypedCode } from '#server/catalog/goods/public.ts'
import { adjustStocks, findSkuUnitsInWarehouse, lockStockBySku, type Stock } from '#server/catalog/inventory/public.ts'
import { findOpenCountNosBySku } from '#server/catalog/stock-counts/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Units of a SKU that a program reports: the units in the warehouse, or a difference (negative: units left). */
export type StockByCodeInput = { row: number; code: string } & ({ quantity: number } | { change: number })

/** The columns of stock hold no larger numbers. */
const UNITS_MAX = 99_999_999

const formatChange = (change: number): string => (change > 0 ? `增加 ${change}` : `减少 ${-change}`)

interface StockOfRow extends Stock {
  inMain: number
  /** The unfinished sheet of the main warehouse that the SKU is on. */
  countNo: string | undefined
}

/** By how many units a row changes the stock of the main warehouse, or why it cannot. The quantity is that of all warehouses. */
function computeChange(given: StockByCodeInput, stock: StockOfRow): number | { reason: string; field: string } {
  const change = computeChangeOfSku(given, stock)
  // The sheet compares with the books of its own moment: its difference would be posted twice.
  if ('quantity' in given && change !== 0 && stock.countNo !== undefined)
    return { reason: `正在盘点单 ${stock.countNo} 中盘点，请在盘点单中录入`, field: 'quantity' }
  if (typeof change !== 'number' || stock.inMain + change >= 0) return change
  const field = 'change' in given ? 'change' : 'quantity'
  return { reason: `主仓现有 ${stock.inMain}，不能${formatChange(change)}；其余在其他仓库，请在后台调整`, field }
}

function computeChangeOfSku(given: StockByCodeInput, { available, reserved }: Stock): number | { reason: string; field: string } {
  const inHouse = available + reserved
  if ('change' in given) {
    if (inHouse + given.change > UNITS_MAX) return { reason: `库存不能超过 ${UNITS_MAX}`, field: 'change' }
    return available + given.change >= 0
      ? given.change
      : { reason: `可用库存 ${available}（另有 ${reserved} 已被订单占用），不能${formatChange(given.change)}`, field: 'change' }
  }
  return given.quantity >= reserved
    ? given.quantity - inHouse
    : { reason: `订单已占用 ${reserved}，在库数量 ${given.quantity} 少于占用；请先处理订单缺货`, field: 'quantity' }
}

/**
 * Sets or changes the stock of SKUs by their codes, each with a movement. Only the wrong rows are refused. `reason` is the text of the
 * movements. The number of statements does not grow with the rows.
 */
export async function setOrChangeStockByCode(
  tx: Tx,
  moment: Moment,
  { rows, staffId, reason }: { rows: readonly StockByCodeInput[]; staffId: string; reason: string },
): Promise<PlatformApiRowResult[]> {
  const codes = rows.map(({ code }) => code)
  const named = await readSkuLookupByStaffTypedCode(tx, codes, staffId)
  const own = codes.flatMap((code) => named(code) ?? []).filter(({ ofOthers }) => !ofOthers)
  const stock = await lockStockBySku(tx, [...new Set(own.map(({ id }) => id))])
  const inMain = await findSkuUnitsInWarehouse(tx, { warehouseId: MAIN_WAREHOUSE_ID, skuIds: [...stock.keys()] })
  const absolute = rows.flatMap((given) => ('quantity' in given ? (named(given.code) ?? []) : []))
  const countNos = await findOpenCountNosBySku(
    tx,
    absolute.map(({ id }) => id),
  )
  const first = new Map<string, number>()
  const moves: { sku: SkuFoundByStaffTypedCode; change: number }[] = []
  const results = rows.map((given): PlatformApiRowResult => {
    const { row } = given
    const sku = named(given.code)
    const now = sku && stock.get(sku.id)
    if (!sku) return createRefusedPlatformApiRowResult(given, `没有编码为“${given.code}”的规格`, 'code')
    if (sku.ofOthers || !now) return createRefusedPlatformApiRowResult(given, `规格 ${sku.code} 不在您负责的店铺`, 'code')
    const before = first.get(sku.id)
    if (before !== undefined) return createRefusedPlatformApiRowResult(given, `与第 ${before} 行重复，以第 ${before} 行为准`, 'code')
    first.set(sku.id, row)
    const change = computeChange(given, Object.assign({ inMain: inMain.get(sku.id) ?? 0, countNo: countNos.get(sku.id) }, now))
    if (typeof change !== 'number') return createRefusedPlatformApiRowResult({ row, code: sku.code }, change.reason, change.field)
    if (change !== 0) moves.push({ sku, change })
    return { row, code: sku.code, outcome: change === 0 ? 'unchanged' : 'changed', reason: '', field: '' }
  })
  if (moves.length === 0) return results
  await adjustStocks(
    tx,
    moment,
    moves.map(({ sku: { id, minimum }, change }) => ({ skuId: id, minimum, change, kind: 'adjustment', reason, staffId })),
  )
  await refreshStockInSearch(tx, [...new Set(moves.map(({ sku: { goodsId } }) => goodsId))])
  await incrementCatalogVersion(tx)
  return results
}
