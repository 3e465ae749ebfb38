// 货位: where SKUs lie in the house, typed one by one, or said by a file of bins or a receipt of goods.
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findSkuBins, requireStaffMayEditSku, updateSkuBins } from '#server/catalog/goods/public.ts'
import { listWarehouseStockOfSkus, setSkuBinsInOtherWarehouses } from '#server/catalog/inventory/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { lockOutEditorsAndRequireRowVersion, recordRowEdit, recordRowEditsOfKind } from '#server/platform/core/row-edits.ts'

export const formatBinMove = (before: string, after: string): string => `货位 ${before || '无'} → ${after || '无'}`

/** Records where a SKU lies. Refuses SKU_NOT_FOUND, ROW_CHANGED. */
export async function setSkuBinInMainWarehouse(
  tx: Tx,
  moment: Moment,
  { skuId, bin, rowVersion, staffId }: { skuId: string; bin: string; rowVersion: number; staffId: string },
): Promise<void> {
  const row = { kind: 'skuBin', key: skuId } as const
  await requireStaffMayEditSku(tx, { skuId, staffId })
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  const before = (await findSkuBins(tx, [skuId])).get(skuId)
  if (before === undefined) refuse('SKU_NOT_FOUND')
  if (before === bin) return
  await updateSkuBins(tx, [{ skuId, bin }])
  await recordRowEdit(tx, moment, { ...row, staffId, what: formatBinMove(before, bin) })
}

/** Where a SKU lies from now on, and where it lay. */
export interface MainBinMove {
  skuId: string
  bin: string
  from: string
}

/** Records moves of SKUs in the main warehouse, whose bins are those of the SKUs. Two statements, whatever their number. */
export async function recordMainBinMoves(tx: Tx, moment: Moment, moves: readonly MainBinMove[], staffId: string): Promise<void> {
  await updateSkuBins(tx, moves)
  const rows = moves.map(({ skuId, bin, from }) => ({ key: skuId, what: formatBinMove(from, bin) }))
  await recordRowEditsOfKind(tx, moment, { kind: 'skuBin', rows, staffId })
}

/** Where lines say that their SKUs lie; '' where they say nothing. Lines of the same SKU and warehouse say the same. */
interface BinsOfLines {
  lines: readonly { skuId: string; warehouseId: string; bin: string }[]
  staffId: string
}

/** Records where lines of the main warehouse say that their SKUs lie. It locks the rows of SKUs, so it comes before the stock is locked. */
export async function setBinsOfLinesInMainWarehouse(tx: Tx, moment: Moment, { lines, staffId }: BinsOfLines): Promise<void> {
  const wanted = new Map(lines.flatMap(({ skuId, warehouseId, bin }) => (warehouseId === MAIN_WAREHOUSE_ID && bin ? [[skuId, bin]] : [])))
  const before = await findSkuBins(tx, [...wanted.keys()])
  const moves = [...wanted].flatMap(([skuId, bin]) => (before.get(skuId) === bin ? [] : [{ skuId, bin, from: before.get(skuId) ?? '' }]))
  await recordMainBinMoves(tx, moment, moves, staffId)
}

/** What lies of SKUs in each warehouse, by `toPlaceKey`: where it lies. */
export async function findBinsByPlace(tx: Tx, skuIds: readonly string[]): Promise<Map<string, string>> {
  const lying = await listWarehouseStockOfSkus(tx, skuIds)
  return new Map(lying.map(({ skuId, warehouseId, bin }) => [toPlaceKey({ skuId, warehouseId }), bin]))
}

/** The key of the edits of a bin in another warehouse than the main one. */
export const toPlaceKey = ({ skuId, warehouseId }: { skuId: string; warehouseId: string }): string => `${skuId} ${warehouseId}`

/** Where a SKU lies from now on in a warehouse other than the main one, and where it lay. */
export interface OtherBinMove extends MainBinMove {
  warehouseId: string
}

/** Records moves of SKUs in other warehouses. The stock of the SKUs is locked. Two statements, whatever their number. */
export async function recordOtherBinMoves(tx: Tx, moment: Moment, moves: readonly OtherBinMove[], staffId: string): Promise<void> {
  await setSkuBinsInOtherWarehouses(tx, moves)
  const rows = moves.map((move) => ({ key: toPlaceKey(move), what: formatBinMove(move.from, move.bin) }))
  await recordRowEditsOfKind(tx, moment, { kind: 'warehouseBin', rows, staffId })
}

/** Does the same for lines of other warehouses. The stock of the SKUs is locked. */
export async function setBinsOfLinesInOtherWarehouses(tx: Tx, moment: Moment, { lines, staffId }: BinsOfLines): Promise<void> {
  const named = lines.filter(({ warehouseId, bin }) => warehouseId !== MAIN_WAREHOUSE_ID && bin !== '')
  const wanted = new Map(named.map(({ skuId, warehouseId, bin }) => [toPlaceKey({ skuId, warehouseId }), { skuId, warehouseId, bin }]))
  const before = await findBinsByPlace(
    tx,
    named.map(({ skuId }) => skuId),
  )
  const moves = [...wanted].flatMap(([key, line]) => {
    const from = before.get(key)
    return from === line.bin ? [] : [Object.assign({ from: from ?? '' }, line)]
  })
  await recordOtherBinMoves(tx, moment, moves, staffId)
}
