import { sql } from 'kysely'
import type { Db } from '#server/platform/core/db.ts'
import { listKeywordTerms } from './keyword-terms.ts'
import {
  buildCandidateTsQuery,
  type CountedTerm,
  countTermsOfForms,
  MAX_KEYWORD_FORMS,
  scoreGoodsByBestKeywordForm,
  type TermsOfForms,
} from './rank-goods.ts'

/** A text whose goods are wanted: its forms with synonyms, itself first. */
export interface RankedText {
  text: string
  variants: readonly string[]
}

/** Goods that a text may mean. A larger score is better; scores of different texts do not compare. */
export interface RankedGoods {
  goodsId: string
  score: number
}

/** The goods that are looked at for each text. */
const CANDIDATES_MAX = 80

interface SearchedText {
  text: string
  termsOf: TermsOfForms<CountedTerm>
  queries: string[]
  among: string
}

function toSearchedText(text: string, termsOf: TermsOfForms<CountedTerm>): SearchedText | undefined {
  const all = [...new Set(termsOf.flat())]
  const among = buildCandidateTsQuery(all, CANDIDATES_MAX)
  if (among === undefined) return undefined
  const queries = [...new Set(all.filter(({ found }) => found > 0).flatMap(({ probes }) => probes.map(({ query }) => query)))]
  return { text, termsOf, queries, among }
}

/** Which queries of its text each of the goods matches that have a telling word of the text. One statement for all texts. */
async function findMatchedQueries(db: Db, asked: readonly SearchedText[]): Promise<{ at: number; id: string; matched: number[] }[]> {
  let last = 0
  const ends = asked.map(({ queries }) => (last += queries.length))
  // The slice of a text's queries is cut once for each text, and each row of goods is unpacked once: `offset 0` keeps both as they are.
  const { rows } = await sql<{ at: number; id: string; matched: number[] }>`
    with probe as materialized (select ${asked.flatMap(({ queries }) => queries)}::text[]::tsquery[] as queries)
    select (given.at - 1)::int as at, candidate.goods_id as id, array(
      select place::int - 1 from unnest(given.own) with ordinality as one(query, place) where candidate.lexemes @@ one.query) as matched
    from (select at, among, probe.queries[first:last] as own
      from unnest(${asked.map(({ among }) => among)}::text[]::tsquery[], ${asked.map(({ queries }, at) => (ends[at] ?? 0) - queries.length + 1)}::int[],
        ${ends}::int[]) with ordinality as text(among, first, last, at) cross join probe offset 0) as given
    cross join lateral (select goods_id, lexemes || ''::tsvector as lexemes from (
      select goods_id, lexemes from goods_words where lexemes @@ given.among order by goods_id limit ${CANDIDATES_MAX}) as chosen offset 0) as candidate`.execute(
    db,
  )
  return rows
}

/**
 * Ranks goods on the shelf for each of many texts, best first, at most `limit` for each. Texts of which no goods have a word are left out.
 * Three statements at most, whatever the number of texts. `goodsCount`: how many goods there are, roughly.
 */
export async function rankGoodsOfTexts(
  db: Db,
  texts: readonly RankedText[],
  { goodsCount, limit }: { goodsCount: number; limit: number },
): Promise<Map<string, RankedGoods[]>> {
  const forms = texts.map(({ variants }) => variants.slice(0, MAX_KEYWORD_FORMS).map(listKeywordTerms))
  if (forms.flat(2).length === 0) return new Map()
  const counted = await countTermsOfForms(db, forms, goodsCount)
  const asked = texts.flatMap(({ text }, at) => toSearchedText(text, counted[at] ?? []) ?? [])
  if (asked.length === 0) return new Map()
  const ranked = new Map<string, RankedGoods[]>()
  for (const { at, id, matched } of await findMatchedQueries(db, asked)) {
    const one = asked[at]
    if (!one) continue
    const { score } = scoreGoodsByBestKeywordForm(new Set(matched.flatMap((place) => one.queries[place] ?? [])), one.termsOf)
    ranked.set(one.text, [...(ranked.get(one.text) ?? []), { goodsId: id, score }])
  }
  return new Map([...ranked].map(([text, goods]) => [text, goods.sort((a, b) => b.score - a.score).slice(0, limit)]))
}
