// Reads and writes the table `consent`.
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface Consent {
  enterpriseId: string
  userId: string
  kind: 'registration' | 'papers'
  version: string
  hash: Buffer
  ip: string
}

/** Whether a person has accepted exactly this text in this enterprise. */
export async function hasConsented(db: Db, { enterpriseId, userId, kind, hash }: Omit<Consent, 'version' | 'ip'>): Promise<boolean> {
  const row = await db
    .selectFrom('consent')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('text_hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Records what a person has accepted: which text, when, and from which address. */
export async function recordConsent(tx: Tx, moment: Moment, consent: Consent): Promise<void> {
  await tx
    .insertInto('consent')
    .values({
      enterprise_id: consent.enterpriseId,
      id: moment.newId(),
      user_id: consent.userId,
      kind: consent.kind,
      text_version: consent.version,
      text_hash: consent.hash,
      ip: consent.ip,
      at: moment.now,
    })
    .execute()
}
