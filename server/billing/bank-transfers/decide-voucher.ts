import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { refusals, refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { type ExternalPayment, lockPayment, updatePaymentState } from '#server/money/payments/public.ts'
import { lockOrdersOfTrade, setPaymentDeadline } from '#server/orders/orders/public.ts'
import { requireSecondPerson } from '#server/people/dual-control/public.ts'
import { refuseNamingColleague } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { notifyPayerAndMainAccount } from './notify-payer.ts'
import { findVoucher, findVouchersOfPayments, updateVoucherState, type Voucher, type VoucherRef } from './vouchers.ts'

/** How many hours a buyer has after a rejection (domain §5). */
const HOURS_AFTER_REJECTION = 72

/** Reopens a payment and its orders, so that they wait for another voucher or for the money. The caller has locked them. */
export async function reopenTransfer(tx: Tx, moment: Moment, payment: ExternalPayment, hours: number): Promise<void> {
  const { enterpriseId, tradeId } = payment
  const until = addHours(moment.now, hours)
  const expiresAt = payment.expiresAt !== null && payment.expiresAt > until ? payment.expiresAt : until
  await updatePaymentState(tx, moment, payment, { to: 'PENDING', ...(tradeId === null ? { expiresAt } : {}) })
  if (tradeId !== null) await setPaymentDeadline(tx, { enterpriseId, tradeId, until })
}

/** Locks the orders and then their payment, in the same sequence as everywhere. */
export async function lockOrdersAndTransfer(
  tx: Tx,
  payment: Pick<ExternalPayment, 'enterpriseId' | 'id' | 'tradeId'>,
): Promise<ExternalPayment> {
  if (payment.tradeId !== null) await lockOrdersOfTrade(tx, payment.enterpriseId, payment.tradeId)
  return (await lockPayment(tx, payment)) ?? refuse('PAYMENT_NOT_FOUND')
}

const factsOf = ({ title, amountFen }: ExternalPayment) => ({ what: title, amount: formatMoney(amountFen) })

/** Refuses VOUCHER_STATE with what has become of a voucher meanwhile: who decided it, when and how. */
export async function refuseMovedVoucher(tx: Tx, moment: Moment, ref: VoucherRef): Promise<never> {
  const now = await findVoucher(tx, ref)
  const change =
    now?.decidedBy && now.decidedAt
      ? { staffId: now.decidedBy, at: now.decidedAt, what: now.state === 'ACCEPTED' ? '确认到账' : '驳回这张凭证' }
      : undefined
  const msg = now?.state === 'WITHDRAWN' ? '买家已撤回这张凭证' : refusals.VOUCHER_STATE.msg
  return refuseNamingColleague(tx, moment, { reason: 'VOUCHER_STATE', change, msg })
}

/** 驳回: the buyer gets the reason and may submit another voucher. Refuses VOUCHER_STATE. */
export async function rejectVoucher(
  tx: Tx,
  moment: Moment,
  { voucher, payment, staffId, opinion }: { voucher: Voucher; payment: ExternalPayment; staffId: string; opinion: string },
): Promise<void> {
  const held = await lockOrdersAndTransfer(tx, payment)
  if (!(await updateVoucherState(tx, moment, voucher, { verb: 'reject', staffId, opinion }))) await refuseMovedVoucher(tx, moment, voucher)
  await reopenTransfer(tx, moment, held, HOURS_AFTER_REJECTION)
  await notifyPayerAndMainAccount(
    tx,
    moment,
    payment,
    createMessageTextWithValues('voucherRejected', { ...factsOf(payment), reason: opinion }),
  )
}

/** 初审通过: a large amount waits for a second person. Refuses VOUCHER_STATE. */
export async function recordFirstVoucherApproval(
  tx: Tx,
  moment: Moment,
  { voucher, staffId, ...first }: { voucher: Voucher; staffId: string; amountFen: Fen; lineId: string },
): Promise<void> {
  if (!(await updateVoucherState(tx, moment, voucher, { verb: 'askSecond', staffId, first }))) await refuseMovedVoucher(tx, moment, voucher)
}

/** Checks that the second approval is made by another person than the first. Refuses SECOND_PERSON_NEEDED, SECOND_PERSON_TIED. */
export async function requireDifferentSecondApprover(
  tx: Tx,
  moment: Moment,
  { firstBy }: Pick<Voucher, 'firstBy'>,
  staffId: string,
): Promise<void> {
  if (firstBy === null) return
  await requireSecondPerson(tx, { firstId: firstBy, secondId: staffId }, moment, '您已初审这张凭证，请由另一位财务人员复核')
}

/**
 * Accepts the voucher under review, because the money of its payment has arrived. Returns its id. The person of a first approval cannot
 * make the second: refuses SECOND_PERSON_NEEDED, SECOND_PERSON_TIED.
 */
export async function acceptVoucherOfArrivedPayment(
  tx: Tx,
  moment: Moment,
  payment: ExternalPayment,
  staffId: string,
): Promise<string | undefined> {
  const open = (await findVouchersOfPayments(tx, payment.enterpriseId, [payment.id])).filter(
    ({ state }) => state === 'REVIEW' || state === 'SECOND',
  )
  for (const voucher of open) {
    await requireDifferentSecondApprover(tx, moment, voucher, staffId)
    if (!(await updateVoucherState(tx, moment, voucher, { verb: 'accept', staffId }))) await refuseMovedVoucher(tx, moment, voucher)
  }
  await notifyPayerAndMainAccount(tx, moment, payment, createMessageTextWithValues('transferArrived', factsOf(payment)))
  return open[0]?.id
}
