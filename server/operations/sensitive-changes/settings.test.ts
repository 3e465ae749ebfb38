import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { insertStaff } from '#server/people/staff/public.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { applyDueSensitiveChanges } from './public.ts'

const { consoleSetting, consoleSensitiveChange, consoleStatement, consoleLevel } = contract

describe('two people who change the same settings', () => {
  // 12
  test('from the same version: the second sees who changed what and when, and nothing is overwritten', async () => {
    const mall = await openMall()
    const [one, other] = [await mall.staff('admin'), await mall.staff('admin', 'support')]
    const values = demoCompany.site
    const { rowVersion } = (await one.api.consoleSetting.read({})).site
    await one.api.consoleSetting.setSite({ ...values, phone: '400-800-1234', rowVersion })
    expect(await other.post(consoleSetting.setSite.path, { ...values, hours: '全天', rowVersion })).toMatchObject({
      code: 409,
      reason: 'ROW_CHANGED',
      detail: { by: 'admin', rowVersion: 2, what: '客服电话 由 400-000-0000 改为 400-800-1234' },
      msg: 'admin 已于 2026-11-18 14:00 修改：客服电话 由 400-000-0000 改为 400-800-1234。您填写的没有保存，请核对后再保存',
    })
    const again = { ...values, hours: '全天', phone: '400-800-1234', rowVersion: 2 }
    expect(await other.post(consoleSetting.setSite.path, again)).toMatchObject({ code: 200 })
    expect((await one.api.consoleSetting.read({})).site).toMatchObject({ values: { phone: '400-800-1234', hours: '全天' }, rowVersion: 3 })
    const { dataList } = await one.api.consoleAudit.list({ action: 'change settings' })
    expect(dataList[0]?.facts).toContainEqual({ name: 'hours', value: '由 工作日 8:30–18:00 改为 全天' })
  })

  test('at once: one succeeds, also when the settings were never saved before', async () => {
    const mall = await openMall()
    const people = [await mall.staff('admin'), await mall.staff('admin', 'support'), await mall.staff('admin', 'finance')]
    for (const round of [0, 1]) {
      const { values, rowVersion } = (await (people[0] ?? expect.fail()).api.consoleSetting.read({})).site
      const answers = await Promise.all(
        people.map((person, at) => person.post(consoleSetting.setSite.path, { ...values, phone: `400-${round}${at}`, rowVersion })),
      )
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
      const credit = { overdueTolerance: 1, graceDays: 3, dailyRateBp: 5, pwd: TEST_USER_PASSWORD }
      const money = await Promise.all(
        people.map((person, at) =>
          person.post(consoleSetting.setCredit.path, { ...credit, graceDays: 10 * (round + 1) + at, rowVersion: round }),
        ),
      )
      expect(money.map(({ code, reason }) => [code, reason]).sort()).toEqual([
        [200, undefined],
        ...Array(2).fill([409, round === 0 ? 'ROW_CHANGED' : 'CHANGE_PENDING']),
      ])
    }
  })
})

describe('outside the demo', () => {
  // 14
  test('a first value and a second approval need password and second factor, whose code is valid once', async () => {
    const mall = await openMall({ requireTotp: true })
    let hired = 0
    const settles = async () => {
      const email = `t${++hired}@staff.test`
      const given = { email, name: `管理员${hired}`, roles: ['admin'] as const, passwordHash: mall.passwordHash }
      await mall.runInTransaction((tx) => insertStaff(tx, mall.moment(), given))
      const { secret } = await mall.guest().api.staff.bindTotp({ email, pwd: TEST_USER_PASSWORD })
      const shown = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: mall.clock.now.getTime() })
      const { token } = await mall.guest().api.staff.logIn({ email, pwd: TEST_USER_PASSWORD, code: shown() })
      mall.clock.forward(30_000)
      return Object.assign(createTestUser(mall.app.http, token), { shown })
    }
    const [boss, chief] = [await settles(), await settles()]
    const first = { silver: 100, gold: 200, platinum: 300, rowVersion: 0 }
    const sets = (given: object) => boss.post(consoleSetting.setLevels.path, { ...first, ...given })
    expect(await sets({ code: boss.shown() })).toMatchObject({ reason: 'PASSWORD_AGAIN_NEEDED' })
    expect(await sets({ pwd: TEST_USER_PASSWORD })).toMatchObject({ reason: 'TOTP_NEEDED', detail: { field: 'code' } })
    expect(await sets({ pwd: TEST_USER_PASSWORD, code: chief.shown() })).toMatchObject({ reason: 'TOTP_WRONG' })
    const code = boss.shown()
    expect(await sets({ pwd: TEST_USER_PASSWORD, code })).toMatchObject({ code: 200, data: { done: true } })
    const asked = await sets({ gold: 250, rowVersion: 1 })
    expect(asked).toMatchObject({ data: { done: false } })
    const { changeId: id } = asked.data as { changeId: string }
    const approves = (proof: object) => chief.post(consoleSensitiveChange.approve.path, { id, ...proof })
    expect(await approves({ pwd: TEST_USER_PASSWORD })).toMatchObject({ reason: 'TOTP_NEEDED' })
    expect(await approves({ pwd: TEST_USER_PASSWORD, code: boss.shown() })).toMatchObject({ reason: 'TOTP_WRONG' })
    const shown = chief.shown()
    expect(await approves({ pwd: TEST_USER_PASSWORD, code: shown })).toMatchObject({ code: 200 })
    expect((await boss.api.consoleSetting.read({})).levels.values.gold).toBe(yuanTextToFen('250'))
    const next = (await sets({ gold: 260, rowVersion: 2 })).data as { changeId: string }
    expect(
      await chief.post(consoleSensitiveChange.approve.path, { id: next.changeId, pwd: TEST_USER_PASSWORD, code: shown }),
    ).toMatchObject({
      reason: 'TOTP_WRONG',
    })
  })

  test('password guesses are limited as at login', async () => {
    const mall = await openMall()
    const boss = await mall.staff('admin')
    const tries = () => boss.post(consoleSetting.setLevels.path, { silver: 1, gold: 2, platinum: 3, rowVersion: 0, pwd: 'Wrong123456' })
    const answers = await Promise.all(Array.from({ length: 12 }, tries))
    expect(answers.filter(({ reason }) => reason === 'OLD_PASSWORD_WRONG').length).toBeLessThanOrEqual(5)
    expect(await tries()).toMatchObject({ reason: 'LOGIN_LOCKED' })
    const { rows } = await sql<{ n: number }>`select count(*)::int n from audit_log where action = 'prove identity'`.execute(mall.db)
    expect(rows[0]?.n, 'each is written down').toBe(answers.filter(({ reason }) => reason === 'OLD_PASSWORD_WRONG').length)
  })

  test('guesses from one address over many accounts are limited', async () => {
    const mall = await openMall({ limits: { loginFailures: 2 } })
    const people = [await mall.staff('admin'), await mall.staff('admin', 'support'), await mall.staff('admin', 'finance')]
    const reasons: unknown[] = []
    for (const person of people)
      reasons.push(
        (await person.post(consoleSetting.setLevels.path, { silver: 1, gold: 2, platinum: 3, rowVersion: 0, pwd: 'Wrong123456' })).reason,
      )
    expect(reasons).toEqual(['OLD_PASSWORD_WRONG', 'OLD_PASSWORD_WRONG', 'LOGIN_ADDRESS_LOCKED'])
  })
})

describe('other changes that affect money', () => {
  test('a rate of one enterprise, also resetting it, needs a second administrator or a day', async () => {
    const mall = await openMall()
    const finance = await mall.staff('finance')
    const admin = await mall.staff('admin')
    const lin = await mall.buyer('林', { credit: '1000' })
    const { enterpriseId } = lin
    const asks = (dailyRateBp: number | null) =>
      finance.post(consoleStatement.setDailyRate.path, { enterpriseId, dailyRateBp, reason: '和解' })
    const rate = async () => (await finance.api.consoleReceivable.terms({ enterpriseId })).dailyRateBp
    const asked = await asks(0)
    expect(asked).toMatchObject({ code: 200, data: { done: false } })
    expect(await rate()).toBeNull()
    expect(await asks(3)).toMatchObject({ reason: 'CHANGE_PENDING' })
    const { changeId: id } = asked.data as { changeId: string }
    expect(await finance.post(consoleSensitiveChange.approve.path, { id, pwd: TEST_USER_PASSWORD })).toMatchObject({ code: 403 })
    expect((await admin.api.consoleSensitiveChange.list({ area: 'terms' })).dataList).toMatchObject([
      { subject: '林矿业有限公司', reason: '和解', changes: [{ from: '平台利率（万分之 5）', to: '万分之 0' }] },
    ])
    await admin.api.consoleSensitiveChange.approve({ id, pwd: TEST_USER_PASSWORD })
    expect(await rate()).toBe(0)
    await asks(null)
    mall.clock.forward(ONE_DAY_MS)
    expect(await applyDueSensitiveChanges({ db: mall.db, keys: mall.keys }, mall.moment())).toBe(1)
    await mall.renew()
    expect(await rate()).toBeNull()
  })

  test('level benefits need a password the first time and another administrator later', async () => {
    const mall = await openMall()
    const admin = await mall.staff('admin')
    const second = await mall.staff('admin', 'support')
    const sets = (given: object) => admin.post(consoleLevel.setBenefits.path, { level: 2, ...given })
    const brings = async () => (await admin.api.consoleLevel.list({}))[1]
    expect(await sets({ tempPercent: 10, tempDays: 30, rowVersion: 0 })).toMatchObject({ reason: 'PASSWORD_AGAIN_NEEDED' })
    expect(await sets({ tempPercent: 10, tempDays: 30, rowVersion: 0, pwd: TEST_USER_PASSWORD })).toMatchObject({ data: { done: true } })
    expect(await sets({ tempPercent: 90, tempDays: 90, rowVersion: 0, pwd: TEST_USER_PASSWORD })).toMatchObject({
      code: 409,
      reason: 'ROW_CHANGED',
    })
    const asked = await sets({ tempPercent: 90, tempDays: 90, rowVersion: 1 })
    expect(asked).toMatchObject({ data: { done: false } })
    expect(await brings()).toMatchObject({ temp: { percent: 10, days: 30 }, rowVersion: 1 })
    const { changeId: id } = asked.data as { changeId: string }
    expect((await second.api.consoleSensitiveChange.list({})).dataList[0]).toMatchObject({
      id,
      subject: '白银会员权益',
      changes: [{ label: '临时额度', from: '固定额度的 10%，30 天', to: '固定额度的 90%，90 天' }],
    })
    await second.api.consoleSensitiveChange.approve({ id, pwd: TEST_USER_PASSWORD })
    expect(await brings()).toMatchObject({ temp: { percent: 90, days: 90 }, rowVersion: 2 })
  })

  test('a different coupon of the same name counts as a changed benefit and shows both apart', async () => {
    const mall = await openMall()
    const admin = await mall.staff('admin')
    const { template } = await createCouponHelpers(mall)
    const [small, large] = [await template({ amount: '10' }), await template({ amount: '500' })]
    const sets = (templateId: string, more: object) =>
      admin.post(consoleLevel.setBenefits.path, { level: 2, templateIds: [templateId], ...more })
    expect(await sets(small, { rowVersion: 0, pwd: TEST_USER_PASSWORD })).toMatchObject({ data: { done: true } })
    expect(await sets(small, { rowVersion: 1 })).toMatchObject({ data: { done: true } })
    expect(await sets(large, { rowVersion: 1 })).toMatchObject({ data: { done: false } })
    expect((await admin.api.consoleSensitiveChange.list({})).dataList).toMatchObject([
      { changes: [{ label: '每月优惠券', from: '满减（满 ¥599.00 减 ¥10.00）', to: '满减（满 ¥599.00 减 ¥500.00）' }] },
    ])
  })

  test('saving the same values changes nothing and needs no approval', async () => {
    const mall = await openMall()
    const { sets } = createSettingsHelpers(mall)
    const credit = { overdueTolerance: yuanTextToFen('1'), graceDays: 3, dailyRateBp: 5 }
    await sets('credit', credit)
    const admin = await mall.staff('admin')
    expect(await admin.api.consoleSetting.setCredit({ ...credit, rowVersion: 1 })).toEqual({
      done: true,
      changeId: null,
      takesEffectAt: null,
    })
    expect((await admin.api.consoleSensitiveChange.list({})).total).toBe(0)
  })
})
