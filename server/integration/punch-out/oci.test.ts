import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { connectProcurementSystem, HOOK_URL, PROCUREMENT_HOST, readForm } from '#server/platform/testing/procurement-system.ts'
import { deleteOldPunchOuts } from './public.ts'

const ADDRESS_FAILURES = 12
const mall = await openMall({ limits: { loginFailures: ADDRESS_FAILURES } })
const lin = await mall.buyer('林')
const erp = await connectProcurementSystem(mall, lin)
const bit = await mall.createSku('U84 采煤截齿', { sale: '120.50', credit: '126.00' })
await mall.db.updateTable('sku').set({ manufacturer_no: 'U84HD-22' }).where('id', '=', bit).execute()
const holder = await mall.createSku('齿座', { sale: '9.00', credit: null, minimum: 10 })

const refusalOf = async (call: Promise<unknown>) => call.then(() => 'done').catch((error: { reason?: string }) => error.reason)

describe('a visit from an OCI system', () => {
  test('fills a cart of its own and takes it back in the fields of OCI 4.0', async () => {
    const { status, code } = await erp.calls()
    expect(status).toBe(303)
    const visit = await erp.enters(code)
    expect(visit.startPath).toBe('/shop')
    await erp.clerk.api.cart.add({ skuId: holder, goodsNum: 30 })
    await visit.api.cart.addMany({
      lines: [
        { skuId: bit, goodsNum: 2 },
        { skuId: holder, goodsNum: 10 },
      ],
    })
    const cartIds = (await visit.api.cart.list({})).flatMap(({ cartList }) => cartList.map(({ id }) => id))
    expect(cartIds).toHaveLength(2)
    const { returnPath } = await visit.api.cartReturn.returnCart({ cartIds })
    const page = await erp.opens(returnPath)
    expect(page.action).toBe(HOOK_URL)
    expect(page.policy).toContain(`form-action https://${PROCUREMENT_HOST};`)
    expect(page.policy).not.toContain("form-action 'self'")
    const first =
      page.fields['NEW_ITEM-VENDORMAT[1]'] === page.fields['NEW_ITEM-VENDORMAT[2]']
        ? ''
        : page.fields['NEW_ITEM-EXT_PRODUCT_ID[1]'] === bit
          ? '1'
          : '2'
    const field = (name: string) => page.fields[`NEW_ITEM-${name}[${first}]`]
    expect([field('QUANTITY'), field('PRICE'), field('PRICEUNIT'), field('CURRENCY'), field('UNIT')]).toEqual([
      '2.000',
      '120.500',
      '1',
      'CNY',
      'PCE',
    ])
    expect([field('VENDOR'), field('MATGROUP'), field('SERVICE'), field('CUST_FIELD4')]).toEqual(['527123', '02', '', 'CC-610'])
    expect(field('DESCRIPTION')).toContain('U84 采煤截齿')
    expect([field('MANUFACTMAT'), field('LEADTIME')]).toEqual(['U84HD-22', expect.stringMatching(/^[1-9]\d?$/)])
    expect(page.fields[`NEW_ITEM-LONGTEXT_${first}:132[]`]).toContain('岩锋自营')
    // The visit is over, and its lines were never in the cart of the person.
    expect(await refusalOf(visit.api.cart.count({}))).toBe('NOT_LOGGED_IN')
    expect((await erp.clerk.api.cart.list({})).flatMap(({ cartList }) => cartList.map(({ goodsNum }) => goodsNum))).toEqual([30])
    expect((await lin.api.punchOutSetup.overview({})).recent[0]).toMatchObject({
      state: 'RETURNED',
      lineCount: 2,
      returnHost: PROCUREMENT_HOST,
    })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('names units as the company’s system does, and a wrong code is not kept', async () => {
    await erp.saves({ unitCodes: [{ unit: '支', code: ' st ' }] })
    expect((await lin.api.punchOutSetup.overview({})).setup?.unitCodes).toEqual([{ unit: '支', code: 'ST' }])
    const visit = await erp.enters((await erp.calls()).code)
    await visit.api.cart.add({ skuId: bit, goodsNum: 1 })
    const cartIds = (await visit.api.cart.list({})).flatMap(({ cartList }) => cartList.map(({ id }) => id))
    const { returnPath } = await visit.api.cartReturn.returnCart({ cartIds })
    expect((await erp.opens(returnPath)).fields['NEW_ITEM-UNIT[1]']).toBe('ST')
    for (const unitCodes of [
      [{ unit: '支', code: 'STUECK' }],
      [
        { unit: '支', code: 'ST' },
        { unit: '支', code: 'EA' },
      ],
    ])
      expect(
        await lin.post(contract.punchOutSetup.save.path, { ...erp.given, unitCodes, payPwd: TEST_USER_PAYMENT_PASSWORD }),
      ).toMatchObject({ reason: 'INVALID_INPUT' })
    await erp.saves()
  })

  test('does nothing but that: no order, no payment, nothing about people, no push', async () => {
    const visit = await erp.enters((await erp.calls({}, 'GET')).code)
    const open = Object.values(contract)
      .flatMap((group) => Object.values(group))
      .filter(({ needs, duringPunchOut }) => duringPunchOut && needs !== 'guest')
    expect(open.map(({ path }) => path.split('/').at(-1)).sort()).toEqual(
      [
        'add',
        'add-many',
        'change-cart-num',
        'count',
        'delete',
        'detail',
        'list',
        'list-by-id',
        'log-out',
        'return',
        'select',
        'set-cart-num',
      ].sort(),
    )
    for (const { path } of [
      contract.order.submit,
      contract.order.preview,
      contract.address.list,
      contract.security.devices,
      contract.enterprise.list,
      contract.message.list,
      contract.subUser.list,
      contract.userSecurity.changeName,
      contract.favourites.list,
      contract.punchOutSetup.overview,
    ])
      expect(await visit.post(path, {}, { 'idempotency-key': 'a'.repeat(16) })).toMatchObject({ code: 403, reason: 'PUNCH_OUT_ONLY_CART' })
    // What everybody may do is done as anybody does it, not in the name of the sub-account.
    const asks = { name: '林', mobile: '13800000000', topic: 'goods', text: '有货吗' } as const
    expect(await refusalOf(visit.api.inquiry.submit(asks))).toBe('CAPTCHA_NEEDED')
    expect((await visit.get('/api/user-api/api/message/push')).status).not.toBe(200)
    expect(await visit.api.user.detail({})).toMatchObject({
      inPunchOut: true,
      permCode: 'lookGoods,addCart,editCart',
      mobile: '',
      userName: null,
      payPwdSet: false,
    })
    expect(await refusalOf(erp.clerk.api.cartReturn.returnCart({ cartIds: [] }))).toBe('PUNCH_OUT_NOT_HERE')
    // An empty cart goes back too, also to a HOOK_URL that was not encoded.
    await erp.saves({ returnHosts: [PROCUREMENT_HOST, 'sso.pengyan.example'] })
    const { HOOK_URL: hook, ...login } = erp.login
    const raw = await mall.app.http.inject({ url: `/api/punch-out/oci?${new URLSearchParams(login)}&HOOK_URL=${hook}` })
    const bare = await erp.enters(String(raw.headers.location).split('code=')[1] ?? '')
    const { returnPath } = await bare.api.cartReturn.returnCart({ cartIds: [] })
    const page = await erp.opens(returnPath)
    expect(page).toMatchObject({ action: HOOK_URL, fields: {}, referrer: 'strict-origin' })
    expect(page.policy).toContain(`form-action https://${PROCUREMENT_HOST} https://sso.pengyan.example;`)
  })

  test('of several people as one sub-account have carts of their own, and end neither each other nor the person', async () => {
    const visits = await Promise.all(Array.from({ length: 7 }, async () => erp.enters((await erp.calls()).code)))
    await Promise.all(visits.map((visit, at) => visit.api.cart.add({ skuId: bit, goodsNum: at + 1 })))
    const carts = await Promise.all(visits.map(({ api }) => api.cart.list({})))
    expect(carts.map((shops) => shops[0]?.cartList[0]?.goodsNum)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect((await erp.clerk.api.user.detail({})).inPunchOut).toBe(false)
    const [one, other] = visits
    const cartIds = (await other?.api.cart.list({}))?.[0]?.cartList.map(({ id }) => id) ?? []
    expect(await refusalOf(one?.api.cartReturn.returnCart({ cartIds }) ?? Promise.resolve())).toBe('CART_LINE_NOT_FOUND')
    // A change of the sub-account's permissions ends them, and so does switching off.
    const { api } = lin
    const [first] = await api.subUser.list({})
    const { orderLimit, monthLimit } = first ?? expect.fail()
    const seat = { id: erp.given.subAccountId, name: '采购专员', orderLimit, monthLimit }
    await api.subUser.modify({ ...seat, permCode: 'lookGoods,addCart,editCart,buyPay' })
    expect(await refusalOf(other?.api.cart.count({}) ?? Promise.resolve())).toBe('NOT_LOGGED_IN')
    const waiting = await erp.calls()
    await api.punchOutSetup.setActive({ active: false })
    expect(await refusalOf(visits[2]?.api.cart.count({}) ?? Promise.resolve())).toBe('NOT_LOGGED_IN')
    expect((await erp.calls()).status).toBe(401)
    await api.punchOutSetup.setActive({ active: true })
    expect(await refusalOf(mall.guest().api.punchOutEntry.enter({ code: waiting.code }))).toBe('PUNCH_OUT_OVER')
    // The next day's visit is over, and what it left goes with the retention.
    const late = await erp.enters((await erp.calls()).code)
    await late.api.cart.add({ skuId: bit, goodsNum: 1 })
    const later = { ...mall.moment(), now: new Date(mall.clock.now.getTime() + 91 * ONE_DAY_MS) }
    await mall.runInTransaction((tx) => deleteOldPunchOuts(tx, later, 90))
    expect(await late.api.cart.count({})).toEqual({ count: 0 })
    expect((await erp.clerk.api.cart.count({})).count).toBe(1)
  })

  test('opens the goods of DETAIL; VALIDATE and BACKGROUND_SEARCH are answered at once with a form', async () => {
    const visit = await erp.enters((await erp.calls({ FUNCTION: 'DETAIL', PRODUCTID: bit })).code)
    expect(visit.startPath).toMatch(new RegExp(`^/detail\\?goodsId=[0-9a-f-]{36}&skuId=${bit}$`))
    const validated = await erp.calls({ FUNCTION: 'VALIDATE', PRODUCTID: bit, QUANTITY: '5.000' })
    expect(readForm(validated.body)).toMatchObject({
      action: HOOK_URL,
      fields: { 'NEW_ITEM-QUANTITY[1]': '5.000', 'NEW_ITEM-PRICE[1]': '120.500' },
    })
    expect(validated.body).toContain('<script>')
    const found = await erp.calls({ FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: '齿座' })
    expect(readForm(found.body).fields).toMatchObject({ 'NEW_ITEM-EXT_PRODUCT_ID[1]': holder, 'NEW_ITEM-QUANTITY[1]': '10.000' })
    expect([found.body.includes('<script>'), found.policy.includes('script-src')]).toEqual([false, false])
  })
})

describe('a hostile call', () => {
  test.each([
    ['a wrong password', { PASSWORD: 'x' }, 401],
    ['no password', { PASSWORD: '' }, 401],
    ['an unknown user', { USERNAME: 'yf000000000000' }, 401],
    ['a foreign HOOK_URL', { HOOK_URL: 'https://evil.example/oci' }, 422],
    ['a HOOK_URL that only begins like the host', { HOOK_URL: `https://${PROCUREMENT_HOST}.evil.example/` }, 422],
    ['a HOOK_URL with a user name', { HOOK_URL: `https://${PROCUREMENT_HOST}@evil.example/` }, 422],
    ['a HOOK_URL at another port', { HOOK_URL: `https://${PROCUREMENT_HOST}:8443/` }, 422],
    ['a HOOK_URL without encryption', { HOOK_URL: `http://${PROCUREMENT_HOST}/` }, 422],
    ['a script as HOOK_URL', { HOOK_URL: 'javascript:alert(1)' }, 422],
    ['no HOOK_URL', { HOOK_URL: '' }, 422],
    ['a quantity out of bounds', { FUNCTION: 'VALIDATE', QUANTITY: '99999999999' }, 400],
    ['a quantity in parts', { FUNCTION: 'VALIDATE', QUANTITY: '1.500' }, 400],
    ['an unknown function', { FUNCTION: 'SOURCING' }, 400],
    ['the same field in other letters', { hook_url: 'https://evil.example/' }, 400],
    ['a zero byte as user name', { USERNAME: '\0' }, 400],
    ['a zero byte to search for', { FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: 'a\0b' }, 400],
    ['goods that do not exist', { FUNCTION: 'VALIDATE', PRODUCTID: '"><script>alert(1)</script>' }, 400],
  ])('with %s is refused with a page', async (_, fields, status) => {
    const answer = await erp.calls(fields as unknown as Record<string, string>, 'POST', `10.0.0.${_.length}`)
    expect([answer.status, answer.code]).toEqual([status, ''])
    expect(answer.body).toContain('无法进入商城')
    expect(answer.body).not.toContain('<script>')
  })

  test('after five wrong passwords is refused even with the right one, from that address only and for a while', async () => {
    for (let at = 0; at < 5; at++) expect((await erp.calls({ PASSWORD: `x${at}` }, 'POST', '10.1.1.1')).status).toBe(401)
    expect((await erp.calls({}, 'POST', '10.1.1.1')).status).toBe(429)
    expect((await erp.calls({}, 'POST', '10.1.1.2')).status).toBe(303)
    mall.clock.forward(15 * 60_000)
    expect((await erp.calls({}, 'POST', '10.1.1.1')).status).toBe(303)
    mall.clock.forward(-15 * 60_000)
  })

  test('with many made-up names is refused from that address, and fills no log', async () => {
    const audited = () => mall.db.selectFrom('audit_log').select('id').where('action', '=', 'punch-out login').execute()
    const before = (await audited()).length
    for (let at = 0; at < ADDRESS_FAILURES; at++)
      expect((await erp.calls({ USERNAME: `nobody${at}` }, 'POST', '10.1.1.9')).status).toBe(401)
    expect([(await erp.calls({}, 'POST', '10.1.1.9')).status, (await erp.calls()).status]).toEqual([429, 303])
    expect((await audited()).length).toBe(before)
  })

  test('with a code that was used, is too old or is made up opens nothing, and of concurrent ones only one does', async () => {
    const { code } = await erp.calls()
    const tries = await Promise.all(Array.from({ length: 4 }, () => refusalOf(mall.guest().api.punchOutEntry.enter({ code }))))
    expect(tries.sort()).toEqual(['PUNCH_OUT_OVER', 'PUNCH_OUT_OVER', 'PUNCH_OUT_OVER', 'done'])
    const old = await erp.calls()
    mall.clock.forward(15 * 60_000)
    expect(await refusalOf(mall.guest().api.punchOutEntry.enter({ code: old.code }))).toBe('PUNCH_OUT_OVER')
    mall.clock.forward(-15 * 60_000)
    expect(await refusalOf(mall.guest().api.punchOutEntry.enter({ code: 'A'.repeat(64) }))).toBe('PUNCH_OUT_OVER')
    const visit = await erp.enters((await erp.calls()).code)
    const twice = await Promise.all([1, 2].map(() => refusalOf(visit.api.cartReturn.returnCart({ cartIds: [] }))))
    expect(twice.filter((one) => one === 'done')).toHaveLength(1)
  })
})

describe('the set-up', () => {
  test('is the owner’s: his sub-account, his hosts, and a secret that is shown once', async () => {
    const wu = await mall.buyer('吴')
    const theirs = await connectProcurementSystem(mall, wu)
    expect(await refusalOf(erp.saves({ subAccountId: theirs.given.subAccountId }))).toBe('PUNCH_OUT_SUB_ACCOUNT')
    expect(await refusalOf(erp.saves({ subAccountId: lin.userId }))).toBe('PUNCH_OUT_SUB_ACCOUNT')
    expect(await refusalOf(erp.saves({ addressId: wu.addressId }))).toBe('ADDRESS_NOT_FOUND')
    expect(await refusalOf(erp.saves({ protocol: 'CXML' }))).toBe('PUNCH_OUT_IDENTITY')
    for (const host of ['10.0.0.1', 'intranet', 'erp.local', '2130706433', 'erp.example.com:70000'])
      expect(await refusalOf(erp.saves({ returnHosts: [host] }))).toBe('PUNCH_OUT_HOST')
    expect((await erp.saves()).secret).toBe(null)
    expect(JSON.stringify(await lin.api.punchOutSetup.overview({}))).not.toContain(erp.secret)
    const rows = JSON.stringify(
      await mall.db.selectFrom('punch_out_setup').selectAll().where('enterprise_id', '=', lin.enterpriseId).execute(),
    )
    expect(rows).not.toContain(erp.secret)
    expect((await erp.clerk.post(contract.punchOutSetup.overview.path)).reason).toBe('MAIN_ACCOUNT_ONLY')
    const staff = await mall.staff('support')
    const seen = await staff.api.consoleIntegration.overview({ enterpriseId: lin.enterpriseId })
    expect(seen.punchOut).toMatchObject({ userName: erp.userName, active: true })
    const waiting = await erp.calls()
    const { secret } = await lin.api.punchOutSetup.rotateSecret({ overlapHours: 1, payPwd: TEST_USER_PAYMENT_PASSWORD })
    expect(await refusalOf(mall.guest().api.punchOutEntry.enter({ code: waiting.code }))).toBe('PUNCH_OUT_OVER')
    expect([(await erp.calls({ PASSWORD: secret })).status, (await erp.calls()).status]).toEqual([303, 303])
    mall.clock.forward(3_600_001)
    expect([(await erp.calls({ PASSWORD: secret })).status, (await erp.calls()).status]).toEqual([303, 401])
    mall.clock.forward(-3_600_001)
    // Whoever is switched off asks no prices either.
    const { subAccountId: id } = erp.given
    await lin.api.subUser.modifyStatus({ id, status: 0 })
    expect((await erp.calls({ FUNCTION: 'VALIDATE', PRODUCTID: bit, PASSWORD: secret })).body).not.toContain('NEW_ITEM')
    expect((await erp.calls({ FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: '齿座', PASSWORD: secret })).body).not.toContain('NEW_ITEM')
  })
})
