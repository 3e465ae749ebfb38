// Reads and writes the table `tagged_order`: the tags of orders, from the list of those of companies.
import { type RawBuilder, sql } from 'kysely'
import { type EnterpriseTag, TAGS_PER_ORDER_MAX } from '#contract/people/account-managers/tags.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { lockEnterpriseTags, type TagChange } from './enterprise-tags.ts'

/** SQL: whether a row of `order` has a tag; without a tag, true. */
export const isOrderTaggedSql = (tagId: string | undefined): RawBuilder<boolean> =>
  tagId === undefined
    ? sql<boolean>`true`
    : sql<boolean>`("order".enterprise_id, "order".id) in (select t.enterprise_id, t.order_id from tagged_order t where t.tag_id = ${tagId}::uuid)`

/** A query for the tags of orders of all companies, a row for each order that has some, sorted by name; also to join it with orders. */
export const selectTagsOfOrders = (db: Db) =>
  withoutTenantGuard(db, 'console')
    .selectFrom('tagged_order as tagged')
    .innerJoin('enterprise_tag as tag', 'tag.id', 'tagged.tag_id')
    .select(['tagged.enterprise_id', 'tagged.order_id'])
    .select(sql<EnterpriseTag[]>`json_agg(json_build_object('tagId', tag.id, 'name', tag.name) order by tag.name)`.as('tags'))
    .groupBy(['tagged.enterprise_id', 'tagged.order_id'])

/** Finds the tags of an order, sorted by name. */
export async function findTagsOfOrder(db: Db, { enterpriseId, id }: { enterpriseId: string; id: string }): Promise<EnterpriseTag[]> {
  const tagged = selectTagsOfOrders(db).where('tagged.enterprise_id', '=', enterpriseId).where('tagged.order_id', '=', id)
  return (await tagged.executeTakeFirst())?.tags ?? []
}

/** Gives tags to an order and takes others from it. Refuses ENTERPRISE_TAG_NOT_FOUND, TAGS_OF_ORDER_FULL. */
export async function addAndRemoveTagsOfOrder(
  tx: Tx,
  moment: Moment,
  { enterpriseId, orderId, staffId, ...change }: { enterpriseId: string; orderId: string; staffId: string } & TagChange,
): Promise<void> {
  const added = await lockEnterpriseTags(tx, change.addTagIds)
  const ofOrder = tx.deleteFrom('tagged_order').where('enterprise_id', '=', enterpriseId).where('order_id', '=', orderId)
  await ofOrder.where('tag_id', '=', anyOfIdsSql(change.removeTagIds)).execute()
  await sql`insert into tagged_order (enterprise_id, order_id, tag_id, tagged_by, at)
    select ${enterpriseId}::uuid, ${orderId}::uuid, id, ${staffId}::uuid, ${moment.now}::timestamptz from unnest(${added}::uuid[]) id on conflict do nothing`.execute(
    tx,
  )
  const { count } = await tx
    .selectFrom('tagged_order')
    .select(tx.fn.countAll<number>().as('count'))
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (count > TAGS_PER_ORDER_MAX) refuse('TAGS_OF_ORDER_FULL')
}
