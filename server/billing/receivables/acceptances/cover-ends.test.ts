import { expect, test } from 'vitest'
import { createAcceptanceHelpers } from '#server/platform/testing/acceptances.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'

/** A bill of 2,000.00 that matures on the 1st of March covers through the 4th. What it covers is due on that day, for everybody who asks. */
const mall = await openMall({ now: new Date('2027-01-05T02:00:00Z') })
const { draws, dawns, jobs } = createDebtHelpers(mall)
const { submits, takes } = createAcceptanceHelpers(mall)

/** The days from the maturity on, and what was said about the bill's month until then, the newest first. */
const received = async (lin: Awaited<ReturnType<typeof mall.buyer>>) =>
  (await lin.api.message.list({ pageNo: 1 })).dataList.map(({ title, messageContent }) => `${title} ${messageContent}`)

test('a cover ends on the third day after maturity for interest, state, dues, forecast, reminders, block, autopay', async () => {
  const lin = await mall.buyer('林', { credit: '10000', wallet: '100' })
  const { enterpriseId } = lin
  await dawns('2027-01-15')
  await draws(enterpriseId, yuanTextToFen('2000'))
  await dawns('2027-02-05')
  await jobs()
  await lin.api.statement.enableAutoRepay({ payPwd: TEST_USER_PAYMENT_PASSWORD })
  await takes(await submits(lin, { amountFen: yuanTextToFen('2000'), maturityDay: '2027-03-01' }))
  expect((await received(lin))[0]).toContain('2027-03-04')
  const statement = async () => {
    const { state, interest, dues } = await lin.api.statement.detail({ month: '2027-01' })
    return { state, interest, dues: dues.map(({ day, amount }) => [day, amount]) }
  }
  const quiet = { state: 'CLOSED', interest: 0, dues: [['2027-03-04', 200_000]] }
  expect(await statement()).toEqual(quiet)
  expect((await lin.api.statement.owed({})).nextDue).toEqual({ day: '2027-03-04', amount: 200_000, overdue: 0 })
  const { days } = (await lin.api.statement.headroom({})) ?? expect.fail('no account')
  expect(days.filter(({ due }) => due > 0).map(({ day }) => day)).toEqual(['2027-03-04'])

  await dawns('2027-03-01')
  expect((await jobs()).reminded).toBe(1)
  expect((await received(lin))[0]).toContain('2027-03-04')
  await dawns('2027-03-04')
  expect(await jobs()).toMatchObject({ reminded: 1, repaid: 0 })
  expect((await received(lin))[0]).toContain('今日到期')
  expect(await statement()).toEqual(quiet)
  expect((await lin.api.statement.owed({})).due).toBe(200_000)
  await draws(enterpriseId, yuanTextToFen('10'))
  // From the next day on it is late: it costs 0.05 % of 1,900.00 a day after the wallet was used, and blocks.
  await dawns('2027-03-05')
  expect(await jobs()).toMatchObject({ reminded: 1, repaid: yuanTextToFen('100') })
  expect(await statement()).toEqual({ state: 'OVERDUE', interest: 0, dues: [['2027-03-04', 190_000]] })
  await expect(draws(enterpriseId, yuanTextToFen('10'))).rejects.toMatchObject({
    reason: 'CREDIT_OVERDUE',
    message: expect.stringContaining('2027-03-04'),
  })
  await dawns('2027-03-06')
  await jobs()
  expect((await statement()).interest).toBe(95)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the forecast frees covered principal once: as freed until it is repaid, then as repaid', async () => {
  await dawns('2027-04-10')
  const wu = await mall.buyer('吴', { credit: '10000' })
  const { enterpriseId } = wu
  await draws(enterpriseId, yuanTextToFen('3000'))
  await dawns('2027-05-02')
  await jobs()
  await draws(enterpriseId, yuanTextToFen('4000'))
  // A bill covers 2,000.00 of April until the 4th of June, a second one the other 1,000.00 until the 6th, and 500.00 of May, which are due on the 10th with
  // the rest of May although the cover ends before.
  await takes(await submits(wu, { amountFen: yuanTextToFen('2000'), maturityDay: '2027-06-01' }))
  await takes(await submits(wu, { amountFen: yuanTextToFen('1500'), maturityDay: '2027-06-03' }))
  const { days } = (await wu.api.statement.headroom({})) ?? expect.fail('no account')
  const changes = days.filter(({ usable, due }, at) => due > 0 || usable !== days[at - 1]?.usable)
  expect(changes.map(({ day, drawn, due, usable }) => [day, drawn, due, usable])).toEqual([
    // 7,000.00 less 3,500.00 freed: 6,500.00 can be used.
    ['2027-05-02', 700_000, 0, 650_000],
    ['2027-06-04', 500_000, 200_000, 650_000],
    ['2027-06-06', 400_000, 100_000, 650_000],
    ['2027-06-10', 0, 400_000, 1_000_000],
  ])
})
