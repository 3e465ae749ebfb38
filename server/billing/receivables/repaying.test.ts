import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { closeMonthsAndChargeInterest, runAutopay } from './public.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
// Some of its due days are weekends: holiday-due-days.test.ts tells what is on time then.
await createSettingsHelpers(mall).sets('credit', {
  overdueTolerance: yuanTextToFen('1'),
  graceDays: 3,
  dailyRateBp: 5,
  holidayGrace: false,
})
const { draws, receives, refunds, dawns, jobs, balances } = createDebtHelpers(mall)
const { repayByWallet, dispute, confirm, enableAutoRepay } = contract.statement
const finance = await mall.staff('finance')

let last = '2026-07'
/**
 * A company that owes 1,200 of a month and 300 of the next, on a day of the next. Each company has months of its own, so that the clock
 * only ever goes forward.
 */
async function owes(wallet: string, dayOfMonth = '05') {
  const month = addMonths(last, 3)
  const next = addMonths(month, 1)
  last = month
  await dawns(`${month}-18`)
  const lin = await mall.buyer('林', { credit: '50000', ...(wallet === '0' ? {} : { wallet }) })
  const parcelId = await draws(lin.enterpriseId, yuanTextToFen('1200'))
  await dawns(`${next}-02`)
  await draws(lin.enterpriseId, yuanTextToFen('300'))
  await dawns(`${next}-${dayOfMonth}`)
  await closeMonthsAndChargeInterest(mall.db, mall.moment())
  const state = async () => (await lin.api.statement.detail({ month })).state
  return { lin, parcelId, month, next, state }
}
const pays = (by: Buyer, body: object, key: string = randomUUID()) => by.post(repayByWallet.path, body, { 'idempotency-key': key })

describe('repaying from the wallet', () => {
  test('repays the oldest or the chosen month first, at most the debt and at most the balance', async () => {
    const { lin, month, next, state } = await owes('5000')
    const given = { payPwd: TEST_USER_PAYMENT_PASSWORD }
    expect(await pays(lin, { ...given, amount: 1500.01 })).toMatchObject({
      code: 422,
      reason: 'REPAY_TOO_MUCH',
      msg: '待还总额 ¥1,500.00，还款金额不能超过它',
    })
    expect(await pays(lin, { ...given, amount: 100, months: [next] })).toMatchObject({
      code: 200,
      data: { label: '钱包还款', amount: 100, parts: [{ to: 'month', month: next, amount: 100 }], automatic: false },
    })
    expect(await pays(lin, { ...given, amount: 1400 })).toMatchObject({
      data: {
        parts: [
          { month, amount: 1200 },
          { month: next, amount: 200 },
        ],
      },
    })
    expect([await state(), await balances(lin)]).toEqual(['PAID', { drawn: 0, interest: 0, wallet: 350_000 }])
    expect(await pays(lin, { ...given, amount: 0.01 })).toMatchObject({ reason: 'REPAY_TOO_MUCH' })
    const { lin: poor } = await owes('10')
    expect(await pays(poor, { ...given, amount: 10.01 })).toMatchObject({ code: 422, reason: 'WALLET_SHORT' })
    expect((await poor.api.wallet.entries({})).total).toBe(1)
  })

  test('needs the payment password, an idempotency key, a credit account and the permission to pay', async () => {
    const { lin } = await owes('5000')
    const body = { amount: 100, payPwd: TEST_USER_PAYMENT_PASSWORD }
    expect(await lin.post(repayByWallet.path, body)).toMatchObject({ code: 400, reason: 'IDEMPOTENCY_KEY_MISSING' })
    expect(await pays(lin, { ...body, payPwd: '000001' })).toMatchObject({ code: 422, reason: 'PAY_PASSWORD_WRONG' })
    expect(await pays(await mall.buyer('无', { wallet: '9' }), body)).toMatchObject({ reason: 'CREDIT_NOT_OPEN' })
    expect(await pays(await mall.subAccount(lin, ['applyLimit', 'cashAccount']), body)).toMatchObject({ code: 403 })
    for (const wrong of [{ amount: 0 }, { amount: -1 }, { amount: 0.001 }, { months: ['2026-13'] }, { interest: 0 }])
      expect(await pays(lin, { ...body, ...wrong })).toMatchObject({ code: 400 })
    expect(await pays(await mall.subAccount(lin, ['buyPay']), body)).toMatchObject({ code: 200 })
  })

  test('twenty times with one key repays once; with twenty keys it never repays more than is owed', async () => {
    const { lin } = await owes('9000')
    const key = randomUUID()
    const body = { amount: 100, payPwd: TEST_USER_PAYMENT_PASSWORD }
    const same = await Promise.all(Array.from({ length: 20 }, () => pays(lin, body, key)))
    expect(new Set(same.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const others = await Promise.all(Array.from({ length: 20 }, () => pays(lin, body)))
    expect(others.map(({ code, reason }) => reason ?? code).sort()).toEqual(
      [...Array(14).fill(200), ...Array(6).fill('REPAY_TOO_MUCH')].sort(),
    )
    expect(await balances(lin)).toEqual({ drawn: 0, interest: 0, wallet: 750_000 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('concurrent with a bank line, a refund and a drawdown keeps every fen', async () => {
    const { lin, parcelId } = await owes('2000')
    await Promise.all([
      pays(lin, { amount: 900, payPwd: TEST_USER_PAYMENT_PASSWORD }),
      receives(lin.enterpriseId, yuanTextToFen('900')),
      refunds(lin.enterpriseId, parcelId, yuanTextToFen('700')),
      draws(lin.enterpriseId, yuanTextToFen('50')),
      closeMonthsAndChargeInterest(mall.db, mall.moment()),
    ])
    const { drawn, wallet } = await balances(lin)
    const paid = (await lin.api.statement.repayments({})).dataList.reduce((sum, one) => sum + (one.source === 'wallet' ? one.amount : 0), 0)
    expect((drawn ?? 0) - wallet).toBe(120_000 + 30_000 + 5_000 - 90_000 - 70_000 - 200_000)
    expect([0, 90_000]).toContain(paid)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('automatic repayment', () => {
  test('is off until the main account requests it with the payment password', async () => {
    const { lin } = await owes('5000', '10')
    const sub = await mall.subAccount(lin, ['buyPay', 'applyLimit'])
    expect(await sub.post(enableAutoRepay.path, { payPwd: TEST_USER_PAYMENT_PASSWORD })).toMatchObject({
      code: 403,
      reason: 'MAIN_ACCOUNT_ONLY',
    })
    expect(await lin.post(enableAutoRepay.path, { payPwd: '000001' })).toMatchObject({ reason: 'PAY_PASSWORD_WRONG' })
    expect(await runAutopay(mall.db, mall.moment())).toEqual({ companies: 0, amount: 0 })
    await lin.api.statement.enableAutoRepay({ payPwd: TEST_USER_PAYMENT_PASSWORD })
    expect((await lin.api.statement.owed({})).autoRepay).toBe(true)
    await lin.api.statement.disableAutoRepay({})
    expect(await runAutopay(mall.db, mall.moment())).toEqual({ companies: 0, amount: 0 })
  })

  test('repays due and overdue amounts up to the wallet balance, once for any number of jobs', async () => {
    const { lin, next } = await owes('500', '09')
    await lin.api.statement.enableAutoRepay({ payPwd: TEST_USER_PAYMENT_PASSWORD })
    const runs = () => runAutopay(mall.db, mall.moment())
    expect(await runs()).toEqual({ companies: 0, amount: 0 })
    await dawns(`${next}-10`)
    const both = await Promise.all([runs(), runs(), runs()])
    expect(both.reduce((sum, { amount }) => sum + amount, 0)).toBe(50_000)
    expect(await balances(lin)).toEqual({ drawn: 100_000, interest: 0, wallet: 0 })
    await Promise.all([runs(), runs()])
    // On the 13th two days of 700 have cost 70 fen; November is not due.
    await dawns(`${next}-13`)
    await finance.api.consoleWallet.recordTopUp({
      enterpriseId: lin.enterpriseId,
      amount: yuanTextToFen('1000'),
      bankReference: `补${lin.mobile}`,
    })
    expect(await runs()).toEqual({ companies: 1, amount: 70_070 })
    expect(await balances(lin)).toEqual({ drawn: 30_000, interest: 0, wallet: 29_930 })
    const titles = (await lin.api.message.list({ kind: 'system' })).dataList.map(({ title }) => title)
    expect(titles.filter((title) => title.startsWith('自动'))).toEqual(['自动还款', '自动还款未成功', '自动还款'])
    expect((await lin.api.statement.repayments({})).dataList.map(({ automatic }) => automatic)).toEqual([true, true])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('a dispute', () => {
  const decide = (lin: Buyer, month: string, id: string, forBuyer: boolean) =>
    finance.api.consoleStatement.decideDispute({ enterpriseId: lin.enterpriseId, month, id, forBuyer, opinion: '已核对' })
  const lineOf = async (lin: Buyer, month: string) => (await lin.api.statement.detail({ month })).lines[0]?.id ?? ''

  test('of a paid line, decided for the buyer, refunds the amount and its interest to the wallet', async () => {
    const { lin, month, state } = await owes('2000', '13')
    await lin.api.statement.repayByWallet({ amount: yuanTextToFen('1201.20'), payPwd: TEST_USER_PAYMENT_PASSWORD })
    const id = await lineOf(lin, month)
    await lin.api.statement.dispute({ month, id, reason: '型号错发' })
    expect(await state()).toBe('PAID')
    await decide(lin, month, id, true)
    expect(await balances(lin)).toEqual({ drawn: 30_000, interest: 0, wallet: 200_000 })
    const { entries, interest } = await lin.api.statement.detail({ month })
    expect([interest, entries.map(({ kind, amount, toWallet }) => [kind, amount, toWallet])]).toEqual([
      0,
      [
        ['repay', 120_000, 0],
        ['adjust', 0, 120_000],
      ],
    ])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('of an overdue line, decided for the buyer, reverses its interest', async () => {
    const { lin, month, next, state } = await owes('0', '13')
    const id = await lineOf(lin, month)
    await lin.api.statement.dispute({ month, id, reason: '型号错发' })
    await dawns(`${next}-20`)
    await closeMonthsAndChargeInterest(mall.db, mall.moment())
    expect([await state(), (await balances(lin)).interest]).toEqual(['CLOSED', 120])
    await decide(lin, month, id, true)
    expect([await state(), await balances(lin)]).toEqual(['PAID', { drawn: 30_000, interest: 0, wallet: 0 }])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is reduced by goods returned meanwhile, and leaves nothing to decide if all are returned', async () => {
    const { lin, parcelId, month, state } = await owes('0')
    const id = await lineOf(lin, month)
    await lin.api.statement.dispute({ month, id, reason: '型号错发' })
    await refunds(lin.enterpriseId, parcelId, yuanTextToFen('500'))
    expect(await lin.api.statement.detail({ month })).toMatchObject({ disputed: 70_000, owed: 0, settled: 50_000 })
    await refunds(lin.enterpriseId, parcelId, yuanTextToFen('700'))
    await decide(lin, month, id, true)
    expect([await state(), await balances(lin)]).toEqual(['PAID', { drawn: 30_000, interest: 0, wallet: 0 }])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('excludes its amount from repayment, offsets and write-off; the rest of the month continues', async () => {
    const { lin, month: before } = await owes('0')
    const [month, next] = [addMonths(before, 1), addMonths(before, 2)]
    const second = await draws(lin.enterpriseId, yuanTextToFen('600'))
    await receives(lin.enterpriseId, yuanTextToFen('1200'))
    await dawns(`${next}-05`)
    await closeMonthsAndChargeInterest(mall.db, mall.moment())
    await lin.api.statement.dispute({ month, id: await lineOf(lin, month), reason: '型号错发' })
    expect((await receives(lin.enterpriseId, yuanTextToFen('700'))).parts).toEqual([
      { to: 'month', month, amountFen: 60_000 },
      { to: 'wallet', amountFen: 10_000 },
    ])
    expect(await refunds(lin.enterpriseId, second, yuanTextToFen('600'))).toEqual({ offsetFen: 0, walletFen: 60_000 })
    const { proposeWriteOff } = contract.consoleFinanceRequest
    const all = { enterpriseId: lin.enterpriseId, month, amount: 0.01, reason: '无' }
    expect(await finance.post(proposeWriteOff.path, all)).toMatchObject({ reason: 'MORE_THAN_OWED' })
    await dawns(`${next}-25`)
    await closeMonthsAndChargeInterest(mall.db, mall.moment())
    expect((await lin.api.statement.detail({ month })).state).toBe('CLOSED')
    expect(await balances(lin)).toEqual({ drawn: 30_000, interest: 0, wallet: 70_000 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is opened once and decided once, with eight concurrent requests each', async () => {
    const { lin, month } = await owes('0')
    const body = { month, id: await lineOf(lin, month), reason: '型号错发' }
    const opened = await Promise.all(Array.from({ length: 8 }, () => lin.post(dispute.path, body)))
    expect(opened.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)])
    const { decideDispute } = contract.consoleStatement
    const given = { enterpriseId: lin.enterpriseId, month, id: body.id, forBuyer: true, opinion: '已核对' }
    const ended = await Promise.all(Array.from({ length: 8 }, () => finance.post(decideDispute.path, given)))
    expect(ended.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is open to members who may see the credit account, for their own enterprise only', async () => {
    const { lin, month } = await owes('0')
    const chen = await mall.buyer('陈', { credit: '1000' })
    const body = { month, id: await lineOf(lin, month), reason: '型号错发' }
    expect(await chen.post(dispute.path, body)).toMatchObject({ code: 404, reason: 'STATEMENT_NOT_FOUND' })
    expect(await chen.post(confirm.path, { month })).toMatchObject({ code: 404, reason: 'STATEMENT_NOT_FOUND' })
    expect(await (await mall.subAccount(lin, ['buyPay', 'cashAccount'])).post(dispute.path, body)).toMatchObject({ code: 403 })
    expect(await (await mall.subAccount(lin, ['applyLimit'])).post(dispute.path, body)).toMatchObject({ code: 200 })
  })
})

test('waivers and write-offs decided twice at once or no longer owed post nothing twice', async () => {
  const { lin, month } = await owes('0', '13')
  const { enterpriseId } = lin
  const other = await mall.staff('finance', 'support')
  const { decide } = contract.consoleFinanceRequest
  const { id } = await finance.api.consoleFinanceRequest.proposeWaiver({ enterpriseId, amount: yuanTextToFen('1.20'), reason: '协商减免' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => other.post(decide.path, { enterpriseId, id, approve: true })))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)])
  expect((await balances(lin)).interest).toBe(0)
  const off = await finance.api.consoleFinanceRequest.proposeWriteOff({
    enterpriseId,
    month,
    amount: yuanTextToFen('1200'),
    reason: '破产',
  })
  await receives(enterpriseId, yuanTextToFen('1'))
  expect(await other.post(decide.path, { enterpriseId, id: off.id, approve: true })).toMatchObject({ reason: 'MORE_THAN_OWED' })
  expect(await other.post(decide.path, { enterpriseId, id: off.id, approve: false })).toMatchObject({ code: 200 })
  expect((await balances(lin)).drawn).toBe(149_900)
  // His own he cannot agree to, but withdraw.
  const own = await finance.api.consoleFinanceRequest.proposeWriteOff({ enterpriseId, month, amount: yuanTextToFen('1'), reason: '尾差' })
  expect(await finance.post(decide.path, { enterpriseId, id: own.id, approve: true })).toMatchObject({ reason: 'SECOND_PERSON_NEEDED' })
  await finance.api.consoleFinanceRequest.decide({ enterpriseId, id: own.id, approve: false })
  const { dataList } = await finance.api.consoleFinanceRequest.list({})
  expect(dataList.map(({ kind, state: at, proposedBy, decidedBy }) => [kind, at, proposedBy, decidedBy])).toEqual([
    ['writeOff', 'REFUSED', 'finance', 'finance'],
    ['writeOff', 'REFUSED', 'finance', 'finance,support'],
    ['waiveInterest', 'DONE', 'finance', 'finance,support'],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
  expect(await jobs()).toMatchObject({ lines: 0 })
})
