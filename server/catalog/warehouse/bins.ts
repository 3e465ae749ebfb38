// 货位: where SKUs lie in the house, typed one by one, brought in a file, or said by a receipt of goods.
import { BinField, type BinFileRowResult } from '#contract/catalog/inventory/api.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findColumnsByHeadingWord } from '#contract/platform/spreadsheets/heading.ts'
import { readUploadedTable, type TextRows } from '#server/adapters/spreadsheets/public.ts'
import { findSkuBins, readSkuLookupByStaffTypedCode, requireStaffMayEditSku, updateSkuBins } from '#server/catalog/goods/public.ts'
import { listWarehouseStockOfSkus, setSkuBinsInOtherWarehouses } from '#server/catalog/inventory/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { lockOutEditorsAndRequireRowVersion, recordRowEdit, recordRowEditsOfKind } from '#server/platform/core/row-edits.ts'

/** How many rows of a file are read: the data, and the headings and titles above it. */
const FILE_ROWS_MAX = 1_019
const ROWS_MAX = 1_000

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
interface MainBinMove {
  skuId: string
  bin: string
  from: string
}

/** Records moves of SKUs in the main warehouse, whose bins are those of the SKUs. Two statements, whatever their number. */
async function recordMainBinMoves(tx: Tx, moment: Moment, moves: readonly MainBinMove[], staffId: string): Promise<void> {
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

/** Does the same for lines of other warehouses. The stock of the SKUs is locked. */
export async function setBinsOfLinesInOtherWarehouses(tx: Tx, moment: Moment, { lines, staffId }: BinsOfLines): Promise<void> {
  const named = lines.filter(({ warehouseId, bin }) => warehouseId !== MAIN_WAREHOUSE_ID && bin !== '')
  const wanted = new Map(named.map(({ skuId, warehouseId, bin }) => [`${skuId} ${warehouseId}`, { skuId, warehouseId, bin }]))
  const lying = await listWarehouseStockOfSkus(
    tx,
    named.map(({ skuId }) => skuId),
  )
  const before = new Map(lying.map(({ skuId, warehouseId, bin }) => [`${skuId} ${warehouseId}`, bin]))
  const moves = [...wanted].filter(([key, { bin }]) => before.get(key) !== bin)
  await setSkuBinsInOtherWarehouses(
    tx,
    moves.map(([, bin]) => bin),
  )
  const rows = moves.map(([key, { bin }]) => ({ key, what: formatBinMove(before.get(key) ?? '', bin) }))
  await recordRowEditsOfKind(tx, moment, { kind: 'warehouseBin', rows, staffId })
}

interface BinRow {
  row: number
  code: string
  bin: string
}

/** Finds the columns by their headings; without headings they are the first two. */
function toBinRows(table: TextRows): BinRow[] {
  const { head, columns } = findColumnsByHeadingWord(table, { code: '编码', bin: '货位' }, 'bin')
  // A file of bins may call the code anything.
  const codeAt = Math.max(0, columns.code)
  return table.flatMap((cells, at) => {
    const [code = '', bin = ''] = [cells[codeAt]?.trim(), cells[columns.bin]?.trim()]
    return at <= head || (code === '' && bin === '') ? [] : [{ row: at + 1, code, bin }]
  })
}

/** Parses a file of codes and bins. Refuses BINS_UNREADABLE, BINS_TOO_LARGE. */
export async function parseSkuBinsFile(bytes: Buffer): Promise<BinRow[]> {
  const refusals = { unreadable: 'BINS_UNREADABLE', tooLarge: 'BINS_TOO_LARGE' } as const
  const rows = toBinRows(await readUploadedTable({ bytes, rowsMax: FILE_ROWS_MAX, ...refusals }))
  if (rows.length > ROWS_MAX) refuse('BINS_TOO_LARGE')
  return rows.length === 0 ? refuse('BINS_UNREADABLE') : rows
}

/** 导入货位: records every valid row and says of each invalid one why. The number of statements does not grow with the rows. */
export async function importSkuBins(
  tx: Tx,
  moment: Moment,
  { fileName, rows, staffId }: { fileName: string; rows: readonly BinRow[]; staffId: string },
): Promise<{ fileName: string; changed: number; refused: number; rows: BinFileRowResult[] }> {
  const named = await readSkuLookupByStaffTypedCode(
    tx,
    rows.map(({ code }) => code),
    staffId,
  )
  const known = rows.flatMap(({ code }) => named(code) ?? [])
  const before = await findSkuBins(tx, [...new Set(known.map(({ id }) => id))])
  const first = new Map<string, number>()
  const moves: MainBinMove[] = []
  const results = rows.map(({ row, code, bin: typed }): BinFileRowResult => {
    const refused = (text: string): BinFileRowResult => ({ row, result: 'refused', text })
    const sku = named(code)
    const bin = BinField.safeParse(typed)
    if (!sku) return refused(code === '' ? '缺少商品编码' : `没有编码为 ${code} 的商品规格`)
    if (sku.ofOthers) return refused(`规格 ${sku.code} 不在您负责的店铺`)
    if (!bin.success) return refused(`${sku.code}：${bin.error.issues[0]?.message ?? '货位不正确'}`)
    const earlier = first.get(sku.id)
    if (earlier !== undefined) return refused(`${sku.code} 与第 ${earlier} 行重复，以第 ${earlier} 行为准`)
    first.set(sku.id, row)
    const from = before.get(sku.id) ?? ''
    if (from === bin.data) return { row, result: 'unchanged', text: `${sku.code} ${formatBinMove(from, bin.data)}` }
    moves.push({ skuId: sku.id, bin: bin.data, from })
    return { row, result: 'changed', text: `${sku.code} ${formatBinMove(from, bin.data)}` }
  })
  await recordMainBinMoves(tx, moment, moves, staffId)
  return { fileName, changed: moves.length, refused: results.filter(({ result }) => result === 'refused').length, rows: results }
}
