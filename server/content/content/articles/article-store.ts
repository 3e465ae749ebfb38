import type { ArticleContent } from '#contract/content/content/article-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { requireRowVersion } from '#server/platform/core/row-version.ts'

/** The text that is being edited and not published yet. */
export interface ArticleDraft extends ArticleContent {
  /** The category of a help article; null for an agreement. */
  categoryId: string | null
}

export interface ArticleRow {
  id: string
  agreementId: number | null
  categoryId: string | null
  publishedNo: number | null
  draft: ArticleDraft | null
  rev: number
  updatedAt: Date
  updatedBy: string | null
}

const select = (db: Db) =>
  db
    .selectFrom('article')
    .select(['id', 'agreement_id as agreementId', 'help_category_id as categoryId', 'published_no as publishedNo', 'draft', 'rev'])
    .select(['updated_at as updatedAt', 'updated_by as updatedBy'])

export const findArticle = (db: Db, id: string): Promise<ArticleRow | undefined> => select(db).where('id', '=', id).executeTakeFirst()

/** Locks an article for a change. Refuses ARTICLE_NOT_FOUND, and ROW_CHANGED if somebody has changed it since the caller read `rev`. */
export async function requireLockedUnchangedArticle(tx: Tx, { id, rev }: { id: string; rev: number }): Promise<ArticleRow> {
  const article = (await select(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? refuse('ARTICLE_NOT_FOUND')
  await requireRowVersion({ seen: rev, current: article.rev }, async () => {
    const { updatedAt, updatedBy } = article
    if (updatedBy === null) return { by: null, at: updatedAt }
    const editor = await tx.selectFrom('staff').select('name').where('id', '=', updatedBy).executeTakeFirst()
    return { by: editor?.name ?? null, at: updatedAt }
  })
  return article
}

const versionColumns = ['no', 'title', 'summary', 'keywords', 'text', 'label', 'note', 'published_at', 'published_by'] as const

export const findArticleVersion = (db: Db, articleId: string, no: number) =>
  db.selectFrom('article_version').select(versionColumns).where('article_id', '=', articleId).where('no', '=', no).executeTakeFirst()

/** Lists all versions of an article without their texts, newest first. */
export const listArticleVersionsWithoutTexts = (db: Db, articleId: string) =>
  db
    .selectFrom('article_version')
    .select(['no', 'title', 'label', 'note', 'published_at as publishedAt', 'published_by as publishedBy'])
    .where('article_id', '=', articleId)
    .orderBy('no', 'desc')
    .limit(200)
    .execute()

const LABEL = /^版本：([\w.-]{1,20})$/m
/** Finds the version label in the text of an agreement. Returns undefined if the text has none. */
export const extractAgreementVersionLabel = (text: string): string | undefined => LABEL.exec(text)?.[1]
