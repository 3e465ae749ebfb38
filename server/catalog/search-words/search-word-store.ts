// Reads and writes the tables `search_word` and `search_word_term`.
import { sql } from 'kysely'
import { normaliseSearchTerm } from '#contract/catalog/search-words/normalise-term.ts'
import { SEARCH_WORDS_PER_KIND_MAX, type SearchWord, type SearchWordKind } from '#contract/catalog/search-words/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'

/** The texts of a search word. */
type SearchWordFacts = Omit<SearchWord, 'id' | 'rowVersion'>

const selectSearchWords = (db: Db) =>
  db
    .selectFrom('search_word')
    .select(['id', 'kind', 'target', 'position', 'shown'])
    .select((eb) =>
      eb
        .selectFrom('search_word_term as term')
        .whereRef('term.search_word_id', '=', 'search_word.id')
        .select(sql<string[]>`array_agg(term.typed order by term.place)`.as('typed'))
        .as('terms'),
    )
    .select(buildRowVersionSubquery('searchWord', 'search_word.id').as('rowVersion'))
    .$narrowType<{ kind: SearchWordKind; terms: string[] }>()

/** Lists the search words of one kind, in their order. */
export const listSearchWords = (db: Db, kind: SearchWordKind): Promise<SearchWord[]> =>
  selectSearchWords(db).where('kind', '=', kind).orderBy('position').orderBy('created_at', 'desc').orderBy('id').execute()

async function insertTerms(tx: Tx, { id, kind, terms }: Pick<SearchWord, 'id' | 'kind' | 'terms'>): Promise<void> {
  const rows = terms.map((typed, place) => ({ kind, term: normaliseSearchTerm(typed), typed, place, search_word_id: id }))
  const known = await tx
    .selectFrom('search_word_term')
    .select('typed')
    .where('kind', '=', kind)
    .where(sql<boolean>`term = any(${rows.map(({ term }) => term)}::text[])`)
    .executeTakeFirst()
  if (known) refuse('SEARCH_WORD_TAKEN', { field: 'terms', msg: `“${known.typed}”已在另一条中` })
  await tx
    .insertInto('search_word_term')
    .values(rows)
    .execute()
    .catch((error: unknown) => {
      // Somebody else saved the same term meanwhile.
      if (isUniqueViolation(error)) refuse('SEARCH_WORD_TAKEN', { field: 'terms' })
      throw error
    })
}

const labels = { terms: '词语', target: '地址', position: '排序', shown: '启用' }
const describe = ({ terms, ...facts }: SearchWordFacts) => ({ ...facts, terms: terms.join('、') })

/**
 * Creates a search word, or updates the one with the given id. Refuses SEARCH_WORD_NOT_FOUND, SEARCH_WORD_TAKEN, SEARCH_WORDS_FULL,
 * ROW_CHANGED.
 */
export async function saveSearchWord(
  tx: Tx,
  moment: Moment,
  { id, rowVersion, staffId, ...facts }: SearchWordFacts & { id?: string | undefined; rowVersion: number; staffId: string },
): Promise<{ id: string }> {
  const { terms, ...columns } = facts
  if (id === undefined) {
    const { count } = await tx
      .selectFrom('search_word')
      .select(tx.fn.countAll<number>().as('count'))
      .where('kind', '=', facts.kind)
      .executeTakeFirstOrThrow()
    if (count >= SEARCH_WORDS_PER_KIND_MAX) refuse('SEARCH_WORDS_FULL')
    const made = moment.newId()
    await tx
      .insertInto('search_word')
      .values({ id: made, ...columns, created_at: moment.now })
      .execute()
    await insertTerms(tx, { id: made, kind: facts.kind, terms })
    return { id: made }
  }
  const row = { kind: 'searchWord', key: id } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  // The kind of a search word cannot change.
  const before = await selectSearchWords(tx).where('id', '=', id).where('kind', '=', facts.kind).executeTakeFirst()
  if (!before) refuse('SEARCH_WORD_NOT_FOUND')
  await tx.updateTable('search_word').set(columns).where('id', '=', id).execute()
  await tx.deleteFrom('search_word_term').where('search_word_id', '=', id).execute()
  await insertTerms(tx, { id, kind: facts.kind, terms })
  await recordRowEdit(tx, moment, { ...row, staffId, what: formatRowEdit(labels, describe(before), describe(facts)) })
  return { id }
}

/** Refuses SEARCH_WORD_NOT_FOUND, ROW_CHANGED. */
export async function deleteSearchWord(tx: Tx, { id, rowVersion }: { id: string; rowVersion: number }): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'searchWord', key: id, seen: rowVersion })
  await tx.deleteFrom('search_word_term').where('search_word_id', '=', id).execute()
  const { numDeletedRows } = await tx.deleteFrom('search_word').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) refuse('SEARCH_WORD_NOT_FOUND')
}

/** Lists the first hot words, in their order. */
export async function listHotWords(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('search_word')
    .innerJoin('search_word_term as term', 'term.search_word_id', 'search_word.id')
    .select('term.typed')
    .where('search_word.kind', '=', 'hot')
    .where('search_word.shown', '=', true)
    .orderBy('search_word.position')
    .orderBy('search_word.created_at', 'desc')
    .orderBy('search_word.id')
    .limit(limit)
    .execute()
  return rows.map(({ typed }) => typed)
}

/** The search words that concern a keyword. */
interface KeywordMeaning {
  /** The sets of synonyms with a term that occurs in the keyword. */
  synonyms: string[][]
  /** The address that the keyword leads to. */
  redirect: string | undefined
}

/** Reads the search words that concern a keyword, with one statement. */
export async function readSynonymsAndRedirectOfKeyword(db: Db, keyword: string): Promise<KeywordMeaning> {
  const typed = normaliseSearchTerm(keyword)
  const rows = await db
    .selectFrom('search_word')
    .innerJoin('search_word_term as term', 'term.search_word_id', 'search_word.id')
    .select(['search_word.id', 'search_word.kind', 'search_word.target', 'term.term'])
    .where('search_word.shown', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('search_word_term as found')
          .select(sql`1`.as('one'))
          .whereRef('found.search_word_id', '=', 'search_word.id')
          .where(
            sql<boolean>`(found.kind = 'redirect' and found.term = ${typed} or found.kind = 'synonyms' and strpos(${typed}, found.term) > 0)`,
          ),
      ),
    )
    .orderBy('search_word.id')
    .orderBy('term.place')
    .execute()
  const synonyms = new Map<string, string[]>()
  for (const { id, kind, term } of rows) if (kind === 'synonyms') synonyms.set(id, [...(synonyms.get(id) ?? []), term])
  return { synonyms: [...synonyms.values()], redirect: rows.find(({ kind }) => kind === 'redirect')?.target }
}
