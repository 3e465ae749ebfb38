/**
 * Owns the bank transfers that buyers announce, and their vouchers.
 * Writes the tables `voucher` and `voucher_picture`.
 * Never reads a bank statement: billing/bank does.
 */

export { closeStaleTransfers } from './close-stale.ts'
export { createTradeTransfer, createUnannouncedTransfer } from './create-transfer.ts'
export { approveVouchers, rejectVoucher, requestSecondApproval, requireSecondApprover } from './decide-voucher.ts'
export { filterPaidOrders, toVoucher } from './transfer-view.ts'
export { findVoucher, findVouchers, findVouchersWithSamePictures, listVouchers, type Voucher } from './vouchers.ts'
