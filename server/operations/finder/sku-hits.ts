// Finds SKUs by part numbers and names.
import { sql } from 'kysely'
import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { containsSql } from '#server/platform/core/like-pattern.ts'
import { type FindHitsOfOneKind, finderCandidatesLimitSql, finderHitsLimitSql, toFinderHit, unionOfCandidateSelectsSql } from './hits.ts'

interface SkuFound {
  id: string
  code: string
  barcode: string
  manufacturer_no: string
  props: Record<string, string>
  name: string
  on_shelf: boolean
}

/** The code without what people write differently. It must equal the expression of the index. */
const BARE = sql`regexp_replace(lower(code), '[^a-z0-9]', '', 'g')`

/** By its code or a part of it, by the maker's number, by its barcode, or by a part of the name of its goods. */
export const findSkuHits: FindHitsOfOneKind = async (db, { text, number, part, bareCode }, { ownShops }) => {
  const found = unionOfCandidateSelectsSql([
    bareCode && sql`(select id from sku where ${BARE} = ${bareCode})`,
    part &&
      sql`(select id from sku where manufacturer_no <> '' and lower(manufacturer_no) = ${text.toLowerCase()} ${finderCandidatesLimitSql})`,
    part && sql`(select id from sku where barcode <> '' and barcode = ${number} ${finderCandidatesLimitSql})`,
    part && sql`(select id from sku where ${containsSql(sql`code`, part)} ${finderCandidatesLimitSql})`,
    part &&
      sql`(select k.id from (select id from goods where ${containsSql(sql`name`, part)} ${finderCandidatesLimitSql}) as named
        cross join lateral (select id from sku where goods_id = named.id order by position, id ${finderHitsLimitSql}) as k ${finderCandidatesLimitSql})`,
  ])
  if (!found) return []
  const { rows } = await sql<SkuFound>`
    select sku.id, sku.code, sku.barcode, sku.manufacturer_no, sku.props, goods.name, sku.on_shelf and goods.on_shelf as on_shelf
    from ${found} as found join sku on sku.id = found.id join goods on goods.id = sku.goods_id
    where ${isInShopsOrUnrestrictedSql('goods.shop_id', ownShops)}
    order by ${BARE} = ${bareCode ?? ''} desc, sku.on_shelf and goods.on_shelf desc, starts_with(lower(code), ${text.toLowerCase()}) desc, code
    ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, code, barcode, manufacturer_no, props, name, on_shelf }) => {
    const numbers = [normalisePartNumber(code), barcode.toLowerCase(), normalisePartNumber(manufacturer_no)]
    const exact = bareCode !== undefined && numbers.includes(bareCode)
    const hit = { id, enterpriseId: null, title: code, exact }
    return toFinderHit('sku', hit, [name, formatSkuProps(JSON.stringify(props)), on_shelf ? null : '已下架'])
  })
}
