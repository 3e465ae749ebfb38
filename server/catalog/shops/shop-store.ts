// Reads and writes the table `shop`.
import { sql } from 'kysely'
import type { ConsoleShop } from '#contract/catalog/shops/console-api.ts'
import type { ShopState } from '#contract/catalog/shops/shop-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'
import { isInShopsOrUnrestrictedSql } from './staff-shops.ts'

/** A shop as the console shows it, without the number of its goods. */
export type ShopRecord = Omit<ConsoleShop, 'goodsCount'>

/** The fields of a shop that people type. */
export type ShopFields = Omit<ShopRecord, 'shopId' | 'state' | 'createdAt' | 'rowVersion'>

/** Only these shops; null: all. */
type Kept = readonly string[] | null

const matching = (db: Db, { kept, keyword, state }: { kept: Kept; keyword?: string | undefined; state?: ShopState | undefined }) => {
  let query = db.selectFrom('shop').where(isInShopsOrUnrestrictedSql('id', kept))
  if (keyword) query = query.where('name', 'ilike', formatLikeContainsPattern(keyword))
  if (state) query = query.where('state', '=', state)
  return query
}

const withColumns = (query: ReturnType<typeof matching>) =>
  query
    .select(['id as shopId', 'name', 'city', 'notice', 'contact_name as contactName', 'contact_phone as contactPhone'])
    .select(['return_address as returnAddress', 'tax_party_name as taxPartyName', 'tax_party_code as taxPartyCode'])
    .select(['logo_picture_id as pictureId', 'created_at as createdAt', buildRowVersionSubquery('shop', 'shop.id').as('rowVersion')])
    .select(sql<ShopState>`state`.as('state'))

/** Lists shops in the order in which they were created. */
export const listShops = (
  db: Db,
  { slice, ...filter }: Parameters<typeof matching>[1] & { slice: RowSlice },
): Promise<{ rows: ShopRecord[]; total: number }> =>
  fetchPageWithTotal(withColumns(matching(db, filter)).orderBy('created_at').orderBy('id'), matching(db, filter), slice)

export const findShop = (db: Db, id: string): Promise<ShopRecord | undefined> =>
  withColumns(matching(db, { kept: [id] })).executeTakeFirst()

/** Finds the names of shops by id. Unknown ids are left out. */
export async function findShopNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('shop')
    .select(['id', 'name'])
    .where('id', '=', anyOfIdsSql([...new Set(ids)]))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The address to which a shop wants goods returned; undefined: it is not set. */
export async function findShopReturnAddress(
  db: Db,
  shopId: string,
): Promise<{ shopName: string; address: string; name: string; phone: string } | undefined> {
  const shop = await findShop(db, shopId)
  if (!shop || shop.returnAddress === '') return undefined
  const { name: shopName, returnAddress: address, contactName: name, contactPhone: phone } = shop
  return { shopName, address, name, phone }
}

export const countShops = async (db: Db): Promise<number> =>
  (await db.selectFrom('shop').select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count

const columnsOf = ({ name, city, notice, contactName, contactPhone, returnAddress, ...rest }: ShopFields) => ({
  name,
  city,
  notice,
  contact_name: contactName,
  contact_phone: contactPhone,
  return_address: returnAddress,
  tax_party_name: rest.taxPartyName,
  tax_party_code: rest.taxPartyCode,
  logo_picture_id: rest.pictureId,
})

const refuseTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('SHOP_NAME_TAKEN', { field: 'name' })
  throw error
}

export async function insertShop(tx: Tx, moment: Moment, facts: ShopFields): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('shop')
    .values({ id, ...columnsOf(facts), created_at: moment.now })
    .execute()
    .catch(refuseTaken)
  return id
}

export async function updateShopRow(tx: Tx, id: string, facts: ShopFields): Promise<void> {
  await tx.updateTable('shop').set(columnsOf(facts)).where('id', '=', id).execute().catch(refuseTaken)
}

export async function updateShopStateColumn(tx: Tx, id: string, state: ShopState): Promise<void> {
  await tx.updateTable('shop').set({ state }).where('id', '=', id).execute()
}
