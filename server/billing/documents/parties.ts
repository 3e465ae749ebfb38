import type { Settings } from '#contract/operations/settings/console-api.ts'
import {
  readMallCompanyPictureInSize,
  readMallContractParty,
  readPublicMallProfile,
  STAMP_FILE_NAME,
} from '#server/content/content/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import { readVerifiedCreditCode } from '#server/people/verification/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'

/** A party of a printed document. The credit code is null while an enterprise is not verified. */
export interface Party {
  name: string
  creditCode: string | null
  address?: string
  phone?: string
  /** The picture of its stamp, if there is one. */
  stampId?: string
}

export interface Parties {
  seller: Party
  buyer: Party
}

const toParty = ({ companyName, creditCode, address, phone, stampId }: Settings['party']): Party => ({
  name: companyName,
  creditCode,
  address,
  phone,
  ...(stampId === null ? {} : { stampId }),
})

/** Reads the platform as a party of papers: from its settings, or only the mall's name if they are not set. */
export async function readMallParty(db: Db): Promise<Party> {
  const party = await readMallContractParty(db)
  return party ? toParty(party) : { name: (await readPublicMallProfile(db)).name, creditCode: null }
}

/** Reads both parties: the platform from its settings, or only the mall's name if they are not set; the buyer from its verification. */
export async function readMallAndBuyerParties(db: Db, keys: Keys, enterpriseId: string): Promise<Parties> {
  const enterprise = await findEnterprise(db, enterpriseId)
  return {
    seller: await readMallParty(db),
    buyer: { name: enterprise?.name ?? enterprise?.agentName ?? '', creditCode: await readVerifiedCreditCode(db, keys, enterpriseId) },
  }
}

/** Reads the picture of the stamp of a party, if it has one. */
export const readPartyStampPicture = async (db: Db, { stampId }: Party): Promise<Buffer | undefined> =>
  stampId === undefined ? undefined : readMallCompanyPictureInSize(db, stampId, STAMP_FILE_NAME)
