/**
 * Owns the proposals of orders (代客下单): what staff put together for a company, and what became of it.
 * Writes the tables `order_proposal` and `order_proposal_line`.
 * Never makes an order: orders/checkout does, when the buyer submits one that names the proposal.
 */

export { expireOrderProposals } from './decide-order-proposal.ts'
export {
  acceptLockedOrderProposal,
  lockAndReadOrderableProposal,
  type OrderableProposal,
  readOrderableProposal,
} from './order-from-proposal.ts'
export { isInOrderProposalQueueSql, listLinesOfOrderProposals } from './order-proposal-store.ts'
