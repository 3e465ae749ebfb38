import { describe, expect, test } from 'vitest'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/public.ts'
import { createInvoiceHelpers, TEST_TAX_NO } from '#server/platform/testing/invoices.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const stories = await createInvoiceHelpers(mall)
const { sent, order, send, applies, issued, asked, finance, refunds, returns, settles } = stories
const { consoleInvoice } = finance.api

const detail = (buyer: Buyer, { id }: { id: string }) => buyer.api.invoice.detail({ id })
const saying = (msg: string | RegExp) => ({ message: typeof msg === 'string' ? msg : expect.stringMatching(msg) })
const special = {
  kind: 'SPECIAL',
  taxNo: TEST_TAX_NO,
  address: '太原市某路 1 号',
  phone: '0351-1234567',
  bank: '中国银行太原分行',
  accountNo: '6222 0000 1111',
} as const

describe('invoice titles', () => {
  test('a special one needs six fields, a valid check digit and the verified enterprise; one is the default', async () => {
    const lin = await mall.buyer('林')
    const { add, list, modify, prefill } = lin.api.invoiceTitle
    expect(await prefill({})).toEqual({ name: '林矿业有限公司', taxNo: '' })
    const name = '林矿业有限公司'
    for (const [missing, msg] of [
      ['address', '请输入注册地址'],
      ['phone', '请输入注册电话'],
      ['bank', '请输入开户银行'],
      ['accountNo', '请输入银行账号'],
    ] as const)
      await expect(add({ ...special, name, [missing]: '' })).rejects.toMatchObject(saying(msg))
    await expect(add({ ...special, name, taxNo: `${TEST_TAX_NO.slice(0, 17)}0` })).rejects.toMatchObject(
      saying(/请输入正确的统一社会信用代码/),
    )
    await expect(add({ ...special, name: '别的公司' })).rejects.toMatchObject(saying(/林矿业有限公司/))
    const first = await add({ kind: 'NORMAL', name: '任意公司', taxNo: TEST_TAX_NO })
    const second = await add({ ...special, name, isDefault: true })
    expect(await list({})).toMatchObject([
      { id: second.id, isDefault: true, accountNo: '622200001111' },
      { id: first.id, isDefault: false },
    ])
    await modify({ ...first, kind: 'NORMAL', name: '任意公司', taxNo: TEST_TAX_NO, isDefault: true })
    expect((await list({})).filter(({ isDefault }) => isDefault)).toMatchObject([first])
    const clerk = await mall.subAccount(lin, ['lookOrder'])
    expect(await clerk.api.invoiceTitle.list({})).toHaveLength(2)
    await expect(clerk.api.invoiceTitle.delete(first)).rejects.toMatchObject({ code: 403 })
  })
})

describe('applying for an invoice', () => {
  test('several orders of one shop make one application with lines, freight and tax, once', async () => {
    const lin = await mall.buyer('林', { wallet: '5000' })
    const one = await sent(lin, [
      { price: '33.33', units: 3 },
      { price: '0.07', units: 1 },
    ])
    const two = await sent(lin, [{ price: '600.00', units: 1 }])
    const unsent = await order(lin, [{ price: '10.00', units: 1 }])
    const orderNos = [one.orderNo, two.orderNo]
    const open = await lin.api.invoice.openOrders({})
    expect(Object.fromEntries(open.dataList.map(({ orderNo, amount }) => [orderNo, amount]))).toEqual({
      [two.orderNo]: 60_000,
      [one.orderNo]: 9_999 + 7 + 3_000,
    })
    const preview = await lin.api.invoice.preview({ orderNos })
    // Goods 700.06 × 13/113 = 80.54, freight 30.00 × 9/109 = 2.48.
    expect(preview).toMatchObject({ amount: 73_006, tax: 8_302, net: 64_704, rateBp: null })
    expect(preview.lines.reduce((total, line) => total + line.tax, 0)).toBe(8_302)
    expect(preview.lines.filter(({ goodsName }) => goodsName === '运费')).toMatchObject([
      { orderNo: one.orderNo, amount: 3_000, quantity: 1, rateBp: 900, tax: 248 },
    ])
    await expect(applies(lin, [unsent.orderNo])).rejects.toMatchObject(saying(`订单 ${unsent.orderNo} 全部发货后才能开票`))
    const ref = await applies(lin, orderNos)
    expect(await detail(lin, ref)).toMatchObject({
      state: 'APPLIED',
      amount: 73_006,
      orders: 2,
      title: { taxNo: TEST_TAX_NO },
      number: null,
    })
    expect((await lin.api.invoice.openOrders({})).total).toBe(0)
    await expect(applies(lin, orderNos)).rejects.toMatchObject({ reason: 'INVOICE_NOTHING' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('fifty concurrent applications for an order make one; a database constraint prevents a second', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const { orderNo } = await sent(lin, [{ price: '500.00', units: 1 }])
    const given = { orderNos: [orderNo], ...(await asked(lin)) }
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => lin.api.invoice.apply(given)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const whose = (await mall.db.selectFrom('invoice_line').selectAll().where('enterprise_id', '=', lin.enterpriseId).execute())[0]
    const again = mall.runInTransaction((tx) =>
      tx
        .insertInto('invoice_line')
        .values({ ...(whose ?? expect.fail('no line')), seq: 9 })
        .execute(),
    )
    await expect(again).rejects.toThrow('invoice_line_once')
  })

  test('orders of two shops make two invoices', async () => {
    const lin = await mall.buyer('林', { wallet: '5000' })
    const near = await sent(lin, [{ price: '500.00', units: 1 }])
    const shopId = await mall.newShop('二店')
    const skuId = await mall.createSku('截齿', { sale: '500.00', shopId })
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
    await lin.api.order.payByWallet({ tradeId, payPwd: '135790' })
    const far = { ...near, orderNo: orders[0]?.orderNo ?? '' }
    await send(far, { 1: 1 })
    await expect(applies(lin, [near.orderNo, far.orderNo])).rejects.toMatchObject({ reason: 'INVOICE_SHOPS' })
    // Each order knows its own, and another company nothing of them.
    const [own, other] = [await applies(lin, [near.orderNo]), await applies(lin, [far.orderNo])]
    for (const [{ orderNo }, { id }] of [
      [near, own],
      [far, other],
    ] as const)
      expect((await lin.api.invoice.list({ orderNo })).dataList).toMatchObject([{ id, orderNo }])
    const wu = await mall.buyer('吴')
    expect((await wu.api.invoice.list({ orderNo: near.orderNo })).total).toBe(0)
  })

  test('a statement is invoiced by parcel as posted, the rest of its orders later, no line twice', async () => {
    mall.clock.now = new Date('2026-11-28T06:00:00Z')
    await mall.renew()
    const lin = await mall.buyer('林', { credit: '5000' })
    const whole = await sent(lin, [{ price: '100.00', units: 6 }], 'credit')
    const half = await order(lin, [{ price: '100.00', units: 8 }], 'credit')
    await send(half, { 1: 3 })
    mall.clock.now = new Date('2026-12-02T06:00:00Z')
    await closeMonthsAndChargeInterest(mall.db, mall.moment())
    await mall.renew()
    await refunds(half, [[1, 'sent', 1]])
    const [statement] = await lin.api.invoice.openStatements({})
    expect(statement).toMatchObject({ month: '2026-11', orders: 2, amount: 60_000 + 20_000 })
    const { month, shopId } = statement ?? expect.fail('no statement')
    const { id } = await lin.api.invoice.apply({ month, shopId, ...(await asked(lin)) })
    expect(await lin.api.invoice.detail({ id })).toMatchObject({
      month: '2026-11',
      amount: 80_000,
      orderNos: [whole.orderNo, half.orderNo].sort(),
      lines: expect.arrayContaining([expect.objectContaining({ orderNo: half.orderNo, amount: 20_000, quantity: null })]),
    })
    await expect(applies(lin, [whole.orderNo])).rejects.toMatchObject({ reason: 'INVOICE_NOTHING' })
    await send(half, { 1: 5 })
    expect((await detail(lin, await applies(lin, [half.orderNo]))).amount).toBe(50_000)
    expect(await lin.api.invoice.openStatements({})).toEqual([])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('deciding on an application', () => {
  test('rejects it with a reason, notifies the buyer and frees its lines for a new application', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const { orderNo } = await sent(lin, [{ price: '500.00', units: 1 }])
    const ref = await applies(lin, [orderNo])
    expect((await consoleInvoice.list({ queue: 'decide', enterpriseId: lin.enterpriseId })).dataList).toMatchObject([{ id: ref.id }])
    await consoleInvoice.reject({ ...ref, reason: '抬头有误' })
    await expect(consoleInvoice.approve(ref)).rejects.toMatchObject(saying('finance 已于 14:00 驳回'))
    const message = (await lin.api.message.list({ kind: 'system' })).dataList[0]
    expect(message).toMatchObject({ title: '开票申请被驳回', target: { screen: '/my_invoice_detail', search: { id: ref.id } } })
    expect(await detail(lin, ref)).toMatchObject({ state: 'REJECTED', reason: '抬头有误', mayReapply: true })
    const { id } = await lin.api.invoice.reapply({ id: ref.id, ...(await asked(lin)) })
    expect(await lin.api.invoice.detail({ id })).toMatchObject({ state: 'APPLIED', amount: 50_000 })
    await expect(lin.api.invoice.reapply({ id: ref.id, ...(await asked(lin)) })).rejects.toMatchObject({ reason: 'INVOICE_NOTHING' })
  })

  test('enters the number and file of an invoice from the tax bureau, and of its red letter', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const ordered = await sent(lin, [{ price: '250.00', units: 2 }])
    const ref = await applies(lin, [ordered.orderNo])
    const typed = { ...ref, number: '12345678', issuedDay: '2026-12-01' }
    const pdf = { file: toBlob(Buffer.from('%PDF-1.7 sample'), 'application/pdf') }
    await expect(consoleInvoice.enter(typed, { file: toBlob(Buffer.from('MZ not a paper')) })).rejects.toMatchObject({ code: 415 })
    await expect(consoleInvoice.enter({ ...typed, issuedDay: '2027-01-01' }, pdf)).rejects.toMatchObject({ reason: 'INVOICE_DAY_TO_COME' })
    await consoleInvoice.enter(typed, pdf)
    const { issues } = await detail(lin, ref)
    expect(issues).toMatchObject([{ number: '12345678', way: 'hand', formats: ['pdf'] }])
    const other = await applies(lin, [(await sent(lin, [{ price: '300.00', units: 1 }])).orderNo])
    await expect(consoleInvoice.enter({ ...typed, ...other }, pdf)).rejects.toMatchObject({ reason: 'INVOICE_NUMBER_USED' })
    await returns(ordered, [[1, 'sent', 2]])
    const red = (await consoleInvoice.detail(ref)).issues.find(({ kind }) => kind === 'red') ?? expect.fail('no red letter')
    expect(red).toMatchObject({ state: 'WAIT', way: 'hand', redReason: '02', amount: 50_000 })
    expect((await consoleInvoice.list({ queue: 'red', enterpriseId: lin.enterpriseId })).dataList).toMatchObject([{ id: ref.id }])
    await consoleInvoice.enterRed({ ...ref, issueId: red.id, number: '12345679', issuedDay: '2026-12-02' }, pdf)
    expect(await detail(lin, ref)).toMatchObject({ state: 'RED', red: 50_000 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('reverses a wrong invoice completely, after which a new application is possible', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const { orderNo } = await sent(lin, [{ price: '500.00', units: 1 }])
    const ref = await issued(lin, [orderNo])
    await consoleInvoice.takeBack({ ...ref, reason: '税号有误' })
    await settles()
    expect(await detail(lin, ref)).toMatchObject({
      state: 'RED',
      issues: [{}, { kind: 'red', redReason: '01', amount: 50_000, tax: 5_752 }],
    })
    expect((await lin.api.invoice.openOrders({})).dataList).toMatchObject([{ orderNo, amount: 50_000 }])
    await issued(lin, [orderNo])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})
