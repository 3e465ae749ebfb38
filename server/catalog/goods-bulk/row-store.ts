// Reads and writes the table `goods_bulk_row`.
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import type { GoodsBulkEditCounts, GoodsBulkEditResult, GoodsBulkEditRow } from '#contract/catalog/goods-bulk/shapes.ts'
import { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import type { GoodsContentDifference } from '#contract/catalog/goods-editing/shapes.ts'
import { PricesToConfirm } from '#contract/catalog/pricing/console-shapes.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import type { GoodsBulkEditRowPlan } from './plan/bulk-plan.ts'

/** Lists the goods of a bulk edit in their order. */
export async function insertGoodsBulkEditRows(tx: Tx, bulkId: string, goodsIds: readonly string[]): Promise<void> {
  await sql`
    insert into goods_bulk_row (bulk_id, row_no, goods_id)
    select ${bulkId}, given.row, given.id from unnest(${[...goodsIds]}::uuid[]) with ordinality as given(id, row)`.execute(tx)
}

const selectRows = (db: Db, bulkId: string) => db.selectFrom('goods_bulk_row').where('bulk_id', '=', bulkId)

/** The goods before they were written. */
export const GoodsBeforeBulkEdit = z.object({ content: z.optional(GoodsContent), taxClass: z.optional(z.nullable(TaxClass)) })
export type GoodsBeforeBulkEdit = z.output<typeof GoodsBeforeBulkEdit>

export interface StoredGoodsBulkEditRow {
  row: number
  goodsId: string
  seen: Buffer | null
  before: GoodsBeforeBulkEdit | null
  rowVersion: number | null
}

/** Reads the next rows that wait for the trial, for writing or for restoring. */
export async function readNextPendingGoodsBulkEditRows(
  db: Db,
  bulkId: string,
  { waiting, after, limit }: { waiting: 'untried' | 'due'; after: number; limit: number },
): Promise<StoredGoodsBulkEditRow[]> {
  const waits = waiting === 'due' ? sql<boolean>`due` : sql<boolean>`result is null`
  const next = selectRows(db, bulkId)
    .select(['row_no', 'goods_id', 'seen', 'before', 'row_version'])
    .where(waits)
    .where('row_no', '>', after)
  const rows = await next.orderBy('row_no').limit(limit).execute()
  return rows.map(({ row_no, goods_id, seen, before, row_version }) => ({
    row: row_no,
    goodsId: goods_id,
    seen,
    before: before === null ? null : z.decode(GoodsBeforeBulkEdit, before as z.input<typeof GoodsBeforeBulkEdit>),
    rowVersion: row_version,
  }))
}

/** Writes the trial results of some goods with one statement. */
export async function saveBulkEditTrialResults(tx: Tx, bulkId: string, plans: readonly GoodsBulkEditRowPlan[]): Promise<void> {
  const rows = plans.map(({ row, goods, result, reason, differences, questions, seen }) => ({
    row,
    code: goods?.content.code ?? '',
    name: goods?.content.name ?? '',
    result,
    reason,
    differences,
    questions: questions && z.encode(PricesToConfirm, questions),
    seen: result === 'changed' ? seen.toString('hex') : null,
  }))
  await sql`
    update goods_bulk_row as r set code = given.code, name = given.name, result = given.result, reason = given.reason,
      differences = given.differences, questions = given.questions, seen = decode(given.seen, 'hex'), due = given.result = 'changed'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(row int, code text, name text, result text, reason text,
      differences jsonb, questions jsonb, seen text)
    where r.bulk_id = ${bulkId} and r.row_no = given.row`.execute(tx)
}

const dueRow = (tx: Tx, bulkId: string, row: number) =>
  tx.updateTable('goods_bulk_row').where('bulk_id', '=', bulkId).where('row_no', '=', row).where('due', '=', true)

/** Claims a row for writing. Returns false if another job has claimed it. */
export async function claimBulkEditRow(tx: Tx, bulkId: string, row: number): Promise<boolean> {
  const { numUpdatedRows } = await dueRow(tx, bulkId, row).set({ due: false }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records that goods were written, with their state before and their row version after. */
export async function recordBulkEditRowApplied(
  tx: Tx,
  bulkId: string,
  row: number,
  { before, rowVersion }: { before: GoodsBeforeBulkEdit; rowVersion: number },
) {
  const written = { applied: true, before: JSON.stringify(z.encode(GoodsBeforeBulkEdit, before)), row_version: rowVersion }
  await tx.updateTable('goods_bulk_row').set(written).where('bulk_id', '=', bulkId).where('row_no', '=', row).execute()
}

export async function recordBulkEditRowUndone(tx: Tx, bulkId: string, row: number): Promise<void> {
  await tx.updateTable('goods_bulk_row').set({ undone: true }).where('bulk_id', '=', bulkId).where('row_no', '=', row).execute()
}

/** Records why goods are not written, or not restored. */
export async function recordBulkEditRowFault(
  tx: Tx,
  bulkId: string,
  row: number,
  given: { result: 'refused' | 'kept'; reason: string },
): Promise<void> {
  await dueRow(tx, bulkId, row)
    .set({ due: false, ...given })
    .execute()
}

/** Marks the written goods, and only those, for undoing. Returns their number. */
export async function markBulkEditRowsForUndo(tx: Tx, bulkId: string): Promise<number> {
  await tx
    .updateTable('goods_bulk_row')
    .set({ due: sql`applied` })
    .where('bulk_id', '=', bulkId)
    .where(sql<boolean>`due or applied`)
    .execute()
  const { count } = await selectRows(tx, bulkId)
    .where('applied', '=', true)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the goods of a bulk edit by result. */
export async function countBulkEditRowsByResult(
  db: Db,
  bulkId: string,
): Promise<{ counts: GoodsBulkEditCounts; tried: number; due: number }> {
  const { rows } = await sql<{
    result: GoodsBulkEditResult | null
    applied: boolean
    undone: boolean
    due: boolean
    asked: boolean
    rows: number
  }>`
    select result, applied, undone, due, questions is not null as asked, count(*)::int as rows
    from goods_bulk_row where bulk_id = ${bulkId} group by 1, 2, 3, 4, 5`.execute(db)
  const sum = (matches: (row: (typeof rows)[number]) => boolean) => rows.filter(matches).reduce((total, row) => total + row.rows, 0)
  const of = (result: GoodsBulkEditResult) => sum((row) => row.result === result)
  return {
    counts: {
      changed: of('changed'),
      same: of('same'),
      refused: of('refused'),
      kept: of('kept'),
      applied: sum(({ applied }) => applied),
      undone: sum(({ undone }) => undone),
      questions: sum((row) => row.asked && row.result !== 'refused'),
    },
    tried: sum(({ result }) => result !== null),
    due: sum(({ due }) => due),
  }
}

/** The hashes of the goods that the trial would write, in order. At most 5,000. */
export async function readBulkEditTrialHashes(db: Db, bulkId: string): Promise<Buffer[]> {
  const rows = await selectRows(db, bulkId).select('seen').where('due', '=', true).orderBy('row_no').execute()
  return rows.flatMap(({ seen }) => seen ?? [])
}

const questionsFrom = (stored: unknown): PricesToConfirm => z.decode(PricesToConfirm, stored as z.input<typeof PricesToConfirm>)

/** Reads the prices that must be confirmed, of the first goods that have such prices. */
export async function readBulkEditPricesToConfirm(db: Db, bulkId: string, limit: number): Promise<PricesToConfirm[]> {
  const asked = selectRows(db, bulkId).select('questions').where('questions', 'is not', null).where('due', '=', true)
  return (await asked.orderBy('row_no').limit(limit).execute()).map(({ questions }) => questionsFrom(questions))
}

interface Narrowed {
  result?: GoodsBulkEditResult | undefined
  questions?: boolean | undefined
}

/** Returns a page of rows in their order. */
export async function listGoodsBulkEditRows(
  db: Db,
  bulkId: string,
  { result, questions, ...slice }: Narrowed & RowSlice,
): Promise<{ dataList: GoodsBulkEditRow[]; total: number }> {
  let matching = selectRows(db, bulkId)
  if (result !== undefined) matching = matching.where('result', '=', result)
  if (questions !== undefined) matching = matching.where('questions', questions ? 'is not' : 'is', null)
  const page = matching
    .select(['row_no', 'goods_id', 'code', 'name', 'result', 'applied', 'undone', 'differences', 'reason', 'questions'])
    .orderBy('row_no')
  const { rows, total } = await fetchPageWithTotal(page, matching, slice)
  const dataList = rows.map((row) => ({
    row: row.row_no,
    goodsId: row.goods_id,
    code: row.code,
    name: row.name,
    result: row.result as GoodsBulkEditResult | null,
    applied: row.applied,
    undone: row.undone,
    differences: row.differences as unknown as GoodsContentDifference[],
    reason: row.reason,
    questions: row.questions === null ? null : questionsFrom(row.questions),
  }))
  return { dataList, total }
}
