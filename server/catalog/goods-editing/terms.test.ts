import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { adjustStocks } from '#server/catalog/inventory/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { catalogue, sku, fresh, edits, publishes, shown } = await createGoodsEditor(mall)
const { send, apply } = await createAfterSaleHelpers(mall)
const { afterSale } = contract

const stocks = (...skuIds: string[]) =>
  mall.runInTransaction((tx) =>
    adjustStocks(
      tx,
      mall.moment(),
      skuIds.map((skuId) => ({ skuId, minimum: 1, change: 99, kind: 'receipt', reason: '期初', staffId: null })),
    ),
  )
/** Goods on sale, with 99 in stock. */
async function sells(given: Parameters<typeof fresh>[0]) {
  const goods = await fresh(given)
  await stocks(...goods.skuIds)
  return goods
}
async function buys(buyer: Buyer, lines: { skuId: string; goodsNum: number }[]) {
  const { quote, freight } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const orderNo = orders[0]?.orderNo ?? expect.fail('no order')
  const { freight: charged } = await buyer.api.order.detail({ orderNo })
  return { buyer, enterpriseId: buyer.enterpriseId, orderNo, skuIds: lines.map(({ skuId }) => skuId), freight, charged }
}

test('goods with free freight add no freight in cart, preview and order, and alone ship free', async () => {
  const heavy = { weightGrams: 30_000, salePrice: yuanTextToFen('10.00'), creditPrice: null }
  const [free, paid] = [await sells({ freight: 'free', skus: [sku(heavy)] }), await sells({ skus: [sku(heavy)] })]
  const lin = await mall.buyer('林', { wallet: '5000' })
  const [freeLine, paidLine] = [free, paid].map(({ skuId }) => ({ skuId, goodsNum: 1 })) as [
    { skuId: string; goodsNum: 1 },
    { skuId: string; goodsNum: 1 },
  ]
  const alone = await buys(lin, [paidLine])
  expect(alone.freight).toBeGreaterThan(0)
  expect((await buys(lin, [paidLine, freeLine])).charged).toBe(alone.charged)
  expect(await buys(lin, [freeLine])).toMatchObject({ freight: 0, charged: 0 })
  await lin.api.cart.add(freeLine)
  expect((await lin.api.cart.list({}))[0]?.cartList[0]).toMatchObject({ freeFreight: true })
  expect(await lin.api.goods.detail({ goodsId: free.goodsId })).toMatchObject({ freeFreight: true, afterSale: 'standard' })
})

test('goods by tanker cost freight, and say on the card, the page, in cart, preview and order that no courier brings them', async () => {
  const heavy = { weightGrams: 30_000, salePrice: yuanTextToFen('10.00'), creditPrice: null }
  const [tanked, other] = [
    await sells({ freight: 'tanker', skus: [sku({ ...heavy, code: 'TANK-1' })] }),
    await sells({ skus: [sku(heavy)] }),
  ]
  const lin = await mall.buyer('林', { wallet: '5000' })
  const lines = [{ skuId: tanked.skuId, goodsNum: 1 }]
  const alone = await buys(lin, lines)
  expect(alone.charged).toBeGreaterThan(0)
  const mixed = await buys(lin, [...lines, { skuId: other.skuId, goodsNum: 1 }])
  const orderOf = async ({ orderNo }: { orderNo: string }) => (await lin.api.order.detail({ orderNo })).byTanker
  expect([await orderOf(alone), await orderOf(mixed), await orderOf(await buys(lin, [{ skuId: other.skuId, goodsNum: 1 }]))]).toEqual([
    'all',
    'some',
    undefined,
  ])
  await lin.api.cart.add({ skuId: tanked.skuId, goodsNum: 1 })
  expect((await lin.api.cart.list({}))[0]?.cartList[0]).toMatchObject({ freeFreight: false, byTanker: true })
  expect((await lin.api.order.preview({ lines, method: 'wallet' })).shops[0]?.lines[0]).toMatchObject({ byTanker: true })
  expect(await lin.api.goods.detail({ goodsId: tanked.goodsId })).toMatchObject({ freeFreight: false, byTanker: true })
  expect((await lin.api.goods.list({ keyword: 'TANK-1' })).dataList).toMatchObject([{ byTanker: true }])
  expect((await lin.api.goods.detail({ goodsId: other.goodsId })).byTanker).toBeUndefined()
})

test('goods can be returned as their after-sale rule at the time of the order allows', async () => {
  const [custom, quality] = [await sells({ name: '定制截齿', afterSale: 'none' }), await sells({ name: '钻头', afterSale: 'qualityOnly' })]
  const lin = await mall.buyer('林', { wallet: '5000' })
  const bought = await buys(
    lin,
    [custom, quality].map(({ skuId }) => ({ skuId, goodsNum: 2 })),
  )
  // Orders keep what was promised, whatever the goods say later.
  for (const { goodsId } of [custom, quality]) {
    await edits(goodsId, () => ({ afterSale: 'standard' }))
    mall.clock.forward(1_000)
    await publishes(goodsId)
  }
  await send(bought, { 1: 2, 2: 2 })
  const lineOf = async (name: string) =>
    (await lin.api.afterSale.options({ orderNo: bought.orderNo })).lines.find(({ goodsName }) => goodsName === name) ?? expect.fail(name)
  const [first, second] = [await lineOf('定制截齿'), await lineOf('钻头')]
  expect([first, second]).toMatchObject([
    { sent: 0, rule: 'none' },
    { sent: 2, rule: 'qualityOnly' },
  ])
  const asks = (lineNo: number, reason: string) =>
    lin.post(
      afterSale.apply.path,
      { orderNo: bought.orderNo, type: 'RETURN', freight: false, lines: [{ lineNo, stage: 'sent', quantity: 1 }], reason, description: '' },
      { 'idempotency-key': crypto.randomUUID() },
    )
  expect(await asks(first.lineNo, '质量问题')).toMatchObject({
    reason: 'AFTER_SALE_NOT_ALLOWED',
    msg: '「定制截齿」定制品，不退不换，发货后不能申请售后。如有质量问题，请联系客服',
  })
  expect(await asks(second.lineNo, '多买或不想要')).toMatchObject({ reason: 'AFTER_SALE_NOT_ALLOWED', detail: { field: 'reason' } })
  const { id } = await apply(bought, 'RETURN', [[second.lineNo, 'sent', 1]])
  expect((await lin.api.afterSale.detail({ id })).lines).toMatchObject([{ rule: 'qualityOnly' }])
})

test('a discontinued SKU leads to its replacement, over several steps, on its page, in cart and search', async () => {
  const last = await sells({ name: '三代截齿', skus: [sku({ code: 'NEXT-3' })] })
  const middle = await sells({ name: '二代截齿', skus: [sku({ code: 'NEXT-2', replacedBy: last.skuId })] })
  const old = await sells({ name: '一代截齿', skus: [sku({ code: 'NEXT-1', replacedBy: middle.skuId }), sku({ code: 'NEXT-1B' })] })
  const lin = await mall.buyer('林')
  await lin.api.cart.add({ skuId: old.skuId, goodsNum: 1 })
  const by = { skuId: last.skuId, goodsId: last.goodsId, goodsName: '三代截齿', skuCode: 'NEXT-3' }
  const inCart = async () => (await lin.api.cart.list({}))[0]?.cartList[0]?.replacement
  const finds = async (keyword: string) => {
    const { dataList, replaced } = await lin.api.goods.list({ keyword })
    return [dataList.map(({ name }) => name), replaced]
  }
  const suggests = async (keyword: string) => (await lin.api.suggestion.suggest({ keyword })).partNumbers
  // Still sold, it is shown with what will take its place, and found itself.
  expect((await lin.api.goods.detail({ goodsId: old.goodsId })).replaced).toMatchObject([{ code: 'NEXT-1', by: { skuCode: 'NEXT-2' } }])
  expect(await inCart()).toBeNull()
  expect((await finds('NEXT-1'))[1]).toBeUndefined()
  expect((await suggests('next1')).map(({ skuCode }) => skuCode)).toEqual(['NEXT-1', 'NEXT-1B'])

  const takesOff = async (goodsId: string) => catalogue.api.consoleGoods.takeOff({ goodsId, rowVersion: (await shown(goodsId)).rowVersion })
  await takesOff(middle.goodsId)
  await edits(old.goodsId, ({ skus }) => ({ skus: skus.map((one, at) => (at === 0 ? { ...one, onShelf: false } : one)) }))
  await publishes(old.goodsId)
  expect(await lin.api.goods.detail({ goodsId: old.goodsId })).toMatchObject({
    skus: [{ code: 'NEXT-1B' }],
    replaced: [{ code: 'NEXT-1', by }],
  })
  expect(await inCart()).toEqual(by)
  expect((await finds('next1'))[0]).toContain('三代截齿')
  expect((await finds('NEXT-1'))[1]).toEqual({ code: 'NEXT-1', by })
  const instead = { goodsId: last.goodsId, skuCode: 'NEXT-3', name: '三代截齿', replaces: 'NEXT-1' }
  expect(await suggests('next1')).toMatchObject([instead, { skuCode: 'NEXT-1B' }])

  await takesOff(old.goodsId)
  await expect(lin.api.goods.detail({ goodsId: old.goodsId })).rejects.toMatchObject({
    reason: 'GOODS_NOT_FOUND',
    detail: { replacements: [{ skuId: old.skuId, by }] },
  })
  // Nothing is left to lead to: it is as if nobody had named a successor.
  await takesOff(last.goodsId)
  expect([await inCart(), (await finds('NEXT-1'))[1]]).toEqual([null, undefined])
})
