import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createAnsweredCaptcha } from '#server/platform/testing/answered-captcha.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { type Buyer, ONE_HOUR_MS, openMall, TEST_USER_PASSWORD, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
const SECURITY = '/user-api/api/security'
const USER = '/user-api/api/user'
const LOGIN = `${SECURITY}/login-by-mobile`
const NEW_PASSWORD = 'Granite2047'

// So many texts an hour leave for one address: every story has an hour to itself.
beforeEach(() => mall.clock.forward(ONE_HOUR_MS))

let strangers = 0
const newMobile = () => `135${String(++strangers).padStart(8, '0')}`

const picture = () => createAnsweredCaptcha(mall, 'sms')

type Purpose = 'reset' | 'bindMobile' | 'changeMobile' | 'payPwd'

/** Asks for a code and reads it off the telephone. */
async function code(purpose: Purpose, mobile: string, by: TestUser = mall.guest()): Promise<string> {
  mall.clock.forward(61_000)
  const whose = purpose === 'payPwd' || purpose === 'changeMobile' ? {} : { mobile }
  expect(await by.post('/system-api/api/sms/send', { purpose, ...whose, ...(await picture()) })).toMatchObject({ code: 200 })
  return (await mall.texts(mobile)).at(-1)?.facts.code ?? expect.fail('no code')
}

const logsIn = (mobile: string, pwd = TEST_USER_PASSWORD) => mall.guest().post(LOGIN, { mobile, pwd })
const live = async ({ userId }: Pick<Buyer, 'userId'>) =>
  await mall.db.selectFrom('session').select('token_hash').where('user_id', '=', userId).where('ended_at', 'is', null).execute()
const tokenOf = ({ data }: { data: unknown }) => (data as { token: string } | null)?.token
const isIn = async (token: string) => (await createTestUser(mall.app.http, token).post(`${USER}/detail`)).code === 200

const inLineFor = <A, B>({ userId }: Buyer, first: () => Promise<A>, second: () => Promise<B>) =>
  runTwoCallsInLockOrder(mall, { table: 'app_user', id: userId }, [first, second])

describe('a login in progress with the old password opens no session', () => {
  test('when the password is changed before it completes', async () => {
    const lin = await mall.buyer('林')
    const changes = () => lin.post(`${USER}/change-pwd`, { oldPwd: TEST_USER_PASSWORD, newPwd: NEW_PASSWORD })
    const [changed, late] = await inLineFor(lin, changes, () => logsIn(lin.mobile))
    expect(changed).toMatchObject({ code: 200 })
    expect(late).toMatchObject({ code: 422, reason: 'LOGIN_FAILED', data: null })
    expect(await live(lin)).toHaveLength(1)
    expect(await logsIn(lin.mobile, NEW_PASSWORD)).toMatchObject({ code: 200 })
  })

  test('when the password is reset before it completes', async () => {
    const lin = await mall.buyer('林')
    const sms = await code('reset', lin.mobile)
    const resets = () => mall.guest().post(`${SECURITY}/reset-pwd/by-mobile`, { mobile: lin.mobile, code: sms, pwd: NEW_PASSWORD })
    const [reset, late] = await inLineFor(lin, resets, () => logsIn(lin.mobile))
    expect(reset).toMatchObject({ code: 200 })
    expect(late).toMatchObject({ code: 422, reason: 'LOGIN_FAILED', data: null })
    expect(await live(lin)).toEqual([])
  })

  test('nor does one with the old mobile, when another mobile is bound before it completes', async () => {
    const lin = await mall.buyer('林')
    const mobile = newMobile()
    const { ticket } = await lin.api.security.changeMobileStep1({ code: await code('changeMobile', lin.mobile, lin) })
    const given = { ticket, mobile, code: await code('bindMobile', mobile, lin) }
    const moves = () => lin.post(`${SECURITY}/change-mobile/step2`, given)
    const [moved, late] = await inLineFor(lin, moves, () => logsIn(lin.mobile))
    expect(moved).toMatchObject({ code: 200 })
    expect(late).toMatchObject({ code: 422, reason: 'LOGIN_FAILED', data: null })
    expect(await live(lin)).toHaveLength(1)
  })

  test('with many at once in any order, all sessions of the old password are gone after the change', async () => {
    for (let round = 0; round < 8; round++) {
      const lin = await mall.buyer(`林${round}`)
      // With the change four: more tries at once would lock the mobile, and a sixth session would end the one that changes the password.
      const logins = Array.from({ length: 2 }, () => logsIn(lin.mobile))
      const changed = lin.post(`${USER}/change-pwd`, { oldPwd: TEST_USER_PASSWORD, newPwd: NEW_PASSWORD })
      const answers = await Promise.all([...logins, logsIn(lin.mobile)])
      expect(await changed).toMatchObject({ code: 200 })
      const tokens = answers.flatMap((answer) => tokenOf(answer) ?? [])
      expect({ round, in: await Promise.all(tokens.map(isIn)) }).toEqual({ round, in: tokens.map(() => false) })
      expect(await live(lin)).toHaveLength(1)
    }
  })

  test('the same holds for a reset', async () => {
    for (let round = 0; round < 5; round++) {
      const lin = await mall.buyer(`林${round}`)
      const sms = await code('reset', lin.mobile)
      const logins = Array.from({ length: 2 }, () => logsIn(lin.mobile))
      const reset = mall.guest().post(`${SECURITY}/reset-pwd/by-mobile`, { mobile: lin.mobile, code: sms, pwd: NEW_PASSWORD })
      const answers = await Promise.all([...logins, ...Array.from({ length: 2 }, () => logsIn(lin.mobile))])
      expect(await reset).toMatchObject({ code: 200 })
      const tokens = answers.flatMap((answer) => tokenOf(answer) ?? [])
      expect({ round, in: await Promise.all(tokens.map(isIn)) }).toEqual({ round, in: tokens.map(() => false) })
      expect(await live(lin)).toEqual([])
    }
  })
})

describe('a proof from before a change is worthless after it', () => {
  test('the old password, for changing it, when the same session has changed it meanwhile', async () => {
    const lin = await mall.buyer('林')
    const changes = (newPwd: string) => () => lin.post(`${USER}/change-pwd`, { oldPwd: TEST_USER_PASSWORD, newPwd })
    const [first, second] = await inLineFor(lin, changes(NEW_PASSWORD), changes('Basalt2047'))
    expect(first).toMatchObject({ code: 200 })
    expect(second).toMatchObject({ code: 422, reason: 'OLD_PASSWORD_WRONG', detail: { field: 'oldPwd' } })
    expect(await logsIn(lin.mobile, NEW_PASSWORD)).toMatchObject({ code: 200 })
  })

  test('the old password, for setting a payment password', async () => {
    const lin = await mall.buyer('林')
    const given = { pwd: TEST_USER_PASSWORD, code: await code('payPwd', lin.mobile, lin), payPwd: '294617' }
    const changes = () => lin.post(`${USER}/change-pwd`, { oldPwd: TEST_USER_PASSWORD, newPwd: NEW_PASSWORD })
    const [, second] = await inLineFor(lin, changes, () => lin.post(`${USER}/change-pay-pwd`, given))
    expect(second).toMatchObject({ code: 422, reason: 'OLD_PASSWORD_WRONG', detail: { field: 'pwd' } })
    expect(await lin.post(`${USER}/validate-pay-pwd`, { payPwd: '135790' })).toMatchObject({ code: 200 })
  })

  test('the replaced telephone, for resetting the password', async () => {
    const lin = await mall.buyer('林')
    const mobile = newMobile()
    const { ticket } = await lin.api.security.changeMobileStep1({ code: await code('changeMobile', lin.mobile, lin) })
    const given = { ticket, mobile, code: await code('bindMobile', mobile, lin) }
    const sms = await code('reset', lin.mobile)
    const moves = () => lin.post(`${SECURITY}/change-mobile/step2`, given)
    const resets = () => mall.guest().post(`${SECURITY}/reset-pwd/by-mobile`, { mobile: lin.mobile, code: sms, pwd: NEW_PASSWORD })
    const [moved] = await inLineFor(lin, moves, resets)
    expect(moved).toMatchObject({ code: 200 })
    expect(await logsIn(mobile, TEST_USER_PASSWORD), 'the password is as it was').toMatchObject({ code: 200 })
  })

  test('the first step from the old mobile: of two changes one succeeds, and no unused mobile stays claimed', async () => {
    const lin = await mall.buyer('林')
    const targets = [newMobile(), newMobile()]
    const moves: (() => Promise<unknown>)[] = []
    for (const mobile of targets) {
      const { ticket } = await lin.api.security.changeMobileStep1({ code: await code('changeMobile', lin.mobile, lin) })
      const given = { ticket, mobile, code: await code('bindMobile', mobile, lin) }
      moves.push(() => lin.post(`${SECURITY}/change-mobile/step2`, given))
    }
    await Promise.all(moves.map((move) => move()))
    const claims = await mall.db.selectFrom('mobile_claim').select('mobile_hmac').where('user_id', '=', lin.userId).execute()
    expect(claims).toHaveLength(1)
    const owns = await Promise.all([lin.mobile, ...targets].map((mobile) => logsIn(mobile)))
    expect(owns.filter(({ code: status }) => status === 200)).toHaveLength(1)
  })
})

test('an enterprise switch in progress during a password reset opens no session that outlives the reset', async () => {
  const chen = await mall.buyer('陈')
  for (let round = 0; round < 5; round++) {
    const seat = await mall.subAccount(chen, ['lookGoods'], `子${round}`)
    const own = (await seat.api.enterprise.list({})).find(({ current }) => !current)?.enterpriseId ?? expect.fail('no company of his own')
    const sms = await code('reset', seat.mobile)
    const reset = mall.guest().post(`${SECURITY}/reset-pwd/by-mobile`, { mobile: seat.mobile, code: sms, pwd: NEW_PASSWORD })
    const switched = seat.post(`${USER}/enterprise/change`, { enterpriseId: own })
    expect([200, 510]).toContain((await switched).code)
    expect(await reset).toMatchObject({ code: 200 })
    expect(await live(seat)).toEqual([])
  }
})

describe('a payment on another device during a change of the payment password', () => {
  const NO_TRADE = '00000000-0000-7000-8000-000000000000'
  const scene = async () => {
    const lin = await mall.buyer('林')
    const elsewhere = createTestUser(mall.app.http, tokenOf(await logsIn(lin.mobile)))
    const given = { pwd: TEST_USER_PASSWORD, code: await code('payPwd', lin.mobile, lin), payPwd: '802461' }
    const changes = () => lin.post(`${USER}/change-pay-pwd`, given)
    const pays = () =>
      elsewhere.post(
        contract.order.payByWallet.path,
        { tradeId: NO_TRADE, payPwd: TEST_USER_PAYMENT_PASSWORD },
        { 'idempotency-key': randomUUID() },
      )
    const row = { table: 'payment_password', id: lin.userId, enterpriseId: lin.enterpriseId } as const
    return { row, changes, pays }
  }

  test('is refused if the change was first', async () => {
    const { row, changes, pays } = await scene()
    const [changed, paid] = await runTwoCallsInLockOrder(mall, row, [changes, pays])
    expect([changed, paid]).toMatchObject([{ code: 200 }, { reason: 'NOT_LOGGED_IN' }])
  })

  test('succeeds if it was first, and the change waits', async () => {
    const { row, changes, pays } = await scene()
    const [paid, changed] = await runTwoCallsInLockOrder(mall, row, [pays, changes])
    expect([paid, changed]).toMatchObject([{ reason: 'TRADE_NOT_FOUND' }, { code: 200 }])
  })
})
