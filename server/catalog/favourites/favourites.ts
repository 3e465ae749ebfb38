// The table `favourite`: what people like, each his own in a company.
import { FAVOURITES_MAX, type Favourite } from '#contract/catalog/favourites/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findGoods, readGoodsCards } from '#server/catalog/goods/public.ts'
import { anyOf, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchPage, sliceOf } from '#server/platform/core/paging.ts'

/** A person in a company. */
export interface Owner {
  enterpriseId: string
  userId: string
}

const own = (db: Db, { enterpriseId, userId }: Owner) =>
  db.selectFrom('favourite').where('enterprise_id', '=', enterpriseId).where('user_id', '=', userId)

/** All goods that a person likes, in no order. */
export async function listFavouriteIds(db: Db, owner: Owner): Promise<string[]> {
  const rows = await own(db, owner).select('goods_id').limit(FAVOURITES_MAX).execute()
  return rows.map(({ goods_id }) => goods_id)
}

/** A page of them, the latest first. What has left the shelf keeps its place, without a card. */
export async function listFavourites(
  db: Db,
  { now }: Pick<Moment, 'now'>,
  { owner, pageNo, pageSize }: { owner: Owner; pageNo: number; pageSize: number },
): Promise<{ dataList: Favourite[]; total: number }> {
  const { rows, total } = await fetchPage(
    own(db, owner).select(['goods_id', 'created_at']).orderBy('created_at', 'desc').orderBy('goods_id'),
    own(db, owner),
    sliceOf({ pageNo, pageSize }),
  )
  const ids = rows.map(({ goods_id }) => goods_id)
  const goods = new Map((await findGoods(db, ids)).map((one) => [one.id, one]))
  const onShelf = ids.filter((id) => goods.get(id)?.onShelf)
  const cards = new Map((await readGoodsCards(db, { enterpriseId: owner.enterpriseId, now }, onShelf)).map((card) => [card.goodsId, card]))
  const dataList = rows.flatMap(({ goods_id, created_at }): Favourite[] => {
    const one = goods.get(goods_id)
    if (!one) return []
    const { name, spec, slug } = one
    return [{ goodsId: goods_id, name, spec, image: slug, addedAt: created_at, card: cards.get(goods_id) ?? null }]
  })
  return { dataList, total }
}

/** Likes a good; to like it twice changes nothing. Refuses GOODS_NOT_FOUND for what is not on the shelf, FAVOURITES_FULL. */
export async function addFavourite(tx: Tx, moment: Moment, { owner, goodsId }: { owner: Owner; goodsId: string }): Promise<void> {
  const [goods] = await findGoods(tx, [goodsId])
  if (!goods?.onShelf) refuse('GOODS_NOT_FOUND')
  const total = await countRows(own(tx, owner))
  const known = await own(tx, owner).select('goods_id').where('goods_id', '=', goodsId).executeTakeFirst()
  if (!known && total >= FAVOURITES_MAX) refuse('FAVOURITES_FULL')
  await tx
    .insertInto('favourite')
    .values({ enterprise_id: owner.enterpriseId, user_id: owner.userId, goods_id: goodsId, created_at: moment.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What is not there is not deleted: the same at any number of times. */
export async function deleteFavourites(tx: Tx, { enterpriseId, userId }: Owner, goodsIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('favourite')
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('goods_id', '=', anyOf(goodsIds))
    .execute()
}

/** A person no longer sits in a company: what he liked there is forgotten. */
export async function deleteAllFavourites(tx: Tx, { enterpriseId, userId }: Owner): Promise<void> {
  await tx.deleteFrom('favourite').where('enterprise_id', '=', enterpriseId).where('user_id', '=', userId).execute()
}
