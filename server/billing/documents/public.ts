/**
 * Owns the printouts and sheets of statements and deliveries.
 * Writes no table.
 * Never changes what it prints.
 */

export {
  buildBoldText,
  buildMutedText,
  buildRightAlignedText,
  buildRightAlignedUnbrokenText,
  buildSectionHeading,
  buildUnbrokenText,
  MUTED_COLOUR,
} from '#server/billing/documents/statements/statement-tables.ts'
export { buildBarcode } from './barcode.ts'
export { formatGoodsNameWithGiftMark } from './delivery-note.ts'
export { type Parties, type Party, readMallAndBuyerParties, readMallParty, readPartyStampPicture } from './parties.ts'
export { buildDocumentHashProof, formatLedgerSeal } from './proof.ts'
export { buildLetterClosing, buildStampBoxes } from './stamp-boxes.ts'
