import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { addDays, addMonths } from '#contract/platform/core/shanghai.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { grantTempLimitAsStaff } from '#server/platform/testing/limits.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { closeMonthsAndChargeInterest, sendDueReminders, sendTempLimitExpiryReminders } from './public.ts'

const mall = await openMall({ now: new Date('2026-07-18T06:00:00Z') })
const { buys, draws, dawns, receives } = createDebtHelpers(mall)
const finance = await mall.staff('finance')
const remind = () => sendDueReminders(mall.db, mall.moment())
const received = async (person: Buyer) => (await person.api.message.list({ kind: 'system' })).dataList.map(({ title }) => title)

let last = '2026-07'
/** A company that owes an amount of a month of its own, on the first of the next. */
async function owes(amount: string) {
  const month = addMonths(last, 3)
  last = month
  await dawns(`${month}-18`)
  const lin = await mall.buyer('林', { credit: '50000' })
  await draws(lin.enterpriseId, yuanTextToFen(amount))
  const next = addMonths(month, 1)
  await dawns(`${next}-01`)
  await closeMonthsAndChargeInterest(mall.db, mall.moment())
  return { lin, month, next, due: `${next}-10` }
}

describe('a due reminder', () => {
  test('is sent 3 days before, on the due day, and 1, 3 and 7 days after, once each for any number of jobs', async () => {
    const { lin, due } = await owes('300')
    const days: number[] = []
    for (let step = -8; step <= 12; step++) {
      await dawns(addDays(due, step))
      await closeMonthsAndChargeInterest(mall.db, mall.moment())
      const sent = (await Promise.all([remind(), remind(), remind()])).reduce((sum, one) => sum + one, 0) + (await remind())
      for (let at = 0; at < sent; at++) days.push(step)
    }
    expect(days).toEqual([-3, 0, 1, 3, 7])
    expect(await received(lin)).toEqual(['账单已逾期', '账单已逾期', '账单已逾期', '还款提醒', '还款提醒'])
  })

  test('is sent once after missed days with the current amount, and not for paid amounts', async () => {
    const { lin, month, due } = await owes('300')
    await dawns(addDays(due, 5))
    await closeMonthsAndChargeInterest(mall.db, mall.moment())
    expect(await remind()).toBe(1)
    const [message] = (await lin.api.message.list({ kind: 'system' })).dataList
    expect(message?.messageContent).toMatch(/¥300.00 已逾期 5 天/)
    expect(message?.target).toEqual({ screen: '/my_bill_detail', search: { month } })
    await receives(lin.enterpriseId, yuanTextToFen('300.60'))
    await dawns(addDays(due, 7))
    expect(await remind()).toBe(0)
  })

  test('for an amount deferred after a dispute follows its own due day', async () => {
    const { lin, month, next, due } = await owes('300')
    const id = (await lin.api.statement.detail({ month })).lines[0]?.id ?? ''
    await lin.api.statement.dispute({ month, id, reason: '数量不符' })
    await dawns(addDays(due, 1))
    expect(await remind()).toBe(0)
    const decision = { enterpriseId: lin.enterpriseId, month, id, forBuyer: false, opinion: '已核对' }
    await finance.api.consoleStatement.decideDispute(decision)
    expect(await lin.api.statement.headroom({})).toMatchObject({ nextDue: { day: `${addMonths(next, 1)}-10`, amount: 30_000 } })
    await dawns(`${addMonths(next, 1)}-07`)
    expect(await remind()).toBe(1)
    expect(await received(lin)).toEqual(['还款提醒', '账单异议处理结果'])
  })

  test('goes to every member who may see the credit account, and to nobody else', async () => {
    const { lin, due } = await owes('300')
    const [sees, pays] = [await mall.subAccount(lin, ['applyLimit']), await mall.subAccount(lin, ['buyPay', 'cashAccount'])]
    await dawns(due)
    await remind()
    expect([await received(sees), await received(pays), await received(lin)]).toEqual([['还款提醒'], [], ['还款提醒']])
  })
})

test('the end of a temporary limit is announced three days before its last day and the day after', async () => {
  const { lin, next } = await owes('1')
  const { enterpriseId } = lin
  await grantTempLimitAsStaff(finance, { enterpriseId, tempLimit: yuanTextToFen('500'), creditTempEndDate: `${next}-20`, reason: '旺季' })
  const days: number[] = []
  for (let day = 2; day <= 28; day++) {
    await dawns(`${next}-${String(day).padStart(2, '0')}`)
    const sent = await Promise.all([1, 2].map(() => sendTempLimitExpiryReminders(mall.db, mall.moment())))
    if (sent.some((count) => count > 0)) days.push(day)
  }
  expect(days).toEqual([17, 21])
  expect(await received(lin)).toEqual(['临时额度已到期', '临时额度即将到期'])
})

describe('the overdue block', () => {
  const mayBuy = async (lin: Buyer) => {
    const skuId = await mall.createSku('截齿', { sale: '600.00', credit: '600.00' })
    const request = { lines: [{ skuId, goodsNum: 1 }], method: 'credit' as const }
    const { quote, methods } = await lin.api.order.preview(request)
    const offered = methods.find(({ method }) => method === 'credit')?.available
    const submitted = await lin.post(
      contract.order.submit.path,
      { ...request, addressId: lin.addressId, quote },
      { 'idempotency-key': mall.moment().newId() },
    )
    expect(submitted.code === 200 || submitted.reason === 'CREDIT_OVERDUE').toBe(true)
    expect(offered).toBe(submitted.code === 200)
    return offered
  }

  test('begins when the overdue amount exceeds the tolerance after the grace days, and ends otherwise', async () => {
    const { lin, due } = await owes('1.01')
    await dawns(addDays(due, 3), 23.9)
    await closeMonthsAndChargeInterest(mall.db, mall.moment())
    expect(await mayBuy(lin)).toBe(true)
    await dawns(addDays(due, 4), 0)
    expect(await mayBuy(lin)).toBe(false)
    // One fen less is within the tolerance of one yuan.
    await receives(lin.enterpriseId, yuanTextToFen('0.01'))
    expect(await mayBuy(lin)).toBe(true)
  })

  test('names the missed due day, also that of a drawdown deferred after a dispute', async () => {
    const { lin, month, next } = await owes('300')
    const id = (await lin.api.statement.detail({ month })).lines[0]?.id ?? ''
    await lin.api.statement.dispute({ month, id, reason: '数量不符' })
    await finance.api.consoleStatement.decideDispute({ enterpriseId: lin.enterpriseId, month, id, forBuyer: false, opinion: '已核对' })
    await dawns(`${addMonths(next, 1)}-14`)
    await closeMonthsAndChargeInterest(mall.db, mall.moment())
    const skuId = await mall.createSku('截齿', { sale: '600.00', credit: '600.00' })
    const { methods } = await lin.api.order.preview({ lines: [{ skuId, goodsNum: 1 }], method: 'credit' })
    expect(methods.find(({ method }) => method === 'credit')).toMatchObject({
      available: false,
      reason: expect.stringContaining(`（${month} 账单应于 ${addMonths(next, 1)}-10 还款）`),
    })
  })

  test('uses the current settings of the platform', async () => {
    const { lin, due } = await owes('300')
    await dawns(addDays(due, 9))
    const { sets } = createSettingsHelpers(mall)
    const set = (tolerance: number, graceDays: number) => sets('credit', { overdueTolerance: fen(tolerance), graceDays, dailyRateBp: 5 })
    const seen = []
    for (const [tolerance, grace] of [
      [29_999, 8],
      [30_000, 8],
      [29_999, 9],
      [0, 0],
    ] as const) {
      await set(tolerance, grace)
      seen.push(await mayBuy(lin))
    }
    await set(100, 3)
    expect(seen).toEqual([false, true, true, false])
  })

  test('also refuses payment on credit; payment by wallet and repayment are possible', async () => {
    const { lin, due } = await owes('300')
    const skuId = await mall.createSku('截齿', { sale: '600.00', credit: '600.00' })
    await dawns(addDays(due, 3), 23.9)
    const request = { lines: [{ skuId, goodsNum: 1 }], method: 'credit' as const }
    const { quote } = await lin.api.order.preview(request)
    const { tradeId } = await lin.api.order.submit({ ...request, addressId: lin.addressId, quote })
    await dawns(addDays(due, 4), 0)
    const pay = () =>
      lin.post(
        contract.order.payByCredit.path,
        { tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD },
        { 'idempotency-key': mall.moment().newId() },
      )
    expect(await pay()).toMatchObject({ code: 422, reason: 'CREDIT_OVERDUE', detail: { overdue: 300 } })
    await receives(lin.enterpriseId, yuanTextToFen('300.45'))
    expect(await pay()).toMatchObject({ code: 200 })
  })

  test('ends when the overdue amount is disputed', async () => {
    const { lin, month, due } = await owes('300')
    // Two days more, in case the due day is a weekend.
    await dawns(addDays(due, 6))
    await closeMonthsAndChargeInterest(mall.db, mall.moment())
    expect(await mayBuy(lin)).toBe(false)
    const id = (await lin.api.statement.detail({ month })).lines[0]?.id ?? ''
    await lin.api.statement.dispute({ month, id, reason: '数量不符' })
    await buys(lin, '600.00')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('the 90-day forecast shows for each day the usable limit and what is held, drawn and due', async () => {
  const { lin, next, due } = await owes('300')
  const { enterpriseId } = lin
  await grantTempLimitAsStaff(finance, { enterpriseId, tempLimit: yuanTextToFen('500'), creditTempEndDate: `${next}-20`, reason: '旺季' })
  await draws(enterpriseId, yuanTextToFen('200'))
  const headroom = await lin.api.statement.headroom({})
  const on = (day: string) => headroom?.days.find((one) => one.day === day)
  expect([headroom?.days.length, headroom?.days[0]?.day, headroom?.nextDue]).toEqual([
    90,
    `${next}-01`,
    { day: due, amount: 30_000, overdue: 0 },
  ])
  expect(on(`${next}-09`)).toEqual({ day: `${next}-09`, limit: 5_050_000, held: 0, drawn: 50_000, due: 0, usable: 5_000_000 })
  expect(on(due)).toEqual({ day: due, limit: 5_050_000, held: 0, drawn: 20_000, due: 30_000, usable: 5_030_000 })
  expect(on(`${next}-21`)).toMatchObject({ limit: 5_000_000, usable: 4_980_000 })
  expect(on(`${addMonths(next, 1)}-10`)).toMatchObject({ drawn: 0, due: 20_000, usable: 5_000_000 })
  expect(await (await mall.buyer('无')).api.statement.headroom({})).toBeNull()
})
