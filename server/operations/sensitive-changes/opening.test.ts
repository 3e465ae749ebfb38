import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createOrRestoreAdmin } from '#server/people/staff/public.ts'
import { ONE_DAY_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { applyDueSensitiveChanges } from './public.ts'

const mall = await openMall({ requireTotp: true, company: false })
const OWN = 'Own-Way-2026'
const HALF_MINUTE = 30_000
const { consoleSetting, consoleStaff } = contract

/** Somebody with an initial password sets his own, binds his telephone and is in; `shown` is what the telephone shows. */
async function comesIn(email: string, initialPwd: string) {
  const { secret } = await mall.guest().api.staff.bindTotp({ email, pwd: initialPwd })
  const person = createTestUser(mall.app.http)
  const shown = () => {
    // A code is good once: the next act waits for the next one.
    mall.clock.forward(HALF_MINUTE)
    return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: mall.clock.now.getTime() })
  }
  const logsIn = async (given: object = {}) => {
    person.token = (await mall.guest().api.staff.logIn({ email, pwd: OWN, code: shown(), ...given })).token
  }
  await logsIn({ pwd: initialPwd, newPwd: OWN })
  return Object.assign(person, { shown, logsIn })
}

// S6
test('a single administrator can open a mall, and cannot act alone on money afterwards', async () => {
  const email = 'first@staff.test'
  const initial = await mall.runInTransaction((tx) => createOrRestoreAdmin(tx, mall.moment(), { keys: mall.keys, email, name: '首位' }))
  const boss = await comesIn(email, initial)
  const proof = () => ({ pwd: OWN, code: boss.shown() })
  const account = { accountName: '岩锋工品', bankName: '工商银行', accountNo: '4000020200001111111', bankCode: '102584000002' }
  const first = { rowVersion: 0 }
  const { api } = boss
  const done = { done: true, changeId: null, takesEffectAt: null }
  expect(await api.consoleSetting.setBank({ ...account, secondAbove: yuanTextToFen('50000'), ...first, ...proof() })).toEqual(done)
  const credit = { overdueTolerance: yuanTextToFen('1'), graceDays: 3, dailyRateBp: 5 }
  expect(await api.consoleSetting.setCredit({ ...credit, ...first, ...proof() })).toEqual(done)
  const levels = { silver: yuanTextToFen('100000'), gold: yuanTextToFen('500000'), platinum: yuanTextToFen('2000000') }
  expect(await api.consoleSetting.setLevels({ ...levels, ...first, ...proof() })).toEqual(done)

  // A colleague of the warehouse is there at once, one of finance a day later, with the password that was told.
  const warehouse = await api.consoleStaff.add({ email: 'store@staff.test', name: '库管', roles: ['warehouse'] })
  expect(warehouse.done).toBe(true)
  await comesIn('store@staff.test', warehouse.initialPwd)
  const finance = await api.consoleStaff.add({ email: 'money@staff.test', name: '财务', roles: ['finance'] })
  expect(finance.done).toBe(false)
  const moved = await boss.post(consoleSetting.setBank.path, { ...account, accountNo: '6222', secondAbove: 50_000, rowVersion: 1 })
  expect(moved).toMatchObject({ code: 400 })
  const next = { ...account, accountNo: '4000020200002222222', secondAbove: yuanTextToFen('50000'), rowVersion: 1 }
  expect(await api.consoleSetting.setBank(next)).toMatchObject({ done: false })
  expect(await boss.post(consoleStaff.setStatus.path, { staffId: (await api.staff.me({})).staffId, status: 0 })).toMatchObject({
    reason: 'OWN_ACCOUNT',
  })

  mall.clock.forward(ONE_DAY_MS)
  expect(await applyDueSensitiveChanges({ db: mall.db, keys: mall.keys }, mall.moment())).toBe(2)
  await boss.logsIn()
  expect((await api.consoleSetting.read({})).bank).toMatchObject({ values: { accountNo: '4000020200002222222' }, changedBy: '首位' })
  const money = await comesIn('money@staff.test', finance.initialPwd)
  expect((await money.api.staff.me({})).roles).toEqual(['finance'])
  const notices = (await api.consoleNotice.list({ pageSize: 100 })).dataList.map(({ title }) => title)
  expect(notices).toEqual([
    ...['已生效：收款账户与双人复核限额', '已生效：新增员工', '待生效：收款账户与双人复核限额', '待生效：新增员工'],
    ...['首次设置：会员等级门槛', '首次设置：逾期与计息', '首次设置：收款账户与双人复核限额'],
  ])
})
