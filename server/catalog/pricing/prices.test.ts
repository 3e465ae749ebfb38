import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { updateMemberLevelColumn } from '#server/people/organisation/public.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { followCatalogVersion } from '#server/platform/testing/follow-catalog-version.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
followCatalogVersion(mall)

const catalogue = await mall.staff('catalogue')
const desk = { ...catalogue.api.consolePrice, ...createPriceAndShelfEdits(catalogue) }
const goodsOf = async (skuId: string) =>
  (await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()).goods_id
const both = (sale: string, credit: string | null, from = 1) => ({
  from,
  salePrice: yuanTextToFen(sale),
  creditPrice: credit === null ? null : yuanTextToFen(credit),
})

interface Request {
  fromDay?: string
  untilDay?: string | null
}
/** A list of one SKU's prices, for a company or a level. */
async function lists(
  holder: { enterpriseId: string } | { level: MemberLevel },
  skuId: string,
  prices: ReturnType<typeof both>[],
  request: Request = {},
) {
  const { listId } = await desk.add({ name: '价目', fromDay: '2026-01-01', ...request, ...holder })
  await desk.setPrices({ listId, skuId, prices })
  return listId
}
const shelf = async (request: Parameters<typeof mall.createSku>[1] = {}) => {
  const skuId = await mall.createSku('U84 采煤截齿', { sale: '40.00', credit: '42.00', ...request })
  return { skuId, goodsId: await goodsOf(skuId) }
}
const detailOf = async (of: Pick<Buyer, 'api'>, goodsId: string) => {
  const [sku] = (await of.api.goods.detail({ goodsId })).skus
  return sku ?? expect.fail('a good without a SKU')
}
const lineOf = async (of: Buyer) => (await of.api.cart.list({}))[0]?.cartList[0] ?? expect.fail('an empty cart')

describe('a contract price applies to its enterprise only', () => {
  test('and is shown to it as such on every screen, and never to others', async () => {
    const { skuId, goodsId } = await shelf({ code: 'KT-AGREED-1' })
    const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
    const guest = mall.guest()
    await lists({ enterpriseId: lin.enterpriseId }, skuId, [both('36.00', '37.50')])

    const priceEverywhere = async (of: Buyer) => {
      const [found] = (await of.api.goods.list({ keyword: 'KT-AGREED-1' })).dataList
      const recommended = (await of.api.goodsCategory.recom({})).flatMap(({ goods }) => goods).find((card) => card.goodsId === goodsId)
      await of.api.favourites.add({ goodsId })
      const [liked] = (await of.api.favourites.list({})).dataList
      const detail = await detailOf(of, goodsId)
      await of.api.cart.add({ skuId, goodsNum: 1 })
      const line = await lineOf(of)
      const [matched] = (await of.api.quickOrder.match({ rows: [{ rowNo: 1, code: 'KT-AGREED-1', quantity: '1' }] })).skus
      const list = await of.api.shoppingList.add({ name: '月度', lines: [{ skuId, goodsNum: 1 }] })
      const [kept] = (await of.api.shoppingList.detail({ id: list.id })).lines
      const { shops } = await of.api.order.preview({ lines: [{ skuId, goodsNum: 1 }], method: 'wallet' })
      return [
        ...[found, recommended, liked?.card].map((card) => [card?.salePrice, card?.priceLabel]),
        ...[detail, line, matched, kept?.sku].map((sku) => [sku?.salePrice, sku?.steps?.[0].saleLabel]),
        [shops[0]?.lines[0]?.price, shops[0]?.lines[0]?.priceLabel],
      ]
    }
    const guestSees = async () => {
      const list = await guest.get('/api/goods-api/api/goods/list?keyword=KT-AGREED-1')
      const detail = await guest.get(`/api/goods-api/api/goods/detail?goodsId=${goodsId}`)
      return [JSON.parse(list.body).data.dataList[0].salePrice, JSON.parse(detail.body).data.skus[0].salePrice]
    }
    expect(await guestSees()).toEqual([40, 40])
    expect(await priceEverywhere(lin)).toEqual(Array(8).fill([yuanTextToFen('36.00'), '协议价']))
    expect(await priceEverywhere(chen)).toEqual(Array(8).fill([yuanTextToFen('40.00'), null]))
    expect(await guestSees()).toEqual([40, 40])
  })

  test('and its answers are not cached, and leave no trace in the answers of others', async () => {
    const { skuId, goodsId } = await shelf()
    const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
    await lists({ enterpriseId: lin.enterpriseId }, skuId, [both('36.17', '37.17')])
    const path = `/api/goods-api/api/goods/detail?goodsId=${goodsId}`
    const asked = await mall.guest().get(path)
    const mine = await lin.get(path, { 'if-none-match': String(asked.headers.etag) })
    expect([mine.status, mine.headers['cache-control'], mine.headers.etag]).toEqual([200, 'no-store', undefined])
    expect(mine.body).toContain('36.17')
    for (const other of [chen, mall.guest()]) expect((await other.get(path)).body).not.toMatch(/36\.17|协议/)
    // A member of two companies meets each one's prices in its own seat.
    const worker = await mall.subAccount(lin, ['lookGoods'])
    expect((await detailOf(worker, goodsId)).salePrice).toBe(yuanTextToFen('36.17'))
  })

  test('and binds both sides despite cheaper tiers and levels, until its last day in Shanghai ends', async () => {
    const { skuId, goodsId } = await shelf()
    const lin = await mall.buyer('林')
    await lists({ level: 1 }, skuId, [both('35.00', '36.00')])
    await desk.setPrices({ skuId, prices: [both('40.00', '42.00'), both('30.00', '31.00', 100)] })
    await lists({ enterpriseId: lin.enterpriseId }, skuId, [both('38.00', '39.00')], { fromDay: '2026-11-19', untilDay: '2026-11-20' })
    const at = async (now: string) => {
      mall.clock.now = new Date(now)
      await mall.renew()
      const { steps } = await detailOf(lin, goodsId)
      return [1, 100].map((many) => [
        findPriceStepForQuantity(steps, many).salePrice / 100,
        findPriceStepForQuantity(steps, many).saleLabel,
      ])
    }
    const without = [
      [35, '普通会员价'],
      [30, '满100支价'],
    ]
    expect(await at('2026-11-18T15:59:59.999Z')).toEqual(without)
    expect(await at('2026-11-18T16:00:00Z')).toEqual(Array(2).fill([38, '协议价']))
    expect(await at('2026-11-20T15:59:59.999Z')).toEqual(Array(2).fill([38, '协议价']))
    expect(await at('2026-11-20T16:00:00Z')).toEqual(without)
  })

  test('and a disabled list no longer applies', async () => {
    const { skuId, goodsId } = await shelf()
    const lin = await mall.buyer('林')
    const listId = await lists({ enterpriseId: lin.enterpriseId }, skuId, [both('36.00', '37.00')])
    await desk.modify({ listId, name: '价目', fromDay: '2026-01-01', enabled: false })
    expect((await detailOf(lin, goodsId)).salePrice).toBe(yuanTextToFen('40.00'))
  })
})

test('a level has its own prices and those of lower levels; guests and lower levels do not', async () => {
  const { skuId, goodsId } = await shelf()
  const lin = await mall.buyer('林')
  await lists({ level: 3 }, skuId, [both('37.00', '38.00')])
  const seen: unknown[] = []
  for (const level of [1, 2, 3, 4] as const) {
    await mall.runInTransaction((tx) => updateMemberLevelColumn(tx, lin.enterpriseId, level))
    const { salePrice, steps } = await detailOf(lin, goodsId)
    seen.push([salePrice / 100, steps[0].saleLabel])
  }
  expect(seen).toEqual([
    [40, null],
    [40, null],
    [37, '黄金会员价'],
    [37, '黄金会员价'],
  ])
  expect((await detailOf(mall.guest(), goodsId)).salePrice).toBe(yuanTextToFen('40.00'))
})

describe('quantity tiers', () => {
  test('apply to a cart line that reaches one, and the line says what more units would save', async () => {
    const { skuId } = await shelf({ minimum: 10, step: 10 })
    await desk.setPrices({ skuId, prices: [both('40.00', '42.00'), both('38.00', '39.00', 100), both('36.00', null, 500)] })
    const lin = await mall.buyer('林')
    await lin.api.cart.add({ skuId, goodsNum: 90 })
    const line = await lineOf(lin)
    expect(line).toMatchObject({ salePrice: yuanTextToFen('40.00'), saleAmount: yuanTextToFen('3600.00') })
    expect(line.steps?.map(({ from, saleLabel }) => [from, saleLabel])).toEqual([
      [10, null],
      [100, '满100支价'],
      [500, '满500支价'],
    ])
    expect(await lin.api.cart.changeCartNum({ id: line.id, changeNum: 10 })).toMatchObject({
      salePrice: yuanTextToFen('38.00'),
      creditPrice: yuanTextToFen('39.00'),
      saleAmount: yuanTextToFen('3800.00'),
      creditAmount: yuanTextToFen('3900.00'),
    })
    expect(await lin.api.cart.setCartNum({ id: line.id, goodsNum: 500 })).toMatchObject({
      salePrice: yuanTextToFen('36.00'),
      creditPrice: yuanTextToFen('39.00'),
    })
  })

  test('apply in orders to the sum of lines of one SKU, and a change of method keeps the prices of that day', async () => {
    const { skuId } = await shelf()
    await desk.setPrices({ skuId, prices: [both('40.00', '42.00'), both('38.00', '39.00', 100)] })
    const lin = await mall.buyer('林', { credit: '500000', wallet: '50000' })
    const lines = [
      { skuId, goodsNum: 60 },
      { skuId, goodsNum: 40 },
    ]
    const shown = await lin.api.order.preview({ lines, method: 'wallet' })
    expect(shown.shops[0]?.lines.map(({ price, priceLabel }) => [price, priceLabel])).toEqual(
      Array(2).fill([yuanTextToFen('38.00'), '满100支价']),
    )
    const { tradeId, payable } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote: shown.quote })
    expect(payable).toBe(yuanTextToFen('3800.00'))
    await desk.setPrices({ skuId, prices: [both('50.00', '52.00')] })
    expect(await lin.api.order.changeMethod({ tradeId, method: 'credit' })).toMatchObject({ payable: yuanTextToFen('3900.00') })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('a price list that begins between checkout and submit stops the order, with old and new price', async () => {
  const { skuId } = await shelf()
  const lin = await mall.buyer('林', { wallet: '5000' })
  mall.clock.now = new Date('2026-11-25T15:59:00Z')
  await mall.renew()
  await lists({ enterpriseId: lin.enterpriseId }, skuId, [both('36.00', '37.00')], { fromDay: '2026-11-26' })
  const request = { lines: [{ skuId, goodsNum: 20 }], method: 'wallet' as const }
  const { quote, payable } = await lin.api.order.preview(request)
  expect(payable).toBe(yuanTextToFen('800.00'))
  mall.clock.forward(60_000)
  const { path } = contract.order.submit
  const stale = await lin.post(path, { ...request, addressId: lin.addressId, quote }, { 'idempotency-key': 'list-begins-1' })
  expect(stale).toMatchObject({ code: 409, reason: 'ORDER_CHANGED', detail: { changes: [{ skuId, was: 40, is: 36 }] } })
  const fresh = await lin.api.order.preview(request)
  expect(await lin.api.order.submit({ ...request, addressId: lin.addressId, quote: fresh.quote })).toMatchObject({
    payable: yuanTextToFen('720.00'),
  })
})

test('a page of goods is priced with one statement for enterprises and guests, however many prices exist', async () => {
  const lin = await mall.buyer('林')
  const { listId } = await desk.add({ name: '长', fromDay: '2026-01-01', enterpriseId: lin.enterpriseId })
  for (let at = 0; at < 24; at++) {
    const { skuId } = await shelf({ code: `MANY-${at}` })
    await desk.setPrices({ listId, skuId, prices: [both('36.00', null), both('35.00', null, 10)] })
    await desk.setPrices({ skuId, prices: [both('40.00', null), both('39.00', null, 10)] })
  }
  const count = async (pageSize: number) => {
    const before = mall.statements.length
    await lin.api.goods.list({ pageSize, sort: 'newest' })
    return mall.statements.length - before
  }
  // The first list after a change reads the changed goods into memory.
  await count(1)
  expect(await count(24)).toBe(await count(2))
})
