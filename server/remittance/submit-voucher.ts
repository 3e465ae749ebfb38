import { VOUCHERS_MAX } from '../../contract/bank/voucher-lifecycle.ts'
import { refuse } from '../../contract/refusals.ts'
import { bindFile } from '../files/public.ts'
import { NEVER, setPayBy } from '../ordering/public.ts'
import { isOpen, type OpenPayment, paymentsOfTrade, stepPayment } from '../payment/public.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { lockTransfer, waitAgain } from './decide-voucher.ts'
import { findVouchers, insertPictures, insertVoucher, stepVoucher } from './vouchers.ts'

/** How often vouchers were submitted for what a payment pays, by whichever of its payments. */
export async function countVouchers(db: Db, { enterpriseId, id, tradeId }: OpenPayment): Promise<number> {
  const ids = tradeId === null ? [id] : await paymentsOfTrade(db, enterpriseId, tradeId)
  return (await findVouchers(db, enterpriseId, ids)).length
}

export interface Brought {
  payment: OpenPayment
  userId: string
  fileIds: readonly string[]
  remark: string
}

/** 提交付款凭证. From now on neither the clock nor a button ends what it pays. Refuses TRANSFER_OVER, VOUCHER_IN_REVIEW, VOUCHERS_FULL, FILE_NOT_FOUND. */
export async function submitVoucher(tx: Tx, moment: Moment, { payment: seen, userId, fileIds, remark }: Brought): Promise<void> {
  const payment = await lockTransfer(tx, seen)
  if (!isOpen(payment)) refuse('TRANSFER_OVER')
  if (payment.state === 'UNKNOWN') refuse('VOUCHER_IN_REVIEW')
  if ((await countVouchers(tx, payment)) >= VOUCHERS_MAX) refuse('VOUCHERS_FULL')
  const { enterpriseId, tradeId } = payment
  const id = await insertVoucher(tx, moment, { enterpriseId, paymentId: payment.id, userId, remark })
  const pictures: { fileId: string; hash: Buffer }[] = []
  for (const fileId of fileIds) {
    const hash = await bindFile(tx, { enterpriseId, userId, fileId, purpose: 'voucher', boundTo: `voucher:${id}` })
    pictures.push({ fileId, hash })
  }
  await insertPictures(tx, { enterpriseId, id }, pictures)
  await stepPayment(tx, moment, payment, { to: 'UNKNOWN' })
  if (tradeId !== null) await setPayBy(tx, { enterpriseId, tradeId, until: NEVER })
}

/** A withdrawn voucher leaves a day to bring the right one. */
const HOURS_AFTER_WITHDRAWAL = 24

/** 撤回凭证, while nobody has approved it. Refuses VOUCHER_STATE. */
export async function withdrawVoucher(tx: Tx, moment: Moment, seen: OpenPayment): Promise<void> {
  const payment = await lockTransfer(tx, seen)
  const [latest] = await findVouchers(tx, payment.enterpriseId, [payment.id])
  if (!latest || !(await stepVoucher(tx, moment, latest, { verb: 'withdraw' }))) refuse('VOUCHER_STATE')
  await waitAgain(tx, moment, payment, HOURS_AFTER_WITHDRAWAL)
}

/** The buyer will not transfer it. Refuses TRANSFER_OVER, VOUCHER_IN_REVIEW, ORDER_ACTION_NOT_ALLOWED. */
export async function cancelTransfer(tx: Tx, moment: Moment, seen: OpenPayment): Promise<void> {
  if (seen.purpose === 'trade') refuse('ORDER_ACTION_NOT_ALLOWED', { msg: '请更换支付方式或取消订单' })
  const payment = await lockTransfer(tx, seen)
  if (!isOpen(payment)) refuse('TRANSFER_OVER')
  if (payment.state === 'UNKNOWN') refuse('VOUCHER_IN_REVIEW')
  await stepPayment(tx, moment, payment, { to: 'CLOSED', failure: '已取消' })
}
