// Reads and writes the table `goods_import_row`. Its column `verdict` is the result of a row.
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { GoodsImportCounts, GoodsImportFault, GoodsImportRow, GoodsImportRowResult } from '#contract/catalog/goods-import/shapes.ts'
import { PricesToConfirm } from '#contract/catalog/pricing/console-shapes.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, fetchSlice, type RowSlice } from '#server/platform/core/paging.ts'
import type { GoodsImportPlan } from './plan/goods-plan.ts'
import type { GoodsSheetRow } from './plan/read-cells.ts'

export async function insertImportRows(tx: Tx, importId: string, rows: readonly GoodsSheetRow[]): Promise<void> {
  await sql`
    insert into goods_import_row (import_id, row_no, goods_no, same_as, goods_code, sku_code, cells)
    select ${importId}, row, "goodsNo", "sameAs", "goodsCode", "skuCode", cells
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(row int, "goodsNo" int, "sameAs" int, "goodsCode" text, "skuCode" text, cells jsonb)`.execute(
    tx,
  )
}

const selectRows = (db: Db, importId: string) => db.selectFrom('goods_import_row').where('import_id', '=', importId)
const importRowColumns = ['row_no', 'goods_no', 'same_as', 'goods_code', 'sku_code', 'cells'] as const

export interface StoredGoodsImportRow extends GoodsSheetRow {
  /** The hash of the goods at the trial, stored in their first row. */
  seen: Buffer | null
}

/** Reads the rows of the next goods that wait for the trial or for writing: some goods after a row, each with all of its rows. */
export async function readNextPendingImportRowsByGoods(
  db: Db,
  importId: string,
  { waiting, after, limit }: { waiting: 'untried' | 'due'; after: number; limit: number },
): Promise<StoredGoodsImportRow[][]> {
  const waits = waiting === 'due' ? sql<boolean>`due` : sql<boolean>`verdict is null`
  const first = selectRows(db, importId).select('row_no').where(waits).where('row_no', '>', after).whereRef('row_no', '=', 'goods_no')
  const heads = (await first.orderBy('row_no').limit(limit).execute()).map(({ row_no }) => row_no)
  if (heads.length === 0) return []
  const rows = await selectRows(db, importId)
    .select([...importRowColumns, 'seen'])
    .where('goods_no', '=', sql<number>`any(${heads}::int[])`)
    .orderBy('goods_no')
    .orderBy('row_no')
    .execute()
  const byGoods = Map.groupBy(rows, ({ goods_no }) => goods_no)
  return [...byGoods.values()].map((of) =>
    of.map(({ row_no, goods_no, same_as, goods_code, sku_code, cells, seen }) => ({
      row: row_no,
      goodsNo: goods_no,
      sameAs: same_as,
      goodsCode: goods_code,
      skuCode: sku_code,
      cells: cells as string[],
      seen,
    })),
  )
}

/** Writes the trial results of the rows of some goods with one statement. */
export async function saveImportTrialResults(tx: Tx, importId: string, plans: readonly GoodsImportPlan[]): Promise<void> {
  const rows = plans.flatMap(({ goodsNo, due, seen, rows: of }) =>
    of.map(({ row, result, faults, questions }) => ({
      row,
      result,
      due,
      faults: faults.map(({ row: _, ...fault }) => fault),
      questions: questions && z.encode(PricesToConfirm, questions),
      seen: row === goodsNo ? seen.toString('hex') : null,
    })),
  )
  await sql`
    update goods_import_row as r set verdict = given.result, due = given.due, faults = given.faults, questions = given.questions,
      seen = decode(given.seen, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(row int, result text, due boolean, faults jsonb, questions jsonb, seen text)
    where r.import_id = ${importId} and r.row_no = given.row`.execute(tx)
}

/** Marks those rows of the goods as written that contained a change. Returns the goods that no other job has marked before. */
export async function markImportGoodsApplied(tx: Tx, importId: string, goodsNos: readonly number[]): Promise<Set<number>> {
  // The rows are locked in one order, so that two jobs on the same rows do not deadlock.
  const { rows } = await sql<{ goods_no: number }>`
    with own as (select row_no from goods_import_row where import_id = ${importId} and goods_no = any(${[...goodsNos]}::int[]) and due
      order by row_no for update)
    update goods_import_row as r set due = false, applied = r.verdict in ('added', 'changed')
    from own where r.import_id = ${importId} and r.row_no = own.row_no returning r.goods_no`.execute(tx)
  return new Set(rows.map(({ goods_no }) => goods_no))
}

/** Marks goods that could not be written, with the reasons at their first rows or at the rows with the errors. */
export async function markImportRowsRefused(
  tx: Tx,
  importId: string,
  goodsNos: readonly number[],
  faults: ReadonlyMap<number, readonly GoodsImportFault[]>,
) {
  const rows = [...faults].map(([row, of]) => ({ row, faults: of }))
  await sql`
    update goods_import_row as r set due = false, verdict = 'refused', faults = coalesce(given.faults, '[]'::jsonb)
    from (select row_no from goods_import_row where import_id = ${importId} and goods_no = any(${[...goodsNos]}::int[]) and due) as own
      left join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(row int, faults jsonb) on given.row = own.row_no
    where r.import_id = ${importId} and r.row_no = own.row_no`.execute(tx)
}

/** Counts the rows of an import by result. */
export async function countImportRowsByResult(
  db: Db,
  importId: string,
): Promise<{ counts: GoodsImportCounts; tried: number; due: number }> {
  const { rows } = await sql<{ result: GoodsImportRowResult | null; applied: boolean; due: boolean; asked: boolean; rows: number }>`
    select verdict as result, applied, due, questions is not null as asked, count(*)::int as rows
    from goods_import_row where import_id = ${importId} group by 1, 2, 3, 4`.execute(db)
  const sum = (matches: (row: (typeof rows)[number]) => boolean) => rows.filter(matches).reduce((total, row) => total + row.rows, 0)
  const of = (result: GoodsImportRowResult) => sum((row) => row.result === result)
  return {
    counts: {
      added: of('added'),
      changed: of('changed'),
      same: of('same'),
      skipped: of('skipped'),
      refused: of('refused'),
      applied: sum((row) => row.applied),
      questions: sum((row) => row.asked && row.result !== 'refused'),
    },
    tried: sum((row) => row.result !== null),
    due: sum((row) => row.due),
  }
}

/** The hashes of the trial, in the order of the goods: one for each product that will be written. */
export async function* streamGoodsImportTrialHashes(db: Db, importId: string): AsyncGenerator<Buffer> {
  const BATCH = 5_000
  for (let after = 0; ; ) {
    const due = selectRows(db, importId).select(['row_no', 'seen']).where('due', '=', true).where('row_no', '>', after)
    const rows = await due.whereRef('row_no', '=', 'goods_no').orderBy('row_no').limit(BATCH).execute()
    for (const { seen } of rows) if (seen) yield seen
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.row_no
  }
}

/** Reads the prices that must be confirmed, of the first rows that have such prices. */
export async function readGoodsImportPricesToConfirm(db: Db, importId: string, limit: number): Promise<PricesToConfirm[]> {
  const asked = selectRows(db, importId).select('questions').where('questions', 'is not', null).where('due', '=', true)
  const rows = await asked.orderBy('row_no').limit(limit).execute()
  return rows.map(({ questions }) => z.decode(PricesToConfirm, questions as z.input<typeof PricesToConfirm>))
}

interface Narrowed {
  result?: GoodsImportRowResult | undefined
  questions?: boolean | undefined
}

/** Returns a page of rows in their order. */
export async function listGoodsImportRows(
  db: Db,
  importId: string,
  { result, questions, ...slice }: Narrowed & RowSlice,
): Promise<{ dataList: GoodsImportRow[]; total: number }> {
  let matching = selectRows(db, importId)
  if (result !== undefined) matching = matching.where('verdict', '=', result)
  if (questions !== undefined) matching = matching.where('questions', questions ? 'is not' : 'is', null)
  const page = matching
    .select(['row_no', 'goods_code', 'sku_code', 'verdict as result', 'applied', 'faults', 'questions'])
    .orderBy('row_no')
  const { rows, total } = await fetchPageWithTotal(page, matching, slice)
  const dataList = rows.map((row) => ({
    row: row.row_no,
    goodsCode: row.goods_code,
    skuCode: row.sku_code,
    result: row.result,
    applied: row.applied,
    faults: row.faults as unknown as GoodsImportFault[],
    questions: row.questions === null ? null : z.decode(PricesToConfirm, row.questions as z.input<typeof PricesToConfirm>),
  }))
  return { dataList, total }
}

/** Reads rows with their cells, in their order. */
export const readImportResultRows = (db: Db, importId: string, slice: RowSlice) =>
  fetchSlice(selectRows(db, importId).select(['row_no', 'cells', 'verdict as result', 'applied', 'faults']).orderBy('row_no'), slice)
