// 导入货位: a file that says where SKUs lie, in the main warehouse or in the one that a row names.
import { BinField, type BinFileRowResult } from '#contract/catalog/inventory/api.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findColumnsByHeadingWord } from '#contract/platform/spreadsheets/heading.ts'
import { readUploadedTable, type TextRows } from '#server/adapters/spreadsheets/public.ts'
import { findSkuBins, readSkuLookupByStaffTypedCode } from '#server/catalog/goods/public.ts'
import { lockStockBySku, readOpenWarehouseLookup } from '#server/catalog/inventory/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findBinsByPlace, formatBinMove, recordMainBinMoves, recordOtherBinMoves, toPlaceKey } from './bins.ts'

/** How many rows of a file are read: the data, and the headings and titles above it. */
const FILE_ROWS_MAX = 1_019
const ROWS_MAX = 1_000

interface BinRow {
  row: number
  code: string
  bin: string
  /** '': the main one. */
  warehouse: string
}

/** Finds the columns by their headings; without headings they are the first two, of the main warehouse. */
function toBinRows(table: TextRows): BinRow[] {
  const { head, columns } = findColumnsByHeadingWord(table, { code: '编码', bin: '货位', warehouse: '仓库' }, 'bin')
  // A file of bins may call the code anything.
  const codeAt = Math.max(0, columns.code)
  return table.flatMap((cells, at) => {
    const [code = '', bin = ''] = [cells[codeAt]?.trim(), cells[columns.bin]?.trim()]
    const warehouse = head < 0 ? '' : (cells[columns.warehouse]?.trim() ?? '')
    return at <= head || (code === '' && bin === '') ? [] : [{ row: at + 1, code, bin, warehouse }]
  })
}

/** Parses a file of codes and bins. Refuses BINS_UNREADABLE, BINS_TOO_LARGE. */
export async function parseSkuBinsFile(bytes: Buffer): Promise<BinRow[]> {
  const refusals = { unreadable: 'BINS_UNREADABLE', tooLarge: 'BINS_TOO_LARGE' } as const
  const rows = toBinRows(await readUploadedTable({ bytes, rowsMax: FILE_ROWS_MAX, ...refusals }))
  if (rows.length > ROWS_MAX) refuse('BINS_TOO_LARGE')
  return rows.length === 0 ? refuse('BINS_UNREADABLE') : rows
}

/** What a valid row says; `label`: its code, and its warehouse where that is not the main one. */
interface BinEntry {
  row: number
  label: string
  skuId: string
  warehouseId: string
  bin: string
}

interface Known {
  /** Whether he may say where goods lie in other warehouses than the main one. */
  editsOthers: boolean
  skuOf: Awaited<ReturnType<typeof readSkuLookupByStaffTypedCode>>
  warehouseOf: Awaited<ReturnType<typeof readOpenWarehouseLookup>>
}

/** Understands each row, or says why not. The first row of a SKU in a warehouse counts. */
function understandRows(rows: readonly BinRow[], { editsOthers, skuOf, warehouseOf }: Known): (BinEntry | BinFileRowResult)[] {
  const first = new Map<string, number>()
  return rows.map(({ row, code, bin: typed, warehouse }) => {
    const refused = (text: string): BinFileRowResult => ({ row, result: 'refused', text })
    const sku = skuOf(code)
    const bin = BinField.safeParse(typed)
    const place = warehouse === '' ? { warehouseId: MAIN_WAREHOUSE_ID, name: '' } : warehouseOf(warehouse)
    if (!sku) return refused(code === '' ? '缺少商品编码' : `没有编码为 ${code} 的商品规格`)
    if (sku.ofOthers) return refused(`规格 ${sku.code} 不在您负责的店铺`)
    if (!place) return refused(`${sku.code}：没有仓库“${warehouse}”，或已停用`)
    const isMain = place.warehouseId === MAIN_WAREHOUSE_ID
    if (!isMain && !editsOthers) return refused(`${sku.code}：您没有登记 ${place.name} 货位的权限`)
    if (!bin.success) return refused(`${sku.code}：${bin.error.issues[0]?.message ?? '货位不正确'}`)
    const { warehouseId } = place
    const label = isMain ? sku.code : `${sku.code} ${place.name}`
    const key = toPlaceKey({ skuId: sku.id, warehouseId })
    const earlier = first.get(key)
    if (earlier !== undefined) return refused(`${label} 与第 ${earlier} 行重复，以第 ${earlier} 行为准`)
    first.set(key, row)
    return { row, label, skuId: sku.id, warehouseId, bin: bin.data }
  })
}

const isBinEntry = (row: BinEntry | BinFileRowResult): row is BinEntry => 'bin' in row

/** Adds where the goods of rows lay, and keeps those that move. */
const toMoves = (entries: readonly BinEntry[], before: ReadonlyMap<string, string>, keyOf: (row: BinEntry) => string) =>
  entries.map((row) => Object.assign({ from: before.get(keyOf(row)) ?? '' }, row)).filter(({ from, bin }) => from !== bin)

/**
 * Records what rows say, and returns where the goods of those that moved lay before, by row. Bins of the main warehouse are rows of SKUs, which are
 * locked before the stock is.
 */
async function recordBinEntries(tx: Tx, moment: Moment, entries: readonly BinEntry[], staffId: string): Promise<Map<number, string>> {
  const [main, others] = [
    entries.filter(({ warehouseId }) => warehouseId === MAIN_WAREHOUSE_ID),
    entries.filter(({ warehouseId }) => warehouseId !== MAIN_WAREHOUSE_ID),
  ]
  const bins = await findSkuBins(
    tx,
    main.map(({ skuId }) => skuId),
  )
  const mainMoves = toMoves(main, bins, ({ skuId }) => skuId)
  await recordMainBinMoves(tx, moment, mainMoves, staffId)
  const skuIds = [...new Set(others.map(({ skuId }) => skuId))]
  await lockStockBySku(tx, skuIds)
  const otherMoves = toMoves(others, await findBinsByPlace(tx, skuIds), toPlaceKey)
  await recordOtherBinMoves(tx, moment, otherMoves, staffId)
  return new Map([...mainMoves, ...otherMoves].map(({ row, from }) => [row, from]))
}

/** 导入货位: records every valid row and says of each invalid one why. The number of statements does not grow with the rows. */
export async function importSkuBins(
  tx: Tx,
  moment: Moment,
  { fileName, rows, staffId, editsOthers }: { fileName: string; rows: readonly BinRow[]; staffId: string; editsOthers: boolean },
): Promise<{ fileName: string; changed: number; refused: number; rows: BinFileRowResult[] }> {
  const skuOf = await readSkuLookupByStaffTypedCode(
    tx,
    rows.map(({ code }) => code),
    staffId,
  )
  const understood = understandRows(rows, { editsOthers, skuOf, warehouseOf: await readOpenWarehouseLookup(tx) })
  const moved = await recordBinEntries(tx, moment, understood.filter(isBinEntry), staffId)
  const results = understood.map((row): BinFileRowResult => {
    if (!isBinEntry(row)) return row
    const from = moved.get(row.row)
    const text = `${row.label} ${formatBinMove(from ?? row.bin, row.bin)}`
    return { row: row.row, result: from === undefined ? 'unchanged' : 'changed', text }
  })
  return { fileName, changed: moved.size, refused: results.filter(({ result }) => result === 'refused').length, rows: results }
}
