/**
 * Owns the printouts and sheets of statements and deliveries.
 * Writes no table.
 * Never changes what it prints.
 */

export {
  buildBoldText,
  buildFigure,
  buildMutedText,
  buildRightAlignedText,
  buildSectionHeading,
  buildUnbrokenText,
  MUTED_COLOUR,
} from '#server/billing/documents/statements/statement-tables.ts'
export { buildBarcode } from './barcode.ts'
export { formatGoodsNameWithGiftMark } from './delivery-note.ts'
export { type Parties, type Party, readMallParty, readParties, readStamp } from './parties.ts'
export { buildProof, formatLedgerSeal } from './proof.ts'
export { buildLetterClosing, buildStampBoxes } from './stamp-boxes.ts'
