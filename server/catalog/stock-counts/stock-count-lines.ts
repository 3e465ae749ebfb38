// Reads the table `stock_count_line`.
import { sql } from 'kysely'
import type { consoleStockCountEndpoints } from '#contract/catalog/stock-counts/api.ts'
import type {
  StockCount,
  StockCountEntryLine,
  StockCountLine,
  StockCountPart,
  StockCountValue,
} from '#contract/catalog/stock-counts/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, negateFen, sum } from '#contract/platform/core/money.ts'
import { describeSkusById, findSkuBarcodes, skuIdsMatchingTextSql } from '#server/catalog/goods/public.ts'
import { computeStockValueFen, findHundredCostsBySku } from '#server/catalog/purchase-orders/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { differenceSql, isHidden } from './stock-count-store.ts'

/** What lies in the warehouse now. */
const lyingSql = sql<number>`coalesce((select lying.units from warehouse_stock as lying
  where lying.sku_id = line.sku_id and lying.warehouse_id = stock_count.warehouse_id), 0)`
/** The units that came or left since it was typed: until it was posted, or until now. */
const movedSql = sql<number>`coalesce(line.moved, ${lyingSql} - line.counted_booked)`

/** The parts of a sheet as conditions. Without what the books say, nothing is known of differences. */
const partsSql: Record<StockCountPart, ReturnType<typeof sql<boolean>>> = {
  waiting: sql<boolean>`line.counted is null`,
  typed: sql<boolean>`line.counted is not null`,
  different: sql<boolean>`${differenceSql} <> 0`,
  moved: sql<boolean>`line.counted_booked <> line.booked or ${movedSql} <> 0`,
}

const buildLineQuery = (db: Db, id: string) =>
  db
    .selectFrom('stock_count_line as line')
    .innerJoin('stock_count', 'stock_count.id', 'line.stock_count_id')
    .where('line.stock_count_id', '=', id)

/** What the difference of a line costs; null: nobody knows what the SKU costs. Half a fen is rounded away from zero. */
function computeValueFen(difference: number, hundredFen: Fen | null | undefined): Fen | null {
  if (hundredFen === null || hundredFen === undefined) return null
  return difference < 0 ? negateFen(computeStockValueFen(-difference, hundredFen)) : computeStockValueFen(difference, hundredFen)
}

/** Lists a page of the lines of a sheet in the order of their bins. `seesCosts`: the reader may know what the differences cost. */
export async function listStockCountLines(
  db: Db,
  count: StockCount,
  { pageNo, pageSize, part, keyword, seesCosts }: Omit<InputOf<typeof consoleStockCountEndpoints.lines>, 'id'> & { seesCosts: boolean },
): Promise<{ dataList: StockCountLine[]; total: number }> {
  const hidden = isHidden(count)
  let query = buildLineQuery(db, count.id)
  if (part) query = query.where(hidden && part !== 'waiting' && part !== 'typed' ? sql<boolean>`false` : partsSql[part])
  if (keyword) query = query.where('line.sku_id', 'in', skuIdsMatchingTextSql(keyword))
  const ordered = query
    .select(['line.line_no', 'line.sku_id', 'line.bin', 'line.booked', 'line.counted', 'line.counted_booked', 'line.counted_by'])
    .select(['line.counted_at', 'line.hundred_fen', differenceSql.as('difference'), movedSql.as('moved')])
    .orderBy('line.line_no')
  const { rows, total } = await fetchPageWithTotal(ordered, query, toSlice({ pageNo, pageSize }))
  const ids = rows.map(({ sku_id }) => sku_id)
  const skus = await describeCountedSkus(db, ids)
  const people = await listStaffNamesById(db)
  const costs = seesCosts && count.state !== 'APPROVED' ? await findHundredCostsBySku(db, ids) : undefined
  const dataList = rows.map((row): StockCountLine => {
    const isTyped = row.counted !== null && !hidden
    return {
      lineNo: row.line_no,
      ...skus(row.sku_id),
      bin: row.bin,
      booked: hidden ? null : row.booked,
      countedBooked: hidden ? null : row.counted_booked,
      counted: row.counted,
      difference: isTyped ? row.difference : null,
      moved: isTyped ? row.moved : null,
      value: isTyped && seesCosts ? computeValueFen(row.difference, costs ? costs.get(row.sku_id) : row.hundred_fen) : null,
      countedBy: people.get(row.counted_by ?? '') ?? '',
      countedAt: row.counted_at,
    }
  })
  return { dataList, total }
}

/** Returns what lines of a sheet show of a SKU. */
async function describeCountedSkus(db: Db, skuIds: readonly string[]) {
  const skus = await describeSkusById(db, skuIds)
  const barcodes = await findSkuBarcodes(db, skuIds)
  return (skuId: string) => {
    const { skuCode = '', goodsName = '', skuProps = '{}', unit = '' } = skus.get(skuId) ?? {}
    return { skuId, skuCode, goodsName, skuProps, unit, barcode: barcodes.get(skuId) ?? '' }
  }
}

/** Reads all lines of a sheet for those who count, in the order of their bins. */
export async function readEntryLines(db: Db, count: StockCount): Promise<StockCountEntryLine[]> {
  const rows = await buildLineQuery(db, count.id)
    .select(['line.line_no', 'line.sku_id', 'line.bin', 'line.booked', 'line.counted', 'line.counted_by'])
    .orderBy('line.line_no')
    .execute()
  const skus = await describeCountedSkus(
    db,
    rows.map(({ sku_id }) => sku_id),
  )
  const people = await listStaffNamesById(db)
  const hidden = isHidden(count)
  return rows.map(({ line_no, sku_id, bin, booked, counted, counted_by }) => ({
    lineNo: line_no,
    ...skus(sku_id),
    bin,
    booked: hidden ? null : booked,
    counted,
    countedBy: people.get(counted_by ?? '') ?? '',
  }))
}

/** A typed line of a sheet. */
export interface TypedLine {
  lineNo: number
  skuId: string
  difference: number
  countedBooked: number
  countedBy: string
}

/** Reads the lines of a sheet that somebody has typed, in their order. */
export const readTypedLines = async (db: Db, id: string): Promise<TypedLine[]> => {
  const rows = await buildLineQuery(db, id)
    .select(['line.line_no as lineNo', 'line.sku_id as skuId', differenceSql.as('difference')])
    .select(['line.counted_booked as countedBooked', 'line.counted_by as countedBy'])
    .where('line.counted', 'is not', null)
    .orderBy('line.line_no')
    .execute()
  return rows.map(({ countedBooked, countedBy, ...row }) => ({ ...row, countedBooked: countedBooked ?? 0, countedBy: countedBy ?? '' }))
}

/** Computes what the differences of a sheet cost: with the costs of its posting, or those of now. */
export async function readStockCountValue(db: Db, { id, state }: StockCount): Promise<StockCountValue> {
  const rows = await buildLineQuery(db, id)
    .where(partsSql.different)
    .select(['line.sku_id', 'line.hundred_fen', differenceSql.as('difference')])
    .execute()
  const costs =
    state === 'APPROVED'
      ? undefined
      : await findHundredCostsBySku(
          db,
          rows.map(({ sku_id }) => sku_id),
        )
  const values = rows.map(({ sku_id, hundred_fen, difference }) => computeValueFen(difference, costs ? costs.get(sku_id) : hundred_fen))
  const known = values.filter((value) => value !== null)
  return {
    surplus: sum(known.filter((value) => value > 0)),
    shortage: negateFen(sum(known.filter((value) => value < 0))),
    unknown: values.length - known.length,
  }
}

/** Whether somebody has counted for a sheet: has typed a line that stands, or has submitted it. */
export async function hasCountedFor(db: Db, { id, staffId }: { id: string; staffId: string }): Promise<boolean> {
  const row = await buildLineQuery(db, id)
    .where((eb) => eb.or([eb('line.counted_by', '=', staffId), eb('stock_count.submitted_by', '=', staffId)]))
    .select('line.line_no')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
