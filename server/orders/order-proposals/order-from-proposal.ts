// Orders of a proposal: orders/checkout reads the lines here, and writes here that they were ordered.
import type { ProposalOrderSource } from '#contract/orders/orders/order-sources.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  listOrderProposalLines,
  type OrderProposal,
  requireLockedOrderProposal,
  requireOrderProposal,
  requireOrderProposalVerbAllowed,
  updateOrderProposalState,
} from './order-proposal-store.ts'

/** The lines of a proposal that an order is made of. They have quantities, and no prices. */
export interface OrderableProposal {
  proposalId: string
  proposalNo: string
  /** The person of the mall who put it together. */
  preparedBy: string
  lines: { skuId: string; goodsNum: number }[]
}

interface SourceOfEnterprise {
  enterpriseId: string
  source: ProposalOrderSource
}

async function toOrderable(db: Db, proposal: OrderProposal, { lineNos }: ProposalOrderSource): Promise<OrderableProposal> {
  requireOrderProposalVerbAllowed(proposal, 'accept')
  const { id, proposalNo, preparedBy } = proposal
  const lines = (await listOrderProposalLines(db, proposal)).filter(({ lineNo }) => lineNos.includes(lineNo))
  if (lines.length !== lineNos.length) refuse('ORDER_EMPTY')
  return { proposalId: id, proposalNo, preparedBy, lines: lines.map(({ skuId, quantity }) => ({ skuId, goodsNum: quantity })) }
}

/**
 * Reads the chosen lines of a proposal for the confirmation page. Refuses ORDER_PROPOSAL_NOT_FOUND, ORDER_PROPOSAL_MOVED,
 * ORDER_PROPOSAL_EXPIRED, and ORDER_EMPTY for a line that it does not have.
 */
export const readOrderableProposal = async (
  db: Db,
  moment: Moment,
  { enterpriseId, source }: SourceOfEnterprise,
): Promise<OrderableProposal> => toOrderable(db, await requireOrderProposal(db, moment, { enterpriseId, id: source.proposalId }), source)

/** Does the same, with the proposal locked until the transaction ends: it is ordered once. */
export const lockAndReadOrderableProposal = async (
  tx: Tx,
  moment: Moment,
  { enterpriseId, source }: SourceOfEnterprise,
): Promise<OrderableProposal> =>
  toOrderable(tx, await requireLockedOrderProposal(tx, moment, { enterpriseId, id: source.proposalId }), source)

/** Records that a locked proposal was ordered. The trade names it. */
export const acceptLockedOrderProposal = (
  tx: Tx,
  moment: Moment,
  { enterpriseId, proposalId }: { enterpriseId: string; proposalId: string },
): Promise<void> => updateOrderProposalState(tx, moment, { enterpriseId, id: proposalId }, { to: 'ACCEPTED' })
