import { expect, vi } from 'vitest'
import { createAcceptanceHelpers } from './acceptances.ts'
import { createDebtHelpers } from './debts.ts'
import { createInvoiceHelpers } from './invoices.ts'
import { setBaseLimitAsStaff } from './limits.ts'
import { type Buyer, type Mall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from './mall.ts'
import { connectSandboxPaymentProvider } from './payment-provider.ts'
import { createTransferHelpers } from './transfers.ts'

type Provider = Awaited<ReturnType<typeof connectSandboxPaymentProvider>>

/** Pays a started online payment, and waits until the mall has recorded one more payment. */
async function arrives(mall: Mall, provider: Provider, lin: Buyer, paymentId: string, before?: () => Promise<unknown>): Promise<void> {
  const taken = async () => (await mall.db.selectFrom('gateway_receipt').select('reference').execute()).length
  const known = await taken()
  const { invitation } = await lin.api.payment.detail({ paymentId })
  await before?.()
  await provider.pays(invitation)
  await vi.waitFor(async () => expect(await taken()).toBe(known + 1), 8_000)
}

/** One order paid online; another one cancelled a moment before, whose money goes back; a top-up and a repayment. */
async function paysOnline(mall: Mall, lin: Buyer, skuId: string): Promise<void> {
  const provider = await connectSandboxPaymentProvider(mall)
  for (const cancelled of [false, true]) {
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'online' })
    const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'online', addressId: lin.addressId, quote })
    const { paymentId } = await lin.api.payment.create({ tradeId, channel: 'wechat' })
    const cancel = () => lin.api.order.cancel({ orderNo: orders[0]?.orderNo ?? '', reason: '不要了' })
    await arrives(mall, provider, lin, paymentId, cancelled ? cancel : undefined)
  }
  await arrives(mall, provider, lin, (await lin.api.payment.topUp({ amount: yuanTextToFen('80'), channel: 'card' })).paymentId)
  await arrives(mall, provider, lin, (await lin.api.payment.repay({ amount: yuanTextToFen('40'), channel: 'wechat' })).paymentId)
  await provider.refunds()
  mall.clock.forward(10_000)
  await provider.refunds()
}

/**
 * Adds in a second company what the money scene lacks: large limits, bank lines in all final states, vouchers, online payments, an invoice
 * with its red letter.
 */
export async function createRareMoneyTestData(mall: Mall): Promise<void> {
  const bank = createTransferHelpers(mall)
  const back = await createInvoiceHelpers(mall)
  const { buys, dawns, jobs } = createDebtHelpers(mall)
  await dawns('2026-12-20')
  const wang = await mall.buyer('王', { credit: '50000', wallet: '50000' })
  const { enterpriseId } = wang
  const [finance, second] = [await mall.staff('finance'), await mall.staff('finance', 'support')]
  // A limit that a second person granted, and one that waits for him.
  for (const limit of ['1200000', '1300000']) {
    await setBaseLimitAsStaff(finance, { enterpriseId, baseLimit: yuanTextToFen(limit), reason: '年审' })
    const [asked] = (await second.api.consoleCreditBook.limitRequests({ state: 'WAIT' })).dataList
    mall.clock.forward(1_000)
    if (limit === '1200000') await second.api.consoleCreditBook.decideLimit({ enterpriseId, id: asked?.id ?? '', approve: true })
  }
  // Vouchers: rejected, then confirmed by two people; and one under review.
  const { paymentId } = await bank.orders(wang, '60000.00')
  await finance.api.consoleVoucher.reject({ enterpriseId, id: await bank.proves(wang, paymentId), opinion: '看不清' })
  mall.clock.forward(1_000)
  const large = { enterpriseId, id: await bank.proves(wang, paymentId), amount: yuanTextToFen('60000') }
  const line = { reference: 'TYPED0001', day: '2026-12-20', amount: yuanTextToFen('60000'), payerName: '林' }
  await finance.api.consoleVoucher.approve({ ...large, line })
  mall.clock.forward(1_000)
  await second.api.consoleVoucher.approve(large)
  await bank.proves(wang, (await bank.orders(wang)).paymentId)
  // Bank lines: partly returned, voided, and used for a top-up and a repayment.
  const lineId = await bank.arrives(yuanTextToFen('700'), { reference: 'ICBC90000001' })
  const givesBack = { lineId, rest: yuanTextToFen('700'), amount: yuanTextToFen('60'), reference: 'OUT00001', reason: '多付' }
  await finance.api.consoleBank.giveBack(givesBack)
  const parts = (['repay', 'wallet'] as const).map((to) => ({ to, enterpriseId, amount: yuanTextToFen('100') }))
  await finance.api.consoleBank.assign({ lineId, rest: yuanTextToFen('640'), parts })
  // An order, a top-up and a repayment that were taken back.
  mall.clock.forward(1_000)
  const mistaken = await bank.orders(wang, '610.00')
  const mistakenLineId = await bank.arrives(yuanTextToFen('665'), { reference: 'ICBC90000002' })
  const mistakes = [
    { to: 'payment' as const, enterpriseId, paymentId: mistaken.paymentId, amount: mistaken.payable },
    { to: 'wallet' as const, enterpriseId, amount: yuanTextToFen('30') },
    { to: 'repay' as const, enterpriseId, amount: yuanTextToFen('25') },
  ]
  await finance.api.consoleBank.assign({ lineId: mistakenLineId, rest: yuanTextToFen('665'), parts: mistakes })
  mall.clock.forward(1_000)
  const { allocations } = await finance.api.consoleBank.line({ lineId: mistakenLineId })
  await finance.api.consoleBank.undo({ enterpriseId, ids: allocations.map(({ id }) => id), reason: '认错了款项' })
  const typed = await finance.api.consoleBank.record({ ...line, reference: 'TYPED0002' })
  await finance.api.consoleBank.voidLine({ lineId: typed.lineId, reason: '登记有误' })
  // A dispute that the buyer lost, one that is open, and one that he withdrew.
  await buys(wang, '800.00')
  await buys(wang, '550.00')
  await buys(wang, '650.00')
  await dawns('2027-01-03')
  await jobs()
  const { lines } = await wang.api.statement.detail({ month: '2026-12' })
  for (const [at, { id }] of lines.slice(0, 3).entries()) {
    await wang.api.statement.dispute({ month: '2026-12', id, reason: '不符' })
    mall.clock.forward(1_000)
    const disputed = { enterpriseId, month: '2026-12', id, forBuyer: false, opinion: '已核对' }
    if (at === 0) await finance.api.consoleStatement.decideDispute(disputed)
    if (at === 2) await wang.api.statement.withdrawDispute({ month: '2026-12', id })
  }
  // Refunds before shipment: to the wallet, and from a hold. An invoice with a red letter.
  for (const method of ['wallet', 'credit'] as const) {
    const ordered = await back.order(wang, [{ price: '600.00', units: 2 }], method)
    await back.refunds(ordered, [[1, 'unsent', 1]])
  }
  const invoiced = await back.sent(wang, [{ price: '600.00', units: 2 }], 'wallet')
  await back.issued(wang, [invoiced.orderNo])
  await back.returns(invoiced, [[1, 'sent', 1]])
  await back.settles()
  await back.applies(wang, [(await back.sent(wang, [{ price: '600.00', units: 1 }], 'wallet')).orderNo])
  await paysOnline(mall, wang, await mall.createSku('U84', { stock: 100 }))
  await wang.api.statement.enableAutoRepay({ payPwd: TEST_USER_PAYMENT_PASSWORD })
  await dawns('2027-01-12')
  await jobs()
  // A bill that was paid outside the bank's file, as one person says.
  const bills = createAcceptanceHelpers(mall)
  const due = await bills.submits(wang, { amountFen: yuanTextToFen('25'), maturityDay: '2027-01-12' })
  await bills.takes(due)
  mall.clock.forward(1_000)
  await bills.proposesPayment(due, { valueDay: '2027-01-12' })
}
