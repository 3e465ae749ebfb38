import type { ArticleBrief, HelpCategory } from '#contract/content/content/help-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db } from '#server/platform/core/db.ts'
import { listHelpCategories } from './categories.ts'

/** The largest number of articles that the help centre lists. */
const ARTICLES_MAX = 500
const RELATED_MAX = 6

/** Selects the published articles with their versions. */
export const buildPublishedArticleQuery = (db: Db) =>
  db
    .selectFrom('article')
    .innerJoin('article_version as seen', (join) =>
      join.onRef('seen.article_id', '=', 'article.id').onRef('seen.no', '=', 'article.published_no'),
    )
    .where('agreement_id', 'is', null)

const brief = ['article.id', 'seen.title', 'seen.summary'] as const

/** Lists the categories that have published articles, each with its articles in order. */
export async function readHelpCategoriesWithPublishedArticles(db: Db): Promise<HelpCategory[]> {
  const categories = await listHelpCategories(db)
  const rows = await buildPublishedArticleQuery(db)
    .select([...brief, 'help_category_id'])
    .orderBy('position')
    .orderBy('article.id')
    .limit(ARTICLES_MAX)
    .execute()
  const byCategory = Map.groupBy(rows, ({ help_category_id }) => help_category_id)
  return categories.flatMap(({ id, name, note }) => {
    const articles = byCategory.get(id)?.map((row): ArticleBrief => ({ id: row.id, title: row.title, summary: row.summary }))
    return articles ? [{ id, name, note, articles }] : []
  })
}

/** Returns a published article and other articles of its category. */
export async function readPublishedHelpArticleWithOthers(db: Db, id: string) {
  const found = await buildPublishedArticleQuery(db)
    .innerJoin('help_category as category', 'category.id', 'article.help_category_id')
    .select([...brief, 'seen.text', 'seen.published_at as publishedAt', 'category.id as categoryId', 'category.name as categoryName'])
    .where('article.id', '=', id)
    .executeTakeFirst()
  const { categoryId, categoryName, ...article } = found ?? refuse('ARTICLE_NOT_FOUND')
  const related = await buildPublishedArticleQuery(db)
    .select(brief)
    .where('help_category_id', '=', categoryId)
    .where('article.id', '<>', id)
    .orderBy('position')
    .orderBy('article.id')
    .limit(RELATED_MAX)
    .execute()
  return { ...article, category: { id: categoryId, name: categoryName }, related }
}
