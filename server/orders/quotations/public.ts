/**
 * Owns the quotations: what buyers ask, what staff offer by versions, what both write to each other, and which orders have bought which line.
 * Writes the tables `quotation`, `quotation_drawing`, `quotation_line`, `quotation_message`, `quotation_offer`, `quotation_offer_line` and `quotation_order`.
 * Never makes an order: orders/checkout does, at the prices that it reads here.
 */

export { expireOffersAndReopenQuotations, sendReminderOfOffersEndingTomorrow } from './expire-quotations.ts'
export {
  lockAndReadOrderableQuotation,
  type OrderableQuotation,
  readOrderableQuotation,
  recordOrdersBoughtFromQuotation,
} from './order-at-quotation.ts'
export { listLinesOfQuotationsWithOffer } from './quotation-lines.ts'
export { findQuotationRowsById, isQuotationUnansweredSql } from './quotation-lists.ts'
export { findQuotationIdByNumber } from './quotation-store.ts'
export { readQuotationForBuyer, readQuotationForStaff } from './quotation-view.ts'
