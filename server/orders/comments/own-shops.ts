// Staff who keep certain shops can read and change only the comments on orders of these shops.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addCheckToConsoleHandlers, findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { anyOfUnevenIdsSql, type Db } from '#server/platform/core/db.ts'
import { buildCommentQuery } from './comment-store.ts'

type Query = ReturnType<typeof buildCommentQuery>

const inShops = (query: Query, shops: readonly string[]): Query =>
  query.where(sql<boolean>`exists (select from "order" as o
    where o.enterprise_id = comment.enterprise_id and o.id = comment.order_id and o.shop_id = ${anyOfUnevenIdsSql(shops)})`)

/** Returns the condition that limits a query to the comments on orders of the shops that a staff member keeps. */
export async function createStaffShopCommentFilter(db: Db, staffId: string): Promise<(query: Query) => Query> {
  const shops = await findShopIdsStaffIsLimitedTo(db, staffId)
  return (query) => (shops === null ? query : inShops(query, shops))
}

/**
 * Limits handlers of the console whose input names one comment: calls about other shops are refused with COMMENT_NOT_FOUND, for pictures
 * with FILE_NOT_FOUND.
 */
export const limitCommentHandlersToStaffShops = <Group extends Parameters<typeof addCheckToConsoleHandlers>[0]>(handlers: Group): Group =>
  addCheckToConsoleHandlers(handlers, async (input, { db, caller: { staffId } }) => {
    if (!('enterpriseId' in input && typeof input.enterpriseId === 'string' && 'id' in input && typeof input.id === 'string')) return
    const shops = await findShopIdsStaffIsLimitedTo(db, staffId)
    if (shops === null) return
    const one = buildCommentQuery(db).where('comment.enterprise_id', '=', input.enterpriseId).where('comment.id', '=', input.id)
    if (!(await inShops(one, shops).executeTakeFirst())) refuse('fileId' in input ? 'FILE_NOT_FOUND' : 'COMMENT_NOT_FOUND')
  })
