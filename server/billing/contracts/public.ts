/**
 * Owns the purchase contracts of orders and the accepted credit agreements as documents.
 * Writes the table `purchase_contract`.
 * Never changes an order: a contract says what was ordered.
 */

export { findLatestCreditAgreementId, readAcceptedCreditAgreement } from './accepted-agreement.ts'
export { layOutCreditAgreement } from './agreement-printout.ts'
export { findPurchaseContractHashes, readOrIssuePurchaseContract } from './issue-purchase-contract.ts'
export { layOutPurchaseContract } from './purchase-printout.ts'
