// Both sides sign a contract with the parties and the terms of the day on which its signing was started. They stay, even if the mall's telephone
// or a company's name changes before the payment.

import { isSigningCounting, isSigningOpen, openSigningStates } from '#contract/billing/signings/signing-lifecycle.ts'
import { type ContractBeingSigned, findOrderIdsWithIssuedContract } from '#server/billing/contracts/public.ts'
import type { Parties } from '#server/billing/documents/public.ts'
import { anyOfIdsSql, anyOfTextsSql, type Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
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

/**
 * Says of orders of any companies whose contract was issued, is being signed or was signed, what has happened to it, by order id. Others are left
 * out.
 */
export async function findOrdersWithContract(
  db: Db,
  orders: readonly { enterpriseId: string; id: string; orderNo: string }[],
): Promise<Map<string, string>> {
  if (orders.length === 0) return new Map()
  const enterpriseIds = [...new Set(orders.map(({ enterpriseId }) => enterpriseId))]
  const issued = await findOrderIdsWithIssuedContract(db, { enterpriseIds, orderIds: orders.map(({ id }) => id) })
  const signings = await withoutTenantGuard(db, 'console')
    .selectFrom('signing')
    .select(['enterprise_id', 'subject', 'state'])
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('kind', '=', 'PURCHASE')
    .where('state', 'in', [...openSigningStates, 'SIGNED'])
    .where('subject', '=', anyOfTextsSql(orders.map(({ orderNo }) => orderNo)))
    .execute()
  const signed = new Map(
    signings.map(({ enterprise_id, subject, state }) => [
      `${enterprise_id} ${subject}`,
      isSigningOpen(state) ? '合同正在签署' : '合同已签署',
    ]),
  )
  const known = new Set(issued)
  return new Map(
    orders.flatMap(({ enterpriseId, id, orderNo }) => {
      const what = signed.get(`${enterpriseId} ${orderNo}`) ?? (known.has(id) ? '合同已出具' : undefined)
      return what === undefined ? [] : [[id, what] as const]
    }),
  )
}
