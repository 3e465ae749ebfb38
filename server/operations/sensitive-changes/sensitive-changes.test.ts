import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { createOrRestoreAdmin, insertStaff } from '#server/people/staff/public.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import { setBaseLimitAsStaff } from '#server/platform/testing/limits.ts'
import { ONE_DAY_MS, ONE_HOUR_MS, openMall, TEST_USER_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'
import { applyDueSensitiveChanges } from './public.ts'

const mall = await openMall({ company: false })
const { consoleSensitiveChange, consoleSetting, consoleStaff, staff } = contract
const OWN = 'Own-Way-2026'

let hired = 0
type Colleague = TestUser & { id: string; email: string; again: () => Promise<void> }
/** Somebody of the platform whose account nobody in the console has made. */
async function works(...roles: StaffRole[]): Promise<Colleague> {
  const email = `s${++hired}@staff.test`
  const id = await mall.runInTransaction((tx) =>
    insertStaff(tx, mall.moment(), { email, name: `同事${hired}`, roles, passwordHash: mall.passwordHash }),
  )
  const person = createTestUser(mall.app.http)
  const again = async () => {
    person.token = (await mall.guest().api.staff.logIn({ email, pwd: TEST_USER_PASSWORD })).token
  }
  await again()
  return Object.assign(person, { id, email, again })
}
const [boss, chief, wang] = [await works('admin'), await works('admin'), await works('finance')]
const lin = await mall.buyer('林', { credit: '5000' })

const clockRuns = () => applyDueSensitiveChanges({ db: mall.db, keys: mall.keys }, mall.moment())
const passes = async (ms: number) => {
  mall.clock.forward(ms)
  await mall.renew()
  for (const person of [boss, chief, wang]) await person.again()
}
const approves = (person: TestUser, id: string | null, pwd = TEST_USER_PASSWORD) =>
  person.post(consoleSensitiveChange.approve.path, { id, pwd })
const rejects = (person: TestUser, id: string | null) => person.post(consoleSensitiveChange.reject.path, { id, reason: '未经核实' })
const rowOf = async (id: string | null) =>
  (await chief.api.consoleSensitiveChange.list({ pageSize: 100 })).dataList.find((row) => row.id === id) ?? expect.fail('no such change')
const noticesOf = async (person: TestUser) => (await person.api.consoleNotice.list({ pageSize: 100 })).dataList
const settings = async () => boss.api.consoleSetting.read({})
const asksBank = async (person: TestUser, change: object, proof: object = {}) => {
  const { values, rowVersion } = (await settings()).bank
  // Other accounts are left out: they stay, and so does one with lines whose number is replaced.
  const { shortName: _, others: __, ...before } = Object.assign({ shortName: '', others: [] }, values ?? demoCompany.bank)
  return person.post(consoleSetting.setBank.path, { ...before, secondAbove: before.secondAbove / 100, rowVersion, ...change, ...proof })
}
const logsIn = (email: string, pwd: string) => mall.guest().post(staff.logIn.path, { email, pwd, newPwd: OWN })
const idOf = (answer: { data: unknown }) => (answer.data as { changeId: string | null }).changeId
const statusOf = async ({ id }: { id: string }) =>
  (await mall.db.selectFrom('staff').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

describe('the bank account that buyers transfer to', () => {
  const MINE = '6222000011112222'
  const shown = async () => {
    const { paymentId } = await lin.api.transfer.topUp({ amount: yuanTextToFen('1') })
    return (await lin.api.transfer.detail({ paymentId })).account.accountNo
  }

  test('is first set by an administrator who confirms his identity, and all administrators are notified', async () => {
    const change = { accountNo: '4000020200001111111' }
    expect(await asksBank(boss, change)).toMatchObject({ code: 422, reason: 'PASSWORD_AGAIN_NEEDED', detail: { field: 'pwd' } })
    expect(await asksBank(boss, change, { pwd: 'Wrong123456' })).toMatchObject({ reason: 'OLD_PASSWORD_WRONG', detail: { field: 'pwd' } })
    expect(await asksBank(boss, change, { pwd: TEST_USER_PASSWORD })).toMatchObject({ code: 200, data: { done: true } })
    expect(await shown()).toBe('4000020200001111111')
    for (const person of [boss, chief, wang])
      expect((await noticesOf(person))[0]).toMatchObject({ title: '首次设置：收款账户与双人复核限额', readAt: null })
    const { dataList } = await chief.api.consoleAudit.list({ action: 'change settings' })
    expect(dataList[0]?.facts).toContainEqual({ name: 'accountNo', value: '4000020200001111111' })
  })

  // S6
  test('is not changed by one administrator alone: he requests it, and nothing changes yet', async () => {
    const asked = await asksBank(boss, { accountNo: MINE, secondAbove: 100_000_000 }, { pwd: TEST_USER_PASSWORD })
    expect(asked).toMatchObject({ code: 200, data: { done: false } })
    const id = idOf(asked)
    expect(await shown()).toBe('4000020200001111111')
    expect(await approves(boss, id)).toMatchObject({ code: 409, reason: 'SECOND_PERSON_NEEDED' })
    expect(await rowOf(id)).toMatchObject({
      state: 'PENDING',
      askedBy: '同事1',
      subject: '收款账户与双人复核限额',
      actions: ['approve', 'reject'],
      changes: [
        { label: '账号', from: '4000020200001111111', to: MINE },
        { label: '双人复核限额', from: '¥50,000.00', to: '¥100,000,000.00' },
      ],
    })
    // Nor is the bound of two people out of the way while its change waits.
    const lineOf = { reference: 'BOUND001', day: '2026-11-18', amount: yuanTextToFen('60000'), payerName: '林' }
    const { lineId } = await boss.api.consoleBank.record(lineOf)
    const parts = [{ to: 'wallet', enterpriseId: lin.enterpriseId, amount: 60_000 }]
    expect(await boss.post(contract.consoleBank.assign.path, { lineId, rest: 60_000, parts })).toMatchObject({
      reason: 'SECOND_PERSON_NEEDED',
    })
    expect((await noticesOf(wang))[0]).toMatchObject({ title: '待生效：收款账户与双人复核限额', content: expect.stringContaining(MINE) })
    expect((await chief.api.consoleQueue.list({})).find(({ kind }) => kind === 'sensitiveChange')).toMatchObject({ count: 1 })

    expect(await asksBank(chief, { accountNo: '1111111111' })).toMatchObject({
      code: 409,
      reason: 'CHANGE_PENDING',
      detail: { changeId: id, by: '同事1' },
      msg: expect.stringContaining(MINE),
    })
    expect(await rejects(wang, id)).toMatchObject({ code: 403 })
    expect(await rejects(chief, id)).toMatchObject({ code: 200 })
    expect(await rowOf(id)).toMatchObject({ state: 'REJECTED', decidedBy: '同事2', note: '未经核实', actions: [] })
    expect(await approves(chief, id)).toMatchObject({ reason: 'SENSITIVE_CHANGE_DECIDED' })
    await passes(2 * ONE_DAY_MS)
    expect(await clockRuns()).toBe(0)
    expect(await shown()).toBe('4000020200001111111')
  })

  test('is changed once when another administrator approves with his own password, also concurrently', async () => {
    const id = idOf(await asksBank(boss, { accountNo: '4000020200002222222' }))
    expect(await chief.post(consoleSensitiveChange.approve.path, { id })).toMatchObject({ reason: 'PASSWORD_AGAIN_NEEDED' })
    expect(await approves(chief, id, 'Wrong123456')).toMatchObject({ reason: 'OLD_PASSWORD_WRONG' })
    expect(await shown()).toBe('4000020200001111111')
    const third = await works('admin')
    const answers = await Promise.all([approves(chief, id), approves(third, id), approves(chief, id)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    expect(await shown()).toBe('4000020200002222222')
    expect((await settings()).bank).toMatchObject({ rowVersion: 2, changedBy: '同事1' })
    expect((await noticesOf(wang))[0]).toMatchObject({ title: '已生效：收款账户与双人复核限额' })
    const { dataList } = await chief.api.consoleAudit.list({ action: 'apply sensitive change' })
    expect(dataList[0]?.facts).toContainEqual({ name: 'accountNo', value: '由 4000020200001111111 改为 4000020200002222222' })
  })

  test('changes automatically one day after the request, not earlier, and can be withdrawn until then', async () => {
    const first = idOf(await asksBank(boss, { accountNo: '4000020200003333333' }))
    expect(await chief.post(consoleSensitiveChange.withdraw.path, { id: first })).toMatchObject({ reason: 'SENSITIVE_CHANGE_NOT_FOUND' })
    expect(await boss.post(consoleSensitiveChange.withdraw.path, { id: first })).toMatchObject({ code: 200 })
    const id = idOf(await asksBank(boss, { accountNo: '4000020200004444444' }))
    await passes(ONE_DAY_MS - 1)
    expect(await clockRuns()).toBe(0)
    expect(await shown()).not.toBe('4000020200004444444')
    await passes(1)
    expect((await Promise.all([clockRuns(), clockRuns()])).sort()).toEqual([0, 1])
    expect(await shown()).toBe('4000020200004444444')
    expect(await rowOf(id)).toMatchObject({ state: 'APPLIED', decidedBy: null })
    expect((await noticesOf(wang)).filter(({ title }) => title.startsWith('已生效')).length).toBe(2)
  })
})

describe('an account that could be the second person', () => {
  // S6
  test('is not created by one administrator alone, and cannot approve for its creator', async () => {
    const added = await boss.api.consoleStaff.add({ email: 'puppet@staff.test', name: '木偶', roles: ['finance'] })
    expect(added).toMatchObject({ done: false, takesEffectAt: new Date(mall.clock.now.getTime() + ONE_DAY_MS) })
    expect(await logsIn('puppet@staff.test', added.initialPwd)).toMatchObject({ reason: 'STAFF_LOGIN_FAILED' })
    expect((await noticesOf(wang))[0]?.content).toContain('新增员工「木偶（puppet@staff.test）」：角色 财务')
    await passes(ONE_DAY_MS)
    await clockRuns()
    const { data } = await logsIn('puppet@staff.test', added.initialPwd)
    const puppet = createTestUser(mall.app.http, (data as { token: string }).token)
    await setBaseLimitAsStaff(boss, { enterpriseId: lin.enterpriseId, baseLimit: yuanTextToFen('9000000'), reason: '扩产' })
    const [asked] = (await boss.api.consoleCreditBook.limitRequests({ state: 'WAIT' })).dataList
    const decision = { enterpriseId: lin.enterpriseId, id: asked?.id, approve: true }
    expect(await puppet.post(contract.consoleCreditBook.decideLimit.path, decision)).toMatchObject({ reason: 'SECOND_PERSON_TIED' })
    expect((await lin.api.account.account({}))?.creditBaseAmount).toBe(yuanTextToFen('5000'))
  })

  test.each(['finance', 'reviewer', 'admin'] as const)(
    'cannot be made by one administrator alone by giving an account the role %s',
    async (role) => {
      const helper = await works('support')
      const asked = await boss.post(consoleStaff.modify.path, { staffId: helper.id, name: '帮手', roles: ['support', role], rowVersion: 0 })
      expect(asked).toMatchObject({ code: 200, data: { done: false } })
      expect((await helper.api.staff.me({})).roles).toEqual(['support'])
      expect(await approves(chief, idOf(asked))).toMatchObject({ code: 200 })
      expect((await helper.api.staff.me({})).roles).toContain(role)
    },
  )

  test('of a reviewer is not taken over unnoticed: she is notified although she decides on no such change', async () => {
    const zhou = await works('reviewer')
    const { changeId } = await boss.api.consoleStaff.resetPwd({ staffId: zhou.id })
    expect(await noticesOf(zhou)).toMatchObject([
      { title: '待生效：重设员工密码', screen: '/me', content: expect.stringContaining('同事1 提出') },
    ])
    expect(await zhou.api.consoleSensitiveChange.list({})).toMatchObject({ total: 0 })
    expect(await rejects(chief, changeId)).toMatchObject({ code: 200 })
    expect((await noticesOf(zhou)).map(({ title }) => title)).toEqual(['已阻止：重设员工密码', '待生效：重设员工密码'])
  })

  test('keeps the roles that it had when the waiting change was requested', async () => {
    const helper = await works('support')
    const { changeId } = await boss.api.consoleStaff.modify({
      staffId: helper.id,
      name: '帮手',
      roles: ['support', 'finance'],
      rowVersion: 0,
    })
    const other = { staffId: helper.id, name: '帮手', roles: ['warehouse'], rowVersion: 0 }
    expect(await chief.post(consoleStaff.modify.path, other)).toMatchObject({ code: 409, reason: 'CHANGE_PENDING', detail: { changeId } })
    expect(await rejects(chief, changeId)).toMatchObject({ code: 200 })
    expect(await chief.post(consoleStaff.modify.path, other)).toMatchObject({ code: 200, data: { done: true } })
  })

  // S6
  test('is not taken over by a reset: its owner is notified, keeps hers, and any administrator can stop it', async () => {
    const li = await works('finance')
    const reset = await boss.api.consoleStaff.resetPwd({ staffId: li.id })
    const lifted = await boss.api.consoleStaff.resetTotp({ staffId: li.id })
    expect([reset.done, lifted.done]).toEqual([false, false])
    expect(await logsIn(li.email, reset.initialPwd)).toMatchObject({ reason: 'STAFF_LOGIN_FAILED' })
    expect(await logsIn(li.email, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
    expect((await noticesOf(li)).map(({ title }) => title).slice(0, 2)).toEqual(['待生效：重置动态口令', '待生效：重设员工密码'])
    for (const { changeId } of [reset, lifted]) expect(await rejects(chief, changeId)).toMatchObject({ code: 200 })
    await passes(2 * ONE_DAY_MS)
    await clockRuns()
    expect(await logsIn(li.email, TEST_USER_PASSWORD)).toMatchObject({ code: 200 })
  })

  test('may be reset when two administrators agree, and then is no second person for the one who requested it', async () => {
    const li = await works('finance', 'admin')
    const reset = await boss.api.consoleStaff.resetPwd({ staffId: li.id })
    expect(await approves(li, reset.changeId)).toMatchObject({ reason: 'OWN_ACCOUNT' })
    expect(await approves(chief, reset.changeId)).toMatchObject({ code: 200 })
    const { data } = await logsIn(li.email, reset.initialPwd)
    const become = createTestUser(mall.app.http, (data as { token: string }).token)
    const asked = await asksBank(boss, { accountNo: '6222000033334444' })
    expect(await approves(become, idOf(asked), OWN)).toMatchObject({ code: 409, reason: 'SECOND_PERSON_TIED' })
    const other = await boss.api.consoleStaff.resetTotp({ staffId: wang.id })
    const before = mall.statements.length
    const rows = (await become.api.consoleSensitiveChange.list({ state: 'PENDING' })).dataList
    expect(rows).toMatchObject(Array(2).fill({ actions: ['reject'], whyNotApprove: expect.stringContaining('7 天') }))
    // However many changes somebody has asked for, it is looked into once who has a hold on whom.
    expect(mall.statements.slice(before).filter((text) => text.includes('staff_intervention'))).toHaveLength(1)
    for (const id of [idOf(asked), other.changeId]) expect(await rejects(become, id)).toMatchObject({ code: 200 })
  })
})

describe('an administrator', () => {
  test('is not locked out by another one alone: disabled, demoted, or disabled and enabled again', async () => {
    for (const ask of [
      () => boss.post(consoleStaff.setStatus.path, { staffId: chief.id, status: 0 }),
      () => boss.post(consoleStaff.modify.path, { staffId: chief.id, name: '副手', roles: ['support'], rowVersion: 0 }),
    ]) {
      const asked = await ask()
      expect(asked).toMatchObject({ code: 200, data: { done: false } })
      expect(await rejects(chief, idOf(asked))).toMatchObject({ code: 200 })
    }
    await passes(2 * ONE_DAY_MS)
    await clockRuns()
    expect(await statusOf(chief)).toBe(1)
    const gone = await works('finance')
    expect(await boss.post(consoleStaff.setStatus.path, { staffId: gone.id, status: 0 })).toMatchObject({ data: { done: true } })
    expect(await boss.post(consoleStaff.setStatus.path, { staffId: gone.id, status: 1 })).toMatchObject({ data: { done: false } })
    expect(await statusOf(gone)).toBe(0)
  })

  test('who has lost the role when his request falls due has it dropped', async () => {
    const leaver = await works('admin')
    const asked = await asksBank(leaver, { accountNo: '6222000055556666' })
    await passes(ONE_DAY_MS - ONE_HOUR_MS)
    const gone = idOf(await boss.post(consoleStaff.setStatus.path, { staffId: leaver.id, status: 0 }))
    expect(await approves(chief, gone)).toMatchObject({ code: 200 })
    await passes(ONE_HOUR_MS)
    await clockRuns()
    expect(await rowOf(idOf(asked))).toMatchObject({ state: 'REJECTED', decidedBy: null, note: expect.stringContaining('提出人') })
    expect((await settings()).bank.values?.accountNo).not.toBe('6222000055556666')
    expect((await noticesOf(wang))[0]).toMatchObject({ title: '未生效：收款账户与双人复核限额' })
  })

  test('who is the only one waits a day for every change, cannot be removed, and is restored by command', async () => {
    await mall.runInTransaction((tx) =>
      tx.updateTable('staff').set({ status: 0 }).where('roles', 'like', '%admin%').where('id', '<>', boss.id).execute(),
    )
    const asked = await asksBank(boss, { accountNo: '6222000077778888' })
    expect(await approves(boss, idOf(asked))).toMatchObject({ reason: 'SECOND_PERSON_NEEDED' })
    mall.clock.forward(ONE_DAY_MS)
    await clockRuns()
    await boss.again()
    expect((await settings()).bank.values?.accountNo).toBe('6222000077778888')
    const initial = await mall.runInTransaction((tx) =>
      createOrRestoreAdmin(tx, mall.moment(), { keys: mall.keys, email: chief.email, name: '副手' }),
    )
    const { data } = await logsIn(chief.email, initial)
    const restored = createTestUser(mall.app.http, (data as { token: string }).token)
    const next = await asksBank(boss, { accountNo: '6222000099990000' })
    expect(await approves(restored, idOf(next), OWN)).toMatchObject({ code: 200 })
    // Two who wish each other away: the first wish that comes up is the last.
    const [one, two] = [
      await boss.post(consoleStaff.setStatus.path, { staffId: chief.id, status: 0 }),
      await restored.post(consoleStaff.setStatus.path, { staffId: boss.id, status: 0 }),
    ]
    mall.clock.forward(ONE_DAY_MS)
    await clockRuns()
    expect([await statusOf(boss), await statusOf(chief)].sort()).toEqual([0, 1])
    const states = await mall.db
      .selectFrom('sensitive_change')
      .select('state')
      .where('id', 'in', [idOf(one) ?? '', idOf(two) ?? ''])
      .execute()
    expect(states.map(({ state }) => state).sort()).toEqual(['APPLIED', 'REJECTED'])
  })
})
