/**
 * Owns the electronic signing of purchase contracts, credit agreements and confirmation letters.
 * Writes the table `signing`.
 * Never writes a document: their modules do; and never moves money.
 */

export { advanceDueSignings, advanceSigning } from './advance-signing.ts'
export { voidSigningsOfChangedDocuments } from './changed-documents.ts'
export { createContractBeingSignedFinder, findOrdersWithContract } from './contract-parties.ts'
export { registerSigningNotices } from './notices.ts'
