import { type PaymentMethod, type PriceType, paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { OfferedPaymentMethod, TradeWithPaymentMethods } from '#contract/orders/orders/preview-shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refusals } from '#contract/platform/core/refusals.ts'
import { hasMallBankAccount } from '#server/content/content/public.ts'
import { findOrderAndCreditBlocks } from '#server/money/credit/public.ts'
import { formatInsufficientWalletMessage } from '#server/money/wallet/public.ts'
import { findOrdersOfTrade, readTotalsOfUnpaidOrders, toSubmittedTrade } from '#server/orders/orders/public.ts'
import { awaitAllAndThrowFirstError, type Db, runOnOneConnection } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

interface WhoPays {
  enterpriseId: string
  /** The mall has a payment provider. */
  paysOnline: boolean
}

/**
 * Describes every payment method. If one cannot be used, it says which rule prevents it, by how much, and what to do. `payables`: the total
 * at each price type; undefined: one of the goods has no such price. `stopped`: why the company may not order at all.
 */
export async function readOfferedPaymentMethods(
  db: Db,
  moment: Moment,
  { enterpriseId, payables, paysOnline }: WhoPays & { payables: Record<PriceType, Fen | undefined> },
): Promise<{ methods: OfferedPaymentMethod[]; stopped: string | null }> {
  const [{ walletFen: wallet, ...blocks }, hasBank] = await awaitAllAndThrowFirstError(
    findOrderAndCreditBlocks(db, moment, { enterpriseId, amountFen: payables[paymentMethods.credit.priceType] ?? null }),
    hasMallBankAccount(db),
  )
  const why: Record<PaymentMethod, (payable: Fen) => string | null> = {
    credit: () => blocks.credit,
    wallet: (payable) => (payable > wallet ? formatInsufficientWalletMessage(payable, wallet) : null),
    online: () => (paysOnline ? null : '商城还没有开通在线支付，请选择其他支付方式'),
    transfer: () => (hasBank ? null : refusals.BANK_ACCOUNT_MISSING.msg),
  }
  const funds: Partial<Record<PaymentMethod, Fen | null>> = { credit: blocks.usableFen, wallet }
  const methods = keysOf(paymentMethods).map((method): OfferedPaymentMethod => {
    const payable = payables[paymentMethods[method].priceType] ?? null
    const reason = payable === null ? '订单中有商品不支持赊销' : why[method](payable)
    const offered = { method, payable, funds: funds[method] ?? null, available: reason === null, reason }
    return method === 'credit' && blocks.agreementMissing ? { ...offered, agreementMissing: true } : offered
  })
  return { methods, stopped: blocks.orders }
}

/** Reads a trade with what each payment method would cost now; no methods if nothing of it waits for payment. Refuses TRADE_NOT_FOUND. */
export const readTradeWithPaymentMethods = (
  db: Db,
  moment: Moment,
  { enterpriseId, tradeId, paysOnline }: WhoPays & { tradeId: string },
): Promise<TradeWithPaymentMethods> =>
  runOnOneConnection(db, async (connection) => {
    const orders = await findOrdersOfTrade(connection, enterpriseId, tradeId)
    const trade = toSubmittedTrade(orders)
    const unpaid = orders.filter(({ state }) => state === 'WAIT_PAY')
    if (unpaid.length === 0) return { ...trade, methods: [] }
    const payables = await readTotalsOfUnpaidOrders(connection, unpaid)
    const { methods } = await readOfferedPaymentMethods(connection, moment, { enterpriseId, payables, paysOnline })
    return { ...trade, methods }
  })
