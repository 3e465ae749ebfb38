import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { insertStaff } from '#server/people/staff/public.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { setBaseLimitAsStaff } from '#server/platform/testing/limits.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'
import { areIndependentPeople, recordStaffAccountIntervention } from './public.ts'

const mall = await openMall()
const bank = createTransferHelpers(mall)
const debts = createDebtHelpers(mall)
const { agrees } = createSettingsHelpers(mall)

let hired = 0
/** Somebody of the platform whose account nobody in the console has made. */
async function works(...roles: StaffRole[]): Promise<TestUser & { id: string }> {
  const email = `two${++hired}@staff.test`
  const id = await mall.runInTransaction((tx) =>
    insertStaff(tx, mall.moment(), { email, name: `同事${hired}`, roles, passwordHash: mall.passwordHash }),
  )
  return Object.assign(createTestUser(mall.app.http, (await mall.guest().api.staff.logIn({ email, pwd: TEST_USER_PASSWORD })).token), {
    id,
  })
}
const touches = (by: { id: string }, whose: { id: string }, kind: 'created' | 'password' | 'roles' = 'created') =>
  mall.runInTransaction((tx) => recordStaffAccountIntervention(tx, mall.moment(), { staffId: whose.id, byId: by.id, kind }))
const areTwo = (one: { id: string }, other: { id: string }) =>
  Promise.all([
    areIndependentPeople(mall.db, { firstId: one.id, secondId: other.id }, mall.moment()),
    areIndependentPeople(mall.db, { firstId: other.id, secondId: one.id }, mall.moment()),
  ])
const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => error.reason ?? String(error),
  )

describe('two accounts count as two people', () => {
  test('unless they are the same, or one has created or reset the other within seven days, in either direction', async () => {
    const [boss, wang] = [await works('admin'), await works('finance')]
    expect(await areTwo(boss, wang)).toEqual([true, true])
    expect(await areTwo(boss, boss)).toEqual([false, false])
    await touches(boss, wang, 'password')
    expect(await areTwo(boss, wang)).toEqual([false, false])
    mall.clock.forward(7 * ONE_DAY_MS - 1)
    expect(await areTwo(boss, wang)).toEqual([false, false])
    mall.clock.forward(1)
    expect(await areTwo(boss, wang)).toEqual([true, true])
  })

  test('unless one person has created both, directly or through a third account', async () => {
    const [boss, one, other, third] = [await works('admin'), await works('finance'), await works('finance'), await works('finance')]
    await touches(boss, one)
    await touches(boss, other, 'roles')
    await touches(other, third)
    expect(await areTwo(one, other)).toEqual([false, false])
    expect(await areTwo(one, third)).toEqual([false, false])
    expect(await areTwo(boss, third)).toEqual([false, false])
  })

  test('although both have reset the same third account', async () => {
    const [boss, chief, wang] = [await works('admin'), await works('admin'), await works('finance')]
    await touches(boss, wang)
    await touches(chief, wang, 'password')
    expect(await areTwo(boss, chief)).toEqual([true, true])
    // A circle of resets ends the question and is no way out of it.
    await touches(wang, boss, 'password')
    expect(await areTwo(boss, chief)).toEqual([false, false])
  })
})

describe('the creator of an account cannot use it to approve', () => {
  test('a credit limit', async () => {
    const [boss, puppet, wang] = [await works('admin'), await works('finance'), await works('finance')]
    await touches(boss, puppet)
    const lin = await mall.buyer('林', { credit: '5000' })
    await setBaseLimitAsStaff(boss, { enterpriseId: lin.enterpriseId, baseLimit: yuanTextToFen('9000000'), reason: '扩产' })
    const [asked] = (await boss.api.consoleCreditBook.limitRequests({ state: 'WAIT' })).dataList
    const decides = (person: TestUser) =>
      person.post(contract.consoleCreditBook.decideLimit.path, { enterpriseId: lin.enterpriseId, id: asked?.id, approve: true })
    expect(await decides(puppet)).toMatchObject({ code: 409, reason: 'SECOND_PERSON_TIED' })
    expect((await lin.api.account.account({}))?.creditBaseAmount).toBe(yuanTextToFen('5000'))
    expect((await decides(wang)).code).toBe(200)
  })

  test('a write-off', async () => {
    const [boss, puppet] = [await works('admin'), await works('finance')]
    await touches(boss, puppet)
    await debts.dawns('2026-12-18')
    const lin = await mall.buyer('林', { credit: '5000' })
    await debts.draws(lin.enterpriseId, yuanTextToFen('300'))
    await debts.dawns('2027-01-05')
    await debts.jobs()
    const [proposer, decider, wang] = [await works('finance'), await works('finance'), await works('finance')]
    await touches(proposer, decider)
    const { id } = await proposer.api.consoleFinanceRequest.proposeWriteOff({
      enterpriseId: lin.enterpriseId,
      month: '2026-12',
      amount: yuanTextToFen('300'),
      reason: '破产',
    })
    const decision = { enterpriseId: lin.enterpriseId, id, approve: true }
    expect(await refusal(proposer.api.consoleFinanceRequest.decide(decision))).toBe('SECOND_PERSON_NEEDED')
    expect(await refusal(decider.api.consoleFinanceRequest.decide(decision))).toBe('SECOND_PERSON_TIED')
    expect(await refusal(wang.api.consoleFinanceRequest.decide(decision))).toBe('done')
  })

  test('a voucher of a large transfer, through either call', async () => {
    const [first, puppet, wang] = [await works('finance'), await works('finance'), await works('finance')]
    await touches(first, puppet)
    const lin = await mall.buyer('林')
    const { paymentId } = await bank.orders(lin, '60000.00')
    const id = await bank.proves(lin, paymentId)
    const ref = { enterpriseId: lin.enterpriseId, id }
    const amount = yuanTextToFen('60000')
    expect(await first.api.consoleVoucher.approve({ ...ref, amount, lineId: await bank.arrives(amount) })).toEqual({ done: false })
    expect(await refusal(puppet.api.consoleVoucher.approve({ ...ref, amount }))).toBe('SECOND_PERSON_TIED')
    const other = await bank.arrives(amount)
    const parts = [{ to: 'payment' as const, enterpriseId: lin.enterpriseId, paymentId, amount }]
    expect(await refusal(puppet.api.consoleBank.assign({ lineId: other, rest: amount, parts }))).toBe('SECOND_PERSON_TIED')
    expect(await wang.api.consoleVoucher.approve({ ...ref, amount })).toEqual({ done: true })
  })

  test('a bank line that he entered', async () => {
    const [first, puppet] = [await works('finance'), await works('finance')]
    await touches(first, puppet)
    const lin = await mall.buyer('林')
    const amount = yuanTextToFen('60000')
    const typed = { reference: 'PUPPET01', day: '2027-01-05', amount, payerName: '林' }
    const { lineId } = await first.api.consoleBank.record(typed)
    const parts = [{ to: 'wallet' as const, enterpriseId: lin.enterpriseId, amount }]
    expect(await refusal(puppet.api.consoleBank.assign({ lineId, rest: amount, parts }))).toBe('SECOND_PERSON_TIED')
    expect((await lin.api.wallet.overview({})).balance).toBe(0)
  })
})

describe('every way to gain control of an account is recorded', () => {
  const recorded = async (staffId: string) =>
    (
      await mall.db
        .selectFrom('staff_intervention')
        .select(['by_id', 'kind'])
        .where('staff_id', '=', staffId)
        .orderBy('at')
        .orderBy('id')
        .execute()
    ).map(({ kind }) => kind)

  test('creating it, assigning a role, enabling it, and resetting password or second factor', async () => {
    const boss = await works('admin')
    const { staffId } = await boss.api.consoleStaff.add({ email: 'held@staff.test', name: '甲', roles: ['support'] })
    await boss.api.consoleStaff.modify({ staffId, name: '乙', roles: ['support'], rowVersion: 0 })
    await boss.api.consoleStaff.modify({ staffId, name: '乙', roles: ['warehouse'], rowVersion: 1 })
    await boss.api.consoleStaff.setStatus({ staffId, status: 0 })
    await boss.api.consoleStaff.setStatus({ staffId, status: 1 })
    await agrees(await boss.api.consoleStaff.resetPwd({ staffId }))
    await agrees(await boss.api.consoleStaff.resetTotp({ staffId }))
    expect(await recorded(staffId)).toEqual(['created', 'roles', 'enabled', 'password', 'secondFactor'])
    expect(await areIndependentPeople(mall.db, { firstId: boss.id, secondId: staffId }, mall.moment())).toBe(false)
  })
  test('enabling an enabled account is not recorded and ties nobody', async () => {
    const [boss, one, other] = [await works('admin'), await works('finance'), await works('finance')]
    for (const { id } of [one, other]) expect((await boss.api.consoleStaff.setStatus({ staffId: id, status: 1 })).done).toBe(true)
    expect([await recorded(one.id), await recorded(other.id)]).toEqual([[], []])
    expect(await areTwo(one, other)).toEqual([true, true])
  })
})
