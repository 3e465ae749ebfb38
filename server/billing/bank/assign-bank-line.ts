import type { BankAllocationInput } from '#contract/billing/bank/shapes.ts'
import { type Fen, formatMoney, subtractFen, sum } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  acceptVoucherOfArrivedPayment,
  createUnannouncedTopUpOrRepayment,
  createUnannouncedTradeTransfer,
} from '#server/billing/bank-transfers/public.ts'
import { settleIncomingPayment } from '#server/billing/incoming-payments/public.ts'
import { type ExternalPayment, findPayment } from '#server/money/payments/public.ts'
import { findEnterprise, findMainUserId } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { allocateFromBankLine } from './allocations.ts'
import { type BankLineRecord, computeUnassignedFen } from './bank-line-store.ts'
import { requireBankLineSecondPersonIfNeeded } from './checks/second-person-rule.ts'

/**
 * Settles a payment with a part of a line that the caller has locked, completely or not at all: an amount that cannot be used is refused
 * and stays on the line. Returns the id of the voucher that is accepted with it, if one was under review.
 */
export async function settlePaymentFromBankLine(
  tx: Tx,
  moment: Moment,
  {
    line,
    payment,
    amountFen,
    kind = 'payment',
    staffId,
    alone,
  }: { line: BankLineRecord; payment: ExternalPayment; amountFen: Fen; kind?: 'payment' | 'wallet'; staffId: string; alone: boolean },
): Promise<string | undefined> {
  const { enterpriseId, id: paymentId, title } = payment
  if (amountFen !== payment.amountFen)
    refuse('AMOUNT_DIFFERS', { msg: `“${title}”应付 ${formatMoney(payment.amountFen)}，与 ${formatMoney(amountFen)} 不符` })
  const receipt = { enterpriseId, paymentId, source: 'bank', reference: line.reference, amountFen, valueDay: line.day } as const
  const outcome = await settleIncomingPayment(tx, moment, receipt)
  if (outcome !== 'settled') refuse('TRANSFER_OVER', { msg: `“${title}”已到账、已关闭或订单已变化，请改为转入钱包或退回付款人` })
  await allocateFromBankLine(tx, moment, line, { enterpriseId, kind, amountFen, paymentId, title, staffId, alone })
  return acceptVoucherOfArrivedPayment(tx, moment, payment, staffId)
}

const unknown = (part: BankAllocationInput): never =>
  refuse(part.to === 'payment' ? 'PAYMENT_NOT_FOUND' : part.to === 'trade' ? 'TRADE_NOT_FOUND' : 'ENTERPRISE_NOT_FOUND')

/** Returns the payment that a part settles: an open one, or a new one. */
async function paymentFor(tx: Tx, moment: Moment, part: BankAllocationInput): Promise<ExternalPayment> {
  const { enterpriseId, amount: amountFen } = part
  const main = (await findEnterprise(tx, enterpriseId)) && (await findMainUserId(tx, enterpriseId))
  if (main === undefined) return unknown(part)
  const payer = { enterpriseId, userId: main }
  const make = {
    payment: async () => (part.to === 'payment' ? part.paymentId : ''),
    trade: async () => (part.to === 'trade' ? createUnannouncedTradeTransfer(tx, moment, { enterpriseId, tradeId: part.tradeId }) : ''),
    repay: () => createUnannouncedTopUpOrRepayment(tx, moment, { payer, purpose: 'repay', amountFen }),
    wallet: () => createUnannouncedTopUpOrRepayment(tx, moment, { payer, purpose: 'topUp', amountFen }),
  }
  const payment = await findPayment(tx, { enterpriseId, id: await make[part.to]() })
  return payment?.method === 'transfer' ? payment : unknown(part)
}

const placeOf = (part: BankAllocationInput): string =>
  `${part.enterpriseId} ${part.to === 'payment' ? part.paymentId : part.to === 'trade' ? part.tradeId : '~'}`

/**
 * Uses a line, which the caller has locked, for all the given payments or for none. Refuses BANK_LINE_SHORT, AMOUNT_DIFFERS, TRANSFER_OVER,
 * SECOND_PERSON_NEEDED, SECOND_PERSON_TIED, and the refusals of a payment that has to be created first. Returns the unassigned rest in fen.
 */
export async function assignBankLineToPayments(
  tx: Tx,
  moment: Moment,
  { line, parts, staffId }: { line: BankLineRecord; parts: readonly BankAllocationInput[]; staffId: string },
): Promise<Fen> {
  const total = sum(parts.map(({ amount }) => amount))
  if (total > computeUnassignedFen(line))
    refuse('BANK_LINE_SHORT', { msg: `合计 ${formatMoney(total)}，超过该流水未用余额 ${formatMoney(computeUnassignedFen(line))}` })
  const uses = parts.map(({ enterpriseId, amount: amountFen }) => ({ enterpriseId, amountFen }))
  const alone = await requireBankLineSecondPersonIfNeeded(tx, moment, { line, staffId, parts: uses })
  // Sorted, so that two concurrent calls with the same orders lock in the same sequence.
  for (const part of [...parts].sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))) {
    const payment = await paymentFor(tx, moment, part)
    const kind = part.to === 'wallet' ? 'wallet' : 'payment'
    await settlePaymentFromBankLine(tx, moment, { line, payment, amountFen: part.amount, kind, staffId, alone })
  }
  return subtractFen(computeUnassignedFen(line), total)
}
