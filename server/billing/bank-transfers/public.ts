/**
 * Owns the bank transfers that buyers announce, and their vouchers.
 * Writes the tables `voucher` and `voucher_picture`.
 * Never reads a bank statement: billing/bank does.
 */

export { closeExpiredTransfersWithoutTrade } from './close-stale.ts'
export { createUnannouncedTopUpOrRepayment, createUnannouncedTradeTransfer } from './create-transfer.ts'
export {
  acceptVoucherOfArrivedPayment,
  recordFirstVoucherApproval,
  refuseMovedVoucher,
  rejectVoucher,
  requireDifferentSecondApprover,
} from './decide-voucher.ts'
export { omitCancelledOrdersUnlessAllCancelled, toVoucherOutput } from './transfer-view.ts'
export {
  findVoucher,
  findVouchersOfPayments,
  findVouchersWithSamePictures,
  listOrderNosOfVouchers,
  listVouchersOfAllEnterprises,
  type Voucher,
} from './vouchers.ts'
