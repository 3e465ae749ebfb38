// The table `goods_rating`: how the comments that can be seen rate each good.
import { sql } from 'kysely'
import { type Rating, stars } from '#contract/orders/comments/shapes.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { CommentRecord } from './comment-store.ts'

/** Counts a comment that can be seen from now on (1), or can no longer (-1), in the transaction that makes it so. */
export async function updateRating(
  tx: Tx,
  { goodsId, stars: given, pictures }: Pick<CommentRecord, 'goodsId' | 'stars' | 'pictures'>,
  by: 1 | -1,
) {
  const column = `stars_${given}` as const
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

/** How a good is rated. */
export async function readRating(db: Db, goodsId: string): Promise<Rating> {
  const row = await db.selectFrom('goods_rating').selectAll().where('goods_id', '=', goodsId).executeTakeFirst()
  const byStars = stars.map((one) => row?.[`stars_${one}`] ?? 0)
  const total = byStars.reduce((sum, many) => sum + many, 0)
  const points = stars.reduce((sum, one, at) => sum + one * (byStars[at] ?? 0), 0)
  return { count: total, tenths: total === 0 ? 0 : Math.round((points * 10) / total), byStars, pictured: row?.pictured ?? 0 }
}
