// Both sides sign a contract with the parties and the terms of the day on which its signing was started. They stay, even if the mall's telephone
// or a company's name changes before the payment.

import { isSigningCounting } from '#contract/billing/signings/signing-lifecycle.ts'
import type { ContractBeingSigned } from '#server/billing/contracts/public.ts'
import type { Parties } from '#server/billing/documents/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { listSigningsOfDocument, type SigningRow } from './signing-store.ts'

const placeOf = (id: string) => `signing|parties_sealed|${id}`

/** Seals the parties of a contract for the row of its signing. */
export const sealContractParties = (keys: Keys, moment: Moment, id: string, { seller, buyer }: Parties): Buffer =>
  keys.seal(moment, placeOf(id), JSON.stringify({ seller, buyer }))

/** Reads the parties and the terms that a signing names; undefined: it is not of a contract. */
export function readContractParties(
  keys: Keys,
  { id, partiesSealed, termsVersion }: Pick<SigningRow, 'id' | 'partiesSealed' | 'termsVersion'>,
): Omit<ContractBeingSigned, 'hash'> | undefined {
  if (partiesSealed === null || termsVersion === null) return undefined
  return { parties: JSON.parse(keys.open(placeOf(id), partiesSealed)) as Parties, termsVersion }
}

/** Creates a finder of what is being signed of an order, or was signed. It returns undefined if there is nothing. */
export const createContractBeingSignedFinder =
  (keys: Keys) =>
  async (db: Db, { enterpriseId, orderNo }: { enterpriseId: string; orderNo: string }): Promise<ContractBeingSigned | undefined> => {
    const signings = await listSigningsOfDocument(db, { enterpriseId, kind: 'PURCHASE', subject: orderNo })
    const counting = signings.find(({ state }) => isSigningCounting(state))
    const agreed = counting && readContractParties(keys, counting)
    return agreed && Object.assign(agreed, { hash: counting.contentHash })
  }
