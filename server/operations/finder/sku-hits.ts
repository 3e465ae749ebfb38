// Finds SKUs by part numbers and names.
import { sql } from 'kysely'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { containsSql } from '#server/platform/core/like-pattern.ts'
import {
  type FindHitsOfOneKind,
  finderCandidatesLimitSql,
  finderHitsLimitSql,
  isSkuInShopsSql,
  toFinderHit,
  unionOfCandidateSelectsSql,
} from './hits.ts'

interface SkuFound {
  id: string
  code: string
  props: Record<string, string>
  name: string
  on_shelf: boolean
  /** 0: a number of its own is meant, 1: another maker's or a company's number for it, 2: the text is a part of its code or name. */
  rank: 0 | 1 | 2
  other: string | null
}

/** The code without what people write differently. It must equal the expression of the index. */
const BARE = sql`regexp_replace(lower(code), '[^a-z0-9]', '', 'g')`

/** A candidate that was not found by the code of a company. */
const NO_COMPANY = sql`null::uuid, null::text`

/** Whether a row of `sku_cross_reference` is meant: by its number, or its number and brand in either order. */
const isCrossReferenceSql = (key: string) =>
  sql`(number_key = ${key} or brand_key || number_key = ${key} or number_key || brand_key = ${key})`

/** The other maker's number by which a SKU was found. */
const otherMakersNumberSql = (key: string) => sql<string | null>`(select '竞品型号 ' || concat_ws(' ', nullif(brand, ''), part_number)
  from sku_cross_reference where sku_id = sku.id and ${isCrossReferenceSql(key)} order by position limit 1)`

/**
 * By its code or a part of it, by the maker's number, by its barcode, by the number of another maker's part, by a part of the name of its
 * goods, or, for whoever may read names of companies, by the material code of a company that he sees.
 */
export const findSkuHits: FindHitsOfOneKind = async (
  db,
  { text, number, part, bareCode, otherCode },
  { ownShops, seesEnterprises, isSeenEnterprise },
) => {
  const isOwn = isSkuInShopsSql('sku.id', ownShops)
  const found = unionOfCandidateSelectsSql([
    bareCode && sql`(select id, 0, ${NO_COMPANY} from sku where ${BARE} = ${bareCode} and ${isOwn})`,
    part &&
      sql`(select id, 0, ${NO_COMPANY} from sku where manufacturer_no <> '' and lower(manufacturer_no) = ${text.toLowerCase()} and ${isOwn} ${finderCandidatesLimitSql})`,
    part &&
      sql`(select id, 0, ${NO_COMPANY} from sku where barcode <> '' and barcode = ${number} and ${isOwn} ${finderCandidatesLimitSql})`,
    otherCode &&
      sql`(select sku_id, 1, ${NO_COMPANY} from sku_cross_reference where ${isCrossReferenceSql(otherCode)}
        and ${isSkuInShopsSql('sku_cross_reference.sku_id', ownShops)} ${finderCandidatesLimitSql})`,
    seesEnterprises && otherCode
      ? sql`(select m.sku_id, 1, m.enterprise_id, m.code from material_code as m
        where m.code_key = ${otherCode} and ${isSeenEnterprise('m.enterprise_id')} and ${isSkuInShopsSql('m.sku_id', ownShops)} ${finderCandidatesLimitSql})`
      : undefined,
    part && sql`(select id, 2, ${NO_COMPANY} from sku where ${containsSql(sql`code`, part)} and ${isOwn} ${finderCandidatesLimitSql})`,
    part &&
      sql`(select k.id, 2, ${NO_COMPANY} from (select id from goods where ${containsSql(sql`name`, part)} and ${isInShopsOrUnrestrictedSql('shop_id', ownShops)}
          ${finderCandidatesLimitSql}) as named
        cross join lateral (select id from sku where goods_id = named.id order by position, id ${finderHitsLimitSql}) as k ${finderCandidatesLimitSql})`,
  ])
  if (!found) return []
  // The names of companies are joined to the few rows that are shown: to all that were found, PostgreSQL would read every company.
  const { rows } = await sql<SkuFound>`
    select shown.id, shown.code, shown.props, shown.name, shown.on_shelf, shown.rank,
      case when shown.rank = 1 then coalesce(shown.other_maker, company.name || ' 物料编码 ' || shown.material_code) end as other
    from (
      select sku.id, sku.code, sku.props, goods.name, sku.on_shelf and goods.on_shelf as on_shelf, found.rank, found.enterprise_id, found.material_code,
        case when found.rank = 1 then ${otherMakersNumberSql(otherCode ?? '')} end as other_maker,
        row_number() over (order by found.rank, sku.on_shelf and goods.on_shelf desc, starts_with(lower(sku.code), ${text.toLowerCase()}) desc, sku.code) as place
      from (select distinct on (id) id, rank, enterprise_id, material_code from ${found} as one (id, rank, enterprise_id, material_code)
        order by id, rank, enterprise_id) as found
      join sku on sku.id = found.id join goods on goods.id = sku.goods_id
      order by place ${finderHitsLimitSql}) as shown
    left join enterprise as company on company.id = shown.enterprise_id
    order by shown.place`.execute(db)
  return rows.map(({ id, code, props, name, on_shelf, rank, other }) =>
    toFinderHit('sku', { id, enterpriseId: null, title: code, exact: rank < 2 }, [
      other,
      name,
      formatSkuProps(JSON.stringify(props)),
      on_shelf ? null : '已下架',
    ]),
  )
}
