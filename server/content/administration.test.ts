import { describe, expect, test } from 'vitest'
import { contract } from '../../contract/api.ts'
import { openMall, yuan } from '../testing/mall.ts'

const mall = await openMall()
const reviewer = await mall.staff('reviewer')
const admin = await mall.staff('admin')
const { consoleHoliday, consoleSetting } = contract

describe('the calendar of working days', () => {
  const of2026 = async () => {
    const { days } = await reviewer.api.consoleHoliday.list({ year: 2026 })
    return new Map(days.map(({ day, working, title, source }) => [day, { working, title, source }]))
  }

  test('is the state council’s, with the days off and those that make up for them, in order', async () => {
    const { known, days } = await reviewer.api.consoleHoliday.list({ year: 2026 })
    expect(known).toBe(true)
    expect(days).toHaveLength(39)
    expect(days).toContainEqual({ day: '2026-10-01', working: false, title: '国庆节', source: 'calendar' })
    expect(days).toContainEqual({ day: '2026-10-10', working: true, title: '国庆节', source: 'calendar' })
    expect(days.map(({ day }) => day)).toEqual([...days.map(({ day }) => day)].sort())
  })

  test('follows what staff write, and goes back when they take it back', async () => {
    await reviewer.api.consoleHoliday.set({ day: '2026-10-10', working: false, title: '厂休' })
    await reviewer.api.consoleHoliday.set({ day: '2026-12-14', working: false, title: '盘点' })
    await reviewer.api.consoleHoliday.set({ day: '2026-12-14', working: false, title: '年终盘点' })
    const ours = await of2026()
    expect(ours.get('2026-10-10')).toEqual({ working: false, title: '厂休', source: 'staff' })
    expect(ours.get('2026-12-14')).toEqual({ working: false, title: '年终盘点', source: 'staff' })

    for (const day of ['2026-10-10', '2026-12-14']) await reviewer.api.consoleHoliday.remove({ day })
    const theirs = await of2026()
    expect(theirs.get('2026-10-10')).toEqual({ working: true, title: '国庆节', source: 'calendar' })
    expect(theirs.has('2026-12-14')).toBe(false)
    expect(await reviewer.post(consoleHoliday.remove.path, { day: '2026-10-10' })).toMatchObject({ code: 404, reason: 'HOLIDAY_NOT_FOUND' })
  })

  test('says of a year that the state council has not settled that nobody knows it yet', async () => {
    expect(await reviewer.api.consoleHoliday.list({ year: 2027 })).toEqual({ known: false, days: [] })
    await admin.api.consoleHoliday.set({ day: '2027-01-01', working: false, title: '元旦' })
    expect(await reviewer.api.consoleHoliday.list({ year: 2027 })).toMatchObject({ known: false, days: [{ day: '2027-01-01' }] })
  })

  test('takes the days of a long holiday at once, and no span that runs backwards or without end', async () => {
    await reviewer.api.consoleHoliday.set({ day: '2028-02-27', dayTo: '2028-03-02', working: false, title: '春节' })
    expect((await reviewer.api.consoleHoliday.list({ year: 2028 })).days.map(({ day }) => day)).toEqual([
      ...['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02'],
    ])
    for (const dayTo of ['2028-02-26', '2028-03-29', '2029-02-27'])
      expect(await reviewer.post(consoleHoliday.set.path, { day: '2028-02-27', dayTo, working: false, title: '春节' })).toMatchObject({
        ...{ reason: 'INVALID_INPUT', detail: { field: 'dayTo' } },
      })
  })

  test.each([['2026-02-30'], ['2026-1-1'], ['1999-01-01'], ['9999-12-31'], ['']])('%j is no day of it', async (day) => {
    expect(await reviewer.post(consoleHoliday.set.path, { day, working: false, title: '假' })).toMatchObject({ reason: 'INVALID_INPUT' })
  })

  test('every change of it is written down with its day', async () => {
    await reviewer.api.consoleHoliday.set({ day: '2026-12-31', working: false, title: '放假' })
    const { dataList } = await admin.api.consoleAudit.list({ objectId: '2026-12-31' })
    expect(dataList).toMatchObject([{ actorName: 'reviewer', objectKind: 'day', actionName: '修改节假日' }])
  })
})

describe('settings', () => {
  test('begin as the specification and the domain have them', async () => {
    const { site, credit, levels } = await admin.api.consoleSetting.read({})
    expect(site).toMatchObject({ values: { companyName: '岩锋工品' }, changedAt: null })
    expect(credit).toEqual({ values: { overdueTolerance: yuan('1'), graceDays: 3, dailyRateBp: 5 }, changedAt: null })
    expect(levels.values).toEqual({ silver: yuan('100000'), gold: yuan('500000'), platinum: yuan('2000000') })
  })

  test('of the site are what the mall’s footer says from then on', async () => {
    const lin = await mall.buyer('林')
    const { site } = await admin.api.consoleSetting.read({})
    await admin.api.consoleSetting.setSite({ ...site.values, phone: '400-800-1234', hours: '周一至周六 8:00–20:00' })
    expect(await lin.api.site.info({})).toEqual({ ...site.values, phone: '400-800-1234', hours: '周一至周六 8:00–20:00' })
    expect((await admin.api.consoleSetting.read({})).site.changedAt).toEqual(mall.clock.now)
  })

  test('of money are kept to the fen', async () => {
    await admin.api.consoleSetting.setCredit({ overdueTolerance: yuan('0.03'), graceDays: 7, dailyRateBp: 3 })
    expect((await admin.api.consoleSetting.read({})).credit.values).toEqual({
      overdueTolerance: yuan('0.03'),
      graceDays: 7,
      dailyRateBp: 3,
    })
  })

  const levels = { silver: 100, gold: 500, platinum: 900 }
  test.each<[string, object]>([
    [consoleSetting.setLevels.path, { ...levels, gold: 50 }],
    [consoleSetting.setLevels.path, { ...levels, platinum: 500 }],
    [consoleSetting.setLevels.path, { ...levels, silver: -1 }],
    [consoleSetting.setCredit.path, { overdueTolerance: 1, graceDays: 3, dailyRateBp: 11 }],
    [consoleSetting.setCredit.path, { overdueTolerance: 1, graceDays: 0.5, dailyRateBp: 5 }],
    [consoleSetting.setCredit.path, { overdueTolerance: 1, graceDays: 3 }],
    [consoleSetting.setSite.path, { companyName: '只有名字' }],
  ])('%s refuses %o', async (path, given) => {
    expect(await admin.post(path, given)).toMatchObject({ code: 400, reason: 'INVALID_INPUT' })
  })

  test('a link of the footer goes to a page of the web and nowhere else', async () => {
    const { site } = await admin.api.consoleSetting.read({})
    for (const filingUrl of ['javascript:alert(1)', 'http://x.example', 'https://a b', '//x', 'data:text/html,x'])
      expect(await admin.post(consoleSetting.setSite.path, { ...site.values, filingUrl })).toMatchObject({
        ...{ reason: 'INVALID_INPUT', detail: { field: 'filingUrl' } },
      })
  })
})
