import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Fen, fen, formatYuan, subtractFen, sum } from '#contract/platform/core/money.ts'
import { getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  closeMonthsAndChargeInterest,
  endCoverOfUnpaidAcceptanceBills,
  runAutopay,
  sendDueReminders,
  sendTempLimitExpiryReminders,
} from '#server/billing/receivables/public.ts'
import { drawHeldCreditForParcel, holdCreditForOrders } from '#server/money/credit/public.ts'
import { offsetRefundsAgainstDrawdowns, type RepaymentInput, repayDebt } from '#server/money/statements/public.ts'
import { createAfterSaleHelpers } from './after-sales.ts'
import { type Buyer, type Mall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from './mall.ts'
import { recordRepaymentBankLine } from './transfers.ts'
import { createWaybillNo } from './waybills.ts'

/** Helpers for stories of debts and repayments: drawdowns, refunds and bank lines in one line each, and the jobs of a day. */
export function createDebtHelpers(mall: Mall) {
  const { runInTransaction, moment } = mall
  return {
    /**
     * Orders one product at exactly a price (from 500 yuan without freight), pays on credit and ships it. Amounts that can come back are lines
     * of their own in the same parcel, within the price. Returns the parcel, its order and the SKU.
     */
    async buys(
      buyer: Buyer,
      price: string,
      { poNumber = '', returnable = [] }: { poNumber?: string; returnable?: readonly string[] } = {},
    ) {
      const warehouse = await mall.staff('warehouse')
      const restFen = subtractFen(yuanTextToFen(price), sum(returnable.map(yuanTextToFen)))
      const lines: { skuId: string; goodsNum: number }[] = []
      for (const sale of [formatYuan(restFen), ...returnable])
        lines.push({ skuId: await mall.createSku('截齿', { sale, credit: sale }), goodsNum: 1 })
      const { quote } = await buyer.api.order.preview({ lines, method: 'credit' })
      const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'credit', addressId: buyer.addressId, quote, poNumber })
      await buyer.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
      const orderNo = orders[0]?.orderNo ?? ''
      const sent = {
        enterpriseId: buyer.enterpriseId,
        orderNo,
        carrier: '德邦快递',
        trackingNo: createWaybillNo(),
        lines: lines.map((_, at) => ({ lineNo: at + 1, quantity: 1 })),
      }
      await warehouse.api.consoleFulfilment.ship(sent)
      const { document } = await mall.db
        .selectFrom('ledger_transfer')
        .select('document')
        .where('enterprise_id', '=', buyer.enterpriseId)
        .where('kind', '=', 'draw')
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return { orderNo, skuId: lines[0]?.skuId ?? '', parcelId: document }
    },
    /** A drawdown without goods, which exists only in the ledger. */
    async draws(enterpriseId: string, amountFen: Fen): Promise<string> {
      const [orderId, parcelId] = [randomUUID(), randomUUID()]
      await runInTransaction(async (tx) => {
        await holdCreditForOrders(tx, moment(), { enterpriseId, orders: [{ orderId, amountFen, title: '截齿' }] })
        await drawHeldCreditForParcel(tx, moment(), { enterpriseId, parcelId, amountFen, title: '截齿' })
      })
      return parcelId
    },
    /** Records money that arrived by bank, on a day that may be past. */
    receives: (enterpriseId: string, amountFen: Fen, given: Partial<RepaymentInput> = {}) =>
      runInTransaction(async (tx) => {
        const repayment = { enterpriseId, source: 'bank', amountFen, document: randomUUID(), ...given } as const
        const made = await repayDebt(tx, moment(), repayment)
        if (repayment.source === 'bank') await recordRepaymentBankLine(tx, moment(), { ...repayment, valueDay: made.valueDay })
        return made
      }),
    /** An amount that `buys` made returnable comes back by an after-sale. Returns what it took off the debt, and what went into the wallet. */
    async comesBack(buyer: Buyer, orderNo: string, amount: string) {
      const { enterpriseId } = buyer
      const { apply, approve, pay } = await createAfterSaleHelpers(mall)
      const { lines } = await buyer.api.afterSale.options({ orderNo })
      const { lineNo } = lines.find(({ price, sent }) => price === yuanTextToFen(amount) && sent > 0) ?? expect.fail(`no ${amount} left`)
      const ref = await apply({ buyer, enterpriseId, orderNo, skuIds: [] }, 'REFUND', [[lineNo, 'sent', 1]])
      await approve(ref)
      await pay(ref)
      const entries = await mall.db
        .selectFrom('refund')
        .innerJoin('statement_entry', (join) =>
          join.onRef('statement_entry.enterprise_id', '=', 'refund.enterprise_id').onRef('statement_entry.document', '=', 'refund.id'),
        )
        .select(['statement_entry.amount_fen', 'statement_entry.wallet_fen'])
        .where('refund.enterprise_id', '=', enterpriseId)
        .where('refund.after_sale_id', '=', ref.id)
        .execute()
      return { offsetFen: sum(entries.map((one) => one.amount_fen)), walletFen: sum(entries.map((one) => one.wallet_fen)) }
    },
    /** A refund of a drawdown that stands in the ledger alone: no goods come back. Goods of `buys` come back by `comesBack`. */
    refunds: (enterpriseId: string, parcelId: string, amountFen: Fen, document: string = randomUUID()) =>
      runInTransaction((tx) =>
        offsetRefundsAgainstDrawdowns(tx, moment(), { enterpriseId, document, parts: [{ parcelId, amountFen }], title: '退款-截齿' }),
      ),
    /** Sets the clock to this hour of a day in Shanghai, and logs everybody in again. */
    async dawns(day: string, hours = 9) {
      mall.clock.now = new Date(getStartOfShanghaiDay(day).getTime() + hours * 3_600_000)
      await mall.renew()
    },
    /** Runs all jobs that run in a day. */
    async jobs() {
      return {
        ...(await closeMonthsAndChargeInterest(mall.db, moment())),
        lapsed: await endCoverOfUnpaidAcceptanceBills(mall.db, moment()),
        repaid: (await runAutopay(mall.db, moment())).amount,
        reminded: await sendDueReminders(mall.db, moment()),
        ending: await sendTempLimitExpiryReminders(mall.db, moment()),
      }
    },
    async balances(buyer: Buyer) {
      const account = await buyer.api.account.account({})
      const { balance } = await buyer.api.wallet.overview({})
      return { drawn: account?.creditWaitReturnAmount, interest: account?.expireInterestAmount, wallet: balance }
    },
    yuanTextToFen,
    fen,
  }
}
