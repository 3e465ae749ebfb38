import { readSiteInfo } from '#server/content/content/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import { readCreditCode } from '#server/people/verification/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'

/** Who a printout is between. A credit code is null while a company is not verified. */
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

/** The platform's company by its settings, and a buyer by what was verified of it. */
export async function readParties(db: Db, keys: Keys, enterpriseId: string): Promise<Parties> {
  const { companyName, creditCode, address, phone } = await readSiteInfo(db)
  const enterprise = await findEnterprise(db, enterpriseId)
  return {
    seller: { name: companyName, creditCode, address, phone },
    buyer: { name: enterprise?.name ?? enterprise?.agentName ?? '', creditCode: await readCreditCode(db, keys, enterpriseId) },
  }
}
