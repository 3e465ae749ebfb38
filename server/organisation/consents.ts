// The only file that touches the table `consent`.
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

export interface Consent {
  enterpriseId: string
  userId: string
  kind: 'registration' | 'papers'
  version: string
  hash: Buffer
  ip: string
}

/** Writes down what somebody agreed to: which text, when, from where. */
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
