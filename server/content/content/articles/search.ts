import { type RawBuilder, sql } from 'kysely'
import type { ArticleSearchResult } from '#contract/content/content/help-api.ts'
import type { Db } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import { buildPublishedArticleQuery } from './help-centre.ts'
import { buildSearchExcerpt, extractSearchTerms, type SearchTerm } from './search-terms.ts'

const FOUND_MAX = 20
/** Results whose score is below this share of the best score are dropped as accidental matches. */
const SHARE = 0.25

/** The weight of a match by the column in which it is found: highest for the title, lowest for the text. */
const places: readonly (readonly [column: string, weight: number])[] = [
  ['seen.title', 8],
  ['seen.keywords', 6],
  ['seen.summary', 3],
  ['seen.text', 1],
]

const scoreOf = (terms: readonly SearchTerm[]): RawBuilder<number> =>
  sql.join(
    terms.flatMap(({ text, weight }) =>
      places.map(
        ([column, counts]) => sql`(${sql.ref(column)} ilike ${formatLikeContainsPattern(text)})::int * ${sql.lit(weight * counts)}`,
      ),
    ),
    sql` + `,
  )

/** Searches the published articles. Returns the best matches first, and the words that were searched for. */
export async function searchHelpArticles(db: Db, keyword: string): Promise<{ dataList: ArticleSearchResult[]; words: string[] }> {
  const terms = extractSearchTerms(keyword)
  if (terms.length === 0) return { dataList: [], words: [] }
  const score = sql<number>`(${scoreOf(terms)})`
  const rows = await buildPublishedArticleQuery(db)
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
  return { dataList: found.map(({ score: _, text, ...row }) => ({ ...row, excerpt: buildSearchExcerpt(text, words) })), words }
}
