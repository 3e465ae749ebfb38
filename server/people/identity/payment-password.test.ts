import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { insertMembership } from '#server/people/organisation/public.ts'
import { createSession } from '#server/people/sessions/public.ts'
import { type Buyer, ONE_DAY_MS, ONE_HOUR_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { registerUserWithEnterprise } from './register-user.ts'

const mall = await openMall()
const { path } = contract.order.payByWallet
const WRONG = '000001'
// Somebody who may be asked for his password as often as one likes: the trade is not there, so a right one pays for nothing.
const NO_TRADE = '00000000-0000-7000-8000-000000000000'
const tries = (buyer: Buyer, payPwd: unknown) => buyer.post(path, { tradeId: NO_TRADE, payPwd }, { 'idempotency-key': randomUUID() })
const isRight = async (buyer: Buyer) => (await tries(buyer, TEST_USER_PAYMENT_PASSWORD)).reason === 'TRADE_NOT_FOUND'

describe('tries of the six-digit payment password are limited', () => {
  // J4
  test('a wrong one reports the remaining tries; the fifth in a row locks for three hours, even for the right one', async () => {
    const lin = await mall.buyer('林')
    for (const left of [4, 3, 2, 1]) {
      expect(await tries(lin, WRONG)).toMatchObject({
        status: 200,
        code: 422,
        reason: 'PAY_PASSWORD_WRONG',
        msg: `支付密码错误，还可以尝试 ${left} 次`,
        detail: { left },
      })
    }
    const locked = {
      status: 200,
      code: 423,
      msg: '支付密码错误次数过多，已锁定 3 小时',
      success: false,
      data: null,
      reason: 'PAY_PASSWORD_LOCKED',
    }
    expect(await tries(lin, WRONG)).toEqual(locked)
    expect([await tries(lin, TEST_USER_PAYMENT_PASSWORD), await tries(lin, WRONG)]).toEqual([locked, locked])

    mall.clock.forward(3 * ONE_HOUR_MS - 1)
    expect(await tries(lin, TEST_USER_PAYMENT_PASSWORD)).toEqual(locked)
    mall.clock.forward(1)
    expect(await isRight(lin)).toBe(true)
  })

  test('a right one resets the count of consecutive wrong ones', async () => {
    const lin = await mall.buyer('林')
    for (let round = 0; round < 2; round++) {
      for (let at = 0; at < 4; at++) expect(await tries(lin, WRONG)).toMatchObject({ reason: 'PAY_PASSWORD_WRONG' })
      expect(await isRight(lin)).toBe(true)
    }
  })

  test('also when the payment is refused; a wrong one does not consume the idempotency key', async () => {
    const lin = await mall.buyer('林')
    const key = { 'idempotency-key': randomUUID() }
    for (const left of [4, 3]) expect(await tries(lin, WRONG)).toMatchObject({ detail: { left } })
    expect(await lin.post(path, { tradeId: NO_TRADE, payPwd: WRONG }, key)).toMatchObject({ detail: { left: 2 } })
    expect(await lin.post(path, { tradeId: NO_TRADE, payPwd: TEST_USER_PAYMENT_PASSWORD }, key)).toMatchObject({
      reason: 'TRADE_NOT_FOUND',
    })
    expect(await tries(lin, WRONG)).toMatchObject({ detail: { left: 4 } })
    expect(await mall.db.selectFrom('idempotency_key').select('key').where('enterprise_id', '=', lin.enterpriseId).execute()).toEqual([])
  })

  test('but not the daily count: ten wrong ones on a day in Shanghai lock it until the next day', async () => {
    const lin = await mall.buyer('林')
    mall.clock.now = new Date('2026-11-20T01:00:00Z')
    for (let at = 0; at < 10; at++) {
      expect(await tries(lin, WRONG)).toMatchObject({ reason: 'PAY_PASSWORD_WRONG' })
      if (at < 9) expect(await isRight(lin)).toBe(true)
    }
    expect(await tries(lin, TEST_USER_PAYMENT_PASSWORD)).toMatchObject({ code: 423 })
    mall.clock.now = new Date('2026-11-20T15:59:59.999Z')
    expect(await tries(lin, TEST_USER_PAYMENT_PASSWORD)).toMatchObject({ code: 423 })
    mall.clock.now = new Date('2026-11-20T16:00:00.000Z')
    expect(await isRight(lin)).toBe(true)
  })

  // J4
  test('of fifty tries at once through both ways of paying at most five are checked', async () => {
    const lin = await mall.buyer('林', { credit: '1000' })
    const guesses = Array.from({ length: 50 }, (_, at) =>
      lin.post(
        (at % 2 ? contract.order.payByCredit : contract.order.payByWallet).path,
        { tradeId: NO_TRADE, payPwd: String(at).padStart(6, '9') },
        { 'idempotency-key': randomUUID() },
      ),
    )
    const answers = await Promise.all(guesses)
    expect(answers.filter(({ reason }) => reason === 'PAY_PASSWORD_WRONG')).toHaveLength(4)
    expect(answers.filter(({ reason }) => reason === 'PAY_PASSWORD_LOCKED')).toHaveLength(46)
    const row = await mall.db
      .selectFrom('payment_password')
      .select(['wrong_in_row', 'wrong_today'])
      .where('enterprise_id', '=', lin.enterpriseId)
      .executeTakeFirst()
    expect(row).toEqual({ wrong_in_row: 5, wrong_today: 5 })
  })

  test('each member has his own: a lock affects nobody else, and his digits work only for him', async () => {
    const lin = await mall.buyer('林')
    const sub = await mall.subAccount(lin, ['buyPay'])
    for (let at = 0; at < 5; at++) await tries(lin, WRONG)
    expect([await isRight(lin), await isRight(sub)]).toEqual([false, true])
    const digests = await mall.db.selectFrom('payment_password').select('digest').where('enterprise_id', '=', lin.enterpriseId).execute()
    expect(new Set(digests.map(({ digest }) => digest.toString('hex'))).size).toBe(2)
  })

  test('a member without one is informed that none is set', async () => {
    const { enterpriseId } = await mall.buyer('林')
    const token = await mall.runInTransaction(async (tx) => {
      const { userId } = await registerUserWithEnterprise(tx, mall.moment(), {
        keys: mall.keys,
        user: { mobile: '13700000000', passwordHash: null },
        openAccounts: createLedgerAccountsOfEnterprise,
      })
      await insertMembership(tx, mall.moment(), { enterpriseId, userId, permCode: 'buyPay' })
      const seat = { enterpriseId, userId, accountType: 2, permCode: 'buyPay' } as const
      return createSession(tx, mall.moment(), { membership: seat, origin: { requestId: 'test', ip: '127.0.0.1', userAgent: '' } })
    })
    const answer = await createTestUser(mall.app.http, token).post(
      path,
      { tradeId: NO_TRADE, payPwd: TEST_USER_PAYMENT_PASSWORD },
      { 'idempotency-key': randomUUID() },
    )
    expect(answer).toMatchObject({ code: 422, reason: 'PAY_PASSWORD_NOT_SET', msg: '您还没有设置支付密码' })
  })
})

// J6
test.each(['12345', '1234567', '１２３４５６', '12345a', ' 123456', 123456, 0, null, ['135790'], '', '000000\n'])(
  'case %#: a value that is not six digits is refused before it is counted',
  async (payPwd) => {
    const lin = await mall.buyer('林')
    expect(await tries(lin, payPwd)).toMatchObject({ code: 400, msg: '密码为6位数字', detail: { field: 'payPwd' } })
    const row = await mall.db
      .selectFrom('payment_password')
      .select('wrong_today')
      .where('user_id', '=', lin.userId)
      .where('enterprise_id', '=', lin.enterpriseId)
      .executeTakeFirst()
    expect(row?.wrong_today).toBe(0)
  },
)

test('consecutive wrong tries still count days later: the fifth locks', async () => {
  const lin = await mall.buyer('林')
  for (let at = 0; at < 4; at++) await tries(lin, WRONG)
  mall.clock.forward(2 * ONE_DAY_MS)
  expect(await tries(lin, WRONG)).toMatchObject({ code: 423 })
})
