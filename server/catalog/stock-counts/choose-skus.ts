// Chooses the SKUs of a new count sheet, with what the books say at that moment.
import { sql } from 'kysely'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { STOCK_COUNT_LINES_MAX } from '#contract/catalog/stock-counts/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findColumnsByHeadingWord } from '#contract/platform/spreadsheets/heading.ts'
import { readUploadedTable } from '#server/adapters/spreadsheets/public.ts'
import { buildSkuIdsOfStaffShopsSql, readSkuLookupByStaffTypedCode, skuIdsOfCategoryTreeSql } from '#server/catalog/goods/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'

/** How many rows of a file are read: the data, and the headings and titles above it. */
export const COUNT_FILE_ROWS_MAX = 1_019

export interface ChosenSku {
  skuId: string
  bin: string
  booked: number
}

export interface StockCountChoice {
  warehouseId: string
  binFrom: string
  binTo: string
  categoryId: number | undefined
  skuCodes: readonly string[]
}

/** Finds the SKUs of codes, each once. Refuses STOCK_COUNT_LINES with every wrong row. */
export async function requireSkuIdsOfCodes(db: Db, codes: readonly { row: number; code: string }[], staffId: string): Promise<string[]> {
  const named = await readSkuLookupByStaffTypedCode(
    db,
    codes.map(({ code }) => code),
    staffId,
  )
  const found = codes.map(({ row, code }) => ({ row, code, sku: named(code) }))
  const faults = found.filter(({ sku }) => !sku || sku.ofOthers).map(({ row, code }) => ({ row, text: `没有编码为 ${code} 的商品规格` }))
  if (faults.length > 0) {
    const shown = faults.slice(0, 5).map(({ row, text }) => `第 ${row} 行：${text}`)
    const more = faults.length > shown.length ? `等 ${faults.length} 行` : ''
    refuse('STOCK_COUNT_LINES', { msg: `${shown.join('；')}${more}`, rows: faults, field: 'skuCodes' })
  }
  return [...new Set(found.flatMap(({ sku }) => sku?.id ?? []))]
}

/** Parses the codes of a file. Refuses STOCK_COUNT_FILE, STOCK_COUNT_FILE_LARGE. */
export async function parseSkuCodes(bytes: Buffer): Promise<{ row: number; code: string }[]> {
  const refusals = { unreadable: 'STOCK_COUNT_FILE', tooLarge: 'STOCK_COUNT_FILE_LARGE' } as const
  const table = await readUploadedTable({ bytes, rowsMax: COUNT_FILE_ROWS_MAX, ...refusals })
  const { head, columns } = findColumnsByHeadingWord(table, { code: '编码' }, 'code')
  const rows = table.flatMap((cells, at) => {
    const code = cells[columns.code]?.trim() ?? ''
    return at <= head || code === '' ? [] : [{ row: at + 1, code }]
  })
  if (rows.length > STOCK_COUNT_LINES_MAX) refuse('STOCK_COUNT_FILE_LARGE')
  return rows.length === 0 ? refuse('STOCK_COUNT_FILE') : rows
}

/**
 * Chooses the SKUs of a warehouse that lie in a range of bins or belong to a category, in the order of their bins; those without a bin come
 * last. Chosen is what the books have there or what has a bin there; `skuIds` are chosen whatever the books say. One statement. Refuses
 * STOCK_COUNT_EMPTY, STOCK_COUNT_LARGE.
 */
export async function chooseSkus(
  db: Db,
  { warehouseId, binFrom, binTo, categoryId }: Omit<StockCountChoice, 'skuCodes'>,
  { staffId, skuIds }: { staffId: string; skuIds: readonly string[] | undefined },
): Promise<ChosenSku[]> {
  const own = await buildSkuIdsOfStaffShopsSql(db, staffId)
  const binSql = warehouseId === MAIN_WAREHOUSE_ID ? sql<string>`sku.bin` : sql<string>`coalesce(lying.bin, '')`
  let query = db
    .selectFrom('sku')
    .leftJoin('warehouse_stock as lying', (join) => join.onRef('lying.sku_id', '=', 'sku.id').on('lying.warehouse_id', '=', warehouseId))
    .select(['sku.id as skuId', binSql.as('bin'), sql<number>`coalesce(lying.units, 0)`.as('booked')])
  query =
    skuIds === undefined ? query.where(sql<boolean>`(lying.units > 0 or ${binSql} <> '')`) : query.where('sku.id', '=', anyOfIdsSql(skuIds))
  if (own !== null) query = query.where('sku.id', 'in', own)
  if (binFrom !== '') query = query.where(sql<boolean>`${binSql} collate "C" >= ${binFrom}`)
  // What begins with the last bin belongs to the range: A-03 includes A-03-2.
  if (binTo !== '') query = query.where(sql<boolean>`${binSql} <> '' and left(${binSql}, ${binTo.length}) collate "C" <= ${binTo}`)
  if (categoryId !== undefined) query = query.where('sku.id', 'in', skuIdsOfCategoryTreeSql(categoryId))
  const rows = await query
    .orderBy(sql`${binSql} = ''`)
    .orderBy(sql`${binSql} collate "C"`)
    .orderBy('sku.code')
    .limit(STOCK_COUNT_LINES_MAX + 1)
    .execute()
  if (rows.length > STOCK_COUNT_LINES_MAX) refuse('STOCK_COUNT_LARGE')
  return rows.length === 0 ? refuse('STOCK_COUNT_EMPTY') : rows
}
