import { sql } from 'kysely'
import type {
  ArticleContent,
  ArticleKind,
  ConsoleArticle,
  ConsoleArticleRow,
  ConsoleArticleStateFilter,
} from '#contract/content/content/article-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { type ArticleDraft, findArticle, findArticleVersion, listArticleVersionsWithoutTexts } from './article-store.ts'

/** Names of staff by id. */
type People = ReadonlyMap<string, string>

const joined = (db: Db) =>
  db
    .selectFrom('article')
    .leftJoin('article_version as seen', (join) =>
      join.onRef('seen.article_id', '=', 'article.id').onRef('seen.no', '=', 'article.published_no'),
    )

interface Filter {
  kind?: ArticleKind | undefined
  state?: ConsoleArticleStateFilter | undefined
  keyword?: string | undefined
}

function filtered(db: Db, { kind, state, keyword }: Filter) {
  let query = joined(db)
  if (kind) query = query.where('agreement_id', kind === 'help' ? 'is' : 'is not', null)
  if (state === 'published') query = query.where('published_no', 'is not', null)
  if (state === 'withdrawn') query = query.where('published_no', 'is', null)
  if (state === 'draft') query = query.where('draft', 'is not', null)
  if (keyword) {
    const words = formatLikeContainsPattern(keyword)
    query = query.where(sql<boolean>`(seen.title ilike ${words} or seen.text ilike ${words} or draft->>'title' ilike ${words})`)
  }
  return query
}

interface Head {
  id: string
  agreement_id: number | null
  help_category_id: string | null
  published_no: number | null
  draft: ArticleDraft | null
  updated_at: Date
  updated_by: string | null
  title: string | null
  label: string | null
  published_at: Date | null
}

const nameOf = (people: People, id: string | null): string | null => (id === null ? null : (people.get(id) ?? ''))

function rowFrom(head: Head, { people, categories }: { people: People; categories: ReadonlyMap<string, string> }): ConsoleArticleRow {
  const categoryId = head.draft?.categoryId ?? head.help_category_id
  return {
    id: head.id,
    kind: head.agreement_id === null ? 'help' : 'agreement',
    title: head.draft?.title ?? head.title ?? '',
    categoryId,
    categoryName: categoryId === null ? null : (categories.get(categoryId) ?? null),
    publishedNo: head.published_no,
    label: head.label,
    publishedAt: head.published_at,
    hasDraft: head.draft !== null,
    updatedAt: head.updated_at,
    updatedBy: nameOf(people, head.updated_by),
  }
}

const heads = ['article.id', 'agreement_id', 'help_category_id', 'published_no', 'draft', 'updated_at', 'updated_by'] as const
const seenColumns = ['seen.title', 'seen.label', 'seen.published_at'] as const

async function namesOfCategories(db: Db): Promise<ReadonlyMap<string, string>> {
  return new Map((await db.selectFrom('help_category').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]))
}

/** Lists articles for the console, last changed first. */
export async function listArticlesForConsole(
  db: Db,
  { people, limit, offset, ...filter }: Filter & { people: People } & RowSlice,
): Promise<{ dataList: ConsoleArticleRow[]; total: number }> {
  const { rows, total } = await fetchPageWithTotal(
    filtered(db, filter)
      .select([...heads, ...seenColumns])
      .orderBy('updated_at', 'desc')
      .orderBy('article.id'),
    filtered(db, filter),
    { limit, offset },
  )
  const categories = await namesOfCategories(db)
  return { dataList: rows.map((row) => rowFrom(row, { people, categories })), total }
}

const writtenOf = ({ title, summary, keywords, text }: ArticleContent): ArticleContent => ({ title, summary, keywords, text })

/** Returns one article with its published text, its draft and its list of versions. */
export async function readArticleForConsole(db: Db, id: string, people: People): Promise<ConsoleArticle> {
  const head = await joined(db)
    .select([...heads, ...seenColumns])
    .where('article.id', '=', id)
    .executeTakeFirst()
  const article = await findArticle(db, id)
  if (!head || !article) refuse('ARTICLE_NOT_FOUND')
  const version = article.publishedNo === null ? undefined : await findArticleVersion(db, id, article.publishedNo)
  const published = version ? writtenOf(version) : null
  const written = article.draft ? writtenOf(article.draft) : published
  const versions = await listArticleVersionsWithoutTexts(db, id)
  return {
    ...rowFrom(head, { people, categories: await namesOfCategories(db) }),
    rev: article.rev,
    written: written ?? refuse('ARTICLE_NOT_FOUND'),
    published,
    versions: versions.map(({ publishedBy, ...one }) => ({ ...one, publishedBy: nameOf(people, publishedBy) })),
  }
}

/** Returns one version with its text. */
export async function readArticleVersionForConsole(db: Db, { id, no, people }: { id: string; no: number; people: People }) {
  const { published_at, published_by, ...version } = (await findArticleVersion(db, id, no)) ?? refuse('ARTICLE_NOT_FOUND')
  return { ...version, publishedAt: published_at, publishedBy: nameOf(people, published_by) }
}
