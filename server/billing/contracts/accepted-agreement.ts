import type { AcceptedCreditAgreementRow } from '#contract/billing/documents/api.ts'
import { CREDIT_AGREEMENT_ID } from '#contract/content/content/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { readMallAndBuyerParties } from '#server/billing/documents/public.ts'
import { listAgreementHashes, readPublishedAgreement } from '#server/content/content/public.ts'
import { listCreditAgreementAcceptances } from '#server/money/credit/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { AcceptedCreditAgreement } from './agreement-printout.ts'

/** Reads an accepted agreement as it is printed. Refuses CONTRACT_NOT_FOUND, and ARTICLE_NOT_FOUND if its text is not kept. */
export async function readAcceptedCreditAgreement(
  db: Db,
  keys: Keys,
  { enterpriseId, id }: { enterpriseId: string; id: string },
): Promise<AcceptedCreditAgreement> {
  const [accepted] = await listCreditAgreementAcceptances(db, enterpriseId, [id])
  const { version, userId, hash, ip, at } = accepted ?? refuse('CONTRACT_NOT_FOUND')
  const { text, hash: publishedHash } = await readPublishedAgreement(db, CREDIT_AGREEMENT_ID, version)
  // Prints only the text that was accepted, never another one.
  if (!publishedHash.equals(hash)) refuse('ARTICLE_NOT_FOUND')
  const by = (await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [userId])).get(userId) ?? ''
  const { seller, buyer } = await readMallAndBuyerParties(db, keys, enterpriseId)
  return { seller, buyer, text, version, hash: hash.toString('hex'), by, ip, at }
}

/** Describes accepted agreements for lists, by id. */
export async function describeAcceptedCreditAgreements(
  db: Db,
  enterpriseId: string,
  ids: readonly string[],
): Promise<Map<string, AcceptedCreditAgreementRow & { hash: string; ip: string | null }>> {
  const accepted = await listCreditAgreementAcceptances(db, enterpriseId, ids)
  const userIds = accepted.map(({ userId }) => userId)
  const names = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, userIds)
  const kept = await listAgreementHashes(db, CREDIT_AGREEMENT_ID)
  return new Map(
    accepted.map(({ userId, hash: bytes, ...one }) => {
      const hash = bytes.toString('hex')
      return [one.id, { ...one, hash, by: names.get(userId) ?? '', kept: kept.has(hash) }]
    }),
  )
}

/** Agreements that one list shows: a company accepts each version once or twice. */
const SHOWN_MAX = 50

/** Lists the credit agreements that a company has accepted, the newest first. */
export async function listAcceptedCreditAgreements(db: Db, enterpriseId: string): Promise<AcceptedCreditAgreementRow[]> {
  const newest = await db
    .selectFrom('credit_agreement')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('accepted_at', 'desc')
    .orderBy('id')
    .limit(SHOWN_MAX)
    .execute()
  const ids = newest.map(({ id }) => id)
  const accepted = await describeAcceptedCreditAgreements(db, enterpriseId, ids)
  return ids.flatMap((id) => {
    const one = accepted.get(id)
    return one ? [{ id, version: one.version, at: one.at, by: one.by, kept: one.kept }] : []
  })
}
