import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { BankAllocationInput } from '#contract/billing/bank/shapes.ts'
import { type Fen, fen, formatYuan, sum } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createKuaidi100WaybillNumbers } from '#server/adapters/waybill-numbers/public.ts'
import { createJournalEntriesOfMissingDays } from '#server/billing/journal/public.ts'
import { advanceSigning, findOrdersWithContract } from '#server/billing/signings/public.ts'
import { computeSalesTotalsOfUnclosedDays } from '#server/operations/reports/public.ts'
import { evaluateMemberLevelsForPastDays } from '#server/orders/levels/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { writeOffMonthWithTwoPeople } from '#server/platform/testing/bad-debt-scene.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { connectSigningSandbox, verifyCreditCode } from '#server/platform/testing/signing-sandbox.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'
import { startWaybillSandbox } from '#server/platform/testing/waybill-sandbox.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'
import { undoBankAllocations } from './undo-allocations.ts'

// 撤销到账: what parts of bank lines have done is taken back on its day.

const mall = await openMall({ now: new Date('2026-11-17T02:00:00Z') })
const bank = createTransferHelpers(mall)
const debts = createDebtHelpers(mall)
const provider = await connectSigningSandbox(mall)
const coupons = await createCouponHelpers(mall)
const [finance, second] = [await mall.staff('finance'), await mall.staff('finance', 'reviewer')]
const { consoleBank } = finance.api
const REASON = '银行回单是另一笔'
const MINUTE_MS = 60_000

const holds = async () => expect(await mall.findInvariantBreaches()).toEqual({})
/** Uses the whole of a fresh line, a minute before what follows. */
async function confirms(
  parts: BankAllocationInput[],
  { person = finance, day }: { person?: TestUser; day?: string } = {},
): Promise<string> {
  const amount = sum(parts.map((part) => part.amount))
  const lineId = await bank.arrives(amount, day === undefined ? {} : { day })
  await person.api.consoleBank.assign({ lineId, rest: amount, parts })
  mall.clock.forward(MINUTE_MS)
  return lineId
}
const repays = ({ enterpriseId }: Buyer, amount: Fen, day?: string) =>
  confirms([{ to: 'repay', enterpriseId, amount }], day === undefined ? {} : { day })
const tops = ({ enterpriseId }: Buyer, amount: Fen) => confirms([{ to: 'wallet', enterpriseId, amount }])
const pays = ({ enterpriseId }: Buyer, { paymentId, payable }: { paymentId: string; payable: Fen }) =>
  confirms([{ to: 'payment', enterpriseId, paymentId, amount: payable }])

const usesOf = async (lineId: string, person: TestUser = finance) => (await person.api.consoleBank.line({ lineId })).allocations
const sends = (person: TestUser, given: { enterpriseId: string; ids: string[] }, key: string = randomUUID()) =>
  person.post(contract.consoleBank.undo.path, { ...given, reason: REASON }, { 'idempotency-key': key })
/** What is sent to take back what still stands of a line. */
async function givenFor(lineId: string) {
  const standing = (await usesOf(lineId)).filter(({ undone }) => undone === null)
  return { enterpriseId: standing[0]?.enterpriseId ?? '', ids: standing.map(({ id }) => id) }
}
const undoes = async (lineId: string, person: TestUser = finance) => sends(person, await givenFor(lineId))
const stateOf = async (buyer: Buyer, orderNo: string) => (await buyer.api.order.detail({ orderNo })).state
const kindsOf = async (enterpriseId: string) =>
  (
    await mall.db
      .selectFrom('ledger_transfer')
      .select(['kind', 'amount_fen'])
      .where('enterprise_id', '=', enterpriseId)
      .orderBy('at')
      .orderBy('kind')
      .execute()
  ).map(({ kind, amount_fen }) => `${kind} ${formatYuan(amount_fen)}`)
async function paysByWallet(buyer: Buyer, price: string) {
  const skuId = await mall.createSku('截齿', { sale: price, credit: price })
  const given = { lines: [{ skuId, goodsNum: 1 }], method: 'wallet' as const, addressId: buyer.addressId }
  const { quote } = await buyer.api.order.preview(given)
  const { tradeId } = await buyer.api.order.submit({ ...given, quote })
  await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
}

const refuses = async (lineId: string, why: string) => {
  expect((await usesOf(lineId)).map(({ stays }) => stays)).toEqual([expect.stringContaining(why)])
  expect(await undoes(lineId)).toMatchObject({ code: 409, reason: 'BANK_ALLOCATION_STAYS', msg: expect.stringContaining(why) })
  await holds()
}

describe('one line', () => {
  test('that paid an order: the order waits for payment again and the line to be assigned; both can be used again', async () => {
    const lin = await mall.buyer('林')
    const { enterpriseId } = lin
    const order = await bank.orders(lin)
    const { remarkCode } = await lin.api.transfer.detail({ paymentId: order.paymentId })
    const lineId = await pays(lin, order)
    expect(await usesOf(lineId)).toMatchObject([{ undone: null, stays: null, by: 'finance' }])
    expect(await undoes(lineId)).toMatchObject({ code: 200, data: { undone: 1, amount: 600 } })
    expect(await stateOf(lin, order.orderNo)).toBe('WAIT_PAY')
    expect(await consoleBank.line({ lineId })).toMatchObject({ rest: order.payable, assigned: 0 })
    expect(await usesOf(lineId)).toMatchObject([{ undone: { by: 'finance', reason: REASON }, stays: null }])
    expect(await kindsOf(enterpriseId)).toEqual(['payByBank 600.00', 'undoPayment 600.00'])
    const [message] = (await lin.api.message.list({ pageSize: 5 })).dataList
    expect(message).toMatchObject({ title: '转账到账已撤销', messageContent: expect.stringContaining(`${REASON}。订单恢复待支付`) })
    // The buyer's payment of before says so, and another one waits with the same remark code.
    expect(await lin.api.transfer.detail({ paymentId: order.paymentId })).toMatchObject({
      state: 'CLOSED',
      failure: `到账已撤销：${REASON}`,
      receivedAt: null,
    })
    const { paymentId } = await lin.api.transfer.begin({ tradeId: order.tradeId })
    expect(paymentId).not.toBe(order.paymentId)
    expect(await lin.api.transfer.detail({ paymentId })).toMatchObject({ state: 'AWAITING', remarkCode, vouchers: [] })
    await holds()
    // The line pays again, is taken back again, and then the order is paid another way.
    await consoleBank.assign({ lineId, rest: order.payable, parts: [{ to: 'payment', enterpriseId, paymentId, amount: order.payable }] })
    expect(await stateOf(lin, order.orderNo)).toBe('WAIT_SEND')
    await holds()
    mall.clock.forward(MINUTE_MS)
    expect((await undoes(lineId)).code).toBe(200)
    await tops(lin, yuanTextToFen('1000'))
    await lin.api.order.changeMethod({ tradeId: order.tradeId, method: 'wallet' })
    await lin.api.order.payByWallet({ tradeId: order.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    expect(await stateOf(lin, order.orderNo)).toBe('WAIT_SEND')
    await holds()
  })

  test('with its voucher and a coupon: the coupon is locked again, and without payment the order is cancelled after 72 hours', async () => {
    const wu = await mall.buyer('吴')
    const { couponId } = await wu.api.coupon.claim({ templateId: await coupons.template({ amount: '20', threshold: '500' }) })
    const skuId = await mall.createSku('截齿', { sale: '600.00', credit: '600.00' })
    const given = { lines: [{ skuId, goodsNum: 1 }], method: 'transfer' as const, coupons: { [mall.shopId]: couponId } }
    const { quote } = await wu.api.order.preview(given)
    const { tradeId, orders, payable } = await wu.api.order.submit({ ...given, addressId: wu.addressId, quote })
    const { paymentId } = await wu.api.transfer.begin({ tradeId })
    await bank.proves(wu, paymentId)
    expect(payable).toBe(yuanTextToFen('580'))
    const couponState = async () =>
      (await mall.db.selectFrom('coupon').select('state').where('enterprise_id', '=', wu.enterpriseId).execute()).map(({ state }) => state)
    const lineId = await pays(wu, { paymentId, payable })
    expect(await couponState()).toEqual(['used'])
    expect((await undoes(lineId)).code).toBe(200)
    expect(await couponState()).toEqual(['locked'])
    // The decision about the picture stays what it was.
    expect(await wu.api.transfer.detail({ paymentId })).toMatchObject({ state: 'CLOSED', vouchers: [{ state: 'ACCEPTED' }] })
    await holds()
    const { orderNo = '' } = orders[0] ?? {}
    const [row] = await mall.db
      .selectFrom('order')
      .select('pay_by')
      .where('enterprise_id', '=', wu.enterpriseId)
      .where('order_no', '=', orderNo)
      .execute()
    expect(row?.pay_by).toEqual(new Date(mall.clock.now.getTime() + 72 * 3_600_000))
  })

  test('that topped up a wallet: the money leaves it, unless it is spent', async () => {
    const lin = await mall.buyer('郑')
    const [kept, spent] = [await tops(lin, yuanTextToFen('500')), await tops(lin, yuanTextToFen('300'))]
    expect((await undoes(kept)).code).toBe(200)
    expect(await debts.balances(lin)).toMatchObject({ wallet: yuanTextToFen('300') })
    await tops(lin, yuanTextToFen('400'))
    await paysByWallet(lin, '600.00')
    expect(await undoes(spent)).toMatchObject({
      code: 409,
      reason: 'BANK_ALLOCATION_STAYS',
      msg: expect.stringContaining('钱包余额 ¥100.00，不够扣回 ¥300.00'),
    })
    const { dataList } = await lin.api.wallet.entries({})
    expect(dataList.map(({ sign, amount, title }) => `${sign}${formatYuan(amount)} ${title}`)).toContain(
      '-500.00 撤销到账-账户充值-转账支付',
    )
    await holds()
  })

  test('that paid an order and put the difference into the wallet: both go back together', async () => {
    const chen = await mall.buyer('陈')
    const { enterpriseId } = chen
    const order = await bank.orders(chen)
    const lineId = await confirms([
      { to: 'payment', enterpriseId, paymentId: order.paymentId, amount: order.payable },
      { to: 'wallet', enterpriseId, amount: yuanTextToFen('50') },
    ])
    expect(await undoes(lineId)).toMatchObject({ code: 200, data: { undone: 2, amount: 650 } })
    expect(await debts.balances(chen)).toMatchObject({ wallet: 0 })
    expect(await stateOf(chen, order.orderNo)).toBe('WAIT_PAY')
    expect(await consoleBank.line({ lineId })).toMatchObject({ rest: yuanTextToFen('650') })
    // Nobody had announced the top-up, so nothing waits instead of it.
    const { dataList } = await consoleBank.awaited({ keyword: '陈矿业' })
    expect(dataList).toMatchObject([{ purpose: 'trade', amount: order.payable }])
    await holds()
  })
})

test('an order that finance has found without an announcement: no transfer waits instead, and the buyer begins one', async () => {
  const lin = await mall.buyer('谢')
  const { enterpriseId } = lin
  const skuId = await mall.createSku('截齿', { sale: '640.00' })
  const given = { lines: [{ skuId, goodsNum: 1 }], method: 'transfer' as const, addressId: lin.addressId }
  const { quote } = await lin.api.order.preview(given)
  const { tradeId } = await lin.api.order.submit({ ...given, quote })
  const lineId = await confirms([{ to: 'trade', enterpriseId, tradeId, amount: yuanTextToFen('640') }])
  expect((await undoes(lineId)).code).toBe(200)
  expect((await consoleBank.awaited({ keyword: '谢矿业' })).dataList).toMatchObject([{ tradeId, paymentId: null }])
  const { paymentId } = await lin.api.transfer.begin({ tradeId })
  expect(await lin.api.transfer.detail({ paymentId })).toMatchObject({ state: 'AWAITING', remarkCode: expect.stringMatching(/^YF/) })
  await holds()
})

test('an order that goes back while a number of a carrier is asked for gets none', async () => {
  const sandbox = await startWaybillSandbox()
  mall.services.waybills = createKuaidi100WaybillNumbers(sandbox.account)
  const lin = await mall.buyer('邹')
  const { enterpriseId } = lin
  const order = await bank.orders(lin)
  const { ids } = await givenFor(await pays(lin, order))
  const { consoleWaybill } = (await mall.staff('warehouse')).api
  const { id: staffId } = await mall.db.selectFrom('staff').select('id').limit(1).executeTakeFirstOrThrow()
  const asked = await mall.runInTransaction(async (tx) => {
    await undoBankAllocations(tx, mall.moment(), { enterpriseId, ids, reason: REASON, staffId, findContracts: findOrdersWithContract })
    const rows = consoleWaybill.take({ carrier: '德邦快递', orders: [{ enterpriseId, orderNo: order.orderNo }] })
    // It has asked, or waits for the order that is locked here.
    await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, 1_000))])
    return { rows }
  })
  expect((await asked.rows).rows).toMatchObject([{ result: 'refused', text: '订单还没有付款' }])
  expect(sandbox.all()).toEqual([])
  await holds()
})

describe('a typed line', () => {
  const types = async (reference: string, amount: number, day?: string) =>
    (
      await consoleBank.record({
        reference,
        amount: yuanTextToFen(String(amount)),
        day: day ?? toShanghaiDay(mall.clock.now),
        payerName: '施',
      })
    ).lineId

  test('that was taken back takes an earlier day from the file of the bank, which corrects nobody’s repayment', async () => {
    const { enterpriseId } = await mall.buyer('施', { credit: '100000' })
    await debts.draws(enterpriseId, yuanTextToFen('900'))
    mall.clock.forward(MINUTE_MS)
    const lineId = await types('UNDO-TYPED-1', 900)
    await consoleBank.assign({ lineId, rest: fen(90_000), parts: [{ to: 'repay', enterpriseId, amount: fen(90_000) }] })
    mall.clock.forward(MINUTE_MS)
    expect((await undoes(lineId)).code).toBe(200)
    mall.clock.forward(MINUTE_MS)
    await bank.arrives(fen(90_000), { reference: 'UNDO-TYPED-1', day: '2026-11-07' })
    await holds()
    const { dataList } = await finance.api.consoleValueDay.corrections({})
    expect(dataList).toMatchObject([{ lineId, day: '2026-11-07', enterprises: [] }])
  })

  test('that was taken back does not count for what one person confirms alone in a day', async () => {
    const { enterpriseId } = await mall.buyer('张')
    const uses = (lineId: string) =>
      finance.post(contract.consoleBank.assign.path, { lineId, rest: 30_000, parts: [{ to: 'wallet', enterpriseId, amount: 30_000 }] })
    const [first, again] = [await types('UNDO-TYPED-2', 30_000), await types('UNDO-TYPED-3', 30_000)]
    expect((await uses(first)).code).toBe(200)
    mall.clock.forward(MINUTE_MS)
    expect(await uses(again)).toMatchObject({ reason: 'SECOND_PERSON_NEEDED' })
    expect((await undoes(first)).code).toBe(200)
    expect((await uses(again)).code).toBe(200)
    await holds()
  })
})

describe('what stays', () => {
  test('an order that is shipped, that the buyer asks to cancel, that has an after-sale or the number of a carrier', async () => {
    const lin = await mall.buyer('褚')
    const { enterpriseId } = lin
    const [sent, asked, returned, numbered] = [
      await bank.orders(lin),
      await bank.orders(lin),
      await bank.orders(lin),
      await bank.orders(lin),
    ]
    const lines = [await pays(lin, sent), await pays(lin, asked), await pays(lin, returned), await pays(lin, numbered)]
    await (await mall.staff('warehouse')).api.consoleFulfilment.ship({
      enterpriseId,
      orderNo: sent.orderNo,
      carrier: '德邦快递',
      trackingNo: createWaybillNo(),
      lines: [{ lineNo: 1, quantity: 1 }],
    })
    await lin.api.order.askCancel({ orderNo: asked.orderNo, reason: '不要了' })
    const afterSales = await createAfterSaleHelpers(mall)
    await afterSales.apply({ buyer: lin, enterpriseId, orderNo: returned.orderNo, skuIds: [] }, 'REFUND', [[1, 'unsent', 1]])
    const { order_id } = await mall.db
      .selectFrom('payment_allocation')
      .select('order_id')
      .where('enterprise_id', '=', enterpriseId)
      .where('payment_id', '=', numbered.paymentId)
      .executeTakeFirstOrThrow()
    const { id: warehouse_id } = await mall.db.selectFrom('warehouse').select('id').executeTakeFirstOrThrow()
    const { id: asked_by } = await mall.db.selectFrom('staff').select('id').limit(1).executeTakeFirstOrThrow()
    const waybill = { enterprise_id: enterpriseId, id: randomUUID(), order_id, parcel_no: 1, warehouse_id, carrier: 'debang', asked_by }
    const now = { asked_at: mall.clock.now, state_at: mall.clock.now }
    await mall.runInTransaction((tx) =>
      tx
        .insertInto('waybill')
        .values({ ...waybill, ...now, state: 'ASKED' })
        .execute(),
    )
    await refuses(lines[0] ?? '', '已是“待收货”')
    await refuses(lines[1] ?? '', '买家已申请取消')
    await refuses(lines[2] ?? '', '有售后或退款')
    await refuses(lines[3] ?? '', '已取电子面单')
  })

  test('an order whose contract was issued, is being signed or was signed; an ended signing does not matter', async () => {
    const lin = await mall.buyer('贺')
    const { enterpriseId } = lin
    await verifyCreditCode(mall, lin)
    mall.services.publicUrl = 'http://127.0.0.1:1'
    const [issued, signed, other] = [await bank.orders(lin), await bank.orders(lin), await bank.orders(lin)]
    const ids = [await lin.api.signing.start({ orderNo: signed.orderNo }), await lin.api.signing.start({ orderNo: other.orderNo })]
    const [{ id = '' } = {}, ended] = ids
    const lines = [await pays(lin, issued), await pays(lin, signed), await pays(lin, other)]
    const before = await lin.api.contracts.purchase({ orderNo: issued.orderNo })
    await refuses(lines[0] ?? '', '合同已出具')
    await refuses(lines[1] ?? '', '合同正在签署')
    const context = Object.assign({ db: mall.db, keys: mall.keys }, mall.services)
    await advanceSigning(context, mall.moment(), { enterpriseId, id })
    for (const { signTaskId, actors } of provider.all()) for (const { actorId } of actors) provider.sign(signTaskId, actorId)
    await advanceSigning(context, mall.moment(), { enterpriseId, id })
    await refuses(lines[1] ?? '', '合同已签署')
    await lin.api.signing.cancel({ id: ended?.id ?? '', reason: '不签了' })
    expect((await undoes(lines[2] ?? '')).code).toBe(200)
    expect(Buffer.from((await lin.api.contracts.purchase({ orderNo: issued.orderNo })).bytes).equals(Buffer.from(before.bytes))).toBe(true)
  })

  test('a repayment after which the company has repaid again or bought on credit; both repayments together go back', async () => {
    const [lin, wu] = [await mall.buyer('卫', { credit: '100000' }), await mall.buyer('蒋', { credit: '100000' })]
    for (const { enterpriseId } of [lin, wu]) await debts.draws(enterpriseId, yuanTextToFen('900'))
    mall.clock.forward(MINUTE_MS)
    const [first, later] = [await repays(lin, yuanTextToFen('400')), await repays(lin, yuanTextToFen('300'))]
    await refuses(first, '还款后企业又有还款')
    const both = [await givenFor(first), await givenFor(later)]
    const together = { enterpriseId: lin.enterpriseId, ids: both.flatMap(({ ids }) => ids) }
    expect(await sends(finance, together)).toMatchObject({ code: 200, data: { undone: 2, amount: 700 } })
    expect(await debts.balances(lin)).toMatchObject({ drawn: yuanTextToFen('900') })
    const used = await repays(wu, yuanTextToFen('400'))
    await debts.draws(wu.enterpriseId, yuanTextToFen('10'))
    await refuses(used, '赊销下单')
  })

  test('a repayment of which something has come back into the wallet, because a refund found nothing owed any more', async () => {
    const lin = await mall.buyer('曹', { credit: '100000' })
    const { orderNo } = await debts.buys(lin, '900', { returnable: ['100.00'] })
    mall.clock.forward(MINUTE_MS)
    const lineId = await repays(lin, yuanTextToFen('900'))
    expect(await debts.comesBack(lin, orderNo, '100.00')).toEqual({ offsetFen: 0, walletFen: yuanTextToFen('100') })
    await refuses(lineId, '还款后企业又有还款、退款')
  })

  test('a large amount, for whoever has confirmed it; another person takes it back', async () => {
    const lineId = await tops(await mall.buyer('沈'), yuanTextToFen('60000'))
    await refuses(lineId, '须由确认人以外的另一位财务人员撤销')
    expect((await usesOf(lineId, second)).map(({ stays }) => stays)).toEqual([null])
    expect((await undoes(lineId, second)).code).toBe(200)
    await holds()
  })

  test('money that was sent back, what was taken back, what is another company’s, and whatever was confirmed before today', async () => {
    const [lin, wu] = [await mall.buyer('韩'), await mall.buyer('杨')]
    const back = await bank.arrives(yuanTextToFen('80'))
    await consoleBank.giveBack({ lineId: back, rest: fen(8_000), amount: fen(8_000), reference: 'OUT-UNDO-1', reason: '多付' })
    expect((await usesOf(back)).map(({ stays }) => stays)).toEqual(['已退回付款人'])
    const top = await tops(lin, yuanTextToFen('70'))
    const given = await givenFor(top)
    expect(await sends(finance, { ...given, enterpriseId: wu.enterpriseId })).toMatchObject({
      code: 404,
      reason: 'BANK_ALLOCATION_NOT_FOUND',
    })
    expect((await sends(await mall.staff('support'), given)).code).toBe(403)
    expect((await sends(finance, given)).code).toBe(200)
    expect(await sends(finance, given)).toMatchObject({ code: 409, msg: expect.stringContaining('已由他人撤销') })
    const late = await tops(lin, yuanTextToFen('90'))
    await debts.dawns('2026-11-18')
    await refuses(late, '2026-11-17 的确认已记账，只能在当天撤销')
  })
})

describe('a day', () => {
  test('says what stays for oneself and for everybody: uses that are not taken back neither clear the way nor claim a wallet', async () => {
    const [lin, wu, chen] = [
      await mall.buyer('魏', { credit: '100000' }),
      await mall.buyer('陶', { credit: '100000' }),
      await mall.buyer('姜'),
    ]
    for (const { enterpriseId } of [lin, wu]) await debts.draws(enterpriseId, yuanTextToFen('70000'))
    mall.clock.forward(MINUTE_MS)
    const repayment = ({ enterpriseId }: Buyer, amount: string, person: TestUser) =>
      confirms([{ to: 'repay', enterpriseId, amount: yuanTextToFen(amount) }], { person })
    const top = ({ enterpriseId }: Buyer, person: TestUser) =>
      confirms([{ to: 'wallet', enterpriseId, amount: yuanTextToFen('600') }], { person })
    const reasonsFor = async ({ enterpriseId }: Buyer) =>
      (await consoleBank.undoable({})).allocations.flatMap((use) =>
        use.enterpriseId === enterpriseId ? [[use.own, use.stays?.slice(0, 3) ?? null, use.staysInOwn?.slice(0, 3) ?? null]] : [],
      )
    // Somebody else's repayment follows: together they go back, one's own alone does not.
    const [first, later] = [await repayment(lin, '400', finance), await repayment(lin, '300', second)]
    expect(await reasonsFor(lin)).toEqual([
      [false, null, null],
      [true, null, '还款后'],
    ])
    expect((await undoes(first)).code).toBe(409)
    const ids = [await givenFor(first), await givenFor(later)].flatMap((given) => given.ids)
    expect((await sends(finance, { enterpriseId: lin.enterpriseId, ids })).code).toBe(200)
    // One that stays for its amount keeps the one before it.
    const small = await repayment(wu, '400', finance)
    await repayment(wu, '60000', finance)
    expect(await reasonsFor(wu)).toEqual([
      [true, '超过 ', '超过 '],
      [true, '还款后', '还款后'],
    ])
    expect((await undoes(small)).code).toBe(409)
    // The wallet has enough for one of two.
    const own = await top(chen, finance)
    await top(chen, second)
    await paysByWallet(chen, '600.00')
    expect(await reasonsFor(chen)).toEqual([
      [false, null, null],
      [true, '钱包余', null],
    ])
    expect((await undoes(own)).code).toBe(200)
    await holds()
  })

  test('a line with two repayments of one company says of each that the other one goes with it', async () => {
    const { enterpriseId } = await mall.buyer('戚', { credit: '100000' })
    await debts.draws(enterpriseId, yuanTextToFen('900'))
    mall.clock.forward(MINUTE_MS)
    const part = { to: 'repay', enterpriseId, amount: yuanTextToFen('100') } as const
    const lineId = await confirms([part, part])
    expect((await usesOf(lineId)).map(({ stays }) => stays)).toEqual(['还款后企业又有还款，须一起撤销', '还款后企业又有还款，须一起撤销'])
    expect(await undoes(lineId)).toMatchObject({ code: 200, data: { undone: 2 } })
    await holds()
  })

  test('is taken back company by company by as many statements for many lines as for one, once for each key and between people', async () => {
    await debts.dawns('2026-11-19')
    const [many, one] = [await mall.buyer('朱', { credit: '100000' }), await mall.buyer('秦', { credit: '100000' })]
    const confirm = async (buyer: Buyer, times: number) => {
      await debts.draws(buyer.enterpriseId, yuanTextToFen('5000'))
      for (let at = 0; at < times; at++) {
        await pays(buyer, await bank.orders(buyer))
        await tops(buyer, yuanTextToFen('10'))
        await repays(buyer, yuanTextToFen('20'))
      }
    }
    await confirm(many, 7)
    await confirm(one, 1)
    const { allocations, total, day } = await consoleBank.undoable({})
    expect([day, total, allocations.filter(({ stays }) => stays !== null)]).toEqual(['2026-11-19', 24, []])
    expect(allocations[0]).toMatchObject({ own: true, enterpriseName: '秦矿业有限公司', line: { payerName: '林矿业有限公司' } })
    const of = ({ enterpriseId }: Buyer) => ({
      enterpriseId,
      ids: allocations.filter((use) => use.enterpriseId === enterpriseId).map(({ id }) => id),
    })
    const key = randomUUID()
    const countOf = async (buyer: Buyer, own: string = randomUUID()) => {
      mall.statements.length = 0
      const { code } = await sends(finance, of(buyer), own)
      expect(code).toBe(200)
      return mall.statements.length
    }
    const [few, lots] = [await countOf(one), await countOf(many, key)]
    expect(lots).toBe(few)
    await holds()
    // The same key again is the same answer, and nothing is taken back twice.
    expect(await sends(finance, of(many), key)).toMatchObject({ code: 200, data: { undone: 21 } })
    const again = await bank.orders(many)
    const lineId = await pays(many, again)
    const given = await givenFor(lineId)
    const answers = await Promise.all([sends(finance, given), sends(second, given), sends(finance, given)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    expect(await debts.balances(many)).toMatchObject({ wallet: 0, drawn: yuanTextToFen('5000') })
    await holds()
  })

  test('leaves a journal that balances, sales without the order, and the paid amount of its company as it was', async () => {
    await debts.dawns('2026-11-20')
    const lin = await mall.buyer('尤', { credit: '100000' })
    const order = await bank.orders(lin)
    const [paid, topped] = [await pays(lin, order), await tops(lin, yuanTextToFen('40'))]
    await undoes(paid)
    await undoes(topped)
    await debts.dawns('2026-11-21')
    for (const make of [createJournalEntriesOfMissingDays, computeSalesTotalsOfUnclosedDays, evaluateMemberLevelsForPastDays])
      await make(mall.db, mall.moment())
    await holds()
    const sold = await mall.db
      .selectFrom('sales_total')
      .select(['orders', 'sold_fen'])
      .where('day', '=', '2026-11-20')
      .where('span', '=', 'day')
      .where('dimension', '=', 'enterprise')
      .execute()
    expect(sold).toEqual([])
    const { dataList, totals } = await finance.api.consoleJournal.balances({ monthFrom: '2026-11', monthTo: '2026-11', pageSize: 100 })
    expect(totals.debit).toBe(totals.credit)
    // The account that receipts pass through is empty again, and what waits is what the lines have left.
    const closing = (account: string) =>
      dataList.filter((row) => row.account === account).map((row) => [row.closingDebit, row.closingCredit])
    expect(closing('1015')).toEqual([[0, 0]])
    const { suspense } = await consoleBank.lines({ open: true, pageSize: 1 })
    expect(dataList.flatMap((row) => (row.closingCredit === suspense ? [row.account] : []))).not.toEqual([])
    const entries = (await finance.api.consoleJournal.lines({ dateFrom: '2026-11-20', dateTo: '2026-11-20', pageSize: 100 })).dataList
    expect(entries.map(({ title }) => title)).toEqual(expect.arrayContaining(['撤销转账充值', '撤销转账支付', '撤销到账认领']))
    // The bank journal has the receipt once, of no company: nothing left the bank.
    const { dataList: moves } = await finance.api.consoleJournal.bankJournal({
      dateFrom: '2026-11-20',
      dateTo: '2026-11-20',
      pageSize: 100,
    })
    expect(moves.map(({ title, enterprises }) => [title, enterprises.length])).toEqual([
      ['银行到账', 0],
      ['银行到账', 0],
    ])
  })
})

describe('a repayment of an overdue month', () => {
  test('that was of value before today: all is owed again, with the interest of the days between, and costs interest on', async () => {
    await debts.dawns('2026-11-25')
    const lin = await mall.buyer('冯', { credit: '100000' })
    await debts.draws(lin.enterpriseId, yuanTextToFen('48000'))
    await debts.dawns('2026-12-15')
    await debts.jobs()
    // The 11th to the 14th at 24.00 a day. The money is of the 13th: it pays two of the days, and two are reversed.
    const before = await debts.balances(lin)
    expect(before).toEqual({ drawn: yuanTextToFen('48000'), interest: yuanTextToFen('96'), wallet: 0 })
    const lineId = await repays(lin, yuanTextToFen('49000'), '2026-12-13')
    expect(await debts.balances(lin)).toEqual({ drawn: 0, interest: 0, wallet: yuanTextToFen('952') })
    await holds()
    expect((await undoes(lineId)).code).toBe(200)
    expect(await debts.balances(lin)).toEqual(before)
    const { state, entries, interest } = await lin.api.statement.detail({ month: '2026-11' })
    expect([state, interest]).toEqual(['OVERDUE', yuanTextToFen('96')])
    expect(entries.map(({ label, amount }) => [label, amount])).toEqual([
      ['转账还款', yuanTextToFen('48000')],
      ['撤销转账还款', -yuanTextToFen('48000')],
    ])
    expect((await lin.api.statement.repayments({})).dataList).toMatchObject([{ undoneAt: mall.clock.now }])
    await holds()
    await debts.dawns('2026-12-17')
    await debts.jobs()
    expect(await debts.balances(lin)).toMatchObject({ drawn: yuanTextToFen('48000'), interest: yuanTextToFen('144') })
    await holds()
  })

  test('stays if interest that was waived, or that had been paid, was reversed by it', async () => {
    const [lin, wu] = [await mall.buyer('严', { credit: '100000' }), await mall.buyer('华', { credit: '100000' })]
    for (const { enterpriseId } of [lin, wu]) await debts.draws(enterpriseId, yuanTextToFen('48000'))
    await debts.dawns('2027-01-15')
    await debts.jobs()
    const { enterpriseId } = lin
    const { id } = await finance.api.consoleFinanceRequest.proposeWaiver({ enterpriseId, amount: yuanTextToFen('48'), reason: '协商' })
    await (await mall.staff('admin')).api.consoleFinanceRequest.decide({ enterpriseId, id, approve: true })
    await repays(wu, yuanTextToFen('96'))
    const [waived, paid] = [await repays(lin, yuanTextToFen('48000'), '2027-01-12'), await repays(wu, yuanTextToFen('47000'), '2027-01-12')]
    expect(await kindsOf(enterpriseId)).toContain('reverseWaiver 24.00')
    expect((await kindsOf(wu.enterpriseId)).join()).toContain('returnInterest')
    await refuses(waived, '已减免或已付的利息')
    await refuses(paid, '已减免或已付的利息')
  })

  test('a top-up that has recovered a claim stays, though the wallet has other money; the other money goes back', async () => {
    const lin = await mall.buyer('金', { credit: '100000' })
    const { enterpriseId } = lin
    await debts.draws(enterpriseId, yuanTextToFen('3000'))
    await debts.dawns('2027-02-15')
    await debts.jobs()
    const other = await tops(lin, yuanTextToFen('500'))
    await writeOffMonthWithTwoPeople(mall, { enterpriseId, month: '2027-01', amountFen: yuanTextToFen('1000') })
    const lineId = await tops(lin, yuanTextToFen('200'))
    expect(await debts.balances(lin)).toMatchObject({ wallet: yuanTextToFen('500') })
    await refuses(lineId, '收回了已核销的欠款')
    expect((await undoes(other)).code).toBe(200)
    await holds()
  })
})
