// Reads and writes the table `cart_line`.
import { sql } from 'kysely'
import { CART_LINES_PER_MEMBER_MAX } from '#contract/orders/cart/api.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows } from '#server/platform/core/paging.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** A cart belongs to a person in an enterprise. Each punch-out has one of its own, because many people may visit as one sub-account. */
export interface CartOwner {
  enterpriseId: string
  userId: string
  punchOutId?: string | null
}

/** Whose lines the column `user_id` names: the punch-out, else the person. */
const getCartHolderId = ({ userId, punchOutId }: CartOwner): string => punchOutId ?? userId

export interface CartLine {
  id: string
  skuId: string
  goodsNum: number
  selected: boolean
}

const columns = ['id', 'sku_id', 'goods_num', 'selected'] as const
const lineFrom = (row: { id: string; sku_id: string; goods_num: number; selected: boolean }): CartLine => ({
  id: row.id,
  skuId: row.sku_id,
  goodsNum: row.goods_num,
  selected: row.selected,
})

const own = (db: Db, owner: CartOwner) =>
  db.selectFrom('cart_line').where('enterprise_id', '=', owner.enterpriseId).where('user_id', '=', getCartHolderId(owner))

/** Lists all lines, newest first. */
export async function listCartLines(db: Db, owner: CartOwner): Promise<CartLine[]> {
  const rows = await own(db, owner)
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(CART_LINES_PER_MEMBER_MAX)
    .execute()
  return rows.map(lineFrom)
}

export async function countCartLines(db: Db, owner: CartOwner): Promise<number> {
  const total = await countRows(own(db, owner))
  return total
}

/** Finds the given lines. Lines of other owners are left out. */
export async function findCartLines(db: Db, owner: CartOwner, ids: readonly string[]): Promise<CartLine[]> {
  const rows = await own(db, owner).select(columns).where('id', '=', anyOfIdsSql(ids)).execute()
  return rows.map(lineFrom)
}

interface OwnLines {
  enterpriseId: string
  holderId: string
  ids: readonly string[]
}

const lockOwnLines = compileOnce((tx, { enterpriseId, holderId, ids }: OwnLines) =>
  own(tx, { enterpriseId, userId: holderId }).select(columns).where('id', '=', anyOfIdsSql(ids)).orderBy('id').forUpdate(),
)

/** Finds the given lines, and locks them until the transaction ends, so that they do not change while they are ordered. */
export async function lockCartLines(tx: Tx, owner: CartOwner, ids: readonly string[]): Promise<CartLine[]> {
  const rows = await lockOwnLines(tx, { enterpriseId: owner.enterpriseId, holderId: getCartHolderId(owner), ids }).execute()
  return rows.map(lineFrom)
}

/** Returns the SKUs in the carts of the given people of an enterprise, by person. */
export async function findCartSkuIdsByUser(db: Db, enterpriseId: string, userIds: readonly string[]): Promise<Map<string, Set<string>>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('cart_line')
    .select(['user_id', 'sku_id'])
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', anyOfIdsSql(userIds))
    .execute()
  const carts = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...carts].map(([userId, lines]) => [userId, new Set(lines.map(({ sku_id }) => sku_id))]))
}

/** Locks a cart against additions. Two concurrent transactions would otherwise not count each other's lines. */
export async function lockCartAgainstAdditions(tx: Tx, owner: CartOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cart of ${getCartHolderId(owner)} in ${owner.enterpriseId}`}, 0))`.execute(tx)
}

/**
 * Adds a SKU to the cart, or increases its line: each SKU has at most one line, even with concurrent calls. Returns the new quantity of the
 * line, or undefined if it would exceed the bound.
 */
export async function insertOrIncreaseCartLine(
  tx: Tx,
  moment: Moment,
  { owner, skuId, goodsNum, most: max }: { owner: CartOwner; skuId: string; goodsNum: number; most: number },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('cart_line')
    .values({
      enterprise_id: owner.enterpriseId,
      id: moment.newId(),
      user_id: getCartHolderId(owner),
      sku_id: skuId,
      goods_num: goodsNum,
      selected: true,
      created_at: moment.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['enterprise_id', 'user_id', 'sku_id'])
        .doUpdateSet((eb) => ({
          goods_num: eb('cart_line.goods_num', '+', eb.ref('excluded.goods_num')),
          selected: true,
          changed_at: moment.now,
        }))
        .where('cart_line.goods_num', '<=', max - goodsNum),
    )
    .returning('goods_num')
    .executeTakeFirst()
  return row?.goods_num
}

/**
 * Adds many different SKUs to a locked cart with one statement. Existing lines grow; of the new lines the first is shown on top. The caller
 * has checked the bounds.
 */
export async function insertOrIncreaseCartLines(
  tx: Tx,
  moment: Moment,
  { owner, lines }: { owner: CartOwner; lines: readonly { skuId: string; goodsNum: number }[] },
): Promise<void> {
  if (lines.length === 0) return
  // Lines that are inserted at the same time are sorted by id, so the first line must get the last id.
  const values = lines.toReversed().map(({ skuId, goodsNum }) => ({
    enterprise_id: owner.enterpriseId,
    id: moment.newId(),
    user_id: getCartHolderId(owner),
    sku_id: skuId,
    goods_num: goodsNum,
    selected: true,
    created_at: moment.now,
  }))
  await tx
    .insertInto('cart_line')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['enterprise_id', 'user_id', 'sku_id']).doUpdateSet((eb) => ({
        goods_num: eb('cart_line.goods_num', '+', eb.ref('excluded.goods_num')),
        selected: true,
        changed_at: moment.now,
      })),
    )
    .execute()
}

export async function updateCartLineQuantityColumn(
  tx: Tx,
  { now }: Moment,
  { owner, id, goodsNum }: { owner: CartOwner; id: string; goodsNum: number },
): Promise<void> {
  await tx
    .updateTable('cart_line')
    .set({ goods_num: goodsNum, changed_at: now })
    .where('enterprise_id', '=', owner.enterpriseId)
    .where('user_id', '=', getCartHolderId(owner))
    .where('id', '=', id)
    .execute()
}

/** Returns how many of the given lines belong to the owner. */
export async function updateCartLinesSelectedColumn(
  tx: Tx,
  { now }: Moment,
  { owner, ids, selected }: { owner: CartOwner; ids: readonly string[]; selected: boolean },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('cart_line')
    .set({ selected, changed_at: now })
    .where('enterprise_id', '=', owner.enterpriseId)
    .where('user_id', '=', getCartHolderId(owner))
    .where('id', '=', anyOfIdsSql(ids))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes lines and returns how many of them belonged to the owner. */
export async function deleteCartLines(tx: Tx, owner: CartOwner, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('cart_line')
    .where('enterprise_id', '=', owner.enterpriseId)
    .where('user_id', '=', getCartHolderId(owner))
    .where('id', '=', anyOfIdsSql(ids))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the cart of a person whose membership in an enterprise has ended. */
export async function deleteCartOfEndedMembership(tx: Tx, { enterpriseId, userId }: CartOwner): Promise<void> {
  await tx.deleteFrom('cart_line').where('enterprise_id', '=', enterpriseId).where('user_id', '=', userId).execute()
}

/** Deletes the carts of punch-outs that are over. */
export async function deleteCartsOfPunchOuts(tx: Tx, enterpriseId: string, punchOutIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('cart_line').where('enterprise_id', '=', enterpriseId).where('user_id', '=', anyOfIdsSql(punchOutIds)).execute()
}

const lastChange = sql<Date>`coalesce(cart_line.changed_at, cart_line.created_at)`

/** Deletes the carts in which nothing was added or changed for some days. A line that is older stays, if another of the same cart is not. */
export async function deleteIdleCarts(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  const since = daysBefore(moment, keptDays)
  await withoutTenantGuard(tx, 'retention')
    .deleteFrom('cart_line')
    .where('created_at', '<', since)
    .where(lastChange, '<', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cart_line as other')
            .select('other.id')
            .whereRef('other.enterprise_id', '=', 'cart_line.enterprise_id')
            .whereRef('other.user_id', '=', 'cart_line.user_id')
            .where(({ fn }) => fn.coalesce('other.changed_at', 'other.created_at'), '>=', since),
        ),
      ),
    )
    .execute()
}
