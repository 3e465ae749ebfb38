import { say } from '../../contract/messaging/texts/texts.ts'
import { type Fen, formatYuan } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { addHours } from '../../contract/shanghai.ts'
import { lockTrade, setPayBy } from '../ordering/public.ts'
import { lockPayment, type OpenPayment, stepPayment } from '../payment/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { tellPayer } from './tell-payer.ts'
import { findVouchers, stepVoucher, type Voucher } from './vouchers.ts'

/** How long a buyer has after a rejection (domain §5). */
const HOURS_AFTER_REJECTION = 72

/** Lets the payment and its orders wait for another voucher, or for the money. The caller has locked them. */
export async function waitAgain(tx: Tx, moment: Moment, payment: OpenPayment, hours: number): Promise<void> {
  const { enterpriseId, tradeId } = payment
  const until = addHours(moment.now, hours)
  const expiresAt = payment.expiresAt !== null && payment.expiresAt > until ? payment.expiresAt : until
  await stepPayment(tx, moment, payment, { to: 'PENDING', ...(tradeId === null ? { expiresAt } : {}) })
  if (tradeId !== null) await setPayBy(tx, { enterpriseId, tradeId, until })
}

/** Orders first, then their payment: the order in which everybody locks them. */
export async function lockTransfer(tx: Tx, payment: Pick<OpenPayment, 'enterpriseId' | 'id' | 'tradeId'>): Promise<OpenPayment> {
  if (payment.tradeId !== null) await lockTrade(tx, payment.enterpriseId, payment.tradeId)
  return (await lockPayment(tx, payment)) ?? refuse('PAYMENT_NOT_FOUND')
}

const factsOf = ({ title, amountFen }: OpenPayment) => ({ what: title, amount: `¥${formatYuan(amountFen, { grouped: true })}` })

/** 驳回: the buyer is told why, and may bring another. Refuses VOUCHER_STATE. */
export async function rejectVoucher(
  tx: Tx,
  moment: Moment,
  { voucher, payment, staffId, opinion }: { voucher: Voucher; payment: OpenPayment; staffId: string; opinion: string },
): Promise<void> {
  const held = await lockTransfer(tx, payment)
  if (!(await stepVoucher(tx, moment, voucher, { verb: 'reject', staffId, opinion }))) refuse('VOUCHER_STATE')
  await waitAgain(tx, moment, held, HOURS_AFTER_REJECTION)
  await tellPayer(tx, moment, payment, say('voucherRejected', { ...factsOf(payment), reason: opinion }))
}

/** 初审通过: a large sum waits for another person. Refuses VOUCHER_STATE. */
export async function askSecond(
  tx: Tx,
  moment: Moment,
  { voucher, staffId, ...first }: { voucher: Voucher; staffId: string; amountFen: Fen; lineId: string },
): Promise<void> {
  if (!(await stepVoucher(tx, moment, voucher, { verb: 'askSecond', staffId, first }))) refuse('VOUCHER_STATE')
}

/**
 * The money of a payment is there: the voucher that was under review is accepted with it. Returns its id. Who approved a large sum first is not
 * the second: refuses SECOND_PERSON_WANTED.
 */
export async function acceptVouchers(tx: Tx, moment: Moment, payment: OpenPayment, staffId: string): Promise<string | undefined> {
  const open = (await findVouchers(tx, payment.enterpriseId, [payment.id])).filter(({ state }) => state === 'REVIEW' || state === 'SECOND')
  for (const voucher of open) {
    if (voucher.firstBy === staffId) refuse('SECOND_PERSON_WANTED', { msg: '您已初审这张凭证，请由另一位财务人员复核' })
    if (!(await stepVoucher(tx, moment, voucher, { verb: 'accept', staffId }))) refuse('VOUCHER_STATE')
  }
  await tellPayer(tx, moment, payment, say('transferArrived', factsOf(payment)))
  return open[0]?.id
}
