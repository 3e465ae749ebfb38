import { readSiteInfo } from '#server/content/content/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import { readCreditCode } from '#server/people/verification/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'

/** A party of a printed document. The credit code is null while an enterprise is not verified. */
export interface Party {
  name: string
  creditCode: string | null
  address?: string
  phone?: string
}

export interface Parties {
  seller: Party
  buyer: Party
}

/** Reads both parties: the platform from its settings, the buyer from its verification. */
export async function readParties(db: Db, keys: Keys, enterpriseId: string): Promise<Parties> {
  const { companyName, creditCode, address, phone } = await readSiteInfo(db)
  const enterprise = await findEnterprise(db, enterpriseId)
  return {
    seller: { name: companyName, creditCode, address, phone },
    buyer: { name: enterprise?.name ?? enterprise?.agentName ?? '', creditCode: await readCreditCode(db, keys, enterpriseId) },
  }
}
