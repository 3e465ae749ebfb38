import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { insertStaff } from './public.ts'
import { updateStaffRow } from './staff-store.ts'
import { createTotpSecret } from './totp.ts'

const mall = await openMall()
const { passwordHash } = mall
const NO_CHANGE = '00000000-0000-7000-8000-000000000000'
let hired = 0

/** A colleague who is inside. */
async function hires(role: StaffRole = 'support') {
  const email = `r${++hired}@staff.test`
  const id = await mall.runInTransaction((tx) =>
    insertStaff(tx, mall.moment(), { email, name: `员工${hired}`, roles: [role], passwordHash }),
  )
  const { token } = await mall.guest().api.staff.logIn({ email, pwd: TEST_USER_PASSWORD })
  return Object.assign(createTestUser(mall.app.http, token), { email, id })
}
const logsIn = (email: string, pwd: string) => mall.guest().post('/console-api/api/staff/log-in', { email, pwd })
const shown = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: mall.clock.now.getTime() })

test('the old password of a staff member changes nothing after a change, even in the same session', async () => {
  const lin = await hires()
  const changes = (newPwd: string) => () => lin.post('/console-api/api/staff/change-pwd', { oldPwd: TEST_USER_PASSWORD, newPwd })
  const wanted = ['Granite-2047', 'Basalt-2047'] as const
  const answers = await runTwoCallsInLockOrder(mall, { table: 'staff', id: lin.id }, [changes(wanted[0]), changes(wanted[1])])
  expect(answers.map(({ code }) => code).sort(), 'whichever of them was first').toEqual([200, 422])
  expect(answers.find(({ code }) => code === 422)).toMatchObject({ reason: 'OLD_PASSWORD_WRONG', detail: { field: 'oldPwd' } })
  const won = wanted[answers.findIndex(({ code }) => code === 200)] ?? ''
  expect(await logsIn(lin.email, won)).toMatchObject({ code: 200 })
})

test('a code cannot bind a second factor that was started meanwhile with another secret', async () => {
  const lin = await hires()
  const { secret } = await mall.guest().api.staff.bindTotp({ email: lin.email, pwd: TEST_USER_PASSWORD })
  const begins = () => mall.guest().post('/console-api/api/staff/log-in/bind-totp', { email: lin.email, pwd: TEST_USER_PASSWORD })
  const confirms = () => lin.post('/console-api/api/staff/confirm-totp', { code: shown(secret) })
  const [begun, confirmed] = await runTwoCallsInLockOrder(mall, { table: 'staff', id: lin.id }, [begins, confirms])
  expect(begun).toMatchObject({ code: 200 })
  expect(confirmed).toMatchObject({ code: 422, reason: 'TOTP_WRONG', detail: { field: 'code' } })
  expect(await lin.api.staff.me({})).toMatchObject({ secondFactor: false })
})

/** A colleague who comes in with a telephone. */
async function hiresWithTelephone() {
  const boss = await hires('admin')
  const { secret } = await mall.guest().api.staff.bindTotp({ email: boss.email, pwd: TEST_USER_PASSWORD })
  await boss.api.staff.confirmTotp({ code: shown(secret) })
  mall.clock.forward(60_000)
  return { boss, secret }
}
/** The telephone is given up, and another one begun with. */
const replaces = (id: string, email: string) => () =>
  mall.runInTransaction((tx) =>
    updateStaffRow(tx, id, { totpSealed: createTotpSecret(mall.moment(), { keys: mall.keys, staffId: id, email }).sealed }),
  )

test.each<[string, string, object]>([
  ['a sensitive change', contract.consoleSensitiveChange.approve.path, { id: NO_CHANGE }],
  ['new recovery codes', contract.staff.renewRecoveryCodes.path, {}],
])('a code of a replaced second factor is refused for %s and does not confirm the new one', async (_, path, given) => {
  const { boss, secret } = await hiresWithTelephone()
  const proves = () => boss.post(path, { ...given, pwd: TEST_USER_PASSWORD, code: shown(secret) })
  const [, proven] = await runTwoCallsInLockOrder(mall, { table: 'staff', id: boss.id }, [replaces(boss.id, boss.email), proves])
  expect(proven).toMatchObject({ code: 422, reason: 'TOTP_WRONG', detail: { field: 'code' } })
  expect(await boss.api.staff.me({})).toMatchObject({ secondFactor: false })
})

test('a login in progress with the old password opens no session after the password change', async () => {
  const lin = await hires()
  const changes = () => lin.post('/console-api/api/staff/change-pwd', { oldPwd: TEST_USER_PASSWORD, newPwd: 'Granite-2047' })
  const [changed, late] = await runTwoCallsInLockOrder(mall, { table: 'staff', id: lin.id }, [
    changes,
    () => logsIn(lin.email, TEST_USER_PASSWORD),
  ])
  expect(changed).toMatchObject({ code: 200 })
  expect(late).toMatchObject({ code: 422, reason: 'STAFF_LOGIN_FAILED', data: null })
})
