import { orderStatesWithContract } from '#contract/billing/contracts/api.ts'
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type Parties, readMallAndBuyerParties } from '#server/billing/documents/public.ts'
import { readMallContractParty } from '#server/content/content/public.ts'
import { findOrder, findOrdersByNumber, listOrderLines, type Order } from '#server/orders/orders/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findIssuedContracts, insertIssuedContract } from './contract-store.ts'
import { buildPurchaseContractContent, hashPurchaseContractContent, type PurchaseContractContent } from './purchase-contract-content.ts'
import { CONTRACT_TERMS_VERSION } from './terms.ts'

const placeOf = (orderId: string) => `purchase_contract|parties_sealed|${orderId}`

/** Whether an order is a contract: it is approved, not cancelled, and has an amount. */
const isAgreed = ({ state, payableFen }: Order): boolean =>
  (orderStatesWithContract as readonly string[]).includes(state) && payableFen > ZERO_FEN

/**
 * Returns the content of an order's contract. When a paid order's contract is first requested (on credit: when the amount is held), its
 * parties are stored, so that later copies are the same even if the companies change their names. Before the payment it follows the order,
 * whose method may still change. Refuses ORDER_NOT_FOUND, CONTRACT_NOT_READY if the order is not approved or has no amount, and
 * CONTRACT_PARTY_MISSING if the seller is not set yet.
 */
export async function readOrIssuePurchaseContract(
  tx: Tx,
  moment: Moment,
  { keys, enterpriseId, orderNo }: { keys: Keys; enterpriseId: string; orderNo: string },
): Promise<{ facts: PurchaseContractContent; hash: Buffer }> {
  const order = (await findOrder(tx, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
  const known = async () => (await findIssuedContracts(tx, enterpriseId, [order.id])).get(order.id)
  const agreed = isAgreed(order)
  const before = await known()
  if (!agreed && !before) refuse('CONTRACT_NOT_READY')
  const lines = await listOrderLines(tx, enterpriseId, [order.id])
  if (!before) {
    if (!(await readMallContractParty(tx))) refuse('CONTRACT_PARTY_MISSING')
    const fresh = buildPurchaseContractContent(order, lines, {
      parties: await readMallAndBuyerParties(tx, keys, enterpriseId),
      termsVersion: CONTRACT_TERMS_VERSION,
    })
    if (order.state === 'WAIT_PAY') return { facts: fresh, hash: hashPurchaseContractContent(fresh) }
    const { seller, buyer } = fresh
    const partiesSealed = keys.seal(moment, placeOf(order.id), JSON.stringify({ seller, buyer }))
    await insertIssuedContract(tx, moment, {
      enterpriseId,
      orderId: order.id,
      termsVersion: CONTRACT_TERMS_VERSION,
      partiesSealed,
      hash: hashPurchaseContractContent(fresh),
    })
  }
  const { partiesSealed, termsVersion, hash } = (await known()) ?? refuse('CONTRACT_NOT_READY')
  const parties = JSON.parse(keys.open(placeOf(order.id), partiesSealed)) as Parties
  const facts = buildPurchaseContractContent(order, lines, { parties, termsVersion })
  if (!hashPurchaseContractContent(facts).equals(hash)) throw new Error(`order ${orderNo} is no longer what its contract says`)
  return { facts, hash }
}

/**
 * Finds the hashes of the contracts of orders as they are now, by order number. An order without a contract, or that was cancelled after it was
 * issued, is left out.
 */
export async function findPurchaseContractHashes(
  db: Db,
  { keys, enterpriseId, orderNos }: { keys: Keys; enterpriseId: string; orderNos: readonly string[] },
): Promise<Map<string, Buffer>> {
  const orders = await findOrdersByNumber(db, enterpriseId, orderNos)
  const ids = orders.map(({ id }) => id)
  const issued = await findIssuedContracts(db, enterpriseId, ids)
  const fresh = orders.filter((order) => !issued.has(order.id) && isAgreed(order))
  const lines = Map.groupBy(fresh.length === 0 ? [] : await listOrderLines(db, enterpriseId, ids), ({ orderId }) => orderId)
  const parties = fresh.length === 0 ? undefined : await readMallAndBuyerParties(db, keys, enterpriseId)
  const hashOf = (order: Order): Buffer | undefined => {
    if (!isAgreed(order)) return undefined
    const known = issued.get(order.id)
    if (known || !parties) return known?.hash
    const content = buildPurchaseContractContent(order, lines.get(order.id) ?? [], { parties, termsVersion: CONTRACT_TERMS_VERSION })
    return hashPurchaseContractContent(content)
  }
  return new Map(
    orders.flatMap((order) => {
      const hash = hashOf(order)
      return hash ? [[order.orderNo, hash] as const] : []
    }),
  )
}
