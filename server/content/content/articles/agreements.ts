import type { AgreementId } from '#contract/content/content/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db } from '#server/platform/core/db.ts'

/** An agreement as it is shown and accepted: acceptance is recorded with its version and the hash of its text. */
export interface Agreement {
  title: string
  version: string
  text: string
  hash: Buffer
  publishedAt: Date
}

/** An agreement as it is in force, or as it was in a version; refused where there is none such. */
export async function readAgreement(db: Db, id: AgreementId, version?: string): Promise<Agreement> {
  let query = db
    .selectFrom('article')
    .innerJoin('article_version as seen', 'seen.article_id', 'article.id')
    .select(['seen.title', 'seen.label as version', 'seen.text', 'seen.hash', 'seen.published_at as publishedAt'])
    .where('agreement_id', '=', id)
  query = version === undefined ? query.whereRef('seen.no', '=', 'article.published_no') : query.where('seen.label', '=', version)
  const found = await query.executeTakeFirst()
  return found && found.version !== null ? { ...found, version: found.version } : refuse('ARTICLE_NOT_FOUND')
}

/** Every version of an agreement that there has been, the newest first. */
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

/** The digests, in hex, of every text that an agreement has had: what was accepted under one of them can be shown word for word. */
export async function listAgreementHashes(db: Db, id: AgreementId): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('article')
    .innerJoin('article_version as one', 'one.article_id', 'article.id')
    .select('one.hash')
    .where('agreement_id', '=', id)
    .execute()
  return new Set(rows.map(({ hash }) => hash.toString('hex')))
}
