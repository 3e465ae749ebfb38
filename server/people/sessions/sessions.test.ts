import { describe, expect, test } from 'vitest'
import { insertMembership } from '#server/people/organisation/public.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { type Buyer, ONE_DAY_MS, ONE_HOUR_MS, openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
const DETAIL = '/user-api/api/user/detail'
const LOGIN = '/user-api/api/security/login-by-mobile'
const CHANGE = '/user-api/api/user/enterprise/change'
const NO_ONE = '00000000-0000-7000-8000-000000000000'

const isIn = async (person: TestUser): Promise<boolean> => {
  const { code } = await person.post(DETAIL)
  expect([200, 510]).toContain(code)
  return code === 200
}
const live = async ({ userId }: Buyer) =>
  await mall.db
    .selectFrom('session')
    .select(['token_hash', 'enterprise_id'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
const withToken = (token: string) => createTestUser(mall.app.http, token)

describe('a session token', () => {
  test('is 256 random bits, stored only as a digest', async () => {
    const lin = await mall.buyer('林')
    const rows = await live(lin)
    expect(rows.map(({ token_hash }) => token_hash.toString('hex'))).toEqual([sha256(lin.token ?? '').toString('hex')])
    const secrets = new Set([lin.token])
    for (let at = 0; at < 3; at++) secrets.add((await mall.logsIn(lin.mobile)).token)
    expect(secrets.size).toBe(4)
    expect(lin.token).toMatch(/^mt_[A-Za-z0-9_-]{64}$/)
  })

  // B10, P14: also the part that says whose it is.
  test('with any one character changed is unknown', async () => {
    const { token = '' } = await mall.buyer('林')
    for (let at = 0; at < token.length; at += 3) {
      const other = token[at] === 'x' ? 'y' : 'x'
      expect({ at, in: await isIn(withToken(token.slice(0, at) + other + token.slice(at + 1))) }).toEqual({ at, in: false })
    }
  })

  // B10, B11
  test('in any other form is unknown', async () => {
    const { token = '', userId } = await mall.buyer('林')
    const jwt = (header: object) =>
      `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from(JSON.stringify({ sub: userId })).toString('base64url')}.`
    const forged = [
      '',
      ' ',
      `Bearer ${token}`,
      `Bearer Bearer ${token}`,

      `${token}x`,
      token.slice(0, -1),
      token.toUpperCase(),
      token.slice(3),
      userId,
    ]
    for (const text of [...forged, jwt({ alg: 'none' }), jwt({ alg: 'HS256', typ: 'JWT' }), `st_${token.slice(3)}`, 'x'.repeat(8_000)]) {
      expect({ text, in: await isIn(withToken(text)) }).toEqual({ text, in: false })
    }
  })

  // B15
  test('is not accepted in the address, and the field is refused', async () => {
    const { token = '' } = await mall.buyer('林')
    for (const name of ['token', 'Authorization', 'access_token']) {
      const guest = await mall.guest().get(`/api/goods-api/api/goods-shopping-cart/count?${name}=${token}`)
      expect(JSON.parse(guest.body)).toMatchObject({ code: 510 })
      const browsing = await mall.guest().get(`/api/goods-api/api/goods/list?${name}=${token}`)
      expect(JSON.parse(browsing.body)).toMatchObject({ code: 400 })
    }
  })
})

describe('a session ends', () => {
  // B9
  test('when its person logs out, without affecting other sessions', async () => {
    const lin = await mall.buyer('林')
    const other = await mall.logsIn(lin.mobile)
    await lin.api.security.logOut({})

    expect(await lin.post(DETAIL)).toMatchObject({ status: 200, code: 510, reason: 'NOT_LOGGED_IN', msg: '请先登录', data: null })
    expect(await lin.post('/user-api/api/address/add', {})).toMatchObject({ code: 510 })
    expect(await isIn(other)).toBe(true)
  })

  // B17
  test('after seven idle days, to the millisecond; the cart is kept', async () => {
    const sku = await mall.createSku('U84')
    const lin = await mall.buyer('林')
    await lin.api.cart.add({ skuId: sku, goodsNum: 1 })
    const idle = await mall.logsIn(lin.mobile)

    mall.clock.forward(7 * ONE_DAY_MS - 1)
    expect(await isIn(idle)).toBe(true)
    mall.clock.forward(7 * ONE_DAY_MS)
    expect([await isIn(idle), await isIn(lin)]).toEqual([false, false])

    expect(await (await mall.logsIn(lin.mobile)).api.cart.count({})).toEqual({ count: 1 })
  })

  test('after thirty days in total, however active it was', async () => {
    const lin = await mall.buyer('林')
    for (let day = 0; day < 29; day += 1) {
      mall.clock.forward(ONE_DAY_MS)
      expect(await isIn(lin)).toBe(true)
    }
    mall.clock.forward(ONE_DAY_MS - 1)
    expect(await isIn(lin)).toBe(true)
    mall.clock.forward(1)
    expect(await isIn(lin)).toBe(false)
  })

  test('as the oldest when a sixth begins', async () => {
    const lin = await mall.buyer('林')
    const others: TestUser[] = []
    for (let at = 0; at < 5; at++) {
      mall.clock.forward(1_000)
      others.push(await mall.logsIn(lin.mobile))
    }
    expect(await isIn(lin)).toBe(false)
    for (const person of others) expect(await isIn(person)).toBe(true)
    expect(await live(lin)).toHaveLength(5)
  })

  // B13
  test('when a login sends its token: the new session replaces it', async () => {
    const lin = await mall.buyer('林')
    const { data } = await lin.post(LOGIN, { mobile: lin.mobile, pwd: TEST_USER_PASSWORD })
    expect([await isIn(lin), await isIn(withToken((data as { token: string }).token))]).toEqual([false, true])
  })

  test('but not when a login with its token fails', async () => {
    const lin = await mall.buyer('林')
    expect(await lin.post(LOGIN, { mobile: lin.mobile, pwd: 'Wrong12345' })).toMatchObject({ code: 422 })
    expect(await isIn(lin)).toBe(true)
  })
})

// B14
test('thirty logins at once leave five sessions', async () => {
  const lin = await mall.buyer('林')
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => mall.guest().post(LOGIN, { mobile: lin.mobile, pwd: TEST_USER_PASSWORD })),
    )
    expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0)
    expect(answers.filter(({ code }) => ![200, 400, 423, 503].includes(code))).toEqual([])
    expect((await live(lin)).length).toBeLessThanOrEqual(5)
  }
})

test('a thousand calls a minute update the time of last use once', async () => {
  const lin = await mall.buyer('林')
  mall.clock.forward(61_000)
  const before = mall.statements.length
  for (let at = 0; at < 5; at++) await isIn(lin)
  expect(mall.statements.slice(before).filter((text) => text.startsWith('update "session"'))).toHaveLength(1)
})

test('a staff session ends after eight idle hours', async () => {
  const finance = await mall.staff('finance')
  mall.clock.forward(8 * ONE_HOUR_MS - 1)
  expect(await finance.post('/console-api/api/staff/me')).toMatchObject({ code: 200 })
  mall.clock.forward(8 * ONE_HOUR_MS)
  expect(await finance.post('/console-api/api/staff/me')).toMatchObject({ code: 510 })
})

describe('switching the enterprise', () => {
  /** Lin sits in his own company and, as a sub-account, in Chen’s. */
  async function inTwo(): Promise<{ lin: Buyer; chen: Buyer }> {
    const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
    await mall.runInTransaction((tx) =>
      insertMembership(tx, mall.moment(), {
        enterpriseId: chen.enterpriseId,
        userId: lin.userId,
        name: '林',
        permCode: 'lookGoods,addCart',
      }),
    )
    return { lin, chen }
  }

  test('returns a token for the other membership with its permissions, and the old one ends at once', async () => {
    const { lin, chen } = await inTwo()
    const switched = await lin.api.enterprise.change({ enterpriseId: chen.enterpriseId })
    expect(switched).toMatchObject({
      enterpriseId: chen.enterpriseId,
      accountType: 2,
      permCode: 'lookGoods,addCart',
      hasMultiSubAccount: true,
      canSwitchAccount: true,
    })
    expect([await isIn(lin), await isIn(withToken(switched.token))]).toEqual([false, true])
    expect(await withToken(switched.token).post('/user-api/api/address/list')).toMatchObject({ code: 403 })
    // The next login begins where the person worked last.
    expect(await (await mall.logsIn(lin.mobile)).api.user.detail({})).toMatchObject({ enterpriseId: chen.enterpriseId })
  })

  // D1
  test('without a membership there answers as for an unknown enterprise, changes nothing and is logged', async () => {
    const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
    const before = await live(lin)

    const [foreign, none] = [await lin.post(CHANGE, { enterpriseId: chen.enterpriseId }), await lin.post(CHANGE, { enterpriseId: NO_ONE })]

    expect(foreign).toMatchObject({ status: 200, code: 404, reason: 'ENTERPRISE_NOT_FOUND', msg: '企业不存在' })
    expect(foreign).toEqual(none)
    expect(await live(lin)).toEqual(before)
    expect(await isIn(lin)).toBe(true)
    const noted = await mall.db
      .selectFrom('audit_log')
      .select(['action', 'outcome', 'object_id'])
      .where('actor_id', '=', lin.userId)
      .where('outcome', '=', 'refused')
      .execute()
    expect(noted.map(({ object_id }) => object_id).sort()).toEqual([NO_ONE, chen.enterpriseId].sort())
  })

  // D2
  test('twice at once leaves one session: one switch succeeds, the other finds its token gone', async () => {
    const { lin, chen } = await inTwo()
    const answers = await Promise.all([CHANGE, CHANGE, CHANGE].map((path) => lin.post(path, { enterpriseId: chen.enterpriseId })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 510, 510])
    expect(await live(lin)).toHaveLength(1)
    expect(await isIn(lin)).toBe(false)
  })

  test('several logouts at once also leave a consistent state, for members and staff', async () => {
    const [lin, support] = [await mall.buyer('林'), await mall.staff('support')]
    const leaving = [lin, lin, lin].map((person) => person.post('/user-api/api/security/log-out'))
    const closing = [support, support, support].map((person) => person.post('/console-api/api/staff/log-out'))
    for (const { code } of await Promise.all([...leaving, ...closing])) expect([200, 510]).toContain(code)
    expect([await isIn(lin), (await support.post('/console-api/api/staff/me')).code]).toEqual([false, 510])
  })

  test('to a disabled enterprise or membership is refused, and the session stays where it is', async () => {
    const { lin, chen } = await inTwo()
    await mall.runInTransaction((tx) =>
      tx
        .updateTable('membership')
        .set({ status: 0 })
        .where('enterprise_id', '=', chen.enterpriseId)
        .where('user_id', '=', lin.userId)
        .execute(),
    )
    expect(await lin.post(CHANGE, { enterpriseId: chen.enterpriseId })).toMatchObject({ code: 403, reason: 'ACCOUNT_DISABLED' })
    expect(await isIn(lin)).toBe(true)
    await mall.runInTransaction((tx) =>
      tx.updateTable('membership').set({ status: 0 }).where('enterprise_id', '=', lin.enterpriseId).execute(),
    )
    expect(await mall.guest().post(LOGIN, { mobile: lin.mobile, pwd: TEST_USER_PASSWORD })).toMatchObject({
      code: 403,
      reason: 'ACCOUNT_DISABLED',
    })
  })

  // B16: what A parked is not A's once B has logged in.
  test('the list of enterprises is that of the caller and marks the current membership', async () => {
    const { lin, chen } = await inTwo()
    const list = await lin.api.enterprise.list({})
    expect(list.map(({ enterpriseId, accountType, current }) => [enterpriseId, accountType, current])).toEqual([
      [lin.enterpriseId, 1, true],
      [chen.enterpriseId, 2, false],
    ])
    expect((await chen.api.enterprise.list({})).map(({ enterpriseId }) => enterpriseId)).toEqual([chen.enterpriseId])
    expect(await lin.api.user.detailV2({})).toMatchObject({
      mobile: `138****${lin.mobile.slice(-4)}`,
      permCode: null,
      payPwdSet: true,
      enterpriseList: [{}, {}],
    })
  })
})
