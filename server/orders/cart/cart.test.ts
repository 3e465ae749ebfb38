import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { CART_LINES_PER_MEMBER_MAX } from '#contract/orders/cart/api.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { add, changeCartNum, setCartNum, select, listById, list } = contract.cart
const { submit } = contract.order
const NO_ONE = '00000000-0000-7000-8000-000000000000'

const linesOf = async (buyer: Buyer) => (await buyer.api.cart.list({})).flatMap(({ cartList }) => cartList)
const rowsOf = async ({ enterpriseId, userId }: Buyer) =>
  mall.db
    .selectFrom('cart_line')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

describe('quantity of a cart line', () => {
  // G1
  test.each([-1, 0, 0.5, '1', '1e3', 1e9, 2 ** 53, null, [1], true, {}, '１'])(
    '%o is refused and the cart stays as it was',
    async (goodsNum) => {
      const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
      await lin.api.cart.add({ skuId: sku, goodsNum: 2 })
      const [line] = await rowsOf(lin)

      const answers = [await lin.post(add.path, { skuId: sku, goodsNum }), await lin.post(setCartNum.path, { id: line?.id, goodsNum })]

      for (const answer of answers)
        expect(answer).toMatchObject({ status: 200, code: 400, reason: 'INVALID_INPUT', detail: { field: 'goodsNum' } })
      expect(await rowsOf(lin)).toEqual([line])
    },
  )

  test('is 1 to 999,999, also when units are added', async () => {
    const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    await lin.api.cart.add({ skuId: sku, goodsNum: 999_998 })
    await lin.api.cart.add({ skuId: sku, goodsNum: 1 })
    expect(await lin.post(add.path, { skuId: sku, goodsNum: 1 })).toMatchObject({
      code: 422,
      reason: 'QUANTITY_TOO_LARGE',
      msg: '数量不能超过 999999',
    })
    expect((await linesOf(lin))[0]).toMatchObject({ goodsNum: 999_999, skuNum: 999_999, fault: 'SHORT' })
  })

  test('follows minimum and step: diesel from 200 litres in steps of 10, and the refusal says so', async () => {
    const [diesel, lin] = [await mall.createSku('0 号柴油', { minimum: 200, step: 10, unit: '升' }), await mall.buyer('林')]
    for (const goodsNum of [1, 199, 205]) {
      expect(await lin.post(add.path, { skuId: diesel, goodsNum })).toMatchObject({
        code: 422,
        reason: 'QUANTITY_OFF_STEP',
        msg: '该商品200升起订，每次增加 10升',
        detail: { field: 'goodsNum', minimum: 200, step: 10 },
      })
    }
    await lin.api.cart.add({ skuId: diesel, goodsNum: 210 })
    const [line] = await linesOf(lin)
    expect(await lin.post(changeCartNum.path, { id: line?.id, changeNum: -20 })).toMatchObject({ code: 422, reason: 'QUANTITY_OFF_STEP' })
    expect(await lin.api.cart.changeCartNum({ id: line?.id ?? '', changeNum: -10 })).toMatchObject({ goodsNum: 200 })
  })

  test('cannot be reduced below one; the refusal states the minimum', async () => {
    const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    await lin.api.cart.add({ skuId: sku, goodsNum: 2 })
    const [line] = await linesOf(lin)
    for (const changeNum of [-2, -3, -999_999]) {
      const answer = await lin.post(changeCartNum.path, { id: line?.id, changeNum })
      expect(answer).toMatchObject({ code: 422, reason: 'QUANTITY_OFF_STEP' })
      expect(answer.msg).toMatch(/1/)
    }
    expect((await linesOf(lin))[0]?.goodsNum).toBe(2)
  })
})

describe('price of a cart line', () => {
  // G2
  test.each(['salePrice', 'creditPrice', 'saleAmount', 'discount', 'price', 'skuProps', 'enterpriseId', 'userId'])(
    'cannot be set by the caller: %s',
    async (field) => {
      const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
      expect(await lin.post(add.path, { skuId: sku, goodsNum: 1, [field]: 0.01 })).toMatchObject({
        code: 400,
        msg: '请求包含不支持的字段',
        detail: { field },
      })
      expect(await rowsOf(lin)).toEqual([])
    },
  )

  test('is quantity times price, for cash and credit, and follows the catalog', async () => {
    const [sku, cash, lin] = [
      await mall.createSku('截齿', { sale: '38.55', credit: '40.45' }),
      await mall.createSku('现金截齿', { credit: null }),
      await mall.buyer('林'),
    ]
    await lin.api.cart.add({ skuId: sku, goodsNum: 3 })
    await lin.api.cart.add({ skuId: cash, goodsNum: 1 })
    expect(await linesOf(lin)).toMatchObject([
      { creditPrice: null, creditAmount: null },
      { salePrice: 3_855, saleAmount: 11_565, creditPrice: 4_045, creditAmount: 12_135 },
    ])
    // G9: a cart shows the price of now.
    await createPriceAndShelfEdits(await mall.staff('catalogue')).setPrice({
      skuId: sku,
      salePrice: yuanTextToFen('30.00'),
      creditPrice: yuanTextToFen('31.00'),
    })
    expect((await linesOf(lin))[1]).toMatchObject({ saleAmount: 9_000, creditAmount: 9_300 })
  })

  // H10
  test('beyond the maximum of an order is shown and refused without an error', async () => {
    const [sku, lin] = [await mall.createSku('天价截齿'), await mall.buyer('林')]
    await lin.api.cart.add({ skuId: sku, goodsNum: 999_999 })
    await createPriceAndShelfEdits(await mall.staff('admin')).setPrice({
      skuId: sku,
      salePrice: yuanTextToFen('99999999.99'),
      creditPrice: yuanTextToFen('99999999.99'),
    })
    const [line] = await linesOf(lin)
    expect(line?.saleAmount).toBeGreaterThan(0)
    const { path } = contract.order.preview
    expect(await lin.post(path, { cartIds: [line?.id] })).toMatchObject({ code: 422, reason: 'ORDER_TOO_LARGE' })
    expect(await lin.post(path, { lines: [{ skuId: sku, goodsNum: 2 }] })).toMatchObject({ code: 422, reason: 'ORDER_TOO_LARGE' })
    expect(await lin.post(path, { lines: [{ skuId: sku, goodsNum: 1 }] })).toMatchObject({ code: 200, data: { payable: 99_999_999.99 } })
  })
})

describe('access to the cart', () => {
  // G4, N1, N2: half foreign is wholly refused.
  test('lines of other persons, of the same or another enterprise, are not found', async () => {
    const sku = await mall.createSku('截齿')
    const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
    const colleague = await mall.subAccount(lin, ['addCart', 'editCart'])
    for (const person of [lin, chen, colleague]) await person.api.cart.add({ skuId: sku, goodsNum: 1 })
    const [own] = await rowsOf(lin)
    for (const other of [chen, colleague]) {
      const [theirs] = await rowsOf(other)
      const attempts = (id: string | undefined): [string, object][] => [
        [changeCartNum.path, { id, changeNum: 1 }],
        [setCartNum.path, { id, goodsNum: 5 }],
        [select.path, { ids: [own?.id, id], selected: false }],
        [contract.cart.delete.path, { ids: [own?.id, id] }],
        [listById.path, { ids: [own?.id, id] }],
      ]
      for (const [at, [path, body]] of attempts(theirs?.id).entries()) {
        const refused = await lin.post(path, body)
        expect(refused).toMatchObject({ status: 200, code: 404, reason: 'CART_LINE_NOT_FOUND', msg: '购物车商品不存在' })
        const [, none] = attempts(NO_ONE)[at] ?? []
        expect(await lin.post(path, none)).toEqual(refused)
      }
      expect([await rowsOf(lin), await rowsOf(other)]).toEqual([[own], [theirs]])
    }
  })

  // G8
  test('adding and editing each need a permission', async () => {
    const sku = await mall.createSku('截齿')
    const lin = await mall.buyer('林')
    const adder = await mall.subAccount(lin, ['addCart'])
    await adder.api.cart.add({ skuId: sku, goodsNum: 1 })
    const [line] = await rowsOf(adder)
    expect(await adder.post(setCartNum.path, { id: line?.id, goodsNum: 2 })).toMatchObject({ code: 403, detail: { permCode: 'editCart' } })
    expect(await adder.post(contract.cart.delete.path, { ids: [line?.id] })).toMatchObject({ code: 403 })
    const editor = await mall.subAccount(lin, ['editCart'])
    expect(await editor.post(add.path, { skuId: sku, goodsNum: 1 })).toMatchObject({ code: 403, detail: { permCode: 'addCart' } })
    expect(await rowsOf(editor)).toEqual([])
  })

  test('an empty list of lines, more than two hundred, or invalid ids are refused', async () => {
    const lin = await mall.buyer('林')
    for (const ids of [[], Array(201).fill(NO_ONE), ['x'], [1], 'x', null, [NO_ONE, null]]) {
      expect(await lin.post(contract.cart.delete.path, { ids })).toMatchObject({ code: 400, reason: 'INVALID_INPUT' })
    }
  })
})

describe('concurrent changes of the cart', () => {
  // G5
  test('one SKU added by a hundred concurrent requests makes one line with the sum', async () => {
    const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    const answers = await Promise.all(Array.from({ length: 100 }, () => lin.post(add.path, { skuId: sku, goodsNum: 3 })))
    expect(answers.filter(({ code }) => code !== 200)).toEqual([])
    expect(await rowsOf(lin)).toMatchObject([{ goods_num: 300 }])
  })

  test('the sum never exceeds the maximum quantity', async () => {
    const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    const answers = await Promise.all(Array.from({ length: 30 }, () => lin.post(add.path, { skuId: sku, goodsNum: 99_999 })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(10)
    expect(await rowsOf(lin)).toMatchObject([{ goods_num: 999_990 }])
  })

  // G6
  test('at most two hundred SKUs fit, also concurrently; more units of existing lines can be added', async () => {
    const lin = await mall.buyer('林')
    const skus = await fill(lin, CART_LINES_PER_MEMBER_MAX + 15)
    const answers = await Promise.all(skus.slice(CART_LINES_PER_MEMBER_MAX - 5).map((skuId) => lin.post(add.path, { skuId, goodsNum: 1 })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(5)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({
      code: 422,
      reason: 'CART_FULL',
      msg: '购物车最多放 200 种商品，请先清理',
    })
    expect(await lin.api.cart.count({})).toEqual({ count: CART_LINES_PER_MEMBER_MAX })
    expect(await lin.post(add.path, { skuId: skus[0], goodsNum: 1 })).toMatchObject({ code: 200 })
  })

  /** Some SKUs, all but the last twenty of which lie in the cart already. */
  async function fill(buyer: Buyer, count: number): Promise<string[]> {
    const skus = []
    for (let at = 0; at < count; at++) skus.push(await mall.createSku(`第 ${at} 种`))
    const { enterpriseId: enterprise_id, userId: user_id } = buyer
    const rows = skus.slice(0, count - 20).map((sku_id) => ({
      enterprise_id,
      user_id,
      sku_id,
      id: mall.moment().newId(),
      goods_num: 1,
      selected: true,
      created_at: mall.clock.now,
    }))
    await mall.runInTransaction((tx) => tx.insertInto('cart_line').values(rows).execute())
    return skus
  }

  test('concurrent increments and decrements of equal number leave the quantity unchanged', async () => {
    const [sku, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    await lin.api.cart.add({ skuId: sku, goodsNum: 50 })
    const [line] = await rowsOf(lin)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => lin.post(changeCartNum.path, { id: line?.id, changeNum: at % 2 ? 1 : -1 })),
    )
    expect(answers.filter(({ code }) => code !== 200)).toEqual([])
    expect((await rowsOf(lin))[0]?.goods_num).toBe(50)
  })

  // G3
  test('a quantity changed during a submit is not ordered unseen, and the order adds up', async () => {
    const [sku, lin] = [await mall.createSku('截齿', { stock: 10_000, sale: '10.00' }), await mall.buyer('林')]
    for (let round = 0; round < 10; round++) {
      await lin.api.cart.add({ skuId: sku, goodsNum: 5 })
      const [line] = await rowsOf(lin)
      const { quote } = await lin.api.order.preview({ cartIds: [line?.id ?? ''], method: 'transfer' })
      const order = { cartIds: [line?.id ?? ''], method: 'transfer', addressId: lin.addressId }
      const key = () => ({ 'idempotency-key': randomUUID() })
      const [answer] = await Promise.all([
        lin.post(submit.path, { ...order, quote }, key()),
        lin.post(setCartNum.path, { id: line?.id, goodsNum: 6 }),
      ])
      // With the five that the page showed, or with the six only after they were shown.
      if (answer.code !== 200) {
        expect(answer).toMatchObject({ reason: 'ORDER_CHANGED', detail: { changes: [], quantityMoved: true } })
        const shown = await lin.api.order.preview({ cartIds: order.cartIds, method: 'transfer' })
        expect(await lin.post(submit.path, { ...order, quote: shown.quote }, key())).toMatchObject({ code: 200, data: { payable: 90 } })
      } else expect(answer).toMatchObject({ data: { payable: 80 } })
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('lines that cannot be ordered stay and state the reason', () => {
  test('off sale, sold out, below the minimum, off step', async () => {
    const lin = await mall.buyer('林')
    const skus = {
      OFF_SHELF: await mall.createSku('下架'),
      SOLD_OUT: await mall.createSku('售罄'),
      SHORT: await mall.createSku('不足'),
      OFF_STEP: await mall.createSku('倍数'),
    }
    for (const skuId of Object.values(skus)) await lin.api.cart.add({ skuId, goodsNum: 5 })
    const admin = await mall.staff('admin')
    await createPriceAndShelfEdits(admin).setShelf({ skuId: skus.OFF_SHELF, onShelf: false })
    await admin.api.consoleSku.adjustStock({ skuId: skus.SOLD_OUT, change: -1_000, reason: '盘点' })
    await admin.api.consoleSku.adjustStock({ skuId: skus.SHORT, change: -996, reason: '盘点' })
    await mall.runInTransaction((tx) => tx.updateTable('sku').set({ step: 3 }).where('id', '=', skus.OFF_STEP).execute())

    const faults = Object.fromEntries((await linesOf(lin)).map(({ skuId, fault }) => [skuId, fault]))
    expect(faults).toEqual(Object.fromEntries(Object.entries(skus).map(([fault, skuId]) => [skuId, fault])))
    expect(await lin.post(add.path, { skuId: skus.OFF_SHELF, goodsNum: 1 })).toMatchObject({ code: 404, reason: 'SKU_NOT_FOUND' })
    // It can be taken out all the same.
    await lin.api.cart.delete({ ids: (await rowsOf(lin)).map(({ id }) => id) })
    expect(await lin.post(list.path)).toMatchObject({ data: [] })
  })

  test('lines are grouped by shop, and the selection is kept', async () => {
    const other = await mall.newShop('岩锋二店')
    const [here, there, lin] = [await mall.createSku('本店'), await mall.createSku('二店', { shopId: other }), await mall.buyer('林')]
    await lin.api.cart.add({ skuId: here, goodsNum: 1 })
    await lin.api.cart.add({ skuId: there, goodsNum: 1 })
    const shops = await lin.api.cart.list({})
    expect(shops.map(({ shopName, cartList }) => [shopName, cartList.length]).sort()).toEqual([
      ['岩锋二店', 1],
      ['岩锋自营', 1],
    ])
    const [first] = shops.flatMap(({ cartList }) => cartList)
    await lin.api.cart.select({ ids: [first?.id ?? ''], selected: false })
    expect((await lin.api.cart.listById({ ids: [first?.id ?? ''] }))[0]?.cartList).toMatchObject([{ selected: false }])
  })
})
