// Reads and writes the table `search_lexeme`: the Latin words in `goods_search`, with which mistyped words are compared.
import { sql } from 'kysely'
import { quoteTsQueryWord, splitKeywordIntoParts } from '#server/catalog/goods/search-tokens.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'

/** Adds new words in a fixed order, so that transactions do not deadlock. Words that no goods use any more are harmless. */
export async function insertMissingLexemes(tx: Tx, words: ReadonlySet<string>): Promise<void> {
  const latin = [...words].filter((word) => /^[a-z0-9]{3,}$/.test(word)).sort()
  await sql`
    insert into search_lexeme (word) select word from unnest(${latin}::text[]) as given(word)
    where not exists (select from search_lexeme where search_lexeme.word = given.word collate "C")
    order by word on conflict do nothing`.execute(tx)
}

/**
 * Returns the texts with which some word of the search begins. It is one statement with one index lookup for each text; `order by` and
 * `limit` force that plan, whatever the statistics of the table.
 */
async function filterBeginnings(db: Db, texts: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ text: string }>`
    select near.text from unnest(${[...texts]}::text[]) as near(text)
    cross join lateral (select word from search_lexeme where word >= near.text collate "C" order by word limit 1) as first
    where starts_with(first.word, near.text)`.execute(db)
  return new Set(rows.map(({ text }) => text))
}

/** How many words of a keyword may be mistyped: each adds some hundred guesses. */
const PARTS_MAX = 4

/**
 * Builds the tsquery for possible meanings of a keyword with one wrong letter: one part is replaced by another existing word, the others
 * match exactly. One large tsquery with all guesses would take seconds.
 */
export async function buildTsQueryForOneTypo(db: Db, keyword: string): Promise<string | undefined> {
  const parts = splitKeywordIntoParts(keyword)
  if (parts.length > PARTS_MAX) return undefined
  const known = await filterBeginnings(db, [...new Set(parts.flatMap(({ nearWords }) => nearWords))])
  const queries = parts.flatMap(({ near, nearWords }, at) => {
    const meant = [...near, ...nearWords.filter((word) => known.has(word)).map((word) => quoteTsQueryWord(word, true))]
    const others = parts.flatMap(({ exact }, other) => (other === at ? [] : exact))
    return meant.length === 0 ? [] : [[...others, `(${meant.join(' | ')})`].join(' & ')]
  })
  return queries.length > 0 ? queries.join(' | ') : undefined
}
