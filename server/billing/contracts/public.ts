/**
 * Owns the purchase contracts of orders and the accepted credit agreements as documents.
 * Writes the table `purchase_contract`.
 * Never changes an order: a contract says what was ordered.
 */

export { readAcceptedCreditAgreement } from './accepted-agreement.ts'
export { layOutCreditAgreement } from './agreement-printout.ts'
export { findOrderIdsWithIssuedContract } from './contract-store.ts'
export { type ContractBeingSigned, findPurchaseContractHashes, readOrIssuePurchaseContract } from './issue-purchase-contract.ts'
export { layOutPurchaseContract } from './purchase-printout.ts'
