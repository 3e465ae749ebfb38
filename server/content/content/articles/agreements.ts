import type { AgreementId } from '#contract/content/content/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db } from '#server/platform/core/db.ts'

/** A published agreement. An acceptance is recorded with this version and with the hash of the text. */
export interface AgreementVersion {
  title: string
  version: string
  text: string
  hash: Buffer
  publishedAt: Date
}

/** Returns the published version of an agreement, or the given earlier version. Refuses ARTICLE_NOT_FOUND. */
export async function readPublishedAgreement(db: Db, id: AgreementId, version?: string): Promise<AgreementVersion> {
  let query = db
    .selectFrom('article')
    .innerJoin('article_version as seen', 'seen.article_id', 'article.id')
    .select(['seen.title', 'seen.label as version', 'seen.text', 'seen.hash', 'seen.published_at as publishedAt'])
    .where('agreement_id', '=', id)
  query = version === undefined ? query.whereRef('seen.no', '=', 'article.published_no') : query.where('seen.label', '=', version)
  const found = await query.executeTakeFirst()
  return found && found.version !== null ? { ...found, version: found.version } : refuse('ARTICLE_NOT_FOUND')
}

/** Lists all versions of an agreement, newest first. */
export async function listAgreementVersions(db: Db, id: AgreementId): Promise<{ version: string; publishedAt: Date }[]> {
  const rows = await db
    .selectFrom('article')
    .innerJoin('article_version as one', 'one.article_id', 'article.id')
    .select(['one.label', 'one.published_at as publishedAt'])
    .where('agreement_id', '=', id)
    .orderBy('one.no', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ label, publishedAt }) => ({ version: label ?? '', publishedAt }))
}

/**
 * Returns the SHA-256 digests (hex) of all texts that an agreement ever had. With them the exact text of an old acceptance can be found.
 */
export async function listAgreementHashes(db: Db, id: AgreementId): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('article')
    .innerJoin('article_version as one', 'one.article_id', 'article.id')
    .select('one.hash')
    .where('agreement_id', '=', id)
    .execute()
  return new Set(rows.map(({ hash }) => hash.toString('hex')))
}
