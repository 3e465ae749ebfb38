import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { createInvoiceHelpers } from '#server/platform/testing/invoices.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const { runs, settles, finance, issued, sandbox } = await createInvoiceHelpers(mall)
await createSettingsHelpers(mall).sets('credit', {
  overdueTolerance: yuanTextToFen('1'),
  graceDays: 3,
  dailyRateBp: 5,
  holidayGrace: false,
})
const { buys, dawns, jobs } = createDebtHelpers(mall)
const { decideDispute } = contract.consoleStatement

/** A company with two drawdowns of this month, which is then closed; the first one is invoiced. */
async function owesTwo(month: string, closes: string) {
  const lin = await mall.buyer('林', { credit: '50000' })
  const { enterpriseId } = lin
  const { orderNo } = await buys(lin, '600.00')
  const invoice = await issued(lin, [orderNo])
  await buys(lin, '500.00')
  await dawns(closes)
  await jobs()
  const { lines } = await lin.api.statement.detail({ month })
  const [one, two] = lines.map(({ id }) => id) as [string, string]
  const stands = async () => {
    const { total, settled, disputed, owed, dues } = await lin.api.statement.detail({ month })
    return { total, settled, disputed, owed, dues: dues.map(({ day, amount }) => [day, amount]) }
  }
  const disputeOf = async (id: string) => {
    const statement = await lin.api.statement.detail({ month })
    return statement.lines.find((line) => line.id === id)?.dispute
  }
  return { lin, enterpriseId, one, two, invoice, stands, disputeOf }
}

test('a part of a line is disputed and a part of that is granted: the rest is due later, the invoice gets a red letter without a quantity', async () => {
  const month = '2026-11'
  const { lin, enterpriseId, one, two, invoice, stands, disputeOf } = await owesTwo(month, '2026-12-01')
  await lin.api.statement.dispute({ month, id: one, amount: yuanTextToFen('200.00'), reason: '单价高于合同' })
  expect(await stands()).toEqual({ total: 110_000, settled: 0, disputed: 20_000, owed: 90_000, dues: [['2026-12-10', 90_000]] })
  expect(await finance.api.consoleStatement.disputes({})).toMatchObject({ dataList: [{ id: one, amount: 20_000 }] })

  // What is not in dispute is overdue on the 11th, and costs interest: 900.00 × 0.05 % = 0.45 a day.
  await dawns('2026-12-13')
  await jobs()
  expect(await lin.api.statement.detail({ month })).toMatchObject({ state: 'OVERDUE', interest: 90 })

  const decision = { enterpriseId, month, id: one, forBuyer: true, opinion: '按合同价补差' }
  expect(await finance.post(decideDispute.path, { ...decision, amount: 200.01 })).toMatchObject({
    reason: 'DISPUTE_AMOUNT_TOO_LARGE',
    msg: '最多可支持 ¥200.00',
  })
  await finance.api.consoleStatement.decideDispute({ ...decision, amount: yuanTextToFen('150.00') })
  expect(await disputeOf(one)).toMatchObject({ state: 'PARTLY_FOR_BUYER', amount: 20_000, granted: 15_000, dueDay: '2027-01-10' })
  // The days before cost what they did: 900.00 was due on them, and is due now.
  expect(await stands()).toEqual({
    total: 110_000,
    settled: 15_000,
    disputed: 0,
    owed: 95_000,
    dues: [
      ['2026-12-10', 90_000],
      ['2027-01-10', 5_000],
    ],
  })
  expect(await lin.api.statement.detail({ month })).toMatchObject({ interest: 90, reduced: 15_000 })
  const { dataList: messages } = await lin.api.message.list({})
  expect(JSON.stringify(messages[0])).toContain('已调整账款 ¥150.00，其余核实无误，延至 2027-01-10 到期，不补计利息')

  await runs()
  await settles()
  const { lines, issues } = await lin.api.invoice.detail({ id: invoice.id })
  expect(lines).toMatchObject([{ amount: 60_000, red: 15_000 }])
  expect(issues).toMatchObject([{ kind: 'blue' }, { kind: 'red', state: 'ISSUED', amount: 15_000, redReason: '04' }])
  // A reduced price has no quantity.
  const red = sandbox.all().find(({ asked }) => asked.invoiceType === 2) ?? expect.fail('no red letter was requested')
  expect(red.asked.invoiceDetail.map((line) => line.num)).toEqual([undefined])

  // The other line is granted wholly without an amount, and an order that is invoiced afterwards has the lower price.
  await lin.api.statement.dispute({ month, id: two, amount: yuanTextToFen('120.00'), reason: '多计运费' })
  await finance.api.consoleStatement.decideDispute({ enterpriseId, month, id: two, forBuyer: true, opinion: '属实' })
  expect(await disputeOf(two)).toMatchObject({ state: 'FOR_BUYER', amount: 12_000, granted: 12_000, dueDay: null })
  expect(await stands()).toMatchObject({ settled: 27_000, disputed: 0, owed: 83_000 })
  const open = await lin.api.invoice.openOrders({})
  expect(open.dataList.map(({ amount }) => amount)).toEqual([38_000])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('no more than is left of a line can be disputed, and only staff decide', async () => {
  const month = '2026-12'
  const { lin, enterpriseId, one, stands } = await owesTwo(month, '2027-01-01')
  expect(await lin.post(contract.statement.dispute.path, { month, id: one, amount: 600.01, reason: '太多' })).toMatchObject({
    code: 422,
    reason: 'DISPUTE_AMOUNT_TOO_LARGE',
    msg: '最多可对 ¥600.00 提出异议',
  })
  for (const amount of [0, -1, 0.001])
    expect(await lin.post(contract.statement.dispute.path, { month, id: one, amount, reason: '金额不对' })).toMatchObject({ code: 400 })
  await lin.api.statement.dispute({ month, id: one, amount: yuanTextToFen('600.00'), reason: '全部' })
  await lin.api.statement.withdrawDispute({ month, id: one })
  expect(await stands()).toMatchObject({ disputed: 0, owed: 110_000 })
  expect(await lin.post(decideDispute.path, { enterpriseId, month, id: one, forBuyer: true, opinion: '自己同意' })).toMatchObject({
    code: 510,
  })
})

test('units of a parcel are disputed with pictures, at the price that was charged; only units that were sent and own pictures count', async () => {
  const month = '2027-01'
  const [lin, wu] = [await mall.buyer('林', { credit: '50000' }), await mall.buyer('吴')]
  const { enterpriseId } = lin
  const skuIds = await Promise.all(['200.00', '300.01'].map((price) => mall.createSku('截齿', { sale: price, credit: price })))
  const lines = skuIds.map((skuId, at) => ({ skuId, goodsNum: 3 - at }))
  const { quote } = await lin.api.order.preview({ lines, method: 'credit' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'credit', addressId: lin.addressId, quote })
  await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const sent = [
    { lineNo: 1, quantity: 3 },
    { lineNo: 2, quantity: 1 },
  ]
  const parcel = { carrier: '德邦快递', trackingNo: createWaybillNo(), lines: sent }
  await (await mall.staff('warehouse')).api.consoleFulfilment.ship({ enterpriseId, orderNo: orders[0]?.orderNo ?? '', ...parcel })
  await dawns('2027-02-01')
  await jobs()
  await mall.renew()
  const [line] = (await lin.api.statement.detail({ month })).lines
  expect(line?.goods).toMatchObject([
    { lineNo: 1, quantity: 3, chargedAmount: 60_000, leftAmount: 60_000 },
    { lineNo: 2, quantity: 1, chargedAmount: 30_001, leftAmount: 30_001 },
  ])
  const id = line?.id ?? expect.fail('no line')
  const file = toBlob(await createPhoto())
  const upload = async (person: typeof lin) => (await person.api.files.uploadImage({ purpose: 'dispute' }, { file })).fileId
  const dispute = { month, id, reason: '少两支，图为签收时所拍' }
  const units = [
    { lineNo: 1, quantity: 2 },
    { lineNo: 2, quantity: 1 },
  ]
  const refused = (input: object) => lin.post(contract.statement.dispute.path, { ...dispute, ...input })
  for (const wrong of [[{ lineNo: 2, quantity: 2 }], [{ lineNo: 3, quantity: 1 }]])
    expect(await refused({ lines: wrong })).toMatchObject({ reason: 'DISPUTE_UNITS_NOT_SENT' })
  expect(await refused({ lines: units, pictures: [await upload(wu)] })).toMatchObject({ reason: 'FILE_NOT_FOUND' })
  expect(await refused({ lines: [units[0], units[0]] })).toMatchObject({ code: 400 })
  expect(await refused({ lines: units, amount: 200 })).toMatchObject({ code: 400 })

  const picture = await upload(lin)
  await lin.api.statement.dispute({ ...dispute, lines: units, pictures: [picture] })
  const { lines: shown, disputed } = await lin.api.statement.detail({ month })
  const goods = units.map((one) => ({ ...one, goodsName: '截齿' }))
  expect(disputed).toBe(70_001)
  expect(shown[0]?.dispute).toMatchObject({ state: 'OPEN', amount: 70_001, units: goods, pictures: [picture] })
  const { dataList: open } = await finance.api.consoleStatement.disputes({})
  expect(open.find((one) => one.id === id)).toMatchObject({ amount: 70_001, units: goods, pictures: [picture] })
  expect((await finance.api.consoleFiles.viewPayment({ enterpriseId, fileId: picture })).bytes.length).toBeGreaterThan(100)
  expect(await wu.post(contract.files.viewFile.path, { fileId: picture })).toMatchObject({ reason: 'FILE_NOT_FOUND' })

  await finance.api.consoleStatement.decideDispute({ enterpriseId, month, id, forBuyer: true, opinion: '属实' })
  expect(await lin.api.statement.detail({ month })).toMatchObject({ disputed: 0, reduced: 70_001 })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('units cost what they were charged although others were returned meanwhile, and units of which all was returned are refused', async () => {
  const month = '2027-02'
  const lin = await mall.buyer('林', { credit: '50000' })
  const { order, send, returns } = await createAfterSaleHelpers(mall)
  const ordered = await order(
    lin,
    [
      { price: '100.00', units: 10 },
      { price: '50.00', units: 1 },
    ],
    'credit',
  )
  await send(ordered, { 1: 10, 2: 1 })
  await dawns('2027-03-01')
  await jobs()
  await mall.renew()
  await returns(ordered, [
    [1, 'sent', 4],
    [2, 'sent', 1],
  ])
  const [line] = (await lin.api.statement.detail({ month })).lines
  expect(line?.goods).toMatchObject([
    { chargedAmount: 100_000, leftAmount: 60_000 },
    { chargedAmount: 5_000, leftAmount: 0 },
  ])
  const dispute = { month, id: line?.id ?? expect.fail('no line'), reason: '少两支' }
  expect(await lin.post(contract.statement.dispute.path, { ...dispute, lines: [{ lineNo: 2, quantity: 1 }] })).toMatchObject({
    reason: 'DISPUTE_UNITS_REFUNDED',
  })
  await lin.api.statement.dispute({ ...dispute, lines: [{ lineNo: 1, quantity: 2 }] })
  expect(await lin.api.statement.detail({ month })).toMatchObject({ disputed: 20_000 })

  // Who decides sees what came off the line before the dispute and since, so that he does not grant it again.
  mall.clock.forward(60_000)
  await returns(ordered, [[1, 'sent', 1]])
  const { enterpriseId } = lin
  const asked = { enterpriseId, month, id: dispute.id }
  const { disputedAt, entries, ...amounts } = await finance.api.consoleStatement.lineReductions(asked)
  expect(amounts).toEqual({ amount: 105_000, refunded: 55_000 })
  expect(entries.map(({ kind, amount, toWallet, at }) => [kind, amount, toWallet, disputedAt !== null && at > disputedAt])).toEqual([
    ['offset', 45_000, 0, false],
    ['offset', 10_000, 0, true],
  ])
  const unknown = { ...asked, month: '2027-01' }
  expect(await finance.post(contract.consoleStatement.lineReductions.path, unknown)).toMatchObject({ reason: 'STATEMENT_LINE_NOT_FOUND' })
})
