import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import { openMall, TEST_USER_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'

const mall = await openMall()
const reviewer = await mall.staff('reviewer')
const admin = await mall.staff('admin')
const { consoleHoliday, consoleSetting } = contract

describe('the calendar of working days', () => {
  const of2026 = async () => {
    const { days } = await reviewer.api.consoleHoliday.list({ year: 2026 })
    return new Map(days.map(({ day, working, title, source }) => [day, { working, title, source }]))
  }

  test('begins with the official holidays and make-up working days, in order', async () => {
    const { known, days } = await reviewer.api.consoleHoliday.list({ year: 2026 })
    expect(known).toBe(true)
    expect(days).toHaveLength(39)
    expect(days).toContainEqual({ day: '2026-10-01', working: false, title: '国庆节', source: 'calendar' })
    expect(days).toContainEqual({ day: '2026-10-10', working: true, title: '国庆节', source: 'calendar' })
    expect(days.map(({ day }) => day)).toEqual([...days.map(({ day }) => day)].sort())
  })

  const version = async (year: number) => (await reviewer.api.consoleHoliday.list({ year })).rowVersion

  test('shows changes of staff, and the official days again when they are undone', async () => {
    await reviewer.api.consoleHoliday.set({ day: '2026-10-10', working: false, title: '厂休', rowVersion: 0 })
    await reviewer.api.consoleHoliday.set({ day: '2026-12-14', working: false, title: '盘点', rowVersion: 1 })
    await reviewer.api.consoleHoliday.set({ day: '2026-12-14', working: false, title: '年终盘点', rowVersion: 2 })
    const ours = await of2026()
    expect(ours.get('2026-10-10')).toEqual({ working: false, title: '厂休', source: 'staff' })
    expect(ours.get('2026-12-14')).toEqual({ working: false, title: '年终盘点', source: 'staff' })

    for (const day of ['2026-10-10', '2026-12-14']) await reviewer.api.consoleHoliday.remove({ day, rowVersion: await version(2026) })
    const theirs = await of2026()
    expect(theirs.get('2026-10-10')).toEqual({ working: true, title: '国庆节', source: 'calendar' })
    expect(theirs.has('2026-12-14')).toBe(false)
    expect(await reviewer.post(consoleHoliday.remove.path, { day: '2026-10-10', rowVersion: await version(2026) })).toMatchObject({
      code: 404,
      reason: 'HOLIDAY_NOT_FOUND',
    })
  })

  test('marks a year as unknown until its holidays are published', async () => {
    expect(await reviewer.api.consoleHoliday.list({ year: 2027 })).toEqual({ known: false, days: [], rowVersion: 0 })
    await admin.api.consoleHoliday.set({ day: '2027-01-01', working: false, title: '元旦', rowVersion: 0 })
    expect(await reviewer.api.consoleHoliday.list({ year: 2027 })).toMatchObject({ known: false, days: [{ day: '2027-01-01' }] })
  })

  test('accepts a long holiday at once, and refuses spans that run backwards or are too long', async () => {
    await reviewer.api.consoleHoliday.set({ day: '2028-02-27', dayTo: '2028-03-02', working: false, title: '春节', rowVersion: 0 })
    expect((await reviewer.api.consoleHoliday.list({ year: 2028 })).days.map(({ day }) => day)).toEqual([
      ...['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02'],
    ])
    for (const dayTo of ['2028-02-26', '2028-03-29', '2029-02-27'])
      expect(
        await reviewer.post(consoleHoliday.set.path, { day: '2028-02-27', dayTo, working: false, title: '春节', rowVersion: 1 }),
      ).toMatchObject({
        reason: 'INVALID_INPUT',
        detail: { field: 'dayTo' },
      })
    // The days of the next year are another row, which the editor has not seen.
    expect(
      await reviewer.post(consoleHoliday.set.path, {
        day: '2028-12-31',
        dayTo: '2029-01-02',
        working: false,
        title: '元旦',
        rowVersion: 1,
      }),
    ).toMatchObject({ reason: 'INVALID_INPUT', msg: '跨年的请分两次填写' })
  })

  test.each([['2026-02-30'], ['2026-1-1'], ['1999-01-01'], ['9999-12-31'], ['']])('refuses %j as a day', async (day) => {
    expect(await reviewer.post(consoleHoliday.set.path, { day, working: false, title: '假', rowVersion: 0 })).toMatchObject({
      reason: 'INVALID_INPUT',
    })
  })

  test('logs every change with its day', async () => {
    await reviewer.api.consoleHoliday.set({ day: '2026-12-31', working: false, title: '放假', rowVersion: await version(2026) })
    const { dataList } = await admin.api.consoleAudit.list({ objectId: '2026-12-31' })
    expect(dataList).toMatchObject([{ actorName: 'reviewer', objectKind: 'day', actionName: '修改节假日' }])
  })
})

describe('settings', () => {
  test('begin with the values of the specification and the domain', async () => {
    const { site, credit, levels } = await admin.api.consoleSetting.read({})
    expect(site).toMatchObject({ values: { name: '岩锋工品' }, changedBy: null })
    const never = { rowVersion: 0, changedAt: null, changedBy: null }
    expect(credit).toEqual({ values: { overdueTolerance: yuanTextToFen('1'), graceDays: 3, dailyRateBp: 5 }, ...never })
    expect(levels.values).toEqual({ silver: yuanTextToFen('100000'), gold: yuanTextToFen('500000'), platinum: yuanTextToFen('2000000') })
  })

  test('of the site are shown in the footer of the mall', async () => {
    const lin = await mall.buyer('林')
    const { site } = await admin.api.consoleSetting.read({})
    const { rowVersion } = site
    await admin.api.consoleSetting.setSite({ ...demoCompany.site, phone: '400-800-1234', hours: '周一至周六 8:00–20:00', rowVersion })
    expect(await lin.api.site.info({})).toEqual({ ...site.values, phone: '400-800-1234', hours: '周一至周六 8:00–20:00' })
    expect((await admin.api.consoleSetting.read({})).site).toMatchObject({ changedAt: mall.clock.now, changedBy: 'admin', rowVersion: 2 })
  })

  test('of money are exact to the fen', async () => {
    await createSettingsHelpers(mall).sets('credit', { overdueTolerance: yuanTextToFen('0.03'), graceDays: 7, dailyRateBp: 3 })
    expect((await admin.api.consoleSetting.read({})).credit.values).toEqual({
      overdueTolerance: yuanTextToFen('0.03'),
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
    [consoleSetting.setSite.path, { name: '只有名字', pwd: undefined }],
  ])('%s refuses %o', async (path, given) => {
    expect(await admin.post(path, { rowVersion: 0, pwd: TEST_USER_PASSWORD, ...given })).toMatchObject({
      code: 400,
      reason: 'INVALID_INPUT',
    })
  })

  test('accept only web addresses as footer links', async () => {
    const { site } = await admin.api.consoleSetting.read({})
    for (const filingUrl of ['javascript:alert(1)', 'http://x.example', 'https://a b', '//x', 'data:text/html,x'])
      expect(await admin.post(consoleSetting.setSite.path, { ...site.values, filingUrl, rowVersion: site.rowVersion })).toMatchObject({
        reason: 'INVALID_INPUT',
        detail: { field: 'filingUrl' },
      })
  })
})
