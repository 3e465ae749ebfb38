import type { Part } from '../../contract/bank/shapes.ts'
import { type Fen, formatYuan, minus, sum } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { readBankAccount } from '../content/public.ts'
import { findEnterprise, findMainUser } from '../organisation/public.ts'
import { findPayment, type OpenPayment } from '../payment/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { settleReceipt } from '../receipts/public.ts'
import { acceptVouchers, beginDirect, beginForTrade } from '../remittance/public.ts'
import { spend } from './allocations.ts'
import { type Line, restOf } from './lines.ts'

const yuan = (amount: Fen) => `¥${formatYuan(amount, { grouped: true })}`

/** Who uses a line, and the key that remark codes are made with. */
export interface Hand {
  staffId: string
  key: Buffer
}

/** Money that only one person says is there, and much of it, takes another one to use it. Refuses SECOND_PERSON_WANTED. */
export async function demandSecondPerson(tx: Tx, line: Line, staffId: string): Promise<void> {
  if (line.source !== 'typed' || line.typedBy !== staffId) return
  const { secondAbove } = await readBankAccount(tx)
  if (line.amountFen > secondAbove)
    refuse('SECOND_PERSON_WANTED', { msg: `人工登记的流水超过 ${yuan(secondAbove)}，请由另一位财务人员确认，或导入对账单` })
}

/**
 * Settles a payment with a part of a line that the caller has locked. All or nothing: what cannot be used is refused and stays on the line. Returns
 * the id of the voucher that was accepted with it, if one was under review.
 */
export async function settleFromLine(
  tx: Tx,
  moment: Moment,
  {
    line,
    payment,
    amountFen,
    kind = 'payment',
    staffId,
  }: { line: Line; payment: OpenPayment; amountFen: Fen; kind?: 'payment' | 'wallet'; staffId: string },
): Promise<string | undefined> {
  const { enterpriseId, id: paymentId, title } = payment
  if (amountFen !== payment.amountFen)
    refuse('AMOUNT_DIFFERS', { msg: `“${title}”应付 ${yuan(payment.amountFen)}，与 ${yuan(amountFen)} 不符` })
  const receipt = { enterpriseId, paymentId, source: 'bank', reference: line.reference, amountFen, valueDay: line.day } as const
  const outcome = await settleReceipt(tx, moment, receipt)
  if (outcome !== 'settled') refuse('TRANSFER_OVER', { msg: `“${title}”已到账、已关闭或订单已变化，请改为转入钱包或退回付款人` })
  await spend(tx, moment, line, { enterpriseId, kind, amountFen, paymentId, title, staffId })
  return acceptVouchers(tx, moment, payment, staffId)
}

const unknown = (part: Part): never =>
  refuse(part.to === 'payment' ? 'PAYMENT_NOT_FOUND' : part.to === 'trade' ? 'TRADE_NOT_FOUND' : 'ENTERPRISE_NOT_FOUND')

/** The payment that a part settles: one under way, or one made for it. */
async function paymentFor(tx: Tx, moment: Moment, part: Part, { key }: Hand): Promise<OpenPayment> {
  const { enterpriseId, amount: amountFen } = part
  const main = (await findEnterprise(tx, enterpriseId)) && (await findMainUser(tx, enterpriseId))
  if (main === undefined) return unknown(part)
  const payer = { enterpriseId, userId: main }
  const make = {
    payment: async () => (part.to === 'payment' ? part.paymentId : ''),
    trade: async () => (part.to === 'trade' ? beginForTrade(tx, moment, { enterpriseId, tradeId: part.tradeId, key }) : ''),
    repay: () => beginDirect(tx, moment, { payer, purpose: 'repay', amountFen }),
    wallet: () => beginDirect(tx, moment, { payer, purpose: 'topUp', amountFen }),
  }
  const payment = await findPayment(tx, { enterpriseId, id: await make[part.to]() })
  return payment?.method === 'transfer' ? payment : unknown(part)
}

const placeOf = (part: Part): string =>
  `${part.enterpriseId} ${part.to === 'payment' ? part.paymentId : part.to === 'trade' ? part.tradeId : '~'}`

/**
 * Uses a line, which the caller has locked, for some payments: all or none of them. Refuses BANK_LINE_SHORT, AMOUNT_DIFFERS, TRANSFER_OVER, and
 * whatever a payment that has to be made first refuses. Returns what is left.
 */
export async function assign(
  tx: Tx,
  moment: Moment,
  { line, parts, hand }: { line: Line; parts: readonly Part[]; hand: Hand },
): Promise<Fen> {
  const total = sum(parts.map(({ amount }) => amount))
  if (total > restOf(line)) refuse('BANK_LINE_SHORT', { msg: `合计 ${yuan(total)}，超过该流水未用余额 ${yuan(restOf(line))}` })
  await demandSecondPerson(tx, line, hand.staffId)
  // In one order for everybody, so that two lines with the same orders do not wait for each other.
  for (const part of [...parts].sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))) {
    const payment = await paymentFor(tx, moment, part, hand)
    const kind = part.to === 'wallet' ? 'wallet' : 'payment'
    await settleFromLine(tx, moment, { line, payment, amountFen: part.amount, kind, staffId: hand.staffId })
  }
  return minus(restOf(line), total)
}
