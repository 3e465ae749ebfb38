import { hasPurchaseContract } from '#contract/billing/contracts/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type Parties, readMallAndBuyerParties } from '#server/billing/documents/public.ts'
import { readMallContractParty } from '#server/content/content/public.ts'
import {
  findOrder,
  findOrdersByNumber,
  listOrderLines,
  lockOrdersById,
  type Order,
  type OrderLineRow,
} from '#server/orders/orders/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findIssuedContracts, insertIssuedContract } from './contract-store.ts'
import { buildPurchaseContractContent, hashPurchaseContractContent, type PurchaseContractContent } from './purchase-contract-content.ts'
import { CONTRACT_TERMS_VERSION } from './terms.ts'

const placeOf = (orderId: string) => `purchase_contract|parties_sealed|${orderId}`

/** Parties and terms that both sides sign before the contract is issued, and the hash of the contract that names them. */
export interface ContractBeingSigned {
  parties: Parties
  termsVersion: string
  hash: Buffer
}

/** Finds what is being signed of an order, or was signed; undefined: nothing. */
export type FindContractBeingSigned = (db: Db, ref: { enterpriseId: string; orderNo: string }) => Promise<ContractBeingSigned | undefined>

const isAgreed = ({ state, payableFen }: Order): boolean => hasPurchaseContract({ state, payable: payableFen })

/** The content of a contract that is not issued yet. What is being signed keeps its parties, unless the order has changed since. */
async function readContentToIssue(
  db: Db,
  { order, lines, keys, findContractBeingSigned }: Pick<ContractRequest, 'keys' | 'findContractBeingSigned'> & ContractFacts,
): Promise<PurchaseContractContent> {
  const { enterpriseId, orderNo } = order
  const signed = await findContractBeingSigned(db, { enterpriseId, orderNo })
  if (signed) {
    const content = buildPurchaseContractContent(order, lines, signed)
    if (hashPurchaseContractContent(content).equals(signed.hash)) return content
  }
  if (!(await readMallContractParty(db))) refuse('CONTRACT_PARTY_MISSING')
  const parties = await readMallAndBuyerParties(db, keys, enterpriseId)
  return buildPurchaseContractContent(order, lines, { parties, termsVersion: CONTRACT_TERMS_VERSION })
}

interface ContractFacts {
  order: Order
  lines: readonly OrderLineRow[]
}

interface ContractRequest {
  keys: Keys
  enterpriseId: string
  orderNo: string
  findContractBeingSigned: FindContractBeingSigned
}

/**
 * Returns the content of an order's contract; `agreed`: whether the order still counts, because it may be cancelled since. When a paid order's
 * contract is first requested (on credit: when the amount is held), its parties are stored, so that later copies are the same even if the
 * companies change their names; before the payment it follows the order, whose method may still change. Refuses ORDER_NOT_FOUND,
 * CONTRACT_NOT_READY if the order is not approved or has no amount, and CONTRACT_PARTY_MISSING if the seller is not set yet.
 */
export async function readOrIssuePurchaseContract(
  tx: Tx,
  moment: Moment,
  { keys, enterpriseId, orderNo, findContractBeingSigned }: ContractRequest,
): Promise<{ facts: PurchaseContractContent; hash: Buffer; agreed: boolean }> {
  const seen = (await findOrder(tx, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
  const known = async () => (await findIssuedContracts(tx, enterpriseId, [seen.id])).get(seen.id)
  const before = await known()
  // Locked, so that the order does not go back to unpaid while its contract is issued.
  const order = before ? seen : ((await lockOrdersById(tx, enterpriseId, [seen.id]))[0] ?? refuse('ORDER_NOT_FOUND'))
  const agreed = isAgreed(order)
  if (!agreed && !before) refuse('CONTRACT_NOT_READY')
  const lines = await listOrderLines(tx, enterpriseId, [order.id])
  if (!before) {
    const fresh = await readContentToIssue(tx, { order, lines, keys, findContractBeingSigned })
    if (order.state === 'WAIT_PAY') return { facts: fresh, hash: hashPurchaseContractContent(fresh), agreed }
    const { seller, buyer, termsVersion } = fresh
    const partiesSealed = keys.seal(moment, placeOf(order.id), JSON.stringify({ seller, buyer }))
    await insertIssuedContract(tx, moment, {
      enterpriseId,
      orderId: order.id,
      termsVersion,
      partiesSealed,
      hash: hashPurchaseContractContent(fresh),
    })
  }
  const { partiesSealed, termsVersion, hash } = (await known()) ?? refuse('CONTRACT_NOT_READY')
  const parties = JSON.parse(keys.open(placeOf(order.id), partiesSealed)) as Parties
  const facts = buildPurchaseContractContent(order, lines, { parties, termsVersion })
  if (!hashPurchaseContractContent(facts).equals(hash)) throw new Error(`order ${orderNo} is no longer what its contract says`)
  return { facts, hash, agreed }
}

/**
 * Finds the hashes of the contracts of orders as they are now, by order number; null: the order is cancelled. One that is not issued yet has the
 * parties and terms that are being signed, so only a change of the order is another contract. An order without a contract is left out.
 */
export async function findPurchaseContractHashes(
  db: Db,
  { enterpriseId, signed }: { enterpriseId: string; signed: ReadonlyMap<string, Omit<ContractBeingSigned, 'hash'>> },
): Promise<Map<string, Buffer | null>> {
  const orders = await findOrdersByNumber(db, enterpriseId, [...signed.keys()])
  const issued = await findIssuedContracts(
    db,
    enterpriseId,
    orders.map(({ id }) => id),
  )
  const unissued = orders.filter((order) => !issued.has(order.id) && isAgreed(order)).map(({ id }) => id)
  const lines = Map.groupBy(unissued.length === 0 ? [] : await listOrderLines(db, enterpriseId, unissued), ({ orderId }) => orderId)
  const hashOf = (order: Order): Buffer | undefined => {
    const parties = signed.get(order.orderNo)
    if (!parties || !isAgreed(order)) return undefined
    return (
      issued.get(order.id)?.hash ?? hashPurchaseContractContent(buildPurchaseContractContent(order, lines.get(order.id) ?? [], parties))
    )
  }
  return new Map(
    orders.flatMap((order) => {
      const hash = order.state === 'CANCELLED' ? null : hashOf(order)
      return hash === undefined ? [] : [[order.orderNo, hash] as const]
    }),
  )
}
