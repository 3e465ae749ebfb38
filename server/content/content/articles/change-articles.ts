import type { ArticleContent } from '#contract/content/content/article-api.ts'
import { agreementPublishers } from '#contract/content/content/article-api.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import {
  type ArticleDraft,
  type ArticleRow,
  extractAgreementVersionLabel,
  findArticleVersion,
  requireLockedUnchangedArticle,
} from './article-store.ts'
import { lockHelpCategoryAgainstDeletion } from './categories.ts'

interface Around {
  moment: Moment
  caller: Staff
}
interface One {
  id: string
  rev: number
}

type Change = Partial<{ draft: ArticleDraft | null; published_no: number | null; help_category_id: string | null }>

/** Writes a change of a locked article. Returns its new `rev`. */
async function change(tx: Tx, { moment, caller }: Around, { id, rev }: One, { draft, ...columns }: Change): Promise<number> {
  await tx
    .updateTable('article')
    .set({ ...columns, ...(draft === undefined ? {} : { draft: draft && JSON.stringify(draft) }) })
    .set({ rev: rev + 1, updated_at: moment.now, updated_by: caller.staffId })
    .where('id', '=', id)
    .execute()
  return rev + 1
}

/** Creates an unpublished help article at the end of its category. */
export async function createUnpublishedHelpArticle(
  tx: Tx,
  { moment, caller }: Around,
  { helpCategoryId, title }: { helpCategoryId: string; title: string },
) {
  await lockHelpCategoryAgainstDeletion(tx, helpCategoryId)
  const id = moment.newId()
  const { last } = await tx
    .selectFrom('article')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('help_category_id', '=', helpCategoryId)
    .executeTakeFirstOrThrow()
  const draft: ArticleDraft = { title, summary: '', keywords: '', text: '', categoryId: helpCategoryId }
  await tx
    .insertInto('article')
    .values({
      id,
      help_category_id: helpCategoryId,
      draft: JSON.stringify(draft),
      rev: 1,
      position: (last ?? 0) + 1,
      created_at: moment.now,
      updated_at: moment.now,
      updated_by: caller.staffId,
    })
    .execute()
  return { id }
}

/** Saves the draft, which only staff can see. Without a category the article stays in its present one. */
export async function saveArticleDraft(
  tx: Tx,
  context: Around,
  { id, rev, helpCategoryId, ...written }: One & ArticleContent & { helpCategoryId?: string | undefined },
) {
  const article = await requireLockedUnchangedArticle(tx, { id, rev })
  if (helpCategoryId !== undefined) await lockHelpCategoryAgainstDeletion(tx, helpCategoryId)
  const place = article.agreementId === null ? (helpCategoryId ?? article.draft?.categoryId ?? article.categoryId) : null
  return { rev: await change(tx, context, article, { draft: { ...written, categoryId: place } }) }
}

/** Deletes the draft. An article that was never published is deleted with its draft. */
export async function deleteArticleDraft(tx: Tx, context: Around, ref: One): Promise<void> {
  const article = await requireLockedUnchangedArticle(tx, ref)
  const written = await tx.selectFrom('article_version').select('no').where('article_id', '=', ref.id).limit(1).executeTakeFirst()
  if (written) await change(tx, context, article, { draft: null })
  else await tx.deleteFrom('article').where('id', '=', ref.id).execute()
}

/** Adds the next version of a locked article. */
async function addVersion(
  tx: Tx,
  { moment, caller }: Around,
  { article, draft, note }: { article: ArticleRow; draft: ArticleDraft; note: string },
) {
  const { last } = await tx
    .selectFrom('article_version')
    .select(({ fn }) => fn.max<number | null>('no').as('last'))
    .where('article_id', '=', article.id)
    .executeTakeFirstOrThrow()
  const no = (last ?? 0) + 1
  const { title, summary, keywords, text } = draft
  const label = article.agreementId === null ? null : (extractAgreementVersionLabel(text) ?? refuse('AGREEMENT_VERSION', { field: 'text' }))
  await tx
    .insertInto('article_version')
    .values({
      article_id: article.id,
      no,
      title,
      summary,
      keywords,
      text,
      label,
      hash: sha256(text),
      note,
      published_at: moment.now,
      published_by: caller.staffId,
    })
    .execute()
    .catch((error) => {
      if (isUniqueViolation(error)) refuse('AGREEMENT_VERSION', { field: 'text' })
      throw error
    })
  return no
}

/**
 * Publishes the draft as a new version. Earlier versions do not change. Only an administrator publishes an agreement, and its text must
 * have a version label that no earlier version has, because people accept an agreement under that label. Refuses NO_DRAFT,
 * AGREEMENT_BY_ADMIN, AGREEMENT_VERSION.
 */
export async function publishArticle(tx: Tx, context: Around, { note, ...ref }: One & { note: string }): Promise<{ no: number }> {
  const article = await requireLockedUnchangedArticle(tx, ref)
  if (article.agreementId !== null && !hasPermission(context.caller, agreementPublishers)) refuse('AGREEMENT_BY_ADMIN')
  const draft = article.draft ?? refuse('NO_DRAFT')
  if (draft.text === '') refuse('NO_DRAFT')
  const no = await addVersion(tx, context, { article, draft, note })
  await change(tx, context, article, { draft: null, published_no: no, help_category_id: draft.categoryId })
  return { no }
}

async function draftFrom(tx: Tx, article: ArticleRow, no: number): Promise<ArticleDraft> {
  const { title, summary, keywords, text } = (await findArticleVersion(tx, article.id, no)) ?? refuse('ARTICLE_NOT_FOUND')
  return { title, summary, keywords, text, categoryId: article.categoryId }
}

/**
 * Withdraws a published article. Its text becomes the draft, unless there is a draft already. Refuses AGREEMENT_STAYS, ARTICLE_NOT_FOUND.
 */
export async function withdrawArticle(tx: Tx, context: Around, ref: One): Promise<void> {
  const article = await requireLockedUnchangedArticle(tx, ref)
  if (article.agreementId !== null) refuse('AGREEMENT_STAYS')
  if (article.publishedNo === null) refuse('ARTICLE_NOT_FOUND')
  const draft = article.draft ?? (await draftFrom(tx, article, article.publishedNo))
  await change(tx, context, article, { draft, published_no: null })
}

/** Copies the text of an old version into the draft. It becomes a new version when it is published. */
export async function restoreArticleVersionAsDraft(
  tx: Tx,
  context: Around,
  { no, ...ref }: One & { no: number },
): Promise<{ rev: number }> {
  const article = await requireLockedUnchangedArticle(tx, ref)
  return { rev: await change(tx, context, article, { draft: await draftFrom(tx, article, no) }) }
}
