import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { SUB_ACCOUNTS_PER_ENTERPRISE_MAX } from '#contract/people/organisation/api.ts'
import type { MemberPermissionCode } from '#contract/platform/core/permissions.ts'
import { insertMembership } from '#server/people/organisation/public.ts'
import { createSmsCodeAndSendAfterCommit } from '#server/people/sms/public.ts'
import {
  type Buyer,
  ONE_DAY_MS,
  ONE_HOUR_MS,
  openMall,
  TEST_USER_PASSWORD,
  TEST_USER_PAYMENT_PASSWORD,
  yuanTextToFen,
} from '#server/platform/testing/mall.ts'
import { createSmsRequester } from '#server/platform/testing/sms-requester.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
const { add, detail, delete: remove, list, modify, modifyStatus } = contract.subUser
const DETAIL = contract.user.detail.path
const NOT_FOUND = { status: 200, code: 404, reason: 'SUB_USER_NOT_FOUND', msg: '子账号不存在', success: false, data: null }
const MINUTE = 60_000

let numbers = 0
const newMobile = () => `139${String(++numbers).padStart(8, '0')}`
const request = (mobile: string, more: object = {}) => ({ mobile, name: '小李', permCode: 'lookGoods,addCart', ...more })

/** Adds and lets time pass, so that the limits on texts are not in the way. */
async function adds(main: Buyer, mobile: string, given: { name?: string; permCode?: string } = {}) {
  mall.clock.forward(ONE_HOUR_MS)
  const { name = '小李', permCode = 'lookGoods,addCart' } = given
  return main.api.subUser.add({ mobile, name, permCode, orderLimit: null, monthLimit: null })
}

async function registers(mobile: string): Promise<TestUser> {
  mall.clock.forward(ONE_HOUR_MS)
  await mall.runInTransaction((tx) =>
    createSmsCodeAndSendAfterCommit(tx, mall.moment(), { keys: mall.keys, mobile, purpose: 'register', ...createSmsRequester('10.1.1.1') }),
  )
  const code = (await mall.texts(mobile)).findLast(({ template }) => template === 'code')?.facts.code ?? ''
  const { token } = await mall.guest().api.security.registerByMobileImageCode({ mobile, pwd: TEST_USER_PASSWORD, code, agree: true })
  return createTestUser(mall.app.http, token)
}

/** Somebody who has a seat in a company: seated there by invitation, as anybody is. */
async function seated(main: Buyer, codes: readonly MemberPermissionCode[]): Promise<Buyer & { seatId: string }> {
  const person = await mall.buyer('李')
  const { id } = await adds(main, person.mobile, { permCode: codes.join(',') })
  await person.api.enterprise.accept({ enterpriseId: main.enterpriseId })
  const { token } = await person.api.enterprise.change({ enterpriseId: main.enterpriseId })
  const { mobile, userId, addressId } = person
  return Object.assign(createTestUser(mall.app.http, token), { mobile, userId, addressId, seatId: id, enterpriseId: main.enterpriseId })
}
const change = (main: Buyer, seat: { seatId: string }, permCode: string) =>
  main.api.subUser.modify({ id: seat.seatId, name: '小李', permCode, orderLimit: null, monthLimit: null })
const switchTo = (person: TestUser, { enterpriseId }: Buyer) => person.post(contract.enterprise.change.path, { enterpriseId })
const codeOf = async (person: TestUser, path: string) => (await person.post(path)).code

describe('a registered user', () => {
  test('is invited by SMS, sees the enterprise in his list, and must accept before he can switch to it', async () => {
    const [lin, li] = [await mall.buyer('林'), await mall.buyer('李')]
    mall.clock.forward(MINUTE)
    const made = await lin.api.subUser.add({
      mobile: li.mobile,
      name: '小李',
      permCode: 'lookGoods,buyPay',
      orderLimit: yuanTextToFen('5000'),
      monthLimit: yuanTextToFen('20000'),
    })
    expect(made).toMatchObject({
      name: '小李',
      mobile: `138****${li.mobile.slice(-4)}`,
      status: 1,
      permCode: 'lookGoods,buyPay',
      permNames: ['浏览商品', '下单支付'],
      orderLimit: 500_000,
      monthLimit: 2_000_000,
      monthUsed: 0,
      acceptedAt: null,
    })
    expect(await mall.texts(li.mobile)).toEqual([
      expect.objectContaining({ template: 'invitation', facts: { company: '林矿业有限公司', hint: '并接受邀请' } }),
    ])
    expect(await li.api.enterprise.list({})).toMatchObject([
      { invited: false },
      { enterpriseId: lin.enterpriseId, invited: true, accountType: 2 },
    ])
    expect(await switchTo(li, lin)).toMatchObject({ code: 403, reason: 'ACCOUNT_DISABLED', msg: '请先接受该企业的邀请' })
    expect(await codeOf(li, DETAIL)).toBe(200)
    expect(await (await mall.logsIn(li.mobile)).api.user.detail({})).toMatchObject({ enterpriseId: li.enterpriseId })

    await li.api.enterprise.accept({ enterpriseId: lin.enterpriseId })
    await li.api.enterprise.accept({ enterpriseId: lin.enterpriseId })

    expect(await lin.api.subUser.list({})).toMatchObject([{ id: made.id, acceptedAt: mall.clock.now }])
    expect((await lin.api.message.list({ kind: 'system' })).dataList.map(({ messageContent }) => messageContent)).toEqual([
      '小李 已接受邀请，可以登录本企业了',
    ])
    const { token } = await li.api.enterprise.change({ enterpriseId: lin.enterpriseId })
    expect(await createTestUser(mall.app.http, token).api.user.detail({})).toMatchObject({
      accountType: 2,
      userName: '小李',
      permCode: 'lookGoods,buyPay',
      payPwdSet: false,
      hasMultiSubAccount: true,
    })
  })

  test('cannot accept an enterprise that has not invited him or has withdrawn: both answer as not found', async () => {
    const [lin, li] = [await mall.buyer('林'), await mall.buyer('李')]
    const accept = (enterpriseId: string) => li.post(contract.enterprise.accept.path, { enterpriseId })
    const none = await accept(randomUUID())
    expect(none).toMatchObject({ status: 200, code: 404, reason: 'ENTERPRISE_NOT_FOUND' })
    expect(await accept(lin.enterpriseId)).toEqual(none)
    const { id } = await adds(lin, li.mobile)
    await lin.api.subUser.delete({ id })
    expect(await accept(lin.enterpriseId)).toEqual(none)
    expect(await li.api.enterprise.list({})).toHaveLength(1)
  })
})

describe('an unregistered person', () => {
  test('gets the membership by registering, as the SMS says, and also an enterprise of his own', async () => {
    const [lin, mobile] = [await mall.buyer('林'), newMobile()]
    const { id } = await adds(lin, mobile)
    expect(await mall.texts(mobile)).toMatchObject([{ facts: { company: '林矿业有限公司', hint: '；尚未注册的，注册即接受邀请' } }])
    expect(await lin.api.subUser.detail({ id })).toMatchObject({ mobile: `139****${mobile.slice(-4)}`, acceptedAt: null })

    const li = await registers(mobile)

    expect(await li.api.enterprise.list({})).toMatchObject([
      { enterpriseId: lin.enterpriseId, accountType: 2, invited: false, current: false },
      { accountType: 1, invited: false, current: true },
    ])
    expect(await lin.api.subUser.detail({ id })).toMatchObject({ acceptedAt: mall.clock.now })
    expect(await switchTo(li, lin)).toMatchObject({ code: 200, data: { accountType: 2, permCode: 'lookGoods,addCart' } })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is one person for all enterprises that invited him, and none for those that withdrew', async () => {
    const [lin, chen, wang] = [await mall.buyer('林'), await mall.buyer('陈'), await mall.buyer('王')]
    const mobile = newMobile()
    const seats = [await adds(lin, mobile), await adds(chen, mobile), await adds(wang, mobile)]
    await chen.api.subUser.delete({ id: seats[1]?.id ?? '' })
    const li = await registers(mobile)
    const companies = (await li.api.enterprise.list({}))
      .filter(({ accountType }) => accountType === 2)
      .map(({ enterpriseId }) => enterpriseId)
    expect(companies.sort()).toEqual([lin.enterpriseId, wang.enterpriseId].sort())
  })

  test('is forgotten when the only invitation is withdrawn, and can be invited again', async () => {
    const [lin, mobile] = [await mall.buyer('林'), newMobile()]
    const hmac = mall.keys.hmac('mobile', mobile)
    const kept = () => mall.db.selectFrom('invited_mobile').select('user_id').where('mobile_hmac', '=', hmac).execute()
    const { id } = await adds(lin, mobile)
    expect(await kept()).toHaveLength(1)
    await lin.api.subUser.delete({ id })
    expect(await kept()).toEqual([])
    await adds(lin, mobile)
    expect(await (await registers(mobile)).api.enterprise.list({})).toMatchObject([{ enterpriseId: lin.enterpriseId }, {}])
    expect(await kept()).toEqual([])
  })

  test('is no user yet: login fails as for a stranger, and nothing can be reset', async () => {
    const [lin, mobile] = [await mall.buyer('林'), newMobile()]
    await adds(lin, mobile)
    const logIn = (number: string) => mall.guest().post(contract.security.loginByMobile.path, { mobile: number, pwd: TEST_USER_PASSWORD })
    expect(await logIn(mobile)).toEqual(await logIn(newMobile()))
    mall.clock.forward(ONE_HOUR_MS)
    await mall.runInTransaction((tx) =>
      createSmsCodeAndSendAfterCommit(tx, mall.moment(), { keys: mall.keys, mobile, purpose: 'reset', ...createSmsRequester('10.3.3.3') }),
    )
    const code = (await mall.texts(mobile)).at(-1)?.facts.code ?? ''
    expect(await mall.guest().post(contract.security.resetPwdByMobile.path, { mobile, code, pwd: TEST_USER_PASSWORD })).toMatchObject({
      code: 200,
    })
    expect(await logIn(mobile)).toMatchObject({ code: 422, reason: 'LOGIN_FAILED' })
  })

  test('who is invited while he registers gets the membership or the invitation', async () => {
    for (let round = 0; round < 6; round++) {
      const [lin, mobile] = [await mall.buyer('林'), newMobile()]
      mall.clock.forward(ONE_HOUR_MS)
      await mall.runInTransaction((tx) =>
        createSmsCodeAndSendAfterCommit(tx, mall.moment(), {
          keys: mall.keys,
          mobile,
          purpose: 'register',
          ...createSmsRequester(`10.2.0.${round}`),
        }),
      )
      const code = (await mall.texts(mobile)).at(-1)?.facts.code ?? ''
      mall.clock.forward(2 * MINUTE)
      const [signed, added] = await Promise.all([
        mall.guest().post(contract.security.registerByMobileImageCode.path, { mobile, pwd: TEST_USER_PASSWORD, code, agree: true }),
        lin.post(add.path, request(mobile)),
      ])
      expect([signed.code, added.code]).toEqual([200, 200])
      const li = createTestUser(mall.app.http, (signed.data as { token: string }).token)
      expect((await li.api.enterprise.list({})).map(({ enterpriseId }) => enterpriseId)).toContain(lin.enterpriseId)
      expect(await li.post(contract.enterprise.accept.path, { enterpriseId: lin.enterpriseId })).toMatchObject({ code: 200 })
      expect(await switchTo(li, lin)).toMatchObject({ code: 200 })
    }
  })
})

describe('an invitation', () => {
  test('does not reveal whether a mobile is registered, neither in the answer nor in the list', async () => {
    const [lin, known] = [await mall.buyer('林'), await mall.buyer('李')]
    const mobile = newMobile()
    const answers = []
    for (const number of [known.mobile, mobile]) {
      mall.clock.forward(ONE_HOUR_MS)
      answers.push(await lin.post(add.path, request(number)))
    }
    const bare = (answer: unknown) => JSON.stringify(answer).replaceAll(/[0-9a-f-]{36}|\d{3}\*{4}\d{4}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '?')
    expect(bare(answers[0])).toBe(bare(answers[1]))
    const [first, second] = (await lin.post(list.path)).data as unknown[]
    expect(bare(first)).toBe(bare(second))
    for (const number of [known.mobile, mobile, lin.mobile]) {
      expect(await lin.post(add.path, request(number))).toMatchObject({ code: 409, reason: 'SUB_USER_EXISTS' })
    }
  })

  test('shows the verified name of the enterprise, never one that somebody typed', async () => {
    const zhou = await registers(newMobile())
    await zhou.api.userSecurity.changeName({ name: '中奖请点 http://x.cn' })
    const mobile = newMobile()
    await zhou.api.subUser.add({ mobile, name: '李', permCode: '', orderLimit: null, monthLimit: null })
    expect((await mall.texts(mobile))[0]?.facts.company).toMatch(/^139\*{4}\d{4}$/)
  })

  test('is limited by telephone and by address', async () => {
    const [lin, chen, mobile] = [await mall.buyer('林'), await mall.buyer('陈'), newMobile()]
    await adds(lin, mobile)
    const TOO_OFTEN = { code: 429, reason: 'SMS_TOO_OFTEN' }
    expect(await chen.post(add.path, request(mobile))).toMatchObject(TOO_OFTEN)
    mall.clock.forward(MINUTE)
    expect(await chen.post(add.path, request(mobile))).toMatchObject({ code: 200 })
    mall.clock.forward(ONE_HOUR_MS)
    for (let at = 0; at < 20; at++) expect(await lin.post(add.path, request(newMobile()))).toMatchObject({ code: 200 })
    const refused = newMobile()
    expect(await lin.post(add.path, request(refused))).toMatchObject(TOO_OFTEN)
    expect([await mall.texts(refused), (await lin.api.subUser.list({})).length]).toEqual([[], 21])
  })

  test('of two enterprises at once sends one SMS', async () => {
    const [lin, chen, mobile] = [await mall.buyer('林'), await mall.buyer('陈'), newMobile()]
    mall.clock.forward(ONE_HOUR_MS)
    const answers = await Promise.all([lin, chen].map((main) => main.post(add.path, request(mobile))))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 429])
    expect(await mall.texts(mobile)).toHaveLength(1)
  })

  test('sent to one mobile many times at once creates one membership', async () => {
    const [lin, mobile] = [await mall.buyer('林'), newMobile()]
    mall.clock.forward(ONE_HOUR_MS)
    const answers = await Promise.all(Array.from({ length: 8 }, () => lin.post(add.path, request(mobile))))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)])
    expect([await lin.api.subUser.list({}), await mall.texts(mobile)]).toMatchObject([[{}], [{}]])
  })

  test('is refused above the limit of memberships, also concurrently; removing members allows no more SMS', async () => {
    const lin = await mall.buyer('林')
    const fill = (count: number) =>
      mall.runInTransaction(async (tx) => {
        for (let at = 0; at < count; at++)
          await insertMembership(tx, mall.moment(), {
            enterpriseId: lin.enterpriseId,
            userId: randomUUID(),
            name: `工 ${at}`,
            permCode: '',
          })
      })
    await fill(SUB_ACCOUNTS_PER_ENTERPRISE_MAX - 1)
    mall.clock.forward(ONE_HOUR_MS)
    const answers = await Promise.all(Array.from({ length: 5 }, () => lin.post(add.path, request(newMobile()))))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422, 422, 422])
    expect(answers.find(({ code }) => code === 422)).toMatchObject({
      reason: 'SUB_USER_FULL',
      msg: `子账号最多 ${SUB_ACCOUNTS_PER_ENTERPRISE_MAX} 个`,
    })

    const chen = await mall.buyer('陈')
    for (let at = 0; at < SUB_ACCOUNTS_PER_ENTERPRISE_MAX; at++) {
      if (at % 18 === 0) mall.clock.forward(ONE_HOUR_MS + 1)
      const { id } = await chen.api.subUser.add({ ...request(newMobile()), orderLimit: null, monthLimit: null })
      await chen.api.subUser.delete({ id })
    }
    mall.clock.forward(ONE_HOUR_MS)
    expect(await chen.post(add.path, request(newMobile()))).toMatchObject({ code: 429, msg: '今天发送的邀请过多，请明天再试' })
    mall.clock.forward(ONE_DAY_MS)
    expect(await (await mall.logsIn(chen.mobile)).post(add.path, request(newMobile()))).toMatchObject({ code: 200 })
  })

  // E1, E3, E5, E8
  test.each<[string, object]>([
    ['no codes named', { permCode: undefined }],
    ['null for codes, which is all', { permCode: null }],
    ['a code of all', { permCode: '*' }],
    ['a code that is not ours', { permCode: 'buyPay,admin' }],
    ['a code twice', { permCode: 'buyPay,buyPay' }],
    ['a blank between codes', { permCode: 'buyPay, lookOrder' }],
    ['10,000 characters of codes', { permCode: 'buyPay,'.repeat(1_430) }],
    ['an account type', { accountType: 1 }],
    ['a company', { enterpriseId: randomUUID() }],
    ['a status', { status: 1 }],
    ['a limit below zero', { orderLimit: -0.01 }],
    ['a limit of thousandths', { monthLimit: 0.001 }],
    ['no name', { name: ' ' }],
    ['51 characters of a name', { name: '李'.repeat(51) }],
    ['no mobile', { mobile: '12345678901' }],
  ])('with %s is refused', async (_, wrong) => {
    const lin = await mall.buyer('林')
    expect(await lin.post(add.path, request(newMobile(), wrong))).toMatchObject({ status: 200, code: 400, reason: 'INVALID_INPUT' })
    expect(await lin.api.subUser.list({})).toEqual([])
  })

  // E8
  test('stores a name as literal text', async () => {
    const lin = await mall.buyer('林')
    expect(await adds(lin, newMobile(), { name: '<img onerror=x>\u202e=HYPERLINK("a")' })).toMatchObject({
      name: '<img onerror=x>=HYPERLINK("a")',
    })
  })
})

describe('a sub-account', () => {
  // E2
  test('cannot add, list, change or delete members, nor extend its own permissions', async () => {
    const lin = await mall.buyer('林')
    const li = await seated(lin, ['lookGoods'])
    const id = li.seatId
    const calls: [string, object][] = [
      [add.path, request(newMobile())],
      [list.path, {}],
      [detail.path, { id }],
      [modify.path, { id, name: '李', permCode: 'buyPay' }],
      [modifyStatus.path, { id, status: 1 }],
      [remove.path, { id }],
    ]
    for (const [path, body] of calls)
      expect({ path, ...(await li.post(path, body)) }).toMatchObject({ path, code: 403, reason: 'MAIN_ACCOUNT_ONLY' })
    expect(await lin.api.subUser.list({})).toMatchObject([{ permCode: 'lookGoods', status: 1 }])
  })

  // E4: also a main account, one's own among them.
  test('of another enterprise, a main account and a missing one give the same answer and are not changed', async () => {
    const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
    const hers = await adds(chen, newMobile())
    const mains = await mall.db.selectFrom('membership').select('id').where('enterprise_id', '=', lin.enterpriseId).execute()
    const rows = () =>
      mall.db.selectFrom('membership').selectAll().where('enterprise_id', 'in', [lin.enterpriseId, chen.enterpriseId]).execute()
    const before = await rows()
    for (const id of [hers.id, mains[0]?.id ?? '', randomUUID()]) {
      const changed = { id, name: '改', permCode: '', orderLimit: null, monthLimit: null }
      expect(await lin.post(detail.path, { id })).toEqual(NOT_FOUND)
      expect(await lin.post(modify.path, changed)).toEqual(NOT_FOUND)
      expect(await lin.post(modifyStatus.path, { id, status: 0 })).toEqual(NOT_FOUND)
      expect(await lin.post(remove.path, { id })).toEqual(NOT_FOUND)
    }
    for (const id of ['-1', 9_223_372_036_854_775_807n.toString(), 0, null])
      expect(await lin.post(remove.path, { id })).toMatchObject({ code: 400, detail: { field: 'id' } })
    expect(await rows()).toEqual(before)
    expect(await codeOf(lin, DETAIL)).toBe(200)
  })

  // E7
  test('has new permissions as soon as its main account changes them', async () => {
    const lin = await mall.buyer('林')
    const li = await seated(lin, ['lookGoods', 'addressSet'])
    const { list: addresses } = contract.address
    expect([await codeOf(li, addresses.path), await codeOf(li, contract.order.list.path)]).toEqual([200, 403])
    expect(await change(lin, li, 'lookOrder')).toMatchObject({ permCode: 'lookOrder', permNames: ['订单管理'] })
    expect([await codeOf(li, addresses.path), await codeOf(li, contract.order.list.path)]).toEqual([403, 200])
    await change(lin, li, '')
    expect([await codeOf(li, contract.order.list.path), await codeOf(li, DETAIL)]).toEqual([403, 200])
    expect(await li.api.user.detailV2({})).toMatchObject({ permCode: '', permNames: [] })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is logged out of that enterprise at once when disabled, and of no other', async () => {
    const lin = await mall.buyer('林')
    const li = await seated(lin, ['lookGoods'])
    const home = await mall.logsIn(li.mobile)
    await home.api.enterprise.change({ enterpriseId: (await home.api.enterprise.list({}))[0]?.enterpriseId ?? '' })
    const again = await mall.logsIn(li.mobile)
    expect(await lin.api.subUser.modifyStatus({ id: li.seatId, status: 0 })).toMatchObject({ status: 0 })
    expect([await codeOf(li, DETAIL), await codeOf(again, DETAIL)]).toEqual([510, 200])
    expect(await switchTo(again, lin)).toMatchObject({ code: 403, reason: 'ACCOUNT_DISABLED' })
    expect(await again.api.enterprise.list({})).toMatchObject([{ status: 1 }, { enterpriseId: lin.enterpriseId, status: 0 }])
    await lin.api.subUser.modifyStatus({ id: li.seatId, status: 1 })
    expect(await switchTo(again, lin)).toMatchObject({ code: 200 })
  })

  // E9
  test('when deleted keeps its orders with its name, and loses sessions, cart and payment password', async () => {
    const [lin, sku] = [await mall.buyer('林'), await mall.createSku('截齿')]
    const li = await seated(lin, ['lookGoods', 'addCart', 'buyPay', 'lookOrder'])
    await li.api.cart.add({ skuId: sku, goodsNum: 2 })
    const lines = [{ skuId: sku, goodsNum: 1 }]
    const { quote } = await li.api.order.preview({ lines, method: 'transfer' })
    const trade = await li.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
    const orderNo = trade.orders[0]?.orderNo ?? ''
    const seat = { enterprise_id: lin.enterpriseId, user_id: li.userId }
    await mall.runInTransaction((tx) =>
      tx
        .insertInto('payment_password')
        .values({ ...seat, digest: Buffer.alloc(32), updated_at: mall.clock.now })
        .execute(),
    )

    await lin.api.subUser.delete({ id: li.seatId })

    expect(await codeOf(li, DETAIL)).toBe(510)
    expect([await lin.api.subUser.list({}), await lin.post(detail.path, { id: li.seatId })]).toEqual([[], NOT_FOUND])
    expect(await lin.post(remove.path, { id: li.seatId })).toEqual(NOT_FOUND)
    expect(await lin.api.order.detail({ orderNo })).toMatchObject({ orderedBy: '小李', state: 'WAIT_PAY' })
    const home = await mall.logsIn(li.mobile)
    expect(await home.api.enterprise.list({})).toHaveLength(1)
    expect(await switchTo(home, lin)).toMatchObject({ code: 404, reason: 'ENTERPRISE_NOT_FOUND' })

    const { id } = await adds(lin, li.mobile, { name: '老李' })
    expect(id).not.toBe(li.seatId)
    await home.api.enterprise.accept({ enterpriseId: lin.enterpriseId })
    const { token, payPwdSet } = await home.api.enterprise.change({ enterpriseId: lin.enterpriseId })
    expect([payPwdSet, await createTestUser(mall.app.http, token).api.cart.count({})]).toEqual([false, { count: 0 }])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  // E6, T-10
  test('disabled, deleted or restricted during a call has completed the call before or not at all', async () => {
    const [lin, sku] = [await mall.buyer('林'), await mall.createSku('截齿')]
    const takings: ((seat: { seatId: string }) => Promise<unknown>)[] = [
      ({ seatId }) => lin.api.subUser.modifyStatus({ id: seatId, status: 0 }),
      ({ seatId }) => lin.api.subUser.delete({ id: seatId }),
      (seat) => change(lin, seat, 'lookGoods'),
    ]
    for (let round = 0; round < 6; round++) {
      const li = await seated(lin, ['buyPay'])
      const lines = [{ skuId: sku, goodsNum: 1 }]
      const { quote } = await li.api.order.preview({ lines, method: 'transfer' })
      const body = { lines, method: 'transfer', addressId: lin.addressId, quote }
      const submit = () => li.post(contract.order.submit.path, body, { 'idempotency-key': randomUUID() })
      const orders = async () =>
        (
          await mall.db
            .selectFrom('order')
            .select('id')
            .where('enterprise_id', '=', lin.enterpriseId)
            .where('user_id', '=', li.userId)
            .execute()
        ).length
      let taken: number | undefined
      const work = Promise.all(Array.from({ length: 6 }, submit))
      const taking = takings[round % 3]?.(li).then(async () => (taken = await orders()))
      const answers = await work
      await taking
      for (const { code } of answers) expect([200, 403, 510]).toContain(code)
      // What was committed when the taking returned is all there ever is.
      expect([await orders(), answers.filter(({ code }) => code === 200).length]).toEqual([taken, taken])
      expect([403, 510]).toContain((await submit()).code)
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('changed or disabled during an enterprise switch leaves no session with the old permissions', async () => {
    const lin = await mall.buyer('林')
    for (let round = 0; round < 10; round++) {
      const li = await mall.buyer('李')
      const { id } = await adds(lin, li.mobile, { permCode: 'buyPay,lookOrder' })
      await li.api.enterprise.accept({ enterpriseId: lin.enterpriseId })
      const [sat] = await Promise.all([
        switchTo(li, lin),
        round % 2 ? lin.api.subUser.modifyStatus({ id, status: 0 }) : change(lin, { seatId: id }, 'lookGoods'),
      ])
      const { token } = (sat.data ?? {}) as { token?: string }
      const after = await codeOf(createTestUser(mall.app.http, token), contract.order.list.path)
      expect([403, 510]).toContain(after)
      await lin.api.subUser.delete({ id })
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('has used of its monthly limit what it ordered and did not cancel', async () => {
    const [lin, sku] = [await mall.buyer('林'), await mall.createSku('截齿', { sale: '600.00' })]
    const li = await seated(lin, ['buyPay'])
    const order = async () => {
      const lines = [{ skuId: sku, goodsNum: 1 }]
      const { quote } = await li.api.order.preview({ lines, method: 'transfer' })
      return (await li.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })).orders[0]?.orderNo ?? ''
    }
    const used = async () => (await lin.api.subUser.detail({ id: li.seatId })).monthUsed
    const orderNo = await order()
    await order()
    expect(await used()).toBe(120_000)
    await li.api.order.cancel({ orderNo, reason: '不要了' })
    expect([await used(), (await lin.api.subUser.list({}))[0]?.monthUsed]).toEqual([60_000, 60_000])
  })

  test('is changed only by the main account of its enterprise, each change in the audit log', async () => {
    const lin = await mall.buyer('林')
    const { id } = await adds(lin, newMobile())
    await change(lin, { seatId: id }, 'buyPay')
    await lin.api.subUser.modifyStatus({ id, status: 0 })
    await lin.api.subUser.modifyStatus({ id, status: 1 })
    await lin.api.subUser.delete({ id })
    const rows = await mall.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('object_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual([
      ...['add sub-account', 'modify sub-account', 'disable sub-account', 'enable sub-account', 'delete sub-account'],
    ])
    expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([lin.userId]))
  })
})

test('paying needs the payment password of the membership, not of the person', async () => {
  const [lin, sku] = [await mall.buyer('林', { wallet: '1000' }), await mall.createSku('截齿', { sale: '100.00' })]
  const li = await seated(lin, ['buyPay'])
  const lines = [{ skuId: sku, goodsNum: 1 }]
  const { quote } = await li.api.order.preview({ lines, method: 'wallet' })
  const { tradeId } = await li.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  const key = { 'idempotency-key': randomUUID() }
  expect(await li.post(contract.order.payByWallet.path, { tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD }, key)).toMatchObject({
    reason: 'PAY_PASSWORD_NOT_SET',
  })
})
