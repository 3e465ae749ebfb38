// Reads the tables `goods_search` and `goods_words`: finds goods on the shelf by a keyword.
import { sql } from 'kysely'
import type { GoodsSort } from '#contract/catalog/goods/api.ts'
import { buildTsQuery, buildTsQueryForAnyKeywordForm, stripPartNumberToLettersAndDigits } from '#server/catalog/goods/search-tokens.ts'
import type { Db } from '#server/platform/core/db.ts'
import { writeShanksAsNumbers } from './keyword-terms.ts'
import { buildTsQueryForOneTypo } from './lexemes.ts'
import { scoreGoodsByKeyword } from './rank-goods.ts'
import { normaliseKeywordAsInCatalog } from './read-keyword.ts'

/** Whether a keyword has nothing to search for. Such a keyword finds nothing, rather than everything. */
export const isUnsearchableKeyword = (keyword: string | undefined): boolean =>
  keyword !== undefined && keyword !== '' && buildTsQuery(keyword) === undefined

/** How well goods match a keyword. Larger numbers are better; the first number decides before the second. */
export interface KeywordMatch {
  /** 2: the keyword is one of their part numbers; 1: one of their part numbers begins with it; 0: neither. */
  codeMatch: number
  rank: number
}

const codeMatchSql = (code: string) => sql<number>`(w.codes like ${`% ${code} %`})::int + (w.codes like ${`% ${code}%`})::int`

const UUID_LENGTH = 36

/** Finds all goods on the shelf that a tsquery matches. One row with all of them is read several times faster than a row for each. */
async function findMatches(db: Db, keyword: string, words: string): Promise<Map<string, KeywordMatch>> {
  const { rows } = await sql<{ ids: string | null; codes: string; ranks: number[] }>`
    select string_agg(goods_id::text, '') as ids, string_agg(code_match::text, '') as codes, json_agg(rank) as ranks
    from (select goods_id, ${codeMatchSql(stripPartNumberToLettersAndDigits(keyword))} as code_match, ts_rank(lexemes, ${words}::tsquery) as rank
      from goods_words as w where lexemes @@ ${words}::tsquery) as found`.execute(db)
  const { ids, codes, ranks } = rows[0] ?? { ids: null, codes: '', ranks: [] }
  const found = new Map<string, KeywordMatch>()
  if (ids === null) return found
  for (const [at, rank] of ranks.entries())
    found.set(ids.slice(at * UUID_LENGTH, (at + 1) * UUID_LENGTH), { codeMatch: Number(codes[at]), rank })
  return found
}

/** Above this number of matching goods their order says little, and scoring all of them would take too long. */
const SCORED_MAX = 500

/**
 * Finds the goods on the shelf that have all words of a keyword, by id. `variants` are the keyword and its forms with synonyms. `goodsCount`:
 * how many goods there are, roughly; it says how rare a word is.
 */
export async function findKeywordMatches(
  db: Db,
  keyword: string,
  { variants, goodsCount }: { variants: readonly string[]; goodsCount: number },
): Promise<Map<string, KeywordMatch>> {
  const asInCatalog = variants.map((variant) => writeShanksAsNumbers(normaliseKeywordAsInCatalog(variant)))
  const words = buildTsQueryForAnyKeywordForm([...variants, ...asInCatalog])
  const found = words === undefined ? new Map<string, KeywordMatch>() : await findMatches(db, keyword, words)
  if (found.size < 2 || found.size > SCORED_MAX) return found
  const scores = await scoreGoodsByKeyword(db, variants, { goodsCount, goodsIds: [...found.keys()] })
  return new Map([...found].map(([id, { codeMatch }]) => [id, { codeMatch, rank: scores.get(id)?.score ?? 0 }]))
}

/** The part of a keyword's value that similar goods must have: with less, they are something else. */
const SIMILAR_COVERAGE_MIN = 0.12
/** Goods with a much lower score than the best are no answer. */
const SIMILAR_SCORE_MIN = 0.5

/**
 * Finds goods that have the most telling words of a keyword, or words that sound or look like them. If there are none, it finds goods whose
 * words differ from the keyword in one letter.
 */
export async function findSimilarKeywordMatches(
  db: Db,
  keyword: string,
  { variants, goodsCount }: { variants: readonly string[]; goodsCount: number },
): Promise<Map<string, KeywordMatch>> {
  const scored = [...(await scoreGoodsByKeyword(db, variants, { goodsCount }))]
  const best = scored.reduce((most, [, { score }]) => Math.max(most, score), 0)
  const similar = scored.filter(([, { score, coverage }]) => coverage >= SIMILAR_COVERAGE_MIN && score >= best * SIMILAR_SCORE_MIN)
  if (similar.length > 0) return new Map(similar.map(([id, { score }]) => [id, { codeMatch: 0, rank: score }]))
  const words = await buildTsQueryForOneTypo(db, keyword)
  return words === undefined ? new Map() : findMatches(db, keyword, words)
}

/** The ids of the goods that match best, the best first, in an order that is always the same. */
export const listBestMatchingGoodsIds = (found: ReadonlyMap<string, KeywordMatch>, limit: number): string[] =>
  [...found]
    .sort(([a, one], [b, other]) => other.rank - one.rank || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([id]) => id)

/** Finds the first goods of a rule or a keyword, for callers that show a few. catalog/facets has the lists with conditions and pages. */
export interface FirstGoodsInput {
  limit: number
  sort: GoodsSort
  inStock?: boolean | undefined
  /** The forms of a keyword with synonyms, the keyword itself first. */
  variants?: readonly string[] | undefined
}

/** Lists the ids of the first goods on the shelf in the requested order. An exact part number always comes first. */
export async function listFirstGoodsIds(db: Db, { limit, sort, inStock = false, variants }: FirstGoodsInput): Promise<string[]> {
  const words = variants && buildTsQueryForAnyKeywordForm(variants)
  if (variants && words === undefined) return []
  // Where there is no keyword, the words are not read: PostgreSQL leaves out a left join by a key of which no column is used.
  let query = db
    .selectFrom('goods_search')
    .leftJoin('goods_words as w', 'w.goods_id', 'goods_search.goods_id')
    .select('goods_search.goods_id')
    .where('on_shelf', '=', true)
  if (inStock) query = query.where('in_stock', '=', true)
  if (words !== undefined) query = query.where(sql<boolean>`w.lexemes @@ ${words}::tsquery`)
  if (variants) query = query.orderBy(codeMatchSql(stripPartNumberToLettersAndDigits(variants[0] ?? '')), 'desc')
  if (sort === 'sales') query = query.orderBy('sales', 'desc')
  if (sort === 'priceUp') query = query.orderBy('lowest_sale_fen')
  if (sort === 'priceDown') query = query.orderBy('lowest_sale_fen', 'desc')
  if (sort === 'newest') query = query.orderBy('goods_search.goods_id', 'desc')
  if (sort === 'default' && words !== undefined) query = query.orderBy(sql`ts_rank(w.lexemes, ${words}::tsquery)`, 'desc')
  if (sort === 'default') query = query.orderBy('in_stock', 'desc')
  const rows = await query.orderBy('position').orderBy('goods_search.goods_id').limit(limit).execute()
  return rows.map(({ goods_id }) => goods_id)
}
