import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const keeper = await mall.staff('catalogue')
const { list, save } = contract.consoleFreight

const row = (given: object) => ({
  provinces: [] as string[],
  delivered: true,
  firstGrams: 10_000,
  firstFen: fen(1_000),
  nextGrams: 1_000,
  nextFen: fen(200),
  freeFromFen: yuanTextToFen('500') as ReturnType<typeof fen> | null,
  ...given,
})
/** 广东 and everywhere: ¥10 for 10 kg, ¥2 a kilogram on; 新疆 dear and never free; 台湾 not at all. */
const template = [
  row({}),
  row({ provinces: ['65'], firstFen: yuanTextToFen('80'), freeFromFen: null }),
  row({ provinces: ['71'], delivered: false }),
]

type Rows = ReturnType<typeof row>[]
const shown = async (shopId: string) =>
  (await keeper.api.consoleFreight.list({})).shops.find((one) => one.shopId === shopId) ?? expect.fail('no such shop')
const saves = async (shopId: string, rows: Rows) => keeper.api.consoleFreight.save({ shopId, rows, seen: (await shown(shopId)).seen })

/** A shop of its own with that template, and a good of 4 kg in it. */
async function shop() {
  const shopId = await mall.newShop(`店${randomUUID().slice(0, 6)}`)
  await saves(shopId, template)
  return { shopId, sku: await mall.createSku('重截齿', { shopId, sale: '100.00', credit: '125.00', weightGrams: 4_000 }) }
}
type Buyer = Awaited<ReturnType<typeof mall.buyer>>
const address = (buyer: Buyer, areaCode: string) =>
  buyer.api.address.add({ name: '王', mobile: '13700000000', areaCode, detail: '一矿', isDefault: false })

describe('the freight of an order', () => {
  test('depends on weight and destination, and shows what is missing for free freight', async () => {
    const [{ sku }, lin] = [await shop(), await mall.buyer('林')]
    const { id: xinjiang } = await address(lin, '650102')
    const ask = async (goodsNum: number, addressId = lin.addressId) => {
      const { shops, freight } = await lin.api.order.preview({ lines: [{ skuId: sku, goodsNum }], method: 'wallet', addressId })
      return [freight, shops[0]?.missingForFree, shops[0]?.delivered]
    }
    expect(await ask(2)).toEqual([1_000, 30_000, true])
    expect(await ask(3)).toEqual([1_400, 20_000, true])
    expect(await ask(5)).toEqual([0, null, true])
    expect(await ask(3, xinjiang)).toEqual([8_400, null, true])
    expect(await ask(9, xinjiang)).toEqual([8_000 + 26 * 200, null, true])
  })

  test('without an address is the common rate of the shop, in the cart as well', async () => {
    const [{ sku }, wu] = [await shop(), await mall.buyer('吴')]
    await wu.api.address.delete({ id: wu.addressId })
    const preview = await wu.api.order.preview({ lines: [{ skuId: sku, goodsNum: 3 }], method: 'wallet' })
    expect([preview.address, preview.freight]).toEqual([null, 1_400])
    await wu.api.cart.add({ skuId: sku, goodsNum: 3 })
    expect((await wu.api.cart.list({}))[0]).toMatchObject({
      freight: { firstFen: 1_000, delivered: true },
      cartList: [{ weightGrams: 4_000 }],
    })
    await wu.api.address.add({ name: '王', mobile: '13700000000', areaCode: '650102', detail: '一矿', isDefault: true })
    expect((await wu.api.cart.list({}))[0]).toMatchObject({ freight: { firstFen: 8_000, freeFromFen: null } })
  })

  test('is not offered where the shop does not deliver, and the order is refused', async () => {
    const [{ sku }, qian] = [await shop(), await mall.buyer('钱')]
    const { id: addressId } = await address(qian, '710101')
    const lines = [{ skuId: sku, goodsNum: 1 }]
    const { quote, shops } = await qian.api.order.preview({ lines, method: 'wallet', addressId })
    expect(shops[0]).toMatchObject({ delivered: false, freight: 0 })
    await expect(qian.api.order.submit({ lines, method: 'wallet', addressId, quote })).rejects.toMatchObject({ reason: 'NOT_DELIVERED' })
  })

  test('is part of the quote: another address or a changed template requires a new quote', async () => {
    const [{ shopId, sku }, sun] = [await shop(), await mall.buyer('孙')]
    const { id: xinjiang } = await address(sun, '650102')
    const lines = [{ skuId: sku, goodsNum: 1 }]
    const { quote } = await sun.api.order.preview({ lines, method: 'wallet' })
    await expect(sun.api.order.submit({ lines, method: 'wallet', addressId: xinjiang, quote })).rejects.toMatchObject({
      reason: 'ORDER_CHANGED',
      detail: { changes: [], freightMoved: true },
    })
    await saves(shopId, [row({ firstFen: yuanTextToFen('11') })])
    await expect(sun.api.order.submit({ lines, method: 'wallet', addressId: sun.addressId, quote })).rejects.toMatchObject({
      reason: 'ORDER_CHANGED',
    })
  })

  test('is kept from submit; another payment method may make it free, and none computes it again', async () => {
    const [{ shopId, sku }, zhou] = [await shop(), await mall.buyer('周', { credit: '10000', wallet: '10000' })]
    const lines = [{ skuId: sku, goodsNum: 4 }]
    const { quote, freight } = await zhou.api.order.preview({ lines, method: 'wallet' })
    expect(freight).toBe(1_000 + 6 * 200)
    const { tradeId } = await zhou.api.order.submit({ lines, method: 'wallet', addressId: zhou.addressId, quote })
    await saves(shopId, [row({ firstFen: yuanTextToFen('999'), freeFromFen: null })])
    // Four at the price of credit are 500: from there on it is free.
    expect((await zhou.api.order.changeMethod({ tradeId, method: 'credit' })).payable).toBe(50_000)
    expect((await zhou.api.order.changeMethod({ tradeId, method: 'wallet' })).payable).toBe(42_200)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('the freight template', () => {
  test('is maintained by catalogue staff, and every change is logged', async () => {
    const { shopId } = await shop()
    const shops = (await keeper.api.consoleFreight.list({})).shops
    expect(shops.find((one) => one.shopId === shopId)).toMatchObject({ own: true, rows: template })
    expect(shops.find((one) => one.shopId === mall.shopId)).toMatchObject({ own: false, rows: [{ firstFen: 3_000, nextFen: ZERO_FEN }] })
    const clerk = await mall.staff('support')
    expect(await clerk.post(list.path, {})).toMatchObject({ code: 403 })
    const audited = await mall.db.selectFrom('audit_log').select('object_id').where('action', '=', save.path).execute()
    expect(audited.length).toBeGreaterThan(0)
  })

  test.each<[string, object[]]>([
    ['no row', []],
    ['no row for everywhere', [row({ provinces: ['44'] })]],
    ['two rows for everywhere', [row({}), row({})]],
    ['a province twice', [row({}), row({ provinces: ['44'] }), row({ provinces: ['11', '44'] })]],
    ['a fee below nothing', [{ ...row({}), firstFen: -1 }]],
    ['no weight', [{ ...row({}), nextGrams: 0 }]],
    ['free from nothing on', [{ ...row({}), freeFromFen: 0 }]],
  ])('is refused with %s', async (_, rows) => {
    const wire = rows.map((one) => ({ ...one, ...('firstFen' in one && Number(one.firstFen) > 0 ? { firstFen: 10, nextFen: 2 } : {}) }))
    expect(await keeper.post(save.path, { shopId: mall.shopId, rows: wire, seen: 'x' })).toMatchObject({ code: 400 })
  })

  test('must belong to an existing shop and to existing provinces', async () => {
    const rows = [row({}), row({ provinces: ['99'] })]
    await expect(saves(mall.shopId, rows)).rejects.toMatchObject({ reason: 'REGION_UNKNOWN' })
    await expect(keeper.api.consoleFreight.save({ shopId: randomUUID(), rows: [row({})], seen: 'x' })).rejects.toMatchObject({
      reason: 'SHOP_NOT_FOUND',
    })
  })

  test('that two people edit is saved completely by one, and the other is refused', async () => {
    const other = await mall.staff('catalogue', 'support')
    const mine = [
      row({ firstFen: yuanTextToFen('1') }),
      row({ provinces: ['44'], firstFen: yuanTextToFen('1') }),
      row({ provinces: ['11'], firstFen: yuanTextToFen('1') }),
    ]
    const yours = [row({ firstFen: yuanTextToFen('2') }), row({ provinces: ['65'], firstFen: yuanTextToFen('2') })]
    // Of one that has no template yet there is no row to wait for.
    for (const shopId of [await mall.newShop('新店'), (await shop()).shopId]) {
      const { seen } = await shown(shopId)
      const both = [
        keeper.api.consoleFreight.save({ shopId, rows: mine, seen }),
        other.api.consoleFreight.save({ shopId, rows: yours, seen }),
      ]
      const ends = await Promise.allSettled(both)
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(ends.find((end) => end.status === 'rejected')?.reason).toMatchObject({ reason: 'FREIGHT_MOVED' })
      expect((await shown(shopId)).rows).toEqual(ends[0]?.status === 'fulfilled' ? mine : yours)
      // Who has seen what stands there now may change it.
      await saves(shopId, template)
      expect((await shown(shopId)).rows).toEqual(template)
    }
  })
})
