import { type RawBuilder, sql } from 'kysely'
import { FINDER_HITS_PER_KIND_MAX, type FinderHit, type FinderKind } from '#contract/operations/finder/api.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { limitAndOffsetSql } from '#server/platform/core/paging.ts'
import type { FinderTextForms } from './typed-text.ts'

/** What a search depends on besides the text. */
export interface FinderScope {
  /** The shops that the staff member keeps; null: all. */
  ownShops: readonly string[] | null
  keys: Keys
  /** Whether the person may read names of companies at all. */
  seesEnterprises: boolean
  /** SQL: whether the person sees a company. It limits the candidates, so that companies of others do not fill them. */
  isSeenEnterprise: (column: string) => RawBuilder<boolean>
}

/** Searches one kind: at most one statement. */
export type FindHitsOfOneKind = (db: Db, typed: FinderTextForms, scope: FinderScope) => Promise<FinderHit[]>

/** The hits of a kind that are answered. */
export const finderHitsLimitSql = limitAndOffsetSql({ limit: FINDER_HITS_PER_KIND_MAX, offset: 0 })
/**
 * How many rows that match a form, and that the person may see, are looked at. The best of them are answered, so that a text in very many names costs no more. They are
 * so few that the planner looks each up by its key: a join of some hundred keys reads all of a table of some ten thousand rows.
 */
export const finderCandidatesLimitSql = limitAndOffsetSql({ limit: 50, offset: 0 })

/** Whether the order of a row of a table is of some shops; null: any shop, and nothing is looked up. */
export const isOrderInShopsSql = (table: 'parcel' | 'waybill' | 'after_sale', ownShops: FinderScope['ownShops']): RawBuilder<boolean> =>
  ownShops === null
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from "order" as own where own.enterprise_id = ${sql.ref(`${table}.enterprise_id`)}
        and own.id = ${sql.ref(`${table}.order_id`)} and ${isInShopsOrUnrestrictedSql('own.shop_id', ownShops)})`

/** Whether the goods of the SKU in a column are of some shops; null: any shop, and nothing is looked up. */
export const isSkuInShopsSql = (column: string, ownShops: FinderScope['ownShops']): RawBuilder<boolean> =>
  ownShops === null
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from sku as own join goods on goods.id = own.goods_id
        where own.id = ${sql.ref(column)} and ${isInShopsOrUnrestrictedSql('goods.shop_id', ownShops)})`

/** Puts the selects of the candidates together; undefined: the text has none of the forms. */
export const unionOfCandidateSelectsSql = (selects: readonly (RawBuilder<unknown> | '' | undefined)[]): RawBuilder<unknown> | undefined => {
  const given = selects.filter((one) => one !== undefined && one !== '')
  return given.length === 0 ? undefined : sql`(${sql.join(given, sql` union `)})`
}

/** The name of a company, which is read only for the rows that are answered. */
export const enterpriseNameSql = (column: string) =>
  sql<string | null>`(select c.name from enterprise as c where c.id = ${sql.ref(column)})`

/** A hit of a kind; empty notes are left out. */
export const toFinderHit = (kind: FinderKind, hit: Omit<FinderHit, 'kind' | 'note'>, notes: readonly (string | null)[]): FinderHit => ({
  kind,
  ...hit,
  note: notes.filter((note) => note !== null && note !== '').join(' · '),
})
