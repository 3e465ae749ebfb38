// Finds what marketing gives and shows: coupons, banners and articles.
import { sql } from 'kysely'
import { type CouponKind, formatCouponDiscountTerms } from '#contract/catalog/coupons/kinds.ts'
import type { BasisPoints, Fen } from '#contract/platform/core/money.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { containsSql } from '#server/platform/core/like-pattern.ts'
import { type FindHitsOfOneKind, finderCandidatesLimitSql, finderHitsLimitSql, toFinderHit } from './hits.ts'

/** A name in half-width characters, as the text is. */
const halfWidthSql = (column: string) => sql`normalize(${sql.ref(column)}, nfkc)`
const isMeant = (name: string, text: string): boolean => name.normalize('NFKC') === text

interface CouponFound {
  id: string
  name: string
  kind: CouponKind
  amount_fen: Fen
  off_bp: BasisPoints | null
  threshold_fen: Fen
  stopped: boolean
  by_code: boolean
}

/** By a part of its name, or by one of its codes. */
export const findCouponHits: FindHitsOfOneKind = async (db, { text, number, part }, { ownShops }) => {
  if (part === undefined) return []
  const { rows } = await sql<CouponFound>`
    select t.id, t.name, t.kind, t.amount_fen, t.off_bp, t.threshold_fen, t.stopped_at is not null as stopped, found.by_code
    from (select id, bool_or(by_code) as by_code from (
        (select template_id as id, true as by_code from coupon_code where code = ${number})
        union all (select id, false from coupon_template where ${containsSql(halfWidthSql('name'), part)}
          and ${isInShopsOrUnrestrictedSql('shop_id', ownShops)} ${finderCandidatesLimitSql})) as one group by id) as found
    join coupon_template as t on t.id = found.id
    where ${isInShopsOrUnrestrictedSql('t.shop_id', ownShops)}
    order by found.by_code desc, ${halfWidthSql('t.name')} = ${text} desc, t.created_at desc, t.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, name, kind, amount_fen, off_bp, threshold_fen, stopped, by_code }) => {
    const terms = formatCouponDiscountTerms({ couponKind: kind, amount: amount_fen, offBasisPoints: off_bp, threshold: threshold_fen })
    const hit = { id, enterpriseId: null, title: name, exact: by_code || isMeant(name, text) }
    return toFinderHit('coupon', hit, [terms, by_code ? `兑换码 ${number}` : null, stopped ? '已停止' : null])
  })
}

/** By a part of its title. There are so few that all of them are looked at. */
export const findBannerHits: FindHitsOfOneKind = async (db, { text, part }) => {
  if (part === undefined) return []
  const { rows } = await sql<{ id: string; title: string; note: string; shown: boolean }>`
    select found.id, found.title, found.note, found.shown from banner as found where ${containsSql(halfWidthSql('found.title'), part)}
    order by ${halfWidthSql('found.title')} = ${text} desc, found.shown desc, found.position, found.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, title, note, shown }) =>
    toFinderHit('banner', { id, enterpriseId: null, title, exact: isMeant(title, text) }, [note, shown ? null : '已停用']),
  )
}

/**
 * By a part of the title of its draft or of its published version; the one that matches is shown, the draft's first. There are so few that
 * all of them are looked at.
 */
export const findArticleHits: FindHitsOfOneKind = async (db, { text, part }) => {
  if (part === undefined) return []
  const { rows } = await sql<{ id: string; title: string; agreement: boolean; published: boolean; drafted: boolean }>`
    select * from (select a.id, named.title, a.agreement_id is not null as agreement,
        a.published_no is not null as published, a.draft is not null as drafted
      from article as a left join article_version as seen on seen.article_id = a.id and seen.no = a.published_no
      cross join lateral (select title from (values (1, a.draft ->> 'title'), (2, seen.title)) as one (place, title)
        where ${containsSql(halfWidthSql('title'), part)} order by place limit 1) as named) as found
    order by ${halfWidthSql('found.title')} = ${text} desc, found.published desc, found.title, found.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, title, agreement, published, drafted }) =>
    toFinderHit('article', { id, enterpriseId: null, title, exact: isMeant(title, text) }, [
      agreement ? '协议' : '帮助文章',
      published ? null : '未发布',
      drafted ? '有草稿' : null,
    ]),
  )
}
