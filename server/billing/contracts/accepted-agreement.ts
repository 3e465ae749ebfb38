import { CREDIT_AGREEMENT_ID } from '#contract/content/content/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { readMallAndBuyerParties } from '#server/billing/documents/public.ts'
import { readPublishedAgreement } from '#server/content/content/public.ts'
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
