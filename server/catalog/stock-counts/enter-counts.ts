// Records what was counted, typed line by line or brought in a file, together with what the books say at that moment.
import { sql } from 'kysely'
import { CountedUnits, type CountRowResult } from '#contract/catalog/stock-counts/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findColumnsByHeadingWord } from '#contract/platform/spreadsheets/heading.ts'
import { readUploadedTable } from '#server/adapters/spreadsheets/public.ts'
import { findSkuCodes, readSkuLookupByStaffTypedCode } from '#server/catalog/goods/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { COUNT_FILE_ROWS_MAX } from './choose-skus.ts'
import { lockStockCount, type StockCountRef } from './stock-count-store.ts'

interface TypedCount {
  lineNo: number
  counted: number | null
}

/**
 * Writes counted units with what the books say of the warehouse now, with one statement: goods that leave later are no difference. null
 * clears a line.
 */
async function recordCounts(tx: Tx, moment: Moment, { id, staffId }: StockCountRef, counts: readonly TypedCount[]): Promise<void> {
  if (counts.length === 0) return
  await sql`
    update stock_count_line as line set
      counted = given.counted,
      counted_booked = case when given.counted is null then null else coalesce((select lying.units from warehouse_stock as lying
        join stock_count on stock_count.warehouse_id = lying.warehouse_id
        where stock_count.id = line.stock_count_id and lying.sku_id = line.sku_id), 0) end,
      counted_by = case when given.counted is null then null else ${staffId}::uuid end,
      counted_at = case when given.counted is null then null else ${moment.now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as given("lineNo" int, counted int)
    where line.stock_count_id = ${id} and line.line_no = given."lineNo"`.execute(tx)
}

/** Locks lines of a sheet in their order, and returns what was typed there. */
async function lockLines(tx: Tx, id: string, lineNos: readonly number[]) {
  const rows = await tx
    .selectFrom('stock_count_line')
    .select(['line_no', 'sku_id', 'counted', 'counted_by'])
    .where('stock_count_id', '=', id)
    .where('line_no', '=', sql<number>`any(${[...lineNos]}::int[])`)
    .orderBy('line_no')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.line_no, row]))
}

/**
 * Records typed lines. What somebody else has typed meanwhile is not overwritten:
 * the same SKU may lie in two places, each counted by another. Refuses STOCK_COUNT_NOT_FOUND, STOCK_COUNT_STATE, STOCK_COUNT_LINE_NOT_FOUND,
 * STOCK_COUNT_LINE_TYPED.
 */
export async function enterCounts(
  tx: Tx,
  moment: Moment,
  { lines, ...ref }: StockCountRef & { lines: readonly (TypedCount & { before: number | null })[] },
): Promise<void> {
  await lockStockCount(tx, moment, ref, { verb: 'submit', shared: true })
  const locked = await lockLines(
    tx,
    ref.id,
    lines.map(({ lineNo }) => lineNo),
  )
  for (const { lineNo, before } of lines) {
    const line = locked.get(lineNo)
    if (!line) refuse('STOCK_COUNT_LINE_NOT_FOUND')
    if (line.counted !== before) {
      const [code = ''] = (await findSkuCodes(tx, [line.sku_id])).values()
      const by = (await listStaffNamesById(tx)).get(line.counted_by ?? '') ?? '别人'
      const now = line.counted === null ? '刚被清空' : `刚由${by}录入为 ${line.counted}`
      refuse('STOCK_COUNT_LINE_TYPED', { msg: `${code} ${now}，请核对后重新填写`, lineNo, counted: line.counted })
    }
  }
  await recordCounts(tx, moment, ref, lines)
}

interface CountRow {
  row: number
  code: string
  counted: string
}

/** Parses a file of codes and counted units. Refuses STOCK_COUNT_FILE, STOCK_COUNT_FILE_LARGE. */
export async function parseCounts(bytes: Buffer): Promise<CountRow[]> {
  const refusals = { unreadable: 'STOCK_COUNT_FILE', tooLarge: 'STOCK_COUNT_FILE_LARGE' } as const
  const table = await readUploadedTable({ bytes, rowsMax: COUNT_FILE_ROWS_MAX, ...refusals })
  // Our own export calls the column 实盘; other files may only say 数量.
  const own = findColumnsByHeadingWord(table, { code: '编码', counted: '实盘' }, 'counted')
  const { head, columns } = own.head >= 0 ? own : findColumnsByHeadingWord(table, { code: '编码', counted: '数量' }, 'counted')
  const codeAt = Math.max(0, columns.code)
  const rows = table.flatMap((cells, at) => {
    const [code = '', counted = ''] = [cells[codeAt]?.trim(), cells[columns.counted]?.trim()]
    return at <= head || code === '' ? [] : [{ row: at + 1, code, counted }]
  })
  return rows.length === 0 ? refuse('STOCK_COUNT_FILE') : rows
}

/** Digits alone, so that a date or a fraction is no quantity. Thousands may be grouped. */
function parseCounted(text: string): number | undefined {
  const plain = text.normalize('NFKC').replaceAll(',', '')
  const parsed = /^\d{1,8}$/.test(plain) ? CountedUnits.safeParse(Number(plain)) : undefined
  return parsed?.success ? parsed.data : undefined
}

/**
 * 导入实盘数量: records every valid row and says of each invalid one why; a row without a quantity is not counted. The number of statements
 * does not grow with the rows. Refuses STOCK_COUNT_NOT_FOUND, STOCK_COUNT_STATE.
 */
export async function importCounts(
  tx: Tx,
  moment: Moment,
  { fileName, rows, ...ref }: StockCountRef & { fileName: string; rows: readonly CountRow[] },
): Promise<{ fileName: string; recorded: number; refused: number; rows: CountRowResult[] }> {
  await lockStockCount(tx, moment, ref, { verb: 'submit' })
  const codes = rows.map(({ code }) => code)
  const named = await readSkuLookupByStaffTypedCode(tx, codes, ref.staffId)
  const lines = await tx
    .selectFrom('stock_count_line')
    .select(['line_no', 'sku_id', 'counted'])
    .where('stock_count_id', '=', ref.id)
    .execute()
  const lineOf = new Map(lines.map((line) => [line.sku_id, line]))
  const first = new Map<string, number>()
  const counts: TypedCount[] = []
  const results = rows.flatMap(({ row, code, counted: typed }): CountRowResult[] => {
    if (typed === '') return []
    const refused = (text: string): CountRowResult[] => [{ row, result: 'refused', text }]
    const sku = named(code)
    if (!sku || sku.ofOthers) return refused(`没有编码为 ${code} 的商品规格`)
    const line = lineOf.get(sku.id)
    if (!line) return refused(`${sku.code} 不在这张盘点单中`)
    const counted = parseCounted(typed)
    if (counted === undefined) return refused(`${sku.code}：实盘数量“${typed}”应为 0 至 99999999 的整数`)
    const earlier = first.get(sku.id)
    if (earlier !== undefined) return refused(`${sku.code} 与第 ${earlier} 行重复，以第 ${earlier} 行为准`)
    first.set(sku.id, row)
    if (line.counted === counted) return [{ row, result: 'unchanged', text: `${sku.code} 实盘 ${counted}` }]
    counts.push({ lineNo: line.line_no, counted })
    const text = line.counted === null ? `${sku.code} 实盘 ${counted}` : `${sku.code} 实盘 ${line.counted} → ${counted}`
    return [{ row, result: 'recorded', text }]
  })
  await recordCounts(tx, moment, ref, counts)
  return { fileName, recorded: counts.length, refused: results.filter(({ result }) => result === 'refused').length, rows: results }
}
