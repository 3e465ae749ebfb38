import { sql } from 'kysely'
import { OWN_ENTERPRISES_FILTER_VALUE } from '#contract/platform/core/own-enterprises.ts'
import { areAllInShopsOrUnrestrictedSql, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { isEnterpriseOfAccountManagerSql } from '#server/people/account-managers/public.ts'

/** Whose work is counted. */
export interface WorkQueueScope {
  /** The shops that they keep; null: all. */
  shops: readonly string[] | null
  /** The account manager who sees his own companies alone; null: they see all. */
  managerId: string | null
}

/** Limits the counts to the orders and the goods of some shops, and to the companies of an account manager, like the lists of who sees no others. */
export function limitToScope({ shops, managerId }: WorkQueueScope) {
  const isOwn = (column: string) => isInShopsOrUnrestrictedSql(column, shops)
  const isOfOwnEnterprise = (table: string) =>
    managerId === null
      ? sql<boolean>`true`
      : isEnterpriseOfAccountManagerSql(`${table}.enterprise_id`, { manager: OWN_ENTERPRISES_FILTER_VALUE, staffId: managerId })
  /** For rows of a table that belong to an order. */
  const isOfOwnOrder = (table: 'after_sale' | 'comment' | 'parcel' | 'waybill') =>
    shops === null
      ? sql<boolean>`true`
      : sql<boolean>`exists (select from "order" as o
          where o.enterprise_id = ${sql.ref(`${table}.enterprise_id`)} and o.id = ${sql.ref(`${table}.order_id`)} and ${isOwn('o.shop_id')})`
  const isAllOwn = areAllInShopsOrUnrestrictedSql('shop_ids', shops)
  return { isOwn, isOfOwnOrder, isOfOwnEnterprise, isAllOwn }
}

/** The conditions of a scope, for the tables of what waits. */
export type WorkQueueScopeFilters = ReturnType<typeof limitToScope>
