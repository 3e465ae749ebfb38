import { expect } from 'vitest'
import { createAfterSaleHelpers } from './after-sales.ts'
import { createDebtHelpers } from './debts.ts'
import { selectFirstOrderNo, submitOrders } from './enterprise.ts'
import { createUnifiedSocialCreditCode } from './identity-documents.ts'
import { type Buyer, type Mall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from './mall.ts'
import { connectSandboxPaymentProvider } from './payment-provider.ts'
import { createTransferHelpers } from './transfers.ts'

/** Amounts of moved money, in yuan, that occur nowhere else. Orders have several units, because everybody can see the price of one. */
export const markerMoneyAmounts = {
  /** An order on credit of three units in the closed month. */
  drawn: '4826.94',
  repaid: '1357.91',
  /** The parts of the repayment that went to seven days of overdue interest, and to the month. */
  interest: '16.89',
  repaidOfMonth: '1341.02',
  /** The amount of the closed month that is still due. */
  owed: '3485.92',
  /** An order of two units that waits for its bank transfer. */
  toTransfer: '6283.18',
  toppedUpByTransfer: '7319.46',
  toRepayByTransfer: '1122.89',
  toppedUpOnline: '8642.97',
  toRepayOnline: '1233.47',
  /** An order of five units from the wallet, and the three units that were cancelled. */
  bought: '3300.45',
  takenBack: '1980.27',
  /** The other two units, which arrived. */
  invoiced: '1320.18',
} as const

/** The month of the closed statement. */
export const MARKER_CLOSED_MONTH = '2026-10'

/** A company's month on credit. Call it on a day of that month. */
export async function createTestMonthOnCredit(mall: Mall, lin: Buyer): Promise<void> {
  const { order, send } = await createAfterSaleHelpers(mall)
  await send(await order(lin, [{ price: '1608.98', units: 3 }], 'credit'), { 1: 3 })
}

/**
 * Creates a company's money movements: its closed month, partly repaid; bank transfers with vouchers and open online payments; a refund
 * from an after-sale; an invoice. Returns the inputs of the calls that read them.
 */
export async function createMarkerMoneyMovements(mall: Mall, lin: Buyer) {
  const [debts, transfers, afterSales] = [createDebtHelpers(mall), createTransferHelpers(mall), await createAfterSaleHelpers(mall)]
  await debts.jobs()
  await lin.api.statement.repayByWallet({
    amount: yuanTextToFen(markerMoneyAmounts.repaid),
    months: [MARKER_CLOSED_MONTH],
    payPwd: TEST_USER_PAYMENT_PASSWORD,
  })

  const good = await mall.createSku('转账截齿', { sale: '3141.59', credit: '3141.59' })
  const byTransfer = await submitOrders(lin, [good, good], 'transfer')
  const { paymentId: purchase } = await lin.api.transfer.begin({ tradeId: byTransfer.tradeId })
  const { paymentId: topUp } = await lin.api.transfer.topUp({ amount: yuanTextToFen(markerMoneyAmounts.toppedUpByTransfer) })
  const { paymentId: repayment } = await lin.api.transfer.repay({ amount: yuanTextToFen(markerMoneyAmounts.toRepayByTransfer) })
  const transferIds = [purchase, topUp, repayment]
  for (const paymentId of transferIds) await transfers.proves(lin, paymentId)

  await connectSandboxPaymentProvider(mall)
  const online = [
    await lin.api.payment.topUp({ amount: yuanTextToFen(markerMoneyAmounts.toppedUpOnline), channel: 'wechat' }),
    await lin.api.payment.repay({ amount: yuanTextToFen(markerMoneyAmounts.toRepayOnline), channel: 'wechat' }),
  ]

  const fiveUnits = await afterSales.order(lin, [{ price: '660.09', units: 5 }])
  await afterSales.refunds(fiveUnits, [[1, 'unsent', 3]])
  await afterSales.send(fiveUnits, { 1: 2 })
  await lin.api.order.receive({ orderNo: fiveUnits.orderNo })
  const [afterSale] = (await lin.api.afterSale.list({})).dataList

  const taxNo = createUnifiedSocialCreditCode('91440300MA5FAKE01')
  const { id: titleId } = await lin.api.invoiceTitle.add({ kind: 'NORMAL', name: '林矿业有限公司', taxNo })
  const { id: invoiceId } = await lin.api.invoice.apply({ orderNos: [fiveUnits.orderNo], titleId, email: 'a@b.cn', remark: '' })

  const [drawdown] = (await lin.api.credit.drawdowns({})).dataList
  const bills = (await lin.api.bill.list({ pageSize: 50 })).dataList
  return {
    transferIds,
    transferOrderNo: selectFirstOrderNo(byTransfer),
    arrivedOrderNo: fiveUnits.orderNo,
    paymentIds: online.map(({ paymentId }) => paymentId),
    afterSaleId: afterSale?.id ?? expect.fail('no after-sale'),
    invoiceId,
    drawdownId: drawdown?.id ?? expect.fail('no drawdown'),
    billIds: bills.map(({ id }) => id),
  }
}
