// Reads and writes the tables `shopping_list` and `shopping_list_line`: goods that enterprises buy again and again.
import { sql } from 'kysely'
import { SHOPPING_LISTS_PER_ENTERPRISE_MAX } from '#contract/orders/shopping-lists/api.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface ShoppingListRow {
  id: string
  name: string
  lineCount: number
  updatedAt: Date
}

export interface ShoppingListLineRow {
  skuId: string
  goodsNum: number
  note: string
}

/** Identifies a list of an enterprise. */
export interface ShoppingListRef {
  enterpriseId: string
  id: string
}

const selectLists = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('shopping_list')
    .select(['id', 'name', 'updated_at'])
    .select((eb) =>
      eb
        .selectFrom('shopping_list_line as line')
        .select(eb.fn.countAll<number>().as('lines'))
        .where('line.enterprise_id', '=', enterpriseId)
        .whereRef('line.list_id', '=', 'shopping_list.id')
        .as('line_count'),
    )
    .where('enterprise_id', '=', enterpriseId)

const toShoppingList = (row: { id: string; name: string; updated_at: Date; line_count: number | null }): ShoppingListRow => ({
  id: row.id,
  name: row.name,
  lineCount: row.line_count ?? 0,
  updatedAt: row.updated_at,
})

/** Lists the lists of an enterprise, last changed first. */
export async function listShoppingLists(db: Db, enterpriseId: string): Promise<ShoppingListRow[]> {
  const rows = await selectLists(db, enterpriseId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(SHOPPING_LISTS_PER_ENTERPRISE_MAX)
    .execute()
  return rows.map(toShoppingList)
}

export async function findShoppingList(db: Db, { enterpriseId, id }: ShoppingListRef): Promise<ShoppingListRow | undefined> {
  const row = await selectLists(db, enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && toShoppingList(row)
}

/** Lists the lines in the order that people have arranged. */
export async function listShoppingListLines(db: Db, { enterpriseId, id }: ShoppingListRef): Promise<ShoppingListLineRow[]> {
  const rows = await db
    .selectFrom('shopping_list_line')
    .select(['sku_id', 'goods_num', 'note'])
    .where('enterprise_id', '=', enterpriseId)
    .where('list_id', '=', id)
    .orderBy('position')
    .orderBy('sku_id')
    .execute()
  return rows.map(({ sku_id, goods_num, note }) => ({ skuId: sku_id, goodsNum: goods_num, note }))
}

/**
 * Locks the lists of an enterprise against creation and renaming: two concurrent transactions would otherwise not see each other's rows
 * when they count and compare names.
 */
export async function lockShoppingLists(tx: Tx, enterpriseId: string): Promise<{ id: string; name: string }[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shopping lists of ${enterpriseId}`}, 0))`.execute(tx)
  return tx.selectFrom('shopping_list').select(['id', 'name']).where('enterprise_id', '=', enterpriseId).execute()
}

/** Locks a list and sets its time of change to now. Returns false if the enterprise has no such list. */
export async function lockShoppingListAndSetChangeTime(
  tx: Tx,
  { now }: Pick<Moment, 'now'>,
  { enterpriseId, id }: ShoppingListRef,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shopping_list')
    .set({ updated_at: now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insertShoppingList(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, name }: { enterpriseId: string; userId: string; name: string },
): Promise<string> {
  const id = moment.newId()
  const at = { created_at: moment.now, updated_at: moment.now }
  await tx
    .insertInto('shopping_list')
    .values({ enterprise_id: enterpriseId, id, name, created_by: userId, ...at })
    .execute()
  return id
}

export async function updateShoppingListNameColumn(tx: Tx, { enterpriseId, id }: ShoppingListRef, name: string): Promise<void> {
  await tx.updateTable('shopping_list').set({ name }).where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
}

/** Deletes a list; the database deletes its lines with it. Returns whether it existed. */
export async function deleteShoppingListRow(tx: Tx, { enterpriseId, id }: ShoppingListRef): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('shopping_list')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Adds lines at the end with one statement. A line that exists keeps its note and position and gets the new quantity. */
export async function upsertShoppingListLines(
  tx: Tx,
  { enterpriseId, id }: ShoppingListRef,
  lines: readonly ShoppingListLineRow[],
  from: number,
): Promise<void> {
  if (lines.length === 0) return
  await tx
    .insertInto('shopping_list_line')
    .values(
      lines.map(({ skuId, goodsNum, note }, at) => ({
        enterprise_id: enterpriseId,
        list_id: id,
        sku_id: skuId,
        goods_num: goodsNum,
        note,
        position: from + at,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['enterprise_id', 'list_id', 'sku_id']).doUpdateSet((eb) => ({ goods_num: eb.ref('excluded.goods_num') })),
    )
    .execute()
}

/** Returns whether the line existed. */
export async function updateShoppingListLineRow(
  tx: Tx,
  { enterpriseId, id }: ShoppingListRef,
  { skuId, goodsNum, note }: ShoppingListLineRow,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shopping_list_line')
    .set({ goods_num: goodsNum, note })
    .where('enterprise_id', '=', enterpriseId)
    .where('list_id', '=', id)
    .where('sku_id', '=', skuId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteShoppingListLineRows(tx: Tx, { enterpriseId, id }: ShoppingListRef, skuIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('shopping_list_line')
    .where('enterprise_id', '=', enterpriseId)
    .where('list_id', '=', id)
    .where('sku_id', '=', anyOfIdsSql(skuIds))
    .execute()
}

/** Sets the positions of all lines of a list with one statement. */
export async function updateShoppingListLinePositions(
  tx: Tx,
  { enterpriseId, id }: ShoppingListRef,
  skuIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('shopping_list_line')
    .set({ position: sql<number>`array_position(${[...skuIds]}::uuid[], sku_id)` })
    .where('enterprise_id', '=', enterpriseId)
    .where('list_id', '=', id)
    .where('sku_id', '=', anyOfIdsSql(skuIds))
    .execute()
}
