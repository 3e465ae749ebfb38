import { VOUCHER_SUBMISSIONS_PER_PAYMENT_MAX } from '#contract/billing/bank/voucher-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type ExternalPayment, isPaymentOpen, listPaymentIdsOfTrade, updatePaymentState } from '#server/money/payments/public.ts'
import { lockOrdersForOnlineOrTransferPayment, type StartPaymentInput } from '#server/orders/approval/public.ts'
import { lockPurchaseLimitsOfTradeSubmitter, NO_PAYMENT_DEADLINE, setPaymentDeadline } from '#server/orders/orders/public.ts'
import { bindFile } from '#server/people/files/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { lockOrdersAndTransfer, reopenTransfer } from './decide-voucher.ts'
import { findVouchersOfPayments, insertVoucher, insertVoucherPictures, updateVoucherState } from './vouchers.ts'

/** Counts the vouchers that were submitted for the same trade or payment, including those of its earlier payments. */
export async function countVouchersOfTradeOrPayment(db: Db, { enterpriseId, id, tradeId }: ExternalPayment): Promise<number> {
  const ids = tradeId === null ? [id] : await listPaymentIdsOfTrade(db, enterpriseId, tradeId)
  return (await findVouchersOfPayments(db, enterpriseId, ids)).length
}

export interface VoucherSubmissionInput {
  payment: ExternalPayment
  payer: StartPaymentInput['payer']
  fileIds: readonly string[]
  remark: string
}

/**
 * 提交付款凭证. From now on neither a job nor the buyer can cancel the orders. Refuses TRANSFER_OVER, VOUCHER_IN_REVIEW, VOUCHERS_FULL,
 * FILE_NOT_FOUND, and the same as `lockOrdersForOnlineOrTransferPayment`.
 */
export async function submitVoucher(
  tx: Tx,
  moment: Moment,
  { payment: paymentSeen, payer, fileIds, remark }: VoucherSubmissionInput,
): Promise<void> {
  // The membership of the person who ordered is locked before the orders, as everywhere.
  if (paymentSeen.tradeId !== null && payer.accountType === 2)
    await lockPurchaseLimitsOfTradeSubmitter(tx, paymentSeen.enterpriseId, paymentSeen.tradeId)
  const payment = await lockOrdersAndTransfer(tx, paymentSeen)
  if (!isPaymentOpen(payment)) refuse('TRANSFER_OVER')
  if (payment.state === 'UNKNOWN') refuse('VOUCHER_IN_REVIEW')
  if ((await countVouchersOfTradeOrPayment(tx, payment)) >= VOUCHER_SUBMISSIONS_PER_PAYMENT_MAX) refuse('VOUCHERS_FULL')
  const { enterpriseId, tradeId } = payment
  const { userId } = payer
  if (tradeId !== null) await lockOrdersForOnlineOrTransferPayment(tx, { payer, tradeId, method: 'transfer' })
  const id = await insertVoucher(tx, moment, { enterpriseId, paymentId: payment.id, userId, remark })
  const pictures: { fileId: string; hash: Buffer }[] = []
  for (const fileId of fileIds) {
    const hash = await bindFile(tx, { enterpriseId, userId, fileId, purpose: 'voucher', boundTo: `voucher:${id}` })
    pictures.push({ fileId, hash })
  }
  await insertVoucherPictures(tx, { enterpriseId, id }, pictures)
  await updatePaymentState(tx, moment, payment, { to: 'UNKNOWN' })
  if (tradeId !== null) await setPaymentDeadline(tx, { enterpriseId, tradeId, until: NO_PAYMENT_DEADLINE })
}

/** After a voucher is withdrawn, the buyer has a day to submit the right one. */
const HOURS_AFTER_WITHDRAWAL = 24

/** 撤回凭证, as long as nobody has approved it. Refuses VOUCHER_STATE. */
export async function withdrawVoucher(tx: Tx, moment: Moment, paymentSeen: ExternalPayment): Promise<void> {
  const payment = await lockOrdersAndTransfer(tx, paymentSeen)
  const [latest] = await findVouchersOfPayments(tx, payment.enterpriseId, [payment.id])
  if (!latest || !(await updateVoucherState(tx, moment, latest, { verb: 'withdraw' }))) refuse('VOUCHER_STATE')
  await reopenTransfer(tx, moment, payment, HOURS_AFTER_WITHDRAWAL)
}

/** Cancels an announced transfer. Refuses TRANSFER_OVER, VOUCHER_IN_REVIEW, ORDER_ACTION_NOT_ALLOWED. */
export async function cancelTransfer(tx: Tx, moment: Moment, paymentSeen: ExternalPayment): Promise<void> {
  if (paymentSeen.purpose === 'trade') refuse('ORDER_ACTION_NOT_ALLOWED', { msg: '请更换支付方式或取消订单' })
  const payment = await lockOrdersAndTransfer(tx, paymentSeen)
  if (!isPaymentOpen(payment)) refuse('TRANSFER_OVER')
  if (payment.state === 'UNKNOWN') refuse('VOUCHER_IN_REVIEW')
  await updatePaymentState(tx, moment, payment, { to: 'CLOSED', failure: '已取消' })
}
