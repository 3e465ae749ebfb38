/**
 * Owns what companies submit to be verified, and which company has which credit code.
 * Writes the tables `credit_code_claim` and `verification_submission`.
 * Never writes the row of a company: people/organisation does.
 */

export { findTakenCreditCodes, takeOverVerification } from './moving-in/take-over.ts'
export { releaseRejectedVerificationDocuments } from './review-queue.ts'
export { recomputeVerificationDigests } from './secret-exchange/recompute-digests.ts'
export { readCreditCode } from './submission-view.ts'
export { computeReviewDay } from './working-days.ts'
