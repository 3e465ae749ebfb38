// Makes count sheets: writes the tables `stock_count` and `stock_count_line` for the first time.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { describeSkusById, findSkuCodes, listAllCategories } from '#server/catalog/goods/public.ts'
import { requireOpenWarehouse } from '#server/catalog/inventory/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { computeNextNumberOfDay } from '#server/platform/core/numbering.ts'
import { type ChosenSku, chooseSkus, requireSkuIdsOfCodes, type StockCountChoice } from './choose-skus.ts'

export interface NewStockCount {
  warehouseId: string
  blind: boolean
  note: string
  staffId: string
}

/** The choice in words, for the list of sheets. */
async function describeChoice(db: Db, { binFrom, binTo, categoryId, skuCodes }: Omit<StockCountChoice, 'warehouseId'>): Promise<string> {
  const category = (await listAllCategories(db)).find(({ id }) => id === categoryId)?.name
  const bins = binFrom === '' && binTo === '' ? undefined : `货位 ${binFrom || '最前'} 至 ${binTo || '最后'}`
  const parts = [bins, category && `分类 ${category}`, skuCodes.length > 0 && `指定 ${skuCodes.length} 个编码`].filter(Boolean)
  return parts.length === 0 ? '整仓' : parts.join('，')
}

/** PD, the day and the number on it. The lock makes two people wait for each other, so that no SKU gets into two sheets either. */
async function nextCountNo(tx: Tx, moment: Moment): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended('stock counts', 0))`.execute(tx)
  return computeNextNumberOfDay(moment, 'PD', async (first, last) => {
    const numbers = tx.selectFrom('stock_count').where('count_no', '>=', first).where('count_no', '<=', last)
    return (await numbers.select((eb) => eb.fn.max('count_no').as('last')).executeTakeFirstOrThrow()).last
  })
}

/** Finds the sheets in which SKUs are counted, in one warehouse or in any, and that nobody has finished. */
const findLiveSheets = (
  db: Db,
  { warehouseId, skuIds }: { warehouseId?: string; skuIds: readonly string[] },
): Promise<{ skuId: string; countNo: string }[]> =>
  db
    .selectFrom('stock_count_line as line')
    .innerJoin('stock_count', 'stock_count.id', 'line.stock_count_id')
    .select(['line.sku_id as skuId', 'stock_count.count_no as countNo'])
    .$if(warehouseId !== undefined, (query) => query.where('stock_count.warehouse_id', '=', warehouseId ?? ''))
    .where('stock_count.state', 'in', ['OPEN', 'COUNTED'])
    .where('line.sku_id', '=', anyOfIdsSql(skuIds))
    .orderBy('line.line_no')
    .execute()

/** Finds the number of an unfinished sheet of any warehouse that each SKU is on, by SKU. */
export async function findOpenCountNosBySku(db: Db, skuIds: readonly string[]): Promise<Map<string, string>> {
  if (skuIds.length === 0) return new Map()
  const sheets = await findLiveSheets(db, { skuIds })
  return new Map(sheets.map(({ skuId, countNo }) => [skuId, countNo]))
}

/**
 * Finds the SKUs of a warehouse each that were counted since a moment: their difference was posted, or was typed on a sheet that is not
 * finished. One row for each SKU, with the number of its last sheet; null: it was counted without one. One statement.
 */
export async function findSkusCountedSince(
  db: Db,
  places: readonly { skuId: string; warehouseId: string }[],
  since: Date,
): Promise<{ skuId: string; countNo: string | null }[]> {
  const [skuIds, warehouseIds] = [places.map(({ skuId }) => skuId), places.map(({ warehouseId }) => warehouseId)]
  const place = sql`select distinct * from unnest(${skuIds}::uuid[], ${warehouseIds}::uuid[]) as place (sku_id, warehouse_id)`
  const { rows } = await sql<{ skuId: string; countNo: string | null }>`with place as (${place}), counted as (
      select m.sku_id, c.count_no from place join stock_movement m on m.sku_id = place.sku_id and m.warehouse_id = place.warehouse_id
        left join stock_count c on c.id = m.stock_count_id where m.kind = 'count' and m.at >= ${since}
      union all
      select l.sku_id, c.count_no from place join stock_count_line l on l.sku_id = place.sku_id
        join stock_count c on c.id = l.stock_count_id and c.warehouse_id = place.warehouse_id
        where c.state in ('OPEN', 'COUNTED') and l.counted_at >= ${since})
    select sku_id as "skuId", max(count_no) as "countNo" from counted group by sku_id order by sku_id`.execute(db)
  return rows
}

/** Refuses STOCK_COUNT_OPEN if a SKU is on an unfinished sheet of any warehouse: its difference would be posted twice. */
export async function refuseSkuOnSheet(db: Db, skuId: string): Promise<void> {
  const countNo = (await findOpenCountNosBySku(db, [skuId])).get(skuId)
  if (countNo !== undefined) refuse('STOCK_COUNT_OPEN', { msg: `该规格正在盘点单 ${countNo} 中盘点，请在盘点单中录入`, countNo })
}

const NAMED_MAX = 5

/** Refuses STOCK_COUNT_OVERLAP with the SKUs and the sheets in which they are counted already. */
async function refuseOverlap(tx: Tx, warehouseId: string, chosen: readonly ChosenSku[]): Promise<void> {
  const live = await findLiveSheets(tx, { warehouseId, skuIds: chosen.map(({ skuId }) => skuId) })
  if (live.length === 0) return
  const codes = await findSkuCodes(
    tx,
    live.slice(0, NAMED_MAX).map(({ skuId }) => skuId),
  )
  const sheets = [...new Set(live.map(({ countNo }) => countNo))]
  const more = live.length > codes.size ? `等 ${live.length} 个规格` : ''
  const msg = `${[...codes.values()].join('、')}${more} 已在未完成的盘点单 ${sheets.join('、')} 中，请先完成或取消该单`
  refuse('STOCK_COUNT_OVERLAP', { msg, countNos: sheets })
}

/** Writes a sheet with its lines. The number of statements does not grow with the lines. */
async function insertStockCount(
  tx: Tx,
  moment: Moment,
  { warehouseId, blind, note, staffId, about, chosen }: NewStockCount & { about: string; chosen: readonly ChosenSku[] },
): Promise<{ id: string; lines: number }> {
  const countNo = await nextCountNo(tx, moment)
  await refuseOverlap(tx, warehouseId, chosen)
  const skus = await describeSkusById(
    tx,
    chosen.map(({ skuId }) => skuId),
  )
  const id = moment.newId()
  await tx
    .insertInto('stock_count')
    .values({
      id,
      count_no: countNo,
      shop_ids: [...new Set([...skus.values()].map(({ shopId }) => shopId))],
      warehouse_id: warehouseId,
      state: 'OPEN',
      about,
      note,
      blind,
      made_by: staffId,
      made_at: moment.now,
      state_at: moment.now,
      submitted_by: null,
      submitted_at: null,
      approved_by: null,
      approved_at: null,
    })
    .execute()
  const rows = chosen.map(({ skuId, bin, booked }, at) => ({ stock_count_id: id, line_no: at + 1, sku_id: skuId, bin, booked }))
  await tx.insertInto('stock_count_line').values(rows).execute()
  return { id, lines: rows.length }
}

/**
 * Makes a sheet of a part of a warehouse. Refuses WAREHOUSE_NOT_FOUND, WAREHOUSE_CLOSED, STOCK_COUNT_LINES, STOCK_COUNT_EMPTY,
 * STOCK_COUNT_LARGE, STOCK_COUNT_OVERLAP.
 */
export async function openStockCount(
  tx: Tx,
  moment: Moment,
  { staffId, note, blind, ...choice }: StockCountChoice & NewStockCount,
): Promise<{ id: string; lines: number }> {
  await requireOpenWarehouse(tx, choice.warehouseId)
  const codes = choice.skuCodes.map((code, at) => ({ row: at + 1, code }))
  const skuIds = codes.length === 0 ? undefined : await requireSkuIdsOfCodes(tx, codes, staffId)
  const chosen = await chooseSkus(tx, choice, { staffId, skuIds })
  const about = await describeChoice(tx, choice)
  return insertStockCount(tx, moment, { warehouseId: choice.warehouseId, blind, note, staffId, about, chosen })
}

/** Makes a sheet of the SKUs of a file. Refuses as `openStockCount` does. */
export async function openStockCountFromFile(
  tx: Tx,
  moment: Moment,
  { fileName, codes, ...made }: NewStockCount & { fileName: string; codes: readonly { row: number; code: string }[] },
): Promise<{ id: string; lines: number }> {
  const { warehouseId, staffId } = made
  await requireOpenWarehouse(tx, warehouseId)
  const skuIds = await requireSkuIdsOfCodes(tx, codes, staffId)
  const chosen = await chooseSkus(tx, { warehouseId, binFrom: '', binTo: '', categoryId: undefined }, { staffId, skuIds })
  return insertStockCount(tx, moment, Object.assign({ about: `文件 ${fileName}`, chosen }, made))
}
