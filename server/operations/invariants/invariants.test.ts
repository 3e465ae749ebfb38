import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { createJournalEntriesOfMissingDays } from '#server/billing/journal/public.ts'
import { computeMarginTotalsOfJournalDays } from '#server/billing/margins/public.ts'
import { computeSalesTotalsOfUnclosedDays } from '#server/operations/reports/public.ts'
import { evaluateMemberLevelsForPastDays } from '#server/orders/levels/public.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { invariantBreakages } from '#server/platform/testing/invariant-breakages.ts'
import { createInvoiceHelpers } from '#server/platform/testing/invoices.ts'
import { sealAllLedgerRows } from '#server/platform/testing/ledger-seals.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { findBreachesOfPartialChecks, findInvariantsBrokenAtNight } from '#server/platform/testing/nightly-breaches.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'
import { createPurchasingTestData } from '#server/platform/testing/purchasing-scene.ts'
import { createOfferedQuotationLine, createRequestedQuotationLine } from '#server/platform/testing/quotations.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'
import { createWarehouseTestData } from '#server/platform/testing/warehouse-scene.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'
import { openInvariantChecker } from './check-invariants.ts'
import { invariants } from './invariants.ts'

const mall = await openMall()
const owner = new pg.Client({ connectionString: mall.ownerUrl })
// Planning all invariants takes longer than checking them, so one connection keeps the plans.
const auditor = await openInvariantChecker(mall.ownerUrl)

/** One order paid online; another one cancelled a moment before, whose money is on its way back. */
async function paysOnline(lin: Buyer, skuId: string): Promise<void> {
  const provider = await connectSandboxPaymentProvider(mall)
  for (const cancelled of [false, true]) {
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'online' })
    const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'online', addressId: lin.addressId, quote })
    const { paymentId } = await lin.api.payment.create({ tradeId, channel: 'wechat' })
    const { invitation } = await lin.api.payment.detail({ paymentId })
    if (cancelled) await lin.api.order.cancel({ orderNo: orders[0]?.orderNo ?? '', reason: '不要了' })
    await provider.pays(invitation)
    const taken = async () => (await mall.db.selectFrom('gateway_receipt').select('reference').execute()).length
    await vi.waitFor(async () => expect(await taken()).toBe(cancelled ? 2 : 1), { timeout: 20_000 })
  }
  await provider.refunds()
  mall.clock.forward(10_000)
  await provider.refunds()
}

/** One order paid by a voucher and its bank line, another whose voucher is under review, money that nobody claims, and some that went back. */
async function paysByTransfer(lin: Buyer): Promise<void> {
  const bank = createTransferHelpers(mall)
  const finance = await mall.staff('finance')
  const { paymentId } = await bank.orders(lin)
  const id = await bank.proves(lin, paymentId)
  const lineId = await bank.arrives(yuanTextToFen('700'))
  await finance.api.consoleVoucher.approve({ enterpriseId: lin.enterpriseId, id, amount: yuanTextToFen('600'), lineId })
  await finance.api.consoleBank.giveBack({
    lineId,
    rest: yuanTextToFen('100'),
    amount: yuanTextToFen('60'),
    reference: 'OUT00001',
    reason: '多付',
  })
  await bank.proves(lin, (await bank.orders(lin)).paymentId)
}

/** An order at the price of a quotation. */
async function buysAtOffer(lin: Buyer, skuId: string): Promise<void> {
  const { enterpriseId } = lin
  const { id: quotationId } = await lin.api.quotation.create({ lines: [createRequestedQuotationLine({ skuId, goodsNum: 2 })] })
  await (await mall.staff('support')).api.consoleQuotation.quote({
    enterpriseId,
    id: quotationId,
    rowVersion: 0,
    lines: [createOfferedQuotationLine(1, skuId, '35', '36')],
  })
  const given = { quotation: { quotationId, version: 1, lineNos: [1] }, method: 'transfer' as const }
  const { quote } = await lin.api.order.preview(given)
  await lin.api.order.submit({ ...given, addressId: lin.addressId, quote })
}

/** An order that staff have prepared. */
async function buysWhatIsProposed(lin: Buyer, skuId: string): Promise<void> {
  const { enterpriseId, userId } = lin
  const lines = [{ skuId, goodsNum: 2 }]
  const { id: proposalId } = await (await mall.staff('support')).api.consoleOrderProposal.send({ enterpriseId, userId, lines })
  const given = { proposal: { proposalId, lineNos: [1] }, method: 'transfer' as const }
  const { quote } = await lin.api.order.preview(given)
  await lin.api.order.submit({ ...given, addressId: lin.addressId, quote })
}

beforeAll(async () => {
  await owner.connect()
  const skuId = await mall.createSku('U84', { stock: 100 })
  await createPurchasingTestData(mall)
  await createWarehouseTestData(mall)
  const lin = await mall.buyer('林', { credit: '50000', wallet: '50000' })
  const warehouse = await mall.staff('warehouse')
  const clerk = await mall.subAccount(lin, ['buyPay'])
  const orders = async (method: 'credit' | 'wallet', goodsNum: number) => {
    const lines = [{ skuId, goodsNum }]
    const { quote } = await lin.api.order.preview({ lines, method })
    const { tradeId, orders: made } = await lin.api.order.submit({ lines, method, addressId: lin.addressId, quote })
    const pay = method === 'credit' ? lin.api.order.payByCredit : lin.api.order.payByWallet
    await pay({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    return made[0]?.orderNo ?? ''
  }
  const { enterpriseId } = lin
  await (await mall.staff('finance')).api.consoleCompanyGroup.create({ enterpriseId, name: '林业集团' })
  const sent: string[] = []
  for (const method of ['credit', 'wallet'] as const) {
    const orderNo = await orders(method, 10)
    sent.push(orderNo)
    const parcel = { enterpriseId, orderNo, carrier: '德邦快递', trackingNo: createWaybillNo() }
    await warehouse.api.consoleFulfilment.ship({ ...parcel, lines: [{ lineNo: 1, quantity: 10 }] })
  }
  await orders('wallet', 3)
  await createSettingsHelpers(mall).setsBenefits({ level: 1, giftSkuId: skuId, giftUnits: 1 })
  await lin.api.member.claimGift({})
  await lin.api.coupon.claim({ templateId: await (await createCouponHelpers(mall)).template({ amount: '5', threshold: '20' }) })
  await orders('wallet', 1)
  const back = await createInvoiceHelpers(mall)
  const ofOrder = (orderNo: string) => ({ buyer: lin, enterpriseId, orderNo, skuIds: [skuId] })
  await back.returns(ofOrder(sent[0] ?? ''), [[1, 'sent', 2]])
  const swapped = await back.apply(ofOrder(sent[1] ?? ''), 'EXCHANGE', [[1, 'sent', 2]])
  await back.approve(swapped)
  await back.comeBack(lin, swapped, [[1, 2, 1]])
  await back.support.api.consoleAfterSale.exchange(swapped)
  await back.apply(ofOrder(await orders('wallet', 3)), 'REFUND', [[1, 'unsent', 2]])
  // Two invoices, one over an order of which a part came back before, and one of which a part comes back after.
  for (const orderNo of sent) await back.issued(lin, [orderNo])
  await back.refunds(ofOrder(sent[1] ?? ''), [[1, 'sent', 1]])
  await back.settles()
  await lin.api.order.receive({ orderNo: sent[0] ?? '' })
  await lin.api.comment.add({ orderNo: sent[0] ?? '', lineNo: 1, stars: 5, text: '耐磨' })
  // Two parcels on credit, of one of which a part came back at once; closed, late, repaid in part.
  const debts = createDebtHelpers(mall)
  const drawn = await back.sent(lin, [{ price: '100.00', units: 6 }], 'credit')
  await back.refunds(drawn, [[1, 'sent', 1]])
  await debts.dawns('2026-12-15')
  await debts.jobs()
  await evaluateMemberLevelsForPastDays(mall.db, mall.moment())
  await debts.receives(enterpriseId, yuanTextToFen('300'), { valueDay: '2026-12-12' })
  await paysOnline(lin, skuId)
  await paysByTransfer(lin)
  await buysWhatIsProposed(lin, skuId)
  await buysAtOffer(lin, skuId)
  await lin.api.cart.add({ skuId, goodsNum: 1 })
  await mall.runInTransaction((tx) =>
    tx
      .updateTable('membership')
      .set({ order_limit_fen: fen(1) })
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', clerk.userId)
      .execute(),
  )
  for (const agreed of [true, false]) {
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await clerk.api.order.preview({ lines, method: 'transfer' })
    await clerk.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
    const [asked] = (await lin.api.approval.list({ state: 'PENDING' })).dataList
    if (agreed) await lin.api.approval.approve({ id: asked?.id ?? '' })
  }
  await sealAllLedgerRows(mall)
  const tomorrow = new Date(mall.clock.now.getTime() + ONE_DAY_MS)
  await createJournalEntriesOfMissingDays(mall.db, { ...mall.moment(), now: tomorrow })
  await computeMarginTotalsOfJournalDays(mall.db, { ...mall.moment(), now: tomorrow })
  await computeSalesTotalsOfUnclosedDays(mall.db, { ...mall.moment(), now: tomorrow })
})
afterAll(() => Promise.all([owner.end(), auditor.close()]))

const broken = async () => (await auditor.check()).filter(({ breaches }) => breaches > 0).map(({ id }) => id)

test('a mall with real business data violates no invariant', async () => expect(await broken()).toEqual([]))

const listCompanies = async () => (await owner.query<{ id: string }>('select id from enterprise')).rows.map(({ id }) => id)

test("a night's check of nobody, or of one company, finds nothing that the others would explain", async () => {
  const { companies, breaches } = await findBreachesOfPartialChecks(owner)
  expect(breaches).toEqual([])
  expect(companies).toBeGreaterThan(1)
})

test('every invariant has a test violation', () => expect(Object.keys(invariantBreakages)).toEqual(invariants.map(({ id }) => id)))

/** The company whose check alone finds a broken invariant. */
async function findCompanyWhoseNightFinds(id: string): Promise<string | undefined> {
  for (const company of await listCompanies()) if ((await findInvariantsBrokenAtNight(owner, [company], id)).length > 0) return company
  return undefined
}

test.each(Object.entries(invariantBreakages))('a violation of %s is found', async (id, [harm, mend]) => {
  await owner.query(harm)
  const found = await broken()
  const foundAtNight = await findCompanyWhoseNightFinds(id)
  await owner.query(mend)
  expect(found).toContain(id)
  expect(foundAtNight, 'the company by whose check alone a night finds it').toBeDefined()
  expect(await broken()).toEqual([])
})
