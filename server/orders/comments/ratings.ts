// Reads and writes the table `goods_rating`: the sum of visible ratings for each goods.
import { sql } from 'kysely'
import { commentStarsDescending, type GoodsRating } from '#contract/orders/comments/shapes.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { CommentRecord } from './comment-store.ts'

/** Adds a comment to the rating (1) or removes it (-1), in the transaction that shows or hides the comment. */
export async function addOrRemoveCommentInGoodsRating(
  tx: Tx,
  { goodsId, stars: newStars, pictures }: Pick<CommentRecord, 'goodsId' | 'stars' | 'pictures'>,
  by: 1 | -1,
) {
  const column = `stars_${newStars}` as const
  const pictured = pictures.length > 0 ? by : 0
  if (by === 1)
    await tx
      .insertInto('goods_rating')
      .values({ goods_id: goodsId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await tx
    .updateTable('goods_rating')
    .set({ [column]: sql`${sql.ref(column)} + ${sql.lit(by)}`, pictured: sql<number>`pictured + ${sql.lit(pictured)}` })
    .where('goods_id', '=', goodsId)
    .execute()
}

/** Reads the rating of goods. */
export async function readGoodsRating(db: Db, goodsId: string): Promise<GoodsRating> {
  const row = await db.selectFrom('goods_rating').selectAll().where('goods_id', '=', goodsId).executeTakeFirst()
  const byStars = commentStarsDescending.map((one) => row?.[`stars_${one}`] ?? 0)
  const total = byStars.reduce((sum, many) => sum + many, 0)
  const points = commentStarsDescending.reduce((sum, one, at) => sum + one * (byStars[at] ?? 0), 0)
  return { count: total, tenths: total === 0 ? 0 : Math.round((points * 10) / total), byStars, pictured: row?.pictured ?? 0 }
}
