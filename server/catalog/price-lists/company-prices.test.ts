import { expect, test } from 'vitest'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const desk = await mall.staff('catalogue')
const support = await mall.staff('support')
const lin = await mall.buyer('林', { wallet: '9000' })
const wu = await mall.buyer('吴')
const skuId = await mall.createSku('截齿', { sale: '60.00', credit: '63.00', stock: 40 })
const pair = (salePrice: string, creditPrice: string) => ({ salePrice: yuanTextToFen(salePrice), creditPrice: yuanTextToFen(creditPrice) })

const { listId } = await desk.api.consolePrice.add({ name: '林矿业协议价', enterpriseId: lin.enterpriseId, fromDay: '2026-11-01' })
const agreed = [
  { from: 1, ...pair('55.00', '57.00') },
  { from: 20, ...pair('50.00', '52.00') },
]
await desk.api.consolePrice.setPrices({ listId, skuId, prices: agreed, rowVersion: 0, confirmed: true })

test('support looks up both prices of an enterprise by quantity, or the public ones', async () => {
  const paid = await support.api.consolePrice.forEnterprise({ skuId, enterpriseId: lin.enterpriseId })
  expect(paid).toMatchObject({
    enterpriseName: '林矿业有限公司',
    memberLevel: 1,
    steps: [
      { from: 1, salePrice: 5500, creditPrice: 5700, saleLabel: '协议价', creditLabel: '协议价' },
      { from: 20, salePrice: 5000, creditPrice: 5200 },
    ],
  })
  const { steps } = await lin.api.goods
    .detail({ goodsId: (await support.api.consoleSku.detail({ skuId })).goodsId })
    .then(({ skus }) => skus[0] ?? expect.fail('no SKU'))
  expect(paid.steps).toEqual(steps)
  const others = await support.api.consolePrice.forEnterprise({ skuId, enterpriseId: wu.enterpriseId })
  expect(others.steps).toEqual((await support.api.consoleSku.detail({ skuId })).steps)
  expect(others.steps).toMatchObject([{ from: 1, salePrice: 6000, creditPrice: 6300, saleLabel: null }])
})

test('support sees available and reserved stock, and finds enterprises by name', async () => {
  const lines = [{ skuId, goodsNum: 15 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  expect(await support.api.consoleSku.detail({ skuId })).toMatchObject({ stock: 25, reserved: 15, onShelf: true })
  expect(await support.api.consolePrice.companies({ keyword: '吴矿业' })).toEqual([
    { enterpriseId: wu.enterpriseId, name: '吴矿业有限公司' },
  ])
})

test('prices of an enterprise are hidden from warehouse, finance and reviewers', async () => {
  const asked = { skuId, enterpriseId: lin.enterpriseId }
  for (const role of ['warehouse', 'finance', 'reviewer'] as const)
    expect((await (await mall.staff(role)).post('/console-api/api/price/for-enterprise', asked)).code).toBe(403)
  for (const role of ['finance', 'reviewer'] as const)
    expect((await (await mall.staff(role)).post('/console-api/api/sku/detail', { skuId })).code).toBe(403)
})

test('an unknown SKU and an unknown enterprise are refused', async () => {
  const unknown = '00000000-0000-7000-8000-000000000000'
  await expect(support.api.consoleSku.detail({ skuId: unknown })).rejects.toMatchObject({ reason: 'SKU_NOT_FOUND' })
  await expect(support.api.consolePrice.forEnterprise({ skuId: unknown, enterpriseId: lin.enterpriseId })).rejects.toMatchObject({
    reason: 'SKU_NOT_FOUND',
  })
  await expect(support.api.consolePrice.forEnterprise({ skuId, enterpriseId: unknown })).rejects.toMatchObject({
    reason: 'ENTERPRISE_NOT_FOUND',
  })
})
