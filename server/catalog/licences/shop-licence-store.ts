// Reads and writes the table `shop_licence`.
import { sql } from 'kysely'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import type { EncryptedPictureRow } from '#server/people/files/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, fetchSlice, type RowSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'

/** A current licence of a shop. */
export interface ShopLicenceRecord {
  id: string
  shopId: string
  kindId: string
  kindName: string
  numberMasked: string
  validUntil: string
  enteredAt: Date
  staffId: string
  rowVersion: number
}

const current = (db: Db) =>
  db
    .selectFrom('shop_licence as l')
    .innerJoin('licence_kind as kind', 'kind.id', 'l.kind_id')
    .where('l.stored_at', 'is not', null)
    .where('l.ended_at', 'is', null)

const withColumns = (query: ReturnType<typeof current>) =>
  query
    .select(['l.id', 'l.shop_id as shopId', 'l.kind_id as kindId', 'kind.name as kindName', 'l.number_masked as numberMasked'])
    .select(['l.valid_until as validUntil', 'l.entered_at as enteredAt', 'l.staff_id as staffId'])
    .select(buildRowVersionSubquery('shopLicence', sql<string>`(l.shop_id || ' ' || l.kind_id)`).as('rowVersion'))

/** The last days of current licences, by '<shop> <kind>'. */
export async function findShopLicenceEndDays(
  db: Db,
  { shopIds, kindIds }: { shopIds: readonly string[]; kindIds: readonly string[] },
): Promise<Map<string, string>> {
  if (shopIds.length === 0 || kindIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('shop_licence')
    .select(['shop_id', 'kind_id', 'valid_until'])
    .where('shop_id', '=', anyOfIdsSql(shopIds))
    .where('kind_id', '=', anyOfIdsSql(kindIds))
    .where('stored_at', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
  return new Map(rows.map(({ shop_id, kind_id, valid_until }) => [`${shop_id} ${kind_id}`, valid_until]))
}

interface ShopLicenceFilter {
  /** The shops to list; null: all shops. */
  kept: readonly string[] | null
  shopId: string | undefined
  slice: RowSlice
}

/** Returns a page of current licences, ordered by last day. */
export function listCurrentShopLicences(
  db: Db,
  { kept, shopId, slice }: ShopLicenceFilter,
): Promise<{ rows: ShopLicenceRecord[]; total: number }> {
  let matching = current(db).where(isInShopsOrUnrestrictedSql('l.shop_id', kept))
  if (shopId !== undefined) matching = matching.where('l.shop_id', '=', shopId)
  return fetchPageWithTotal(withColumns(matching).orderBy('l.valid_until').orderBy('l.id'), matching, slice)
}

/** Lists the current licences that end by a day, ordered by last day. */
export const listCurrentShopLicencesEndingBy = (db: Db, day: string, limit: number): Promise<ShopLicenceRecord[]> =>
  withColumns(current(db)).where('l.valid_until', '<=', day).orderBy('l.valid_until', 'desc').orderBy('l.id').limit(limit).execute()

export interface NewShopLicence {
  shopId: string
  kindId: string
  sealed: Buffer
  numberMasked: string
  validUntil: string
  staffId: string
  picture: EncryptedPictureRow
}

/** Inserts a licence whose picture is not in the store yet. Until then it has no effect. */
export async function insertShopLicence(tx: Tx, moment: Moment, { picture, ...licence }: NewShopLicence): Promise<void> {
  await tx
    .insertInto('shop_licence')
    .values({
      id: picture.id,
      shop_id: licence.shopId,
      kind_id: licence.kindId,
      sealed: licence.sealed,
      number_masked: licence.numberMasked,
      valid_until: licence.validUntil,
      media_type: picture.mediaType,
      stored_hash: picture.storedHash,
      sealed_key: picture.sealedKey,
      staff_id: licence.staffId,
      entered_at: moment.now,
    })
    .execute()
}

/** Serialises two people who enter a licence of one shop at the same time. The later one wins. */
export async function lockShopLicences(tx: Tx, shopId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`licences of shop ${shopId}`}, 0))`.execute(tx)
}

/** Whether the shop has a licence of a kind. The caller has locked its licences. */
export async function hasCurrentShopLicence(tx: Tx, { shopId, kindId }: { shopId: string; kindId: string }): Promise<boolean> {
  const found = await current(tx).select('l.id').where('l.shop_id', '=', shopId).where('l.kind_id', '=', kindId).executeTakeFirst()
  return found !== undefined
}

/** Replaces the current licence by a stored one. The caller has locked the shop's licences. */
export async function replaceCurrentShopLicence(
  tx: Tx,
  moment: Moment,
  { id, shopId, kindId }: { id: string; shopId: string; kindId: string },
): Promise<void> {
  const currentLicence = tx
    .updateTable('shop_licence')
    .set({ ended_at: moment.now })
    .where('shop_id', '=', shopId)
    .where('kind_id', '=', kindId)
  await currentLicence.where('stored_at', 'is not', null).where('ended_at', 'is', null).execute()
  await tx.updateTable('shop_licence').set({ stored_at: moment.now }).where('id', '=', id).execute()
}

/** Ends a current licence. Returns false if there is none. */
export async function markShopLicenceEnded(
  tx: Tx,
  moment: Moment,
  { id, shopId }: { id: string; shopId: string },
): Promise<{ kindId: string } | undefined> {
  const query = tx.updateTable('shop_licence').set({ ended_at: moment.now }).where('id', '=', id).where('shop_id', '=', shopId)
  return query.where('stored_at', 'is not', null).where('ended_at', 'is', null).returning('kind_id as kindId').executeTakeFirst()
}

/** Finds the picture of a licence that is in the store. */
export const findShopLicencePicture = (db: Db, { id, shopId }: { id: string; shopId: string }): Promise<EncryptedPictureRow | undefined> =>
  db
    .selectFrom('shop_licence')
    .select(['id', 'media_type as mediaType', 'stored_hash as storedHash', 'sealed_key as sealedKey'])
    .where('id', '=', id)
    .where('shop_id', '=', shopId)
    .where('stored_at', 'is not', null)
    .executeTakeFirst()

const BATCH = 200

/** Finds licences whose pictures never arrived in the store, and that no process is storing any more. */
export async function findUnstoredShopLicenceIds(db: Db, { before, skip }: { before: Date; skip: number }): Promise<string[]> {
  const query = db.selectFrom('shop_licence').select('id').where('stored_at', 'is', null).where('entered_at', '<', before)
  return (await fetchSlice(query.orderBy('entered_at').orderBy('id'), { limit: BATCH, offset: skip })).map(({ id }) => id)
}

/** Deletes a licence whose picture is not in the store. */
export async function deleteUnstoredShopLicenceRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('shop_licence').where('id', '=', id).where('stored_at', 'is', null).execute()
}
