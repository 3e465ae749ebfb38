/**
 * Owns what companies submit to be verified, and which company has which credit code.
 * Writes the tables `credit_code_claim`, `verification_reading` and `verification_submission`.
 * Never writes the row of a company: people/organisation does.
 */

export { findTakenCreditCodes, takeOverVerification } from './moving-in/take-over.ts'
export { deleteOldVerificationReadings, deleteVerificationReadingsOfUser } from './readings/reading-store.ts'
export { recomputeVerificationDigests } from './recompute-digests.ts'
export { releaseDocumentsOfOldRejectedSubmissions, releaseVerificationDocumentsOfClosedEnterprises } from './review-queue.ts'
export { readVerifiedCreditCode } from './submission-view.ts'
export { countWaitingSubmissionsOfEnterprise, releaseCreditCodesOfEnterprises } from './submissions.ts'
export { computeReviewDueDay } from './working-days/working-days.ts'
