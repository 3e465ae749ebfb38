import { sql } from 'kysely'
import type { commentEndpoints } from '#contract/orders/comments/api.ts'
import { type consoleCommentEndpoints, LOW_STARS_MAX, type StaffCommentFilter } from '#contract/orders/comments/console-api.ts'
import {
  buyerCommentStarFilters,
  type ConsoleComment,
  type GoodsRating,
  type OwnComment,
  type PublicComment,
} from '#contract/orders/comments/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { Db } from '#server/platform/core/db.ts'
import { countRows, fetchSlice, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { buildCommentQuery, toComment } from './comment-store.ts'
import { describeCommentsForPublic, readCommentOutputsForConsole, readCommentOutputsForEnterprise } from './comment-view.ts'
import { createStaffShopCommentFilter } from './own-shops.ts'
import { readGoodsRating } from './ratings.ts'

type Query = ReturnType<typeof buildCommentQuery>

/** Returns a page of the public comments of goods with their rating. The requested comment comes first, then the newest. */
export async function listPublicComments(
  db: Db,
  { goodsId, pageNo, pageSize, band, stars, pictured, id }: InputOf<typeof commentEndpoints.list>,
): Promise<{ rating: GoodsRating; dataList: PublicComment[]; total: number }> {
  const all = withoutTenantGuard(db, 'in public')
  const matching = () => {
    let query = buildCommentQuery(all).where('goods_id', '=', goodsId).where('hidden_at', 'is', null)
    if (band) query = query.where('stars', 'in', [...buyerCommentStarFilters[band].stars])
    if (stars) query = query.where('stars', '=', stars)
    return pictured ? query.where(sql<boolean>`pictures <> '[]'`) : query
  }
  const sought = id === undefined ? matching() : matching().orderBy(sql<boolean>`id = ${id}`, 'desc')
  const rows = await fetchSlice(sought.orderBy('created_at', 'desc').orderBy('id'), toSlice({ pageNo, pageSize }))
  const dataList = await describeCommentsForPublic(all, rows.map(toComment))
  return { rating: await readGoodsRating(db, goodsId), dataList, total: await countRows(matching()) }
}

interface Reader {
  enterpriseId: string
  userId: string
}

/** Selects the comments of an enterprise, or of one of its orders. */
const ofCompany = (db: Db, enterpriseId: string, orderNo?: string) => {
  const query = buildCommentQuery(db).where('enterprise_id', '=', enterpriseId)
  if (orderNo === undefined) return query
  const order = db.selectFrom('order').select('id').where('enterprise_id', '=', enterpriseId).where('order_no', '=', orderNo)
  return query.where('order_id', 'in', order)
}

export const countCommentsOfEnterprise = (db: Db, enterpriseId: string): Promise<number> => countRows(ofCompany(db, enterpriseId))

/** Returns a page of an enterprise's own comments, newest first. */
export async function listCommentsOfEnterprise(
  db: Db,
  reader: Reader,
  { pageNo, pageSize, orderNo }: InputOf<typeof commentEndpoints.mine>,
): Promise<{ dataList: OwnComment[]; total: number }> {
  const matching = () => ofCompany(db, reader.enterpriseId, orderNo)
  const rows = await fetchSlice(matching().orderBy('created_at', 'desc').orderBy('id'), toSlice({ pageNo, pageSize }))
  return { dataList: await readCommentOutputsForEnterprise(db, reader, rows.map(toComment)), total: await countRows(matching()) }
}

const waits = (query: Query) => query.where('answer', 'is', null).where('hidden_at', 'is', null)

/** The condition of each queue. */
const inQueue: Record<StaffCommentFilter, (query: Query) => Query> = {
  low: (query) => waits(query).where('stars', '<=', LOW_STARS_MAX),
  unanswered: waits,
  answered: (query) => query.where('answer', 'is not', null),
  hidden: (query) => query.where('hidden_at', 'is not', null),
}

/** Returns a page of the comments on orders of the shops that a staff member keeps. A queue is sorted oldest first, other lists newest first. */
export async function listCommentsForConsole(
  db: Db,
  { pageNo, pageSize, ...filter }: InputOf<typeof consoleCommentEndpoints.list>,
  staffId: string,
): Promise<{ dataList: ConsoleComment[]; total: number }> {
  const all = withoutTenantGuard(db, 'console')
  const own = await createStaffShopCommentFilter(db, staffId)
  const matching = () => {
    let query = own(buildCommentQuery(all))
    if (filter.queue) query = inQueue[filter.queue](query)
    if (filter.stars) query = query.where('stars', '=', filter.stars)
    if (filter.goodsId) query = query.where('goods_id', '=', filter.goodsId)
    if (filter.enterpriseId) query = query.where('enterprise_id', '=', filter.enterpriseId)
    if (filter.orderNo) query = query.where('order_id', 'in', all.selectFrom('order').select('id').where('order_no', '=', filter.orderNo))
    return query
  }
  const oldest = filter.queue === 'low' || filter.queue === 'unanswered'
  const rows = await fetchSlice(
    matching()
      .orderBy('created_at', oldest ? 'asc' : 'desc')
      .orderBy('id'),
    toSlice({ pageNo, pageSize }),
  )
  return { dataList: await readCommentOutputsForConsole(all, rows.map(toComment)), total: await countRows(matching()) }
}
