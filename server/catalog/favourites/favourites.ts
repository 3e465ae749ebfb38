// Reads and writes the table `favourite`: goods that a person likes, separately in each enterprise.
import { FAVOURITES_PER_MEMBER_MAX, type Favourite } from '#contract/catalog/favourites/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findOncePublishedGoodsById, readGoodsCards } from '#server/catalog/goods/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'

/** A person in an enterprise. */
export interface FavouriteOwner {
  enterpriseId: string
  userId: string
}

const own = (db: Db, { enterpriseId, userId }: FavouriteOwner) =>
  db.selectFrom('favourite').where('enterprise_id', '=', enterpriseId).where('user_id', '=', userId)

/** Lists the ids of a person's favourite goods, unsorted. */
export async function listFavouriteGoodsIds(db: Db, owner: FavouriteOwner): Promise<string[]> {
  const rows = await own(db, owner).select('goods_id').limit(FAVOURITES_PER_MEMBER_MAX).execute()
  return rows.map(({ goods_id }) => goods_id)
}

/** Returns a page of favourites, newest first. Goods that are off the shelf stay in the list, without details. */
export async function listFavourites(
  db: Db,
  { now }: Pick<Moment, 'now'>,
  { owner, pageNo, pageSize }: { owner: FavouriteOwner; pageNo: number; pageSize: number },
): Promise<{ dataList: Favourite[]; total: number }> {
  const { rows, total } = await fetchPageWithTotal(
    own(db, owner).select(['goods_id', 'created_at']).orderBy('created_at', 'desc').orderBy('goods_id'),
    own(db, owner),
    toSlice({ pageNo, pageSize }),
  )
  const ids = rows.map(({ goods_id }) => goods_id)
  const goods = new Map((await findOncePublishedGoodsById(db, ids)).map((one) => [one.id, one]))
  const onShelf = ids.filter((id) => goods.get(id)?.onShelf)
  const cards = new Map((await readGoodsCards(db, { enterpriseId: owner.enterpriseId, now }, onShelf)).map((card) => [card.goodsId, card]))
  const dataList = rows.flatMap(({ goods_id, created_at }): Favourite[] => {
    const one = goods.get(goods_id)
    if (!one) return []
    const { name, spec, picture } = one
    return [{ goodsId: goods_id, name, spec, image: picture, addedAt: created_at, card: cards.get(goods_id) ?? null }]
  })
  return { dataList, total }
}

/** Adds goods to the favourites. Adding twice changes nothing. Refuses GOODS_NOT_FOUND if they are not on the shelf, FAVOURITES_FULL. */
export async function addFavourite(tx: Tx, moment: Moment, { owner, goodsId }: { owner: FavouriteOwner; goodsId: string }): Promise<void> {
  const [goods] = await findOncePublishedGoodsById(tx, [goodsId])
  if (!goods?.onShelf) refuse('GOODS_NOT_FOUND')
  const total = await countRows(own(tx, owner))
  const known = await own(tx, owner).select('goods_id').where('goods_id', '=', goodsId).executeTakeFirst()
  if (!known && total >= FAVOURITES_PER_MEMBER_MAX) refuse('FAVOURITES_FULL')
  await tx
    .insertInto('favourite')
    .values({ enterprise_id: owner.enterpriseId, user_id: owner.userId, goods_id: goodsId, created_at: moment.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes favourites. Unknown ids are ignored, so the call can be repeated. */
export async function deleteFavourites(tx: Tx, { enterpriseId, userId }: FavouriteOwner, goodsIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('favourite')
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('goods_id', '=', anyOfIdsSql(goodsIds))
    .execute()
}

/** Deletes the favourites of a person whose membership in an enterprise has ended. */
export async function deleteAllFavouritesOfMember(tx: Tx, { enterpriseId, userId }: FavouriteOwner): Promise<void> {
  await tx.deleteFrom('favourite').where('enterprise_id', '=', enterpriseId).where('user_id', '=', userId).execute()
}
