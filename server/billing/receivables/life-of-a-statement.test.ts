import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { insertPictureRow } from '#server/platform/testing/pictures.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { expectStatementSumsMatchLines } from '#server/platform/testing/statement-sums.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
// Some of its due days are weekends: holiday-due-days.test.ts tells what is on time then.
await createSettingsHelpers(mall).sets('credit', {
  overdueTolerance: yuanTextToFen('1'),
  graceDays: 3,
  dailyRateBp: 5,
  holidayGrace: false,
})
const { buys, comesBack, receives, dawns, jobs, balances } = createDebtHelpers(mall)
const [finance, other] = [await mall.staff('finance'), await mall.staff('finance', 'support')]
const NOBODY = '00000000-0000-7000-8000-000000000000'

/** Goal: one month from its first drawdown to its end, through every state and every kind of entry, as both sides see it. */
test('a month is drawn, closed, disputed, overdue, repaid in four ways, written off and paid', async () => {
  const lin = await mall.buyer('林', { credit: '50000', wallet: '1000' })
  const { enterpriseId } = lin
  const month = '2026-11'
  const stands = async () => {
    const { state, total, settled, disputed, owed, interest } = expectStatementSumsMatchLines(await lin.api.statement.detail({ month }))
    return { state, total, settled, disputed, owed, interest }
  }

  // November: three parcels, of the first a part comes back at once. Nothing is due; what is owed can be seen.
  const first = await buys(lin, '600.00', { returnable: ['100.00'] })
  await buys(lin, '700.00')
  const third = await buys(lin, '500.00', { returnable: ['200.00'] })
  await comesBack(lin, first.orderNo, '100.00')
  expect(await lin.api.statement.owed({})).toMatchObject({
    total: 170_000,
    interest: 0,
    due: 0,
    disputed: 0,
    autoRepay: false,
    months: [{ month, state: 'OPEN', total: 180_000, owed: 170_000, settled: 10_000, dueDay: '2026-12-10' }],
  })
  expect(await lin.post(contract.statement.detail.path, { month })).toMatchObject({ code: 404, reason: 'STATEMENT_NOT_FOUND' })

  // 1 December: the month is closed.
  await dawns('2026-12-01', 0.1)
  expect(await jobs()).toMatchObject({ lines: 3, reminded: 0 })
  expect(await stands()).toEqual({ state: 'CLOSED', total: 170_000, settled: 0, disputed: 0, owed: 170_000, interest: 0 })
  const { lines } = await lin.api.statement.detail({ month })
  expect(lines.map(({ amount, refunded, orderNo, goods }) => [amount, refunded, orderNo === first.orderNo, goods[0]?.quantity])).toEqual([
    [60_000, 10_000, true, 1],
    [70_000, 0, false, 1],
    [50_000, 0, false, 1],
  ])
  const [one, two, three] = lines.map(({ id }) => id) as [string, string, string]

  // The buyer disputes two of the three: they are not due. Once is enough, and a month with disputes is not confirmed.
  await lin.api.statement.dispute({ month, id: two, reason: '数量不符' })
  await lin.api.statement.dispute({ month, id: three, reason: '未收到货' })
  expect(await lin.post(contract.statement.dispute.path, { month, id: two, reason: '再来' })).toMatchObject({ reason: 'ALREADY_DISPUTED' })
  expect(await lin.post(contract.statement.dispute.path, { month, id: NOBODY, reason: '无' })).toMatchObject({
    reason: 'STATEMENT_LINE_NOT_FOUND',
  })
  expect(await lin.post(contract.statement.confirm.path, { month })).toMatchObject({ code: 409, reason: 'STATEMENT_DISPUTED' })
  expect(await stands()).toMatchObject({ state: 'CLOSED', disputed: 120_000, owed: 50_000 })
  expect((await finance.api.consoleStatement.disputes({})).dataList).toMatchObject([
    { enterpriseId, month, id: two, amount: 70_000, reason: '数量不符' },
    { id: three },
  ])

  // 7 and 10 December: reminded of what is due, which is not what is disputed.
  await dawns('2026-12-07')
  expect(await jobs()).toMatchObject({ reminded: 1 })
  await dawns('2026-12-10', 20)
  expect([await jobs(), await jobs()]).toMatchObject([{ reminded: 1 }, { reminded: 0 }])
  expect((await lin.api.message.list({ kind: 'system' })).dataList.map(({ title, messageContent }) => [title, messageContent])).toEqual([
    ['还款提醒', '2026-11 账单 ¥500.00 今日到期，请于 24:00 前还款。'],
    ['还款提醒', '2026-11 账单 ¥500.00 将于 2026-12-10 到期，请提前备款。'],
  ])

  // 12 December: overdue since yesterday, which has cost a day.
  await dawns('2026-12-12', 0.1)
  await jobs()
  expect(await stands()).toMatchObject({ state: 'OVERDUE', owed: 50_000, interest: 25 })
  expect(await lin.api.statement.owed({})).toMatchObject({ total: 50_025, due: 50_025, interest: 25, disputed: 120_000 })

  // Three days of grace: on the 13th he may still buy on credit, on the 14th not; by wallet always.
  await dawns('2026-12-13')
  await buys(lin, '501.00')
  await dawns('2026-12-14')
  const skuId = await mall.createSku('截齿', { sale: '50.00', credit: '50.00' })
  const input = { lines: [{ skuId, goodsNum: 1 }] }
  const msg = '您有逾期账单 ¥500.00（2026-11 账单应于 2026-12-10 还款），还清后可继续赊销；可先还款或改用其他支付方式'
  const preview = await lin.api.order.preview({ ...input, method: 'wallet' })
  expect(preview.methods.find(({ method }) => method === 'credit')).toMatchObject({ available: false, reason: msg })
  const onCredit = { ...input, method: 'credit' as const, addressId: lin.addressId }
  const { quote } = await lin.api.order.preview(onCredit)
  expect(await lin.post(contract.order.submit.path, { ...onCredit, quote }, { 'idempotency-key': randomUUID() })).toMatchObject({
    code: 422,
    reason: 'CREDIT_OVERDUE',
    msg,
    detail: { overdue: 500, dueDay: '2026-12-10' },
  })
  const cash = await lin.api.order.submit({ ...input, method: 'wallet', addressId: lin.addressId, quote: preview.quote })
  await lin.api.order.payByWallet({ tradeId: cash.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })

  // 15 December: the bank’s line of the 13th, in part. The preview does not know of it yet.
  await dawns('2026-12-15')
  await jobs()
  expect((await lin.api.statement.previewRepayment({ amount: yuanTextToFen('600') })).parts).toEqual([
    { to: 'interest', month: null, amount: 100 },
    { to: 'month', month, amount: 50_000 },
    { to: 'month', month: '2026-12', amount: 9_900 },
  ])
  await receives(enterpriseId, yuanTextToFen('200.50'), { valueDay: '2026-12-13' })
  expect(await stands()).toMatchObject({ state: 'OVERDUE', settled: 20_000, owed: 30_000, interest: 50 + 15 + 15 })

  // The rest of what is due from the wallet: no longer late, though not paid.
  const repaid = await lin.api.statement.repayByWallet({ amount: yuanTextToFen('300.30'), payPwd: TEST_USER_PAYMENT_PASSWORD })
  expect(repaid.parts).toEqual([
    { to: 'interest', month: null, amount: 30 },
    { to: 'month', month, amount: 30_000 },
  ])
  expect(await stands()).toMatchObject({ state: 'CLOSED', owed: 0, disputed: 120_000 })
  expect((await lin.api.order.preview({ ...input, method: 'credit' })).method).toBe('credit')

  // Of the disputes one ends for the buyer, one against him: due on the 10th of next month, without interest until then.
  const decide = { enterpriseId, month, opinion: '已核对' }
  await finance.api.consoleStatement.decideDispute({ ...decide, id: two, forBuyer: true })
  await finance.api.consoleStatement.decideDispute({ ...decide, id: three, forBuyer: false })
  expect(await finance.post(contract.consoleStatement.decideDispute.path, { ...decide, id: two, forBuyer: false })).toMatchObject({
    code: 409,
    reason: 'DISPUTE_DECIDED',
    msg: expect.stringMatching(/^finance 已于 \d\d:\d\d 处理这笔异议：支持买家$/),
  })
  expect(await stands()).toMatchObject({ state: 'CLOSED', settled: 120_000, disputed: 0, owed: 50_000 })
  expect((await lin.api.statement.detail({ month })).lines.map(({ dispute }) => [dispute?.state, dispute?.dueDay])).toEqual([
    [undefined, undefined],
    ['FOR_BUYER', null],
    ['AGAINST_BUYER', '2027-01-10'],
  ])
  await lin.api.statement.confirm({ month })
  expect(await lin.post(contract.statement.dispute.path, { month, id: one, reason: '再看看' })).toMatchObject({
    reason: 'STATEMENT_CONFIRMED',
  })
  await dawns('2027-01-08')
  await jobs()
  expect(await stands()).toMatchObject({ state: 'CLOSED', interest: 80 })
  await dawns('2027-01-13')
  await jobs()
  expect(await stands()).toMatchObject({ state: 'OVERDUE', owed: 50_000, interest: 80 + 25 + 25 })

  // December is repaid first, because the bank line says so. An acceptance bill covers 400 of November and bounces after two days: they are
  // charged with 0.25 each, as if it had never been given.
  const pointed = await receives(enterpriseId, yuanTextToFen('502'), { months: ['2026-12'] })
  expect(pointed.parts).toEqual([
    { to: 'interest', amountFen: 100 },
    { to: 'month', month: '2026-12', amountFen: 50_100 },
  ])
  const bill = {
    acceptorKind: 'bank' as const,
    acceptor: '某某银行',
    maturityDay: '2027-06-30',
    fileId: await insertPictureRow(mall, lin, 'acceptance'),
  }
  const { submitAcceptance } = contract.statement
  expect(await lin.post(submitAcceptance.path, { ...bill, billNo: 'A1-000001', amount: 500.01 })).toMatchObject({
    reason: 'MORE_THAN_OWED',
  })
  const { id } = await lin.api.statement.submitAcceptance({ ...bill, billNo: 'A1-000001', amount: yuanTextToFen('400') })
  expect(await stands()).toMatchObject({ owed: 50_000 })
  await finance.api.consoleAcceptance.accept({ enterpriseId, id })
  expect(await stands()).toMatchObject({ state: 'OVERDUE', owed: 50_000 })
  await dawns('2027-01-15')
  await finance.api.consoleAcceptance.bounce({ enterpriseId, id, opinion: '出票人账户余额不足' })
  expect(await stands()).toMatchObject({ state: 'OVERDUE', owed: 50_000, interest: 130 + 25 + 25 })
  expect((await lin.api.statement.acceptances({})).dataList).toMatchObject([{ id, state: 'BOUNCED', label: '已退票' }])
  const { dataList } = await lin.api.statement.repayments({ month: '2027-01' })
  expect(dataList.filter(({ source }) => source === 'acceptance')).toEqual([])

  // Of the goods some come back: that offsets what is unpaid, overdue or not.
  await dawns('2027-01-16')
  expect(await comesBack(lin, third.orderNo, '200.00')).toEqual({ offsetFen: 20_000, walletFen: 0 })
  expect(await stands()).toMatchObject({ owed: 30_000, interest: 180 + 25 })

  // The rest is written off, and the interest waived, each by two people.
  const given = { enterpriseId, reason: '客户破产重整' }
  const requests = [
    await finance.api.consoleFinanceRequest.proposeWriteOff({ ...given, month, amount: yuanTextToFen('300') }),
    await finance.api.consoleFinanceRequest.proposeWaiver({ ...given, amount: yuanTextToFen('0.75') }),
  ]
  const { proposeWriteOff, proposeWaiver, decide: decideCall } = contract.consoleFinanceRequest
  expect(await finance.post(proposeWriteOff.path, { ...given, month, amount: 300.01 })).toMatchObject({ reason: 'MORE_THAN_OWED' })
  expect(await finance.post(proposeWaiver.path, { ...given, amount: 0.76 })).toMatchObject({ reason: 'MORE_THAN_OWED' })
  expect(await finance.post(proposeWriteOff.path, { ...given, month: '2026-09', amount: 1 })).toMatchObject({
    reason: 'STATEMENT_NOT_FOUND',
  })
  for (const request of requests) {
    const decision = { enterpriseId, id: request.id, approve: true }
    expect(await finance.post(decideCall.path, decision)).toMatchObject({ code: 409, reason: 'SECOND_PERSON_NEEDED' })
    await other.api.consoleFinanceRequest.decide(decision)
    expect(await finance.post(decideCall.path, decision)).toMatchObject({
      code: 409,
      reason: 'FINANCE_REQUEST_DECIDED',
      msg: expect.stringMatching(/ 已于 \d\d:\d\d 同意这项申请$/),
    })
  }
  expect(await stands()).toEqual({ state: 'WRITTEN_OFF', total: 170_000, settled: 170_000, disputed: 0, owed: 0, interest: 205 })
  expect((await balances(lin)).drawn).toBe(0)
  expect((await lin.api.statement.detail({ month })).entries.map(({ kind, amount, label }) => [kind, amount, label])).toEqual([
    ['refund', 10_000, '当月退款'],
    ['repay', 20_000, '转账还款'],
    ['repay', 30_000, '钱包还款'],
    ['adjust', 70_000, '对账调整'],
    ['cover', 40_000, '承兑汇票覆盖'],
    ['cover', -40_000, '承兑汇票覆盖'],
    ['cover', 40_000, '承兑汇票覆盖'],
    ['cover', -40_000, '承兑汇票覆盖'],
    ['offset', 20_000, '退款冲减'],
    ['writeOff', 30_000, '坏账核销'],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})
