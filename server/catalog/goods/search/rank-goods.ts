import { sql } from 'kysely'
import { quoteTsQueryWord } from '#server/catalog/goods/search-tokens.ts'
import type { Db } from '#server/platform/core/db.ts'
import { LEXEME_FIELD_SIGNS } from './index-lexemes.ts'
import { type KeywordTerm, listCharacterTermsOfPair, listKeywordTerms } from './keyword-terms.ts'

/** How much a term counts, by its kind. */
const KIND_WEIGHTS: Readonly<Record<KeywordTerm['kind'], number>> = {
  pair: 1,
  character: 0.4,
  rest: 0.4,
  number: 1.2,
  code: 1.5,
  part: 0.4,
}
/** How much the place counts in which goods have a term. */
const FIELD_WEIGHTS: Readonly<Record<keyof typeof LEXEME_FIELD_SIGNS, number>> = { name: 1.15, kind: 1, other: 0.5 }
/** The last words of a Chinese name say what a thing is: W6-20 齿座 is a seat, not the tooth W6-20. */
const HEAD_WEIGHT = 6
/** A single character stands in many words. */
const REST_HEAD_CERTAINTY = 0.5
/** A form with a synonym is less certain than the keyword, and the less the later it comes: the first has the word of the catalog. */
const VARIANT_COST = 0.8

const FIELDS = Object.keys(LEXEME_FIELD_SIGNS) as (keyof typeof LEXEME_FIELD_SIGNS)[]

/** A form of a term in a field, as a tsquery, with what it adds to a score. */
export interface WeightedTermQuery {
  query: string
  field: keyof typeof LEXEME_FIELD_SIGNS
  weight: number
}

const listProbes = ({ forms }: KeywordTerm): WeightedTermQuery[] =>
  forms.flatMap(({ lexeme, prefix, certainty }) =>
    FIELDS.map((field) => ({
      query: quoteTsQueryWord(LEXEME_FIELD_SIGNS[field] + lexeme, prefix),
      field,
      weight: certainty * FIELD_WEIGHTS[field],
    })),
  )

const anyOf = (probes: readonly WeightedTermQuery[]): string => probes.map(({ query }) => query).join(' | ')

/** A term that more goods have is counted no further. */
const COUNTED_MAX = 5_000

/** Counts the goods on the shelf that have each term. One statement. */
async function countGoodsByTerm(db: Db, queries: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ total: number }>`
    select (select count(*)::int from (select goods_id from goods_words where lexemes @@ asked.query limit ${COUNTED_MAX}) as found) as total
    from unnest(${[...queries]}::text[]::tsquery[]) with ordinality as asked(query, at) order by at`.execute(db)
  return rows.map(({ total }) => total)
}

/** Finds which queries each of some goods matches: the positions of the queries by goods. */
async function findMatchedQueries(
  db: Db,
  queries: readonly string[],
  candidates: { query: string; limit: number } | { goodsIds: readonly string[] },
): Promise<{ id: string; matched: number[] }[]> {
  const among =
    'query' in candidates
      ? sql`select goods_id, lexemes from goods_words
          where lexemes @@ ${candidates.query}::tsquery order by goods_id limit ${candidates.limit}`
      : sql`select goods_id, lexemes from goods_words where goods_id = any(${[...candidates.goodsIds]}::uuid[])`
  // Each row is unpacked once and not for each query: the empty vector makes a copy, and `offset 0` keeps it.
  const { rows } = await sql<{ id: string; matched: number[] }>`
    select goods_id as id, array(
      select at::int - 1 from unnest(${[...queries]}::text[]::tsquery[]) with ordinality as asked(query, at) where lexemes @@ asked.query) as matched
    from (select goods_id, lexemes || ''::tsvector as lexemes from (${among}) as chosen offset 0) as candidate`.execute(db)
  return rows
}

export interface KeywordMatchRank {
  score: number
  /** 0–1: the part of the keyword's value that the goods have. */
  coverage: number
}

/** The goods that are looked at. */
const CANDIDATES_MAX = 600
/** The forms of a keyword with synonyms that are looked at. */
export const MAX_KEYWORD_FORMS = 8

/** A term with the queries that find it, and how many goods have it. */
export interface CountedTerm {
  term: KeywordTerm
  probes: WeightedTermQuery[]
  found: number
  /** How much the term says: the rarer it is, the more. One that no goods have says as much as the rarest: it was meant, too. */
  value: number
}

async function countTerms(db: Db, terms: readonly KeywordTerm[], goodsCount: number): Promise<CountedTerm[]> {
  if (terms.length === 0) return []
  const probed = terms.map((term) => ({ term, probes: listProbes(term) }))
  const counts = await countGoodsByTerm(
    db,
    probed.map(({ probes }) => anyOf(probes)),
  )
  return probed.map(({ term, probes }, at) => {
    const found = counts[at] ?? 0
    return { term, probes, found, value: KIND_WEIGHTS[term.kind] * Math.log(1 + goodsCount / Math.max(found, 1)) }
  })
}

const distinctByText = (terms: readonly KeywordTerm[]): KeywordTerm[] => [...new Map(terms.map((term) => [term.text, term])).values()]

/** A keyword in its forms with synonyms, itself first, each as terms. */
export type TermsOfForms<Term> = readonly (readonly Term[])[]

/**
 * Counts the goods that have the terms of some keywords. In a keyword itself, a pair that no goods have is followed by its characters; in its
 * forms with synonyms it is not, because nobody typed it. One statement, and a second one if there are such pairs.
 */
export async function countTermsOfForms(
  db: Db,
  keywords: readonly TermsOfForms<KeywordTerm>[],
  goodsCount: number,
): Promise<TermsOfForms<CountedTerm>[]> {
  const counted = await countTerms(db, distinctByText(keywords.flat(2)), goodsCount)
  const byText = new Map(counted.map((one) => [one.term.text, one]))
  const listCharacters = (term: KeywordTerm) => (byText.get(term.text)?.found === 0 ? listCharacterTermsOfPair(term) : [])
  const characters = await countTerms(db, distinctByText(keywords.flatMap(([typed = []]) => typed.flatMap(listCharacters))), goodsCount)
  const byCharacter = new Map(characters.map((one) => [one.term.text, one]))
  const find = (term: KeywordTerm, isTyped: boolean) => [
    ...(byText.get(term.text) ? [byText.get(term.text)] : []),
    ...(isTyped ? listCharacters(term).map(({ text }) => byCharacter.get(text)) : []),
  ]
  return keywords.map((forms) => forms.map((terms, at) => terms.flatMap((term) => find(term, at === 0)).filter((one) => one !== undefined)))
}

/**
 * The query for goods that have one of the most telling terms, so that about as many are found as may be looked at. Undefined: no goods have
 * any. A character of an unknown pair only ranks goods that have something else: 镐头 alone is not 钻头.
 */
export function buildCandidateTsQuery(terms: readonly CountedTerm[], goodsMax: number): string | undefined {
  const telling = terms.filter(({ term, found }) => found > 0 && term.kind !== 'rest').sort((a, b) => b.value - a.value)
  if (telling.length === 0) return undefined
  let sum = 0
  const chosen = telling.filter(({ found }, place) => {
    sum += found
    return place === 0 || sum <= goodsMax
  })
  return chosen.map(({ probes }) => anyOf(probes)).join(' | ')
}

interface FormScore {
  /** What the words say for the goods, of `most`. */
  words: number
  most: number
  head: number
  coverage: number
}

/** What it says for goods that they have a term in their name, or in their spec or category. */
function weighHead(matched: ReadonlySet<string>, head: CountedTerm | undefined): number {
  const fields = new Set(head?.probes.flatMap(({ query, field }) => (matched.has(query) ? field : [])))
  const weight = fields.has('name') ? HEAD_WEIGHT : fields.has('kind') ? HEAD_WEIGHT * 0.6 : 0
  return head?.term.kind === 'rest' ? weight * REST_HEAD_CERTAINTY : weight
}

/** Scores goods, of which the matched queries are known, for one form of a keyword. */
function scoreGoods(matched: ReadonlySet<string>, terms: readonly CountedTerm[]): FormScore {
  const pair = terms.findLastIndex(({ term, found }) => term.kind === 'pair' && found > 0)
  const rest = terms.findLast(({ term, found }, at) => at > pair && term.kind === 'rest' && found > 0)
  let score = 0
  let covered = 0
  let most = 0
  for (const { probes, value } of terms) {
    const best = probes.reduce((weight, probe) => (matched.has(probe.query) ? Math.max(weight, probe.weight) : weight), 0)
    score += value * best
    if (best > 0) covered += value
    most += value
  }
  const head = weighHead(matched, terms[pair]) + weighHead(matched, rest)
  return { words: score, head, most, coverage: most === 0 ? 0 : covered / most }
}

/**
 * Scores goods by the form of a keyword that fits them best. `termsOf`: the terms of each form, the keyword itself first. A form with more or
 * rarer words than the keyword is no better answer for it.
 */
export function scoreGoodsByBestKeywordForm(matched: ReadonlySet<string>, termsOf: TermsOfForms<CountedTerm>): KeywordMatchRank {
  const scored = termsOf.map((terms) => scoreGoods(matched, terms))
  const typed = scored[0]?.most ?? 0
  return scored
    .map(({ words, most, head, coverage }, at) => {
      const score = at === 0 ? words + head : words * Math.min(1, typed / Math.max(most, 1e-9)) + head - VARIANT_COST * at
      return { score, coverage }
    })
    .reduce((best, one) => (one.score > best.score ? one : best))
}

/**
 * Scores goods by what they have of a keyword: by rare words more than by frequent ones, by words of the name more than by others, by id.
 * `variants` are the keyword and its forms with synonyms. Without `goodsIds` it looks at the goods that have one of the rarest words. Three
 * statements at most.
 */
export async function scoreGoodsByKeyword(
  db: Db,
  variants: readonly string[],
  { goodsCount, goodsIds }: { goodsCount: number; goodsIds?: readonly string[] | undefined },
): Promise<Map<string, KeywordMatchRank>> {
  const [termsOf = []] = await countTermsOfForms(db, [variants.slice(0, MAX_KEYWORD_FORMS).map(listKeywordTerms)], goodsCount)
  const all = [...new Set(termsOf.flat())]
  const query = buildCandidateTsQuery(all, CANDIDATES_MAX)
  if (query === undefined) return new Map()
  const queries = [...new Set(all.flatMap(({ probes }) => probes.map(({ query }) => query)))]
  const candidates = goodsIds ? { goodsIds } : { query, limit: CANDIDATES_MAX }
  const rows = await findMatchedQueries(db, queries, candidates)
  return new Map(
    rows.map(({ id, matched }) => [id, scoreGoodsByBestKeywordForm(new Set(matched.flatMap((at) => queries[at] ?? [])), termsOf)]),
  )
}
