import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import type { ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { registerUserWithEnterprise } from '#server/people/identity/public.ts'
import { insertMembership } from '#server/people/organisation/public.ts'
import { createSession } from '#server/people/sessions/public.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { setBaseLimitAsStaff } from '#server/platform/testing/limits.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
const { path } = contract.order.submit
const NO_ONE = '00000000-0000-7000-8000-000000000000'
const ORIGIN = { requestId: 'test', ip: '127.0.0.1', userAgent: '' }

interface Line {
  skuId: string
  goodsNum: number
}

/** What a browser would send for some SKUs bought at once. */
async function input(buyer: Buyer, lines: Line[], method: PaymentMethod = 'transfer') {
  const { quote } = await buyer.api.order.preview({ lines, method })
  return { lines, method, addressId: buyer.addressId, quote }
}
const submit = (person: TestUser, body: object, key: string = randomUUID()) => person.post(path, body, { 'idempotency-key': key })
const ordersOf = async (enterpriseId: string) =>
  mall.db.selectFrom('order').select(['order_no', 'payable_fen', 'remark', 'user_id']).where('enterprise_id', '=', enterpriseId).execute()
const keysOf = async (enterpriseId: string) =>
  mall.db.selectFrom('idempotency_key').select('key').where('enterprise_id', '=', enterpriseId).execute()

describe('a submit makes one order', () => {
  // H1
  test('for fifty concurrent identical requests, which all get the same answer', async () => {
    const [sku, lin] = [await mall.createSku('截齿', { stock: 100 }), await mall.buyer('林')]
    const body = await input(lin, [{ skuId: sku, goodsNum: 2 }])
    const key = randomUUID()

    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(lin, body, key)))

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 200 })
    expect(await ordersOf(lin.enterpriseId)).toHaveLength(1)
    expect(await mall.countStock(sku)).toBe(98)
    // And tomorrow still.
    mall.clock.forward(86_400_000)
    expect(await submit(lin, body, key)).toEqual(answers[0])
  })

  // H2
  test('and refuses the same key with another body without any change', async () => {
    const [sku, lin] = [await mall.createSku('截齿', { stock: 100 }), await mall.buyer('林')]
    const body = await input(lin, [{ skuId: sku, goodsNum: 2 }])
    const key = randomUUID()
    expect(await submit(lin, body, key)).toMatchObject({ code: 200 })
    for (const other of [
      { ...body, lines: [{ skuId: sku, goodsNum: 3 }] },
      { ...body, method: 'wallet' },
      { ...body, remarks: [{ shopId: mall.shopId, remark: '急' }] },
    ]) {
      expect(await submit(lin, other, key)).toMatchObject({ status: 200, code: 409, reason: 'IDEMPOTENCY_KEY_REUSED' })
    }
    expect([await ordersOf(lin.enterpriseId), await mall.countStock(sku)]).toMatchObject([[{}], 98])
  })

  test('and treats the same body with reordered fields as the same request', async () => {
    const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    const body = await input(lin, [{ skuId: sku, goodsNum: 2 }])
    const key = randomUUID()
    const first = await submit(lin, body, key)
    expect(await submit(lin, Object.fromEntries(Object.entries(body).reverse()), key)).toEqual(first)
  })

  // H3, B16
  test('per key, person, enterprise and call: equal keys of others do not collide', async () => {
    const [sku, lin, chen] = [await mall.createSku('截齿'), await mall.buyer('林'), await mall.buyer('陈')]
    const colleague = await mall.subAccount(lin, ['buyPay'])
    const key = randomUUID()
    const trades = new Set<string>()
    for (const person of [lin, chen, colleague]) {
      const { code, data } = await submit(person, await input(person, [{ skuId: sku, goodsNum: 1 }]), key)
      expect(code).toBe(200)
      trades.add((data as { tradeId: string }).tradeId)
    }
    expect(trades.size).toBe(3)
    expect(
      await lin.post(contract.order.payByWallet.path, { tradeId: [...trades][0], payPwd: '135790' }, { 'idempotency-key': key }),
    ).toMatchObject({
      reason: 'METHOD_NOT_OFFERED',
    })
  })

  // H4
  test.each<[string, string | undefined]>([
    ['no key', undefined],
    ['an empty one', ''],
    ['a short one', 'abc'],
    ['300 characters', 'x'.repeat(300)],
    ['65 characters', 'x'.repeat(65)],
    ['what is not ASCII', 'clé-clé-clé-clé'],
    ['blanks within', 'abcd efgh'],
    ['a colon', 'abcd:efgh'],
    ['two keys', 'abcdefgh, abcdefgh'],
  ])('and refuses %s before anything else', async (_, key) => {
    const lin = await mall.buyer('林')
    const before = mall.statements.length
    const answer = await lin.post(path, {}, key === undefined ? {} : { 'idempotency-key': key })
    expect(answer).toMatchObject({ status: 200, code: 400, reason: 'IDEMPOTENCY_KEY_MISSING', msg: '请求缺少幂等标识，请刷新页面后重试' })
    expect(mall.statements.slice(before).filter((sql) => !/from "session"/.test(sql))).toEqual([])
  })

  test('and a refusal does not consume the key: the same request succeeds once stock has arrived', async () => {
    const [sku, lin] = [await mall.createSku('截齿', { stock: 1 }), await mall.buyer('林')]
    const body = await input(lin, [{ skuId: sku, goodsNum: 2 }])
    const key = randomUUID()
    expect(await submit(lin, body, key)).toMatchObject({ reason: 'OUT_OF_STOCK' })
    expect(await keysOf(lin.enterpriseId)).toEqual([])
    await (await mall.staff('warehouse')).api.consoleSku.adjustStock({ skuId: sku, change: 1, reason: '到货' })
    expect(await submit(lin, body, key)).toMatchObject({ code: 200 })
  })

  // H15
  test('that the browser finds on retry after it disconnected before the answer', async () => {
    const [sku, lin] = [await mall.createSku('截齿', { stock: 10 }), await mall.buyer('林')]
    const body = JSON.stringify(await input(lin, [{ skuId: sku, goodsNum: 1 }]))
    const address = await mall.app.http.listen({ port: 0, host: '127.0.0.1' })
    const key = randomUUID()
    const headers = { 'content-type': 'application/json', authorization: lin.token ?? '', 'idempotency-key': key }
    for (let round = 0; round < 3; round++) {
      await new Promise<void>((resolve) => {
        const call = httpRequest(`${address}/api${path}`, { method: 'POST', headers }, () => {})
        call.on('error', () => resolve())
        call.end(body, () => setTimeout(() => call.destroy(new Error('hung up')), round))
      })
    }
    const answer = (await (await fetch(`${address}/api${path}`, { method: 'POST', headers, body })).json()) as ResponseEnvelope
    expect(answer).toMatchObject({ code: 200 })
    expect([await ordersOf(lin.enterpriseId), await mall.countStock(sku)]).toMatchObject([[{}], 9])
  })
})

describe('stock is never oversold', () => {
  /** People of a few companies who are logged in, made without the price of a password each. */
  async function crowd(size: number): Promise<{ person: TestUser; addressId: string }[]> {
    const companies = []
    for (let at = 0; at < 8; at++) companies.push(await mall.buyer(`公司${at}`))
    const people = []
    for (let at = 0; at < size; at++) {
      const { enterpriseId, addressId } = companies[at % companies.length] as Buyer
      const mobile = `137${String(at).padStart(8, '0')}`
      const token = await mall.runInTransaction(async (tx) => {
        const { userId } = await registerUserWithEnterprise(tx, mall.moment(), {
          keys: mall.keys,
          user: { mobile, passwordHash: null },
          openAccounts: createLedgerAccountsOfEnterprise,
        })
        await insertMembership(tx, mall.moment(), { enterpriseId, userId, permCode: 'buyPay' })
        return createSession(tx, mall.moment(), {
          membership: { enterpriseId, userId, accountType: 2, permCode: 'buyPay' },
          origin: ORIGIN,
        })
      })
      people.push({ person: createTestUser(mall.app.http, token), addressId })
    }
    return people
  }

  // H6, T-01
  test('two hundred buyers submit for the last unit: one gets it, the others learn which goods are short', async () => {
    const sku = await mall.createSku('孤品截齿', { stock: 1 })
    const people = await crowd(200)
    const lines = [{ skuId: sku, goodsNum: 1 }]
    const { quote } = (await people[0]?.person.api.order.preview({ lines, method: 'transfer' })) ?? { quote: '' }
    const press = ({ person, addressId }: (typeof people)[number]) => submit(person, { lines, method: 'transfer', addressId, quote })

    const answers = await Promise.all(people.map(press))

    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const short = { code: 422, reason: 'OUT_OF_STOCK', msg: '孤品截齿 库存不足，请减少数量', detail: { skuId: sku, quantity: 1 } }
    for (const answer of answers.filter(({ code }) => code !== 200)) expect(answer).toMatchObject(short)
    expect(await mall.countStock(sku)).toBe(0)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  // acceptance case 1
  test('fifty orders for the last ten units, half with two lines of the same SKU, take exactly ten', async () => {
    const [sku, lin] = [await mall.createSku('截齿', { stock: 10 }), await mall.buyer('林')]
    const one = await input(lin, [{ skuId: sku, goodsNum: 1 }])
    const twice = { ...one, lines: [...one.lines, ...one.lines] }
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => submit(lin, at % 2 ? one : twice)))
    const units = answers.map(({ code }, at) => (code === 200 ? 2 - (at % 2) : 0)).reduce((sum: number, some) => sum + some, 0)
    expect([units, await mall.countStock(sku)]).toEqual([10, 0])
    expect(answers.filter(({ code }) => code !== 200 && code !== 422)).toEqual([])
  })

  test('orders for the same goods in opposite order do not deadlock', async () => {
    const [one, two, lin] = [await mall.createSku('甲'), await mall.createSku('乙'), await mall.buyer('林')]
    const [here, there] = [
      { skuId: one, goodsNum: 1 },
      { skuId: two, goodsNum: 1 },
    ]
    const bodies = [await input(lin, [here, there]), await input(lin, [there, here])]
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => submit(lin, bodies[at % 2] ?? {})))
    expect(answers.filter(({ code }) => code !== 200)).toEqual([])
    expect([await mall.countStock(one), await mall.countStock(two)]).toEqual([970, 970])
  })

  test('two lines of one SKU are reserved together', async () => {
    const [sku, lin] = [await mall.createSku('双行截齿', { stock: 5 }), await mall.buyer('林')]
    const body = await input(lin, [{ skuId: sku, goodsNum: 3 }])
    const too = {
      ...body,
      lines: [
        { skuId: sku, goodsNum: 3 },
        { skuId: sku, goodsNum: 3 },
      ],
    }
    expect(await submit(lin, too)).toMatchObject({ code: 422, reason: 'OUT_OF_STOCK', detail: { skuId: sku, quantity: 6 } })
    expect(
      await submit(lin, {
        ...body,
        lines: [
          { skuId: sku, goodsNum: 3 },
          { skuId: sku, goodsNum: 2 },
        ],
      }),
    ).toMatchObject({ code: 200 })
    expect(await mall.countStock(sku)).toBe(0)
  })
})

describe('the order equals the quote', () => {
  // H5
  test.each([
    'total',
    'payable',
    'freight',
    'couponAmount',
    'discount',
    'priceType',
    'price',
    'createdAt',
    'enterpriseId',
    'userId',
    'state',
  ])('the field %s in the request is refused', async (field) => {
    const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    const body = await input(lin, [{ skuId: sku, goodsNum: 1 }])
    expect(await submit(lin, { ...body, [field]: 0.01 })).toMatchObject({ code: 400, msg: '请求包含不支持的字段', detail: { field } })
    const inLine = { ...body, lines: [{ skuId: sku, goodsNum: 1, [field]: 0.01 }] }
    expect(await submit(lin, inLine)).toMatchObject({ code: 400, detail: { field } })
    expect(await ordersOf(lin.enterpriseId)).toEqual([])
  })

  // G9
  test('a price changed since the quote is refused with the old and the new price; the new quote succeeds', async () => {
    const [sku, still, lin] = [
      await mall.createSku('涨价截齿', { sale: '600.00' }),
      await mall.createSku('平价截齿', { sale: '10.00' }),
      await mall.buyer('林'),
    ]
    const lines = [
      { skuId: sku, goodsNum: 1 },
      { skuId: still, goodsNum: 1 },
    ]
    const old = await input(lin, lines)
    await createPriceAndShelfEdits(await mall.staff('catalogue')).setPrice({
      skuId: sku,
      salePrice: yuanTextToFen('600.01'),
      creditPrice: null,
    })
    expect(await submit(lin, old)).toMatchObject({
      status: 200,
      code: 409,
      reason: 'ORDER_CHANGED',
      msg: '价格、库存或优惠已变动，请确认后重新提交',
      detail: { changes: [{ skuId: sku, goodsName: '涨价截齿', was: 600, is: 600.01 }], freightMoved: false },
    })
    expect(await ordersOf(lin.enterpriseId)).toEqual([])
    expect(await submit(lin, await input(lin, lines))).toMatchObject({ code: 200, data: { payable: 610.01 } })
  })

  test('a quote for another quantity is refused if the freight differs', async () => {
    const [sku, lin] = [await mall.createSku('截齿', { sale: '100.00' }), await mall.buyer('林')]
    const body = await input(lin, [{ skuId: sku, goodsNum: 5 }])
    const fewer = { ...body, lines: [{ skuId: sku, goodsNum: 4 }] }
    expect(await submit(lin, fewer)).toMatchObject({
      reason: 'ORDER_CHANGED',
      detail: { changes: [], freightMoved: true },
    })
  })

  test('a quantity that was changed in the cart while the page was open is not ordered before the page shows it', async () => {
    const [sku, lin] = [await mall.createSku('截齿', { sale: '200.00' }), await mall.buyer('林')]
    await lin.api.cart.add({ skuId: sku, goodsNum: 3 })
    const [line] = (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList)
    const cartIds = [line?.id ?? '']
    const { quote, address } = await lin.api.order.preview({ cartIds, method: 'transfer' })
    const press = { cartIds, method: 'transfer' as const, addressId: address?.id ?? '', quote }
    await lin.api.cart.setCartNum({ id: cartIds[0] ?? '', goodsNum: 7 })
    expect(await submit(lin, press)).toMatchObject({
      reason: 'ORDER_CHANGED',
      detail: { changes: [], quantityMoved: true, freightMoved: false },
    })
    const again = await lin.api.order.preview({ cartIds, method: 'transfer' })
    expect(await submit(lin, { ...press, quote: again.quote })).toMatchObject({ code: 200, data: { payable: 1_400 } })
  })

  test('a quote of the cash price is refused for credit', async () => {
    const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林', { credit: '10000' })]
    const body = await input(lin, [{ skuId: sku, goodsNum: 1 }], 'transfer')
    expect(await submit(lin, { ...body, method: 'credit' })).toMatchObject({
      reason: 'ORDER_CHANGED',
      detail: { changes: [{ was: 38.5, is: 40.4 }] },
    })
  })

  // H10, H11: a quote is compared, never believed and never computed with.
  const encoded = (quote: unknown) => Buffer.from(JSON.stringify(quote)).toString('base64url')
  test.each<[string, (sku: string) => string]>([
    ['nothing', () => ''],
    ['no base64', () => '%%%'],
    ['no JSON', () => Buffer.from('{').toString('base64url')],
    ['null', () => encoded(null)],
    ['a list', () => encoded([])],
    ['prices that are no map', () => encoded({ p: 7, f: null })],
    ['a price below zero', (sku) => encoded({ p: { [sku]: -3850 }, f: {} })],
    ['a price beyond every amount', (sku) => encoded({ p: { [sku]: Number.MAX_SAFE_INTEGER }, f: {} })],
    ['a price that is text', (sku) => encoded({ p: { [sku]: '3850' }, f: {} })],
    ['a price with a fraction', (sku) => encoded({ p: { [sku]: 3850.5 }, f: {} })],
    ['a prototype', () => Buffer.from('{"p":{"__proto__":{"x":1}},"f":{"constructor":1}}').toString('base64url')],
    ['40,000 characters', () => 'A'.repeat(40_000)],
  ])('a quote that is %s is refused as completely changed', async (_, quote) => {
    const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    const answer = await submit(lin, { ...(await input(lin, [{ skuId: sku, goodsNum: 1 }])), quote: quote(sku) })
    expect(answer).toMatchObject({ status: 200, code: 409, reason: 'ORDER_CHANGED', detail: { changes: [{ skuId: sku, is: 38.5 }] } })
  })
})

describe('what cannot be ordered is refused with its name', () => {
  test('goods off sale, unknown goods, a quantity off step, an amount above the maximum', async () => {
    const lin = await mall.buyer('林')
    const off = await mall.createSku('下架')
    const body = await input(lin, [{ skuId: off, goodsNum: 1 }])
    await createPriceAndShelfEdits(await mall.staff('catalogue')).setShelf({ skuId: off, onShelf: false })
    // H8
    expect(await submit(lin, body)).toMatchObject({ code: 404, reason: 'SKU_NOT_FOUND', detail: { skuId: off } })
    expect(await submit(lin, { ...body, lines: [{ skuId: NO_ONE, goodsNum: 1 }] })).toMatchObject({ code: 404, reason: 'SKU_NOT_FOUND' })
    const diesel = await mall.createSku('柴油', { minimum: 200, step: 10, unit: '升' })
    expect(await submit(lin, { ...body, lines: [{ skuId: diesel, goodsNum: 205 }] })).toMatchObject({
      code: 422,
      reason: 'QUANTITY_OFF_STEP',
      msg: '柴油 200升起订，每次增加 10升',
    })
    // H10
    const dear = await mall.createSku('天价', { sale: '99999999.99', stock: 999_999 })
    for (const goodsNum of [2, 99_999, 999_999]) {
      expect(await submit(lin, { ...body, lines: [{ skuId: dear, goodsNum }] })).toMatchObject({
        code: 422,
        reason: 'ORDER_TOO_LARGE',
        msg: '订单金额超过上限',
      })
    }
    expect(await ordersOf(lin.enterpriseId)).toEqual([])
  })

  // H8, H14
  test('credit: goods without credit price, no account, agreement not accepted, limit short by one fen', async () => {
    const [cash, sku] = [await mall.createSku('现金截齿', { credit: null }), await mall.createSku('截齿', { credit: '600.00' })]
    const [lin, poor] = [await mall.buyer('林', { credit: '600.00' }), await mall.buyer('贫')]
    expect(await submit(lin, { ...(await input(lin, [{ skuId: cash, goodsNum: 1 }])), method: 'credit' })).toMatchObject({
      code: 422,
      reason: 'NOT_ON_CREDIT',
    })
    const body = async (buyer: Buyer) => input(buyer, [{ skuId: sku, goodsNum: 1 }], 'credit')
    expect(await submit(poor, await body(poor))).toMatchObject({ code: 422, reason: 'CREDIT_NOT_OPEN', msg: '抱歉，您暂未开通赊销账户!' })
    const finance = await mall.staff('finance')
    const opens = (buyer: Buyer, limit: string) =>
      setBaseLimitAsStaff(finance, { enterpriseId: buyer.enterpriseId, baseLimit: yuanTextToFen(limit), reason: '授信' })
    await opens(poor, '600.00')
    expect(await submit(poor, await body(poor))).toMatchObject({ code: 422, reason: 'CREDIT_AGREEMENT_NEEDED' })
    expect(await submit(lin, await body(lin))).toMatchObject({ code: 200 })
    await opens(lin, '599.99')
    expect(await submit(lin, await body(lin))).toMatchObject({
      code: 422,
      reason: 'CREDIT_SHORT',
      msg: '赊销可用额度 ¥599.99，还差 ¥0.01；可先还款、申请提额或改用其他支付方式',
    })
  })

  // H7
  test('an address that is missing, deleted or of another enterprise is not found', async () => {
    const [sku, lin, chen] = [await mall.createSku('截齿'), await mall.buyer('林'), await mall.buyer('陈')]
    const body = await input(lin, [{ skuId: sku, goodsNum: 1 }])
    const gone = await lin.api.address.add({ name: '林', mobile: lin.mobile, areaCode: '440305', detail: '旧址', isDefault: false })
    await lin.api.address.delete({ id: gone.id })
    const answers = await Promise.all([chen.addressId, gone.id, NO_ONE].map((addressId) => submit(lin, { ...body, addressId })))
    for (const answer of answers)
      expect(answer).toEqual({ status: 200, code: 404, msg: '收货地址不存在', success: false, data: null, reason: 'ADDRESS_NOT_FOUND' })
    expect(await lin.post(contract.order.preview.path, { lines: body.lines, addressId: chen.addressId })).toMatchObject({
      reason: 'ADDRESS_NOT_FOUND',
    })
    expect(await mall.countStock(sku)).toBe(1_000)
  })

  test('a submit with neither lines nor cart, or with both, is refused', async () => {
    const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    const { lines, ...rest } = await input(lin, [{ skuId: sku, goodsNum: 1 }])
    for (const source of [{}, { lines, cartIds: [NO_ONE] }, { lines: [] }, { cartIds: [] }, { lines: Array(201).fill(lines[0]) }]) {
      expect(await submit(lin, { ...rest, ...source })).toMatchObject({ code: 400, reason: 'INVALID_INPUT' })
    }
    expect(await submit(lin, { ...rest, cartIds: [NO_ONE] })).toMatchObject({ code: 404, reason: 'CART_LINE_NOT_FOUND' })
  })

  // H9
  test.each<[string, string, string | null]>([
    ['a script stays text', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['a hundred faces fit', '😀'.repeat(100), '😀'.repeat(100)],
    ['line ends become one', '上午\r\n下午', '上午\n下午'],
    ['turning marks go', 'gpj\u202e.exe', 'gpj.exe'],
    ['a formula stays text', '=HYPERLINK("http://x")', '=HYPERLINK("http://x")'],
    ['a hundred and one characters are too many', '备'.repeat(101), null],
    ['a zero byte is refused', 'a\u0000b', null],
    ['half a character is refused', 'a\ud83d', null],
  ])('remark: %s', async (_, remark, kept) => {
    const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    const answer = await submit(lin, { ...(await input(lin, [{ skuId: sku, goodsNum: 1 }])), remarks: [{ shopId: mall.shopId, remark }] })
    if (kept === null) expect(answer).toMatchObject({ code: 400, detail: { field: 'remarks.0.remark' } })
    expect((await ordersOf(lin.enterpriseId)).map((order) => order.remark)).toEqual(kept === null ? [] : [kept])
  })
})

describe('a trade', () => {
  test('of two shops makes two orders, each with its own freight and remark, paid together', async () => {
    const other = await mall.newShop('岩锋二店')
    const [here, there] = [
      await mall.createSku('本店', { sale: '600.00' }),
      await mall.createSku('二店', { shopId: other, sale: '100.00' }),
    ]
    const lin = await mall.buyer('林')
    const lines = [
      { skuId: here, goodsNum: 1 },
      { skuId: there, goodsNum: 1 },
    ]
    const shown = await lin.api.order.preview({ lines, method: 'transfer' })
    expect(shown).toMatchObject({ goodsAmount: 70_000, freight: 3_000, payable: 73_000, shops: [{ freight: 0 }, { freight: 3_000 }] })
    const { data } = await submit(lin, { ...(await input(lin, lines)), remarks: [{ shopId: other, remark: '二店备注' }] })
    const trade = data as SubmittedTrade
    expect(trade).toMatchObject({
      payable: 730,
      orders: [
        { payable: 600, state: 'WAIT_PAY' },
        { payable: 130, state: 'WAIT_PAY' },
      ],
    })
    expect((await ordersOf(lin.enterpriseId)).map(({ remark, payable_fen }) => [payable_fen, remark]).sort()).toEqual([
      [13_000, '二店备注'],
      [60_000, ''],
    ])
  })

  test('removes its lines from the cart and keeps the others', async () => {
    const [one, two, lin] = [await mall.createSku('甲'), await mall.createSku('乙'), await mall.buyer('林')]
    await lin.api.cart.add({ skuId: one, goodsNum: 1 })
    await lin.api.cart.add({ skuId: two, goodsNum: 1 })
    const cart = (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList)
    const cartIds = cart.filter(({ skuId }) => skuId === one).map(({ id }) => id)
    const { quote } = await lin.api.order.preview({ cartIds, method: 'transfer' })
    await lin.api.order.submit({ cartIds, method: 'transfer', addressId: lin.addressId, quote })
    expect((await lin.api.cart.list({})).flatMap(({ cartList }) => cartList)).toMatchObject([{ skuId: two }])
  })

  test('numbers its orders by date and ten digits that do not reveal how many orders exist', async () => {
    const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    const numbers = []
    for (let at = 0; at < 12; at++) {
      const trade = await lin.api.order.submit(await input(lin, [{ skuId: sku, goodsNum: 1 }]))
      numbers.push(trade.orders[0]?.orderNo ?? '')
    }
    expect(numbers.every((number) => /^2026111[89]\d{10}$/.test(number))).toBe(true)
    const tails = numbers.map((number) => Number(number.slice(8)))
    const gaps = tails.slice(1).map((tail, at) => Math.abs(tail - (tails[at] ?? 0)))
    expect(new Set(numbers).size).toBe(12)
    expect(Math.min(...gaps)).toBeGreaterThan(1_000)
  })

  test('shows every payment method, and the reason for those that are unavailable', async () => {
    const [sku, lin] = [await mall.createSku('截齿', { sale: '600.00', credit: '630.00' }), await mall.buyer('林', { wallet: '599.99' })]
    const { methods, method } = await lin.api.order.preview({ lines: [{ skuId: sku, goodsNum: 1 }] })
    expect(methods).toEqual([
      { method: 'credit', payable: 63_000, funds: null, available: false, reason: '暂未开通赊销账户，完成认证后可申请额度' },
      {
        method: 'wallet',
        payable: 60_000,
        funds: 59_999,
        available: false,
        reason: '钱包余额 ¥599.99，还差 ¥0.01；请先充值或改用其他支付方式',
      },
      { method: 'online', payable: 60_000, funds: null, available: false, reason: '商城还没有开通在线支付，请选择其他支付方式' },
      { method: 'transfer', payable: 60_000, funds: null, available: true, reason: null },
    ])
    expect(method).toBe('transfer')
  })
})

test('submitting three SKUs: no query runs once per SKU', async () => {
  const lin = await mall.buyer('林')
  const lines: Line[] = []
  for (let at = 0; at < 3; at++) lines.push({ skuId: await mall.createSku(`截齿 ${at}`), goodsNum: 1 })
  const asked: Record<string, number> = {}
  const count = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = mall.statements.length
    const answer = await work()
    asked[name] = mall.statements.length - before
    return answer
  }
  const [first = { skuId: NO_ONE, goodsNum: 1 }] = lines
  await count('add', () => lin.api.cart.add(first))
  await count('addMany', () => lin.api.cart.addMany({ lines }))
  await count('cart', () => lin.api.cart.list({}))
  await count('match', () => lin.api.quickOrder.match({ rows: [{ rowNo: 1, code: '', quantity: '1', skuId: first.skuId }] }))
  const { quote } = await count('preview', () => lin.api.order.preview({ lines, method: 'transfer' }))
  await count('submit', () => lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote }))
  expect(asked).toEqual({ add: 9, addMany: 11, cart: 9, match: 6, preview: 12, submit: 21 })
})
