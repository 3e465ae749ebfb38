import { expect, test } from 'vitest'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findOverdueCreditBlock } from '#server/money/statements/public.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'

/**
 * 还款日遇节假日 (民法典第二百零三条). The 10th of January 2027 is a Sunday. The 10th of February is a Wednesday; staff enter the Spring Festival until the 12th, which is a Friday, and the Saturday after it as a day
 * of work. The 10th of October 2026 is a Saturday on which people work.
 */
const mall = await openMall({ now: new Date('2026-09-20T02:00:00Z') })
const { draws, receives, dawns, jobs, balances } = createDebtHelpers(mall)
const [finance, admin] = [await mall.staff('finance'), await mall.staff('admin')]

const lives = async (until: string) => {
  for (let day = addDays(toShanghaiDay(mall.clock.now), 1); day <= until; day = addDays(day, 1)) {
    await dawns(day)
    await jobs()
  }
}
const blockOf = (enterpriseId: string) => findOverdueCreditBlock(mall.db, mall.moment(), enterpriseId)
const sound = async () => expect(await mall.findInvariantBreaches()).toEqual({})

test('a Saturday that is a working day is an ordinary due day', async () => {
  const zhao = await mall.buyer('赵', { credit: '50000' })
  await draws(zhao.enterpriseId, yuanTextToFen('100'))
  await dawns('2026-10-02')
  await jobs()
  expect(await zhao.api.statement.detail({ month: '2026-09' })).toMatchObject({ dueDay: '2026-10-10', onTimeDay: '2026-10-10' })
  const seen = await finance.api.consoleStatement.detail({ enterpriseId: zhao.enterpriseId, month: '2026-09' })
  expect(seen).toMatchObject({ onTimeDay: '2026-10-10' })
  await receives(zhao.enterpriseId, yuanTextToFen('100'))
})

test('a due day on a Sunday stays; money of Monday is in time, money of Tuesday is overdue', async () => {
  const [lin, wu] = [await mall.buyer('林', { credit: '50000' }), await mall.buyer('吴', { credit: '50000' })]
  await dawns('2026-12-15')
  for (const { enterpriseId } of [lin, wu]) await draws(enterpriseId, yuanTextToFen('2000'))
  await lives('2027-01-11')
  const seen = await lin.api.statement.detail({ month: '2026-12' })
  expect(seen).toMatchObject({ dueDay: '2027-01-10', onTimeDay: '2027-01-11', state: 'CLOSED', interest: 0, owed: yuanTextToFen('2000') })
  expect(seen.dues).toEqual([{ day: '2027-01-10', amount: yuanTextToFen('2000') }])
  // On Monday it is due since yesterday, and nothing of it is overdue.
  expect(await lin.api.statement.owed({})).toMatchObject({
    due: yuanTextToFen('2000'),
    nextDue: { day: '2027-01-10', amount: yuanTextToFen('2000'), overdue: 0 },
  })
  const received = (await lin.api.message.list({ pageNo: 1 })).dataList.filter(({ messageContent }) => messageContent.includes('2026-12'))
  expect(received.some(({ messageContent }) => messageContent.includes('遇节假日，2027-01-11（含）前到账视为按时'))).toBe(true)
  expect(received.some(({ title }) => title.includes('逾期'))).toBe(false)
  // The money of one company comes on Monday and is known on Tuesday; the other one is late.
  await lives('2027-01-12')
  await receives(lin.enterpriseId, yuanTextToFen('2000'), { valueDay: '2027-01-11' })
  expect(await lin.api.statement.detail({ month: '2026-12' })).toMatchObject({ state: 'PAID', interest: 0 })
  expect(await balances(lin)).toEqual({ drawn: 0, interest: 0, wallet: 0 })
  expect(await wu.api.statement.detail({ month: '2026-12' })).toMatchObject({ state: 'OVERDUE', interest: 0 })
  expect(await wu.api.statement.owed({})).toMatchObject({ nextDue: { day: '2027-01-10', overdue: yuanTextToFen('2000') } })
  // The first day that costs is Tuesday. Three days of grace are counted from Monday.
  await lives('2027-01-14')
  expect((await wu.api.statement.detail({ month: '2026-12' })).interestDays.map(({ day, amount }) => [day, amount])).toEqual([
    ['2027-01-12', 100],
    ['2027-01-13', 100],
  ])
  expect(await blockOf(wu.enterpriseId)).toBeNull()
  await lives('2027-01-15')
  expect(await blockOf(wu.enterpriseId)).toMatchObject({ kind: 'overdue', dueDay: '2027-01-10' })
  await receives(wu.enterpriseId, yuanTextToFen('2003'))
  await sound()
})

test('holidays set by staff extend the due day, make-up working days end this, and a setting disables it', async () => {
  const chen = await mall.buyer('陈', { credit: '50000' })
  const { enterpriseId } = chen
  await draws(enterpriseId, yuanTextToFen('1000'))
  const { rowVersion } = await admin.api.consoleHoliday.list({ year: 2027 })
  await admin.api.consoleHoliday.set({ day: '2027-02-05', dayTo: '2027-02-12', working: false, title: '春节', rowVersion })
  const next = await admin.api.consoleHoliday.list({ year: 2027 })
  await admin.api.consoleHoliday.set({ day: '2027-02-13', working: true, title: '春节调休', rowVersion: next.rowVersion })
  await dawns('2027-02-03')
  await jobs()
  expect(await chen.api.statement.detail({ month: '2027-01' })).toMatchObject({ dueDay: '2027-02-10', onTimeDay: '2027-02-13' })
  await draws(enterpriseId, yuanTextToFen('500'))
  // What was fixed when the month was closed stays, whatever the calendar says later.
  const later = await admin.api.consoleHoliday.list({ year: 2027 })
  await admin.api.consoleHoliday.set({ day: '2027-02-11', working: true, title: '上班', rowVersion: later.rowVersion })
  await receives(enterpriseId, yuanTextToFen('1000'))
  await createSettingsHelpers(mall).sets('credit', {
    overdueTolerance: yuanTextToFen('1'),
    graceDays: 3,
    dailyRateBp: 5,
    holidayGrace: false,
  })
  await dawns('2027-04-01')
  await draws(enterpriseId, yuanTextToFen('300'))
  await dawns('2027-05-01')
  await jobs()
  // The 10th of April 2027 was a Saturday: the rule was off when March was closed, so February and March keep their due days.
  expect(await chen.api.statement.detail({ month: '2027-02' })).toMatchObject({ onTimeDay: '2027-03-10' })
  expect(await chen.api.statement.detail({ month: '2027-04' })).toMatchObject({ dueDay: '2027-05-10', onTimeDay: '2027-05-10' })
  await sound()
})
