import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { catalogue, fresh } = await createGoodsEditor(mall)
const guest = mall.guest()
const { brand, goods } = contract
const saves = async (name: string, given: { origin?: string; certificates?: string } = {}) =>
  (await catalogue.api.consoleBrand.save({ name, origin: '', certificates: '', pictureId: null, ...given, rowVersion: 0 })).brandId

test('buyers see exactly the brands with goods on sale, each with its goods', async () => {
  const [north, south] = [await saves('北岭', { origin: '山东', certificates: 'ISO 9001\n\n矿用产品安全标志' }), await saves('南岭')]
  await saves('没有商品')
  const { goodsId } = await fresh({ name: '北岭截齿', brandId: north })
  await fresh({ name: '北岭截齿 二', brandId: north })
  const sold = await fresh({ name: '南岭截齿', brandId: south })
  const list = async (keyword?: string) =>
    (await guest.api.brand.list({ keyword })).dataList.map(({ name, goodsCount }) => [name, goodsCount])
  expect((await list()).sort()).toEqual([
    ['北岭', 2],
    ['南岭', 1],
  ])
  expect(await list('北')).toEqual([['北岭', 2]])
  expect((await guest.api.brand.list({ pageSize: 1, pageNo: 2 })).dataList).toHaveLength(1)
  expect(await guest.api.brand.detail({ brandId: north })).toEqual({
    brandId: north,
    name: '北岭',
    origin: '山东',
    pictureId: null,
    goodsCount: 2,
    certificates: ['ISO 9001', '矿用产品安全标志'],
    categories: [{ categoryId: 2, name: expect.any(String), parentName: expect.any(String), goodsCount: 2 }],
  })
  const named = async (input: { brandIds: string[]; categoryId?: number }) =>
    (await guest.api.goods.list(input)).dataList.map(({ name }) => name).sort()
  expect(await named({ brandIds: [north] })).toEqual(['北岭截齿', '北岭截齿 二'])
  expect(await named({ brandIds: [north], categoryId: 3 })).toEqual([])
  expect((await guest.api.goods.detail({ goodsId })).brand).toEqual({ brandId: north, name: '北岭' })

  const { rowVersion } = await catalogue.api.consoleGoods.detail({ goodsId: sold.goodsId })
  await catalogue.api.consoleGoods.takeOff({ goodsId: sold.goodsId, rowVersion })
  const member = await mall.buyer('林')
  expect((await member.api.brand.list({})).dataList.map(({ name }) => name)).toEqual(['北岭'])
  expect(await member.api.brand.detail({ brandId: south })).toMatchObject({ goodsCount: 0, categories: [] })
})

test('an unknown brand and an invalid id are refused', async () => {
  expect(await guest.post(brand.detail.path, { brandId: mall.shopId })).toMatchObject({ code: 404, reason: 'BRAND_NOT_FOUND' })
  expect(await guest.post(brand.detail.path, { brandId: 'x' })).toMatchObject({ code: 400, detail: { field: 'brandId' } })
  expect(await guest.post(goods.list.path, { brandIds: ['x'] })).toMatchObject({ code: 400, detail: { field: 'brandIds.0' } })
  expect((await guest.api.goods.list({ brandIds: [mall.shopId] })).total).toBe(0)
})
