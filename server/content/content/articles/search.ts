import { type RawBuilder, sql } from 'kysely'
import type { ArticleSearchResult } from '#contract/content/content/help-api.ts'
import type { Db } from '#server/platform/core/db.ts'
import { formatLikePattern } from '#server/platform/core/like-pattern.ts'
import { selectPublishedArticles } from './help-centre.ts'
import { buildExcerpt, extractSearchTerms, type SearchTerm } from './search-terms.ts'

const FOUND_MAX = 20
/** What is found by less than this share of the best is by chance. */
const SHARE = 0.25

/** How much it counts where a word is found: in the title most, in the text least. */
const places: readonly (readonly [column: string, weight: number])[] = [
  ['seen.title', 8],
  ['seen.keywords', 6],
  ['seen.summary', 3],
  ['seen.text', 1],
]

const scoreOf = (terms: readonly SearchTerm[]): RawBuilder<number> =>
  sql.join(
    terms.flatMap(({ text, weight }) =>
      places.map(([column, counts]) => sql`(${sql.ref(column)} ilike ${formatLikePattern(text)})::int * ${sql.lit(weight * counts)}`),
    ),
    sql` + `,
  )

/** Published articles that a question finds, the likeliest first, and the words that it was looked up by. */
export async function searchHelp(db: Db, keyword: string): Promise<{ dataList: ArticleSearchResult[]; words: string[] }> {
  const terms = extractSearchTerms(keyword)
  if (terms.length === 0) return { dataList: [], words: [] }
  const score = sql<number>`(${scoreOf(terms)})`
  const rows = await selectPublishedArticles(db)
    .innerJoin('help_category as category', 'category.id', 'article.help_category_id')
    .select(['article.id', 'seen.title', 'seen.summary', 'seen.text', 'category.name as category', score.as('score')])
    .where(sql<boolean>`${score} > 0`)
    .orderBy('score', 'desc')
    .orderBy('article.position')
    .orderBy('article.id')
    .limit(FOUND_MAX)
    .execute()
  const best = rows[0]?.score ?? 0
  const words = terms.map(({ text }) => text)
  const found = rows.filter(({ score }) => score >= best * SHARE)
  return { dataList: found.map(({ score: _, text, ...row }) => ({ ...row, excerpt: buildExcerpt(text, words) })), words }
}
