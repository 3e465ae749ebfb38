import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { SensitiveChangeResult } from '#contract/people/staff/sensitive-change-result.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { applyDueSensitiveChanges } from '#server/operations/sensitive-changes/public.ts'
import { hashPassword } from '#server/people/identity/public.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'
import { createOrRestoreAdmin, findStaffBySessionToken, insertStaff, requireLockedActiveStaffSession } from './public.ts'

const mall = await openMall()
const passwordHash = await hashPassword(mall.keys, TEST_USER_PASSWORD)

let hired = 0
async function works(...roles: StaffRole[]): Promise<TestUser & { email: string; id: string; again: () => Promise<TestUser> }> {
  const email = `w${++hired}@staff.test`
  const id = await mall.runInTransaction((tx) => insertStaff(tx, mall.moment(), { email, name: `员工${hired}`, roles, passwordHash }))
  const again = async () => createTestUser(mall.app.http, (await mall.guest().api.staff.logIn({ email, pwd: TEST_USER_PASSWORD })).token)
  return Object.assign(await again(), { email, id, again })
}

const { consoleStaff, staff } = contract
/** Another administrator agrees to what one has asked for. */
async function agrees({ changeId }: SensitiveChangeResult): Promise<void> {
  const chief = await works('admin')
  await chief.api.consoleSensitiveChange.approve({ id: changeId ?? '', pwd: TEST_USER_PASSWORD })
}
const logsIn = (given: object) => mall.guest().post(staff.logIn.path, given)
const rolesOf = async (id: string) => (await mall.db.selectFrom('staff').select('roles').where('id', '=', id).executeTakeFirst())?.roles

describe('a new staff account', () => {
  test('gets an initial password that is shown once, and sets its own at the first login', async () => {
    const boss = await works('admin')
    const email = 'New.Colleague@Staff.test'
    const added = await boss.api.consoleStaff.add({ email, name: '新同事', roles: ['finance', 'support'] })
    const { staffId, initialPwd } = added
    expect(await logsIn({ email, pwd: initialPwd })).toMatchObject({ reason: 'STAFF_LOGIN_FAILED' })
    await agrees(added)
    expect(initialPwd).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}$/)

    expect(await logsIn({ email, pwd: initialPwd })).toMatchObject({
      code: 422,
      reason: 'NEW_PASSWORD_NEEDED',
      detail: { field: 'newPwd' },
    })
    expect(await logsIn({ email, pwd: initialPwd, newPwd: initialPwd })).toMatchObject({ reason: 'PASSWORD_TOO_COMMON' })
    expect(await logsIn({ email, pwd: initialPwd, newPwd: 'password1' })).toMatchObject({ reason: 'PASSWORD_TOO_COMMON' })
    expect(await logsIn({ email, pwd: initialPwd, newPwd: 'new.colleague' })).toMatchObject({ reason: 'PASSWORD_TOO_COMMON' })
    const answer = await logsIn({ email, pwd: initialPwd, newPwd: 'Own-Way-2026' })
    expect(answer).toMatchObject({ code: 200, data: { staff: { staffId, email: email.toLowerCase(), roles: ['support', 'finance'] } } })

    expect(await logsIn({ email, pwd: initialPwd, newPwd: 'Own-Way-2027' })).toMatchObject({ reason: 'STAFF_LOGIN_FAILED' })
    expect(await logsIn({ email, pwd: 'Own-Way-2026' })).toMatchObject({ code: 200 })
  })

  test('needs another initial password after three days', async () => {
    const boss = await works('admin')
    const { staffId, initialPwd } = await boss.api.consoleStaff.add({ email: 'late@staff.test', name: '来迟', roles: ['support'] })
    mall.clock.forward(3 * ONE_DAY_MS + 1)
    const late = { email: 'late@staff.test', pwd: initialPwd, newPwd: 'Own-Way-2026' }
    expect(await logsIn(late)).toMatchObject({ reason: 'INITIAL_PASSWORD_EXPIRED', data: null })
    const fresh = await (await boss.again()).api.consoleStaff.resetPwd({ staffId })
    await agrees(fresh)
    expect(await logsIn({ ...late, pwd: fresh.initialPwd })).toMatchObject({ code: 200 })
  })

  test('is one per email address in any spelling', async () => {
    const boss = await works('admin')
    const request = { name: '同名', roles: ['support'] }
    expect(await boss.post(consoleStaff.add.path, { email: 'one@staff.test', ...request })).toMatchObject({ code: 200 })
    expect(await boss.post(consoleStaff.add.path, { email: 'ONE@staff.test', ...request })).toMatchObject({
      code: 409,
      reason: 'STAFF_EXISTS',
      detail: { field: 'email' },
    })
  })

  test.each<[object]>([[{ roles: [] }], [{ roles: ['root'] }], [{ roles: ['admin', 'admin'] }], [{ roles: 'admin' }], [{ status: 1 }]])(
    'is refused with %o',
    async (odd) => {
      const boss = await works('admin')
      const request = { email: 'odd@staff.test', name: '怪', roles: ['support'], ...odd }
      expect(await boss.post(consoleStaff.add.path, request)).toMatchObject({ code: 400, reason: 'INVALID_INPUT' })
    },
  )

  test('has its initial password in no log and no table', async () => {
    const boss = await works('admin')
    const { initialPwd } = await boss.api.consoleStaff.add({ email: 'silent@staff.test', name: '静', roles: ['support'] })
    const { initialPwd: later } = await boss.api.consoleStaff.add({ email: 'hushed@staff.test', name: '静', roles: ['finance'] })
    const { rows } = await mall.pool.query<{ text: string }>(
      'select s::text as text from staff s union all select a::text from audit_log a union all select c::text from sensitive_change c union all select n::text from staff_notice n',
    )
    for (const { text } of rows) for (const secret of [initialPwd, later]) expect(text).not.toContain(secret)
  })
})

describe('staff roles', () => {
  test('take effect with the next call', async () => {
    const [boss, lin] = [await works('admin'), await works('support')]
    expect(await lin.post(contract.consoleUser.list.path)).toMatchObject({ code: 200 })
    await boss.api.consoleStaff.modify({ staffId: lin.id, name: '林', roles: ['warehouse'], rowVersion: 0 })
    expect(await lin.post(contract.consoleUser.list.path)).toMatchObject({ code: 403, reason: 'STAFF_ONLY' })
    expect((await lin.api.staff.me({})).roles).toEqual(['warehouse'])
  })

  test('that are removed during a write prevent its commit', async () => {
    const [boss, lin] = [await works('admin'), await works('support', 'admin')]
    const caller = (await findStaffBySessionToken(mall.db, mall.moment(), lin.token ?? '')) ?? expect.fail('nobody')
    await mall.runInTransaction((tx) => requireLockedActiveStaffSession(tx, caller))
    await agrees(await boss.api.consoleStaff.modify({ staffId: lin.id, name: '林', roles: ['support'], rowVersion: 0 }))
    await expect(mall.runInTransaction((tx) => requireLockedActiveStaffSession(tx, caller))).rejects.toMatchObject({ reason: 'STAFF_ONLY' })
  })

  test('cannot be changed by their owner, but anybody can change his own name', async () => {
    const boss = await works('admin')
    for (const roles of [['admin', 'finance'], ['support']] as StaffRole[][])
      expect(await boss.post(consoleStaff.modify.path, { staffId: boss.id, name: '我', roles, rowVersion: 0 })).toMatchObject({
        reason: 'OWN_ACCOUNT',
      })
    await boss.api.consoleStaff.modify({ staffId: boss.id, name: '新名字', roles: ['admin'], rowVersion: 0 })
    expect((await boss.api.staff.me({})).name).toBe('新名字')
  })

  test.each(['support', 'reviewer', 'warehouse', 'finance', 'catalogue'] as const)(
    '%s cannot create administrators, including himself',
    async (role) => {
      const lin = await works(role)
      expect(await lin.post(consoleStaff.modify.path, { staffId: lin.id, name: '林', roles: ['admin'], rowVersion: 0 })).toMatchObject({
        reason: 'STAFF_ONLY',
      })
      expect(await lin.post(consoleStaff.add.path, { email: 'mine@staff.test', name: '我', roles: ['admin'] })).toMatchObject({
        reason: 'STAFF_ONLY',
      })
      expect(await rolesOf(lin.id)).toBe(role)
    },
  )
})

describe('an administrator always remains', () => {
  test('the last one can neither disable nor demote himself', async () => {
    const boss = await works('admin')
    await mall.runInTransaction((tx) => tx.updateTable('staff').set({ status: 0 }).where('id', '<>', boss.id).execute())
    expect(await boss.post(consoleStaff.setStatus.path, { staffId: boss.id, status: 0 })).toMatchObject({ reason: 'OWN_ACCOUNT' })
    expect(await boss.post(consoleStaff.modify.path, { staffId: boss.id, name: '我', roles: ['support'], rowVersion: 0 })).toMatchObject({
      reason: 'OWN_ACCOUNT',
    })
    expect(await boss.post(consoleStaff.list.path)).toMatchObject({ code: 200 })
  })

  test.each(['demote', 'disable'] as const)('when two administrators %s each other at once, one of them remains', async (how) => {
    const [lin, chen] = [await works('admin'), await works('admin')]
    const takesOn = (one: TestUser, staffId: string) =>
      how === 'demote'
        ? one.post(consoleStaff.modify.path, { staffId, name: '他', roles: ['support'], rowVersion: 0 })
        : one.post(consoleStaff.setStatus.path, { staffId, status: 0 })
    const answers = await Promise.all([takesOn(lin, chen.id), takesOn(chen, lin.id)])
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    mall.clock.forward(ONE_DAY_MS)
    // Whoever is no administrator any more when his own wish comes up has wished for nothing.
    await Promise.all([1, 2].map(() => applyDueSensitiveChanges({ db: mall.db, keys: mall.keys }, mall.moment())))
    const left = await mall.db
      .selectFrom('staff')
      .select('id')
      .where('id', 'in', [lin.id, chen.id])
      .where('roles', '=', 'admin')
      .where('status', '=', 1)
      .execute()
    expect(left).toHaveLength(1)
  })
})

describe('a disabled staff member', () => {
  test('is logged out and cannot log in, and old sessions stay invalid after he is enabled again', async () => {
    const [boss, lin] = [await works('admin'), await works('support')]
    await boss.api.consoleStaff.setStatus({ staffId: lin.id, status: 0 })
    expect(await lin.post(staff.me.path)).toMatchObject({ code: 510 })
    expect(await logsIn({ email: lin.email, pwd: TEST_USER_PASSWORD })).toMatchObject({ reason: 'STAFF_LOGIN_FAILED' })
    await boss.api.consoleStaff.setStatus({ staffId: lin.id, status: 1 })
    expect(await lin.post(staff.me.path)).toMatchObject({ code: 510 })
    expect(await (await lin.again()).post(staff.me.path)).toMatchObject({ code: 200 })
  })

  test('a login that overlaps a password reset leaves no session with the old password', async () => {
    const boss = await works('admin')
    for (let round = 0; round < 6; round++) {
      const lin = await works('support')
      const reset = await boss.api.consoleStaff.resetPwd({ staffId: lin.id })
      const [entered] = await Promise.all([logsIn({ email: lin.email, pwd: TEST_USER_PASSWORD }), agrees(reset)])
      const token = (entered.data as { token?: string } | null)?.token
      if (token !== undefined) expect(await createTestUser(mall.app.http, token).post(staff.me.path)).toMatchObject({ code: 510 })
      expect(await lin.post(staff.me.path)).toMatchObject({ code: 510 })
    }
  })
})

test('others end all devices of a staff member at once; he himself ends all but the current one', async () => {
  const [boss, lin] = [await works('admin'), await works('support')]
  const elsewhere = [await lin.again(), await boss.again()] as const
  expect(await boss.api.consoleStaff.endSessions({ staffId: lin.id })).toEqual({ count: 2 })
  for (const gone of [lin, elsewhere[0]]) expect(await gone.post(staff.me.path)).toMatchObject({ code: 510 })
  expect(await boss.api.consoleStaff.endSessions({ staffId: boss.id })).toEqual({ count: 1 })
  expect(await elsewhere[1].post(staff.me.path)).toMatchObject({ code: 510 })
  expect(await boss.post(staff.me.path)).toMatchObject({ code: 200 })
})

test('changing the own password logs out the other devices', async () => {
  const lin = await works('support')
  const elsewhere = await lin.again()
  expect(await lin.post(staff.changePwd.path, { oldPwd: TEST_USER_PASSWORD, newPwd: TEST_USER_PASSWORD })).toMatchObject({
    reason: 'PASSWORD_TOO_COMMON',
  })
  await lin.api.staff.changePwd({ oldPwd: TEST_USER_PASSWORD, newPwd: 'Own-Way-2026' })
  expect(await elsewhere.post(staff.me.path)).toMatchObject({ code: 510 })
  expect(await lin.post(staff.me.path)).toMatchObject({ code: 200 })
  expect(await logsIn({ email: lin.email, pwd: TEST_USER_PASSWORD })).toMatchObject({ reason: 'STAFF_LOGIN_FAILED' })
  expect(await logsIn({ email: lin.email, pwd: 'Own-Way-2026' })).toMatchObject({ code: 200 })
  const rows = await mall.db.selectFrom('audit_log').select(['action', 'facts']).where('actor_id', '=', lin.id).execute()
  expect(rows.map(({ action }) => action)).toContain(staff.changePwd.path)
  expect(JSON.stringify(rows)).not.toMatch(/Own-Way|Demo123456/)
})

test('in the demo a code is required only of those who have bound a second factor', async () => {
  const lin = await works('support')
  const { secret } = await mall.guest().api.staff.bindTotp({ email: lin.email, pwd: TEST_USER_PASSWORD })
  const shown = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: mall.clock.now.getTime() })
  await lin.again()
  expect(await lin.post(staff.confirmTotp.path, { code: '000000' })).toMatchObject({ reason: 'TOTP_WRONG' })
  await lin.api.staff.confirmTotp({ code: shown() })
  expect(await lin.post(staff.confirmTotp.path, { code: shown() })).toMatchObject({ reason: 'TOTP_BOUND' })
  expect(await logsIn({ email: lin.email, pwd: TEST_USER_PASSWORD })).toMatchObject({ reason: 'TOTP_NEEDED' })
  expect(await logsIn({ email: lin.email, pwd: TEST_USER_PASSWORD, code: shown() })).toMatchObject({ reason: 'TOTP_WRONG' })
  mall.clock.forward(30_000)
  expect(await logsIn({ email: lin.email, pwd: TEST_USER_PASSWORD, code: shown() })).toMatchObject({ code: 200 })
})

test('a command creates an administrator, or restores one who has lost everything', async () => {
  const email = 'first@staff.test'
  const seat = () => mall.runInTransaction((tx) => createOrRestoreAdmin(tx, mall.moment(), { keys: mall.keys, email, name: '第一位' }))
  expect(await logsIn({ email, pwd: await seat(), newPwd: 'Own-Way-2026' })).toMatchObject({
    code: 200,
    data: { staff: { roles: ['admin'] } },
  })

  const { secret } = await mall.guest().api.staff.bindTotp({ email, pwd: 'Own-Way-2026' })
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: mall.clock.now.getTime() })
  const { token } = await mall.guest().api.staff.logIn({ email, pwd: 'Own-Way-2026' })
  await createTestUser(mall.app.http, token).api.staff.confirmTotp({ code })
  await mall.runInTransaction((tx) => tx.updateTable('staff').set({ status: 0, roles: 'support' }).where('email', '=', email).execute())

  const again = await seat()
  expect(await createTestUser(mall.app.http, token).post(staff.me.path)).toMatchObject({ code: 510 })
  expect(await logsIn({ email, pwd: again, newPwd: 'Own-Way-2027' })).toMatchObject({
    code: 200,
    data: { staff: { roles: ['support', 'admin'], secondFactor: false } },
  })
})

test('the list shows who is active, who has a second factor, and who still has the initial password', async () => {
  const boss = await works('admin')
  const { staffId } = await boss.api.consoleStaff.add({ email: 'listed@staff.test', name: '列表_甲', roles: ['support'] })
  expect((await boss.api.consoleStaff.list({ keyword: '列表_甲' })).dataList).toMatchObject([
    { staffId, secondFactor: false, initialUntil: expect.any(Date), sessions: 0, lastSeenAt: null, status: 1 },
  ])
  expect((await boss.api.consoleStaff.list({ keyword: '%' })).dataList).toEqual([])
  expect((await boss.api.consoleStaff.list({ keyword: boss.email })).dataList).toMatchObject([{ sessions: 1, initialUntil: null }])
  expect((await boss.api.consoleStaff.list({ keyword: boss.email, status: 0 })).total).toBe(0)
})
