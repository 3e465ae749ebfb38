import { computeRepayableTotal } from '#contract/money/statements/repayment.ts'
import { repaymentSources } from '#contract/money/statements/shapes.ts'
import { topUpTitles } from '#contract/money/wallet/api.ts'
import { type Fen, formatMoney, maxFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { requireMallBankAccount } from '#server/content/content/public.ts'
import {
  closeOpenPaymentAndInformProvider,
  countOpenNonTradeBankTransfers,
  createBankTransferCode,
  insertExternalPayment,
  lockOpenPaymentOfTrade,
  OPEN_TRANSFER_HOURS,
} from '#server/money/payments/public.ts'
import { readDebts } from '#server/money/statements/public.ts'
import { lockOrdersForOnlineOrTransferPayment, type StartPaymentInput } from '#server/orders/approval/public.ts'
import { formatGoodsOfOrders, lockUnpaidOrdersOfTradeWithMethod, type Order } from '#server/orders/orders/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface Payer {
  enterpriseId: string
  userId: string
}

/** How many announced and unpaid transfers an enterprise may have. */
const OPEN_MAX = 20

const titles = { topUp: topUpTitles.transfer, repay: repaymentSources.bank.label } as const

/**
 * Returns the open transfer of a trade, whose orders the caller has locked, or creates it, with a remark code if the buyer announces it.
 * Refuses PAYMENT_UNCLEAR, VOUCHER_IN_REVIEW.
 */
async function beginFor(
  tx: Tx,
  moment: Moment,
  { orders, announced }: { orders: readonly Order[]; announced?: { userId: string; key: Buffer } },
): Promise<string> {
  const { enterpriseId, tradeId, userId: orderedBy } = orders[0] ?? refuse('TRADE_NOT_FOUND')
  const amountFen = sum(orders.map(({ payableFen }) => payableFen))
  const open = await lockOpenPaymentOfTrade(tx, enterpriseId, tradeId)
  if (open && open.method === 'transfer' && open.amountFen === amountFen) return open.id
  await closeOpenPaymentAndInformProvider(tx, moment, { enterpriseId, tradeId, why: '已重新发起支付' })
  const about = { enterpriseId, purpose: 'trade', tradeId, method: 'transfer', title: formatGoodsOfOrders(orders), amountFen } as const
  if (!announced) return insertExternalPayment(tx, moment, { ...about, userId: orderedBy })
  const { userId, key } = announced
  return insertExternalPayment(tx, moment, { ...about, userId, remarkCode: await createBankTransferCode(tx, key) })
}

/** Announces a transfer for a trade. Refuses the same as `lockOrdersForOnlineOrTransferPayment`, and BANK_ACCOUNT_MISSING, PAYMENT_UNCLEAR, VOUCHER_IN_REVIEW. */
export async function createAnnouncedTradeTransfer(
  tx: Tx,
  moment: Moment,
  { payer, tradeId, key }: { payer: StartPaymentInput['payer']; tradeId: string; key: Buffer },
): Promise<string> {
  await requireMallBankAccount(tx)
  const orders = await lockOrdersForOnlineOrTransferPayment(tx, { payer, tradeId, method: 'transfer' })
  return beginFor(tx, moment, { orders, announced: { userId: payer.userId, key } })
}

/**
 * Creates a transfer for a trade whose money finance has found without an announcement. The money is there, so purchase limits are not
 * checked. Refuses TRADE_NOT_FOUND, ALREADY_PAID, METHOD_NOT_OFFERED, PAYMENT_UNCLEAR.
 */
export async function createUnannouncedTradeTransfer(
  tx: Tx,
  moment: Moment,
  { enterpriseId, tradeId }: { enterpriseId: string; tradeId: string },
): Promise<string> {
  const orders = await lockUnpaidOrdersOfTradeWithMethod(tx, { enterpriseId, tradeId, method: 'transfer' })
  return beginFor(tx, moment, { orders })
}

/** Announces a 转账充值 or 转账还款. Refuses BANK_ACCOUNT_MISSING, TRANSFERS_FULL, REPAY_TOO_MUCH. */
export async function createAnnouncedTopUpOrRepayment(
  tx: Tx,
  moment: Moment,
  { payer, key, ...what }: { payer: Payer; key: Buffer; purpose: 'topUp' | 'repay'; amountFen: Fen; months?: readonly string[] },
): Promise<string> {
  await requireMallBankAccount(tx)
  if ((await countOpenNonTradeBankTransfers(tx, payer.enterpriseId)) >= OPEN_MAX) refuse('TRANSFERS_FULL')
  if (what.purpose === 'repay') await requireAmountOwed(tx, moment, payer.enterpriseId, what.amountFen)
  return insertExternalPayment(tx, moment, {
    ...payer,
    ...what,
    method: 'transfer',
    title: titles[what.purpose],
    remarkCode: await createBankTransferCode(tx, key),
    expiresAt: addHours(moment.now, OPEN_TRANSFER_HOURS),
  })
}

async function requireAmountOwed(tx: Tx, moment: Moment, enterpriseId: string, amountFen: Fen): Promise<void> {
  const owed = computeRepayableTotal(await readDebts(tx, moment, enterpriseId))
  if (amountFen > owed) refuse('REPAY_TOO_MUCH', { msg: `待还总额 ${formatMoney(maxFen(owed, ZERO_FEN))}，还款金额不能超过它` })
}

/** Creates a transfer for money that nobody has announced. Finance chooses its purpose, and it is settled in the same transaction. */
export const createUnannouncedTopUpOrRepayment = (
  tx: Tx,
  moment: Moment,
  { payer, purpose, amountFen }: { payer: Payer; purpose: 'topUp' | 'repay'; amountFen: Fen },
): Promise<string> => insertExternalPayment(tx, moment, { ...payer, purpose, method: 'transfer', title: titles[purpose], amountFen })
