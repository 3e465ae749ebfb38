import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { catalogue, fresh } = await createGoodsEditor(mall)
const guest = mall.guest()
const { machineModel } = contract
const saves = async (maker: string, model: string, kind = '掘进机') =>
  (await catalogue.api.consoleMachineModel.save({ maker, model, kind, rowVersion: 0 })).id
const small = await saves('天山重工', 'EBZ160')
const large = await saves('天山重工', 'EBZ 200')
const planer = await saves('维克', 'W 200 Fi', '铣刨机')
const idle = await saves('昆仑', 'MG500', '采煤机')
const { goodsId } = await fresh({ name: '掘进截齿', machineModelIds: [small, large] })
await fresh({ name: '掘进齿座', machineModelIds: [small] })
const { goodsId: tooth } = await fresh({ name: '铣刨齿', machineModelIds: [planer] })

const models = async (input: Parameters<typeof guest.api.machineModel.list>[0]) =>
  (await guest.api.machineModel.list(input)).dataList.map(({ model, goodsCount }) => [model, goodsCount])

test('buyers navigate from maker to machine model to the goods that fit', async () => {
  expect((await guest.api.machineModel.makers({})).toSorted((a, b) => b.modelCount - a.modelCount)).toEqual([
    { maker: '天山重工', modelCount: 2 },
    { maker: '维克', modelCount: 1 },
  ])
  expect(await models({ maker: '天山重工' })).toEqual([
    ['EBZ 200', 1],
    ['EBZ160', 2],
  ])
  expect(await models({ maker: '天山重工', pageSize: 1, pageNo: 2 })).toEqual([['EBZ160', 2]])
  expect(await models({ maker: '昆仑' })).toEqual([])
  expect(await guest.api.machineModel.detail({ machineModelId: small })).toEqual({
    machineModelId: small,
    maker: '天山重工',
    model: 'EBZ160',
    kind: '掘进机',
    goodsCount: 2,
    categories: [{ categoryId: 2, name: expect.any(String), parentName: expect.any(String), goodsCount: 2 }],
  })
  const fits = async (machineModelId: string) => (await guest.api.goods.list({ machineModelId })).dataList.map(({ name }) => name).sort()
  expect(await fits(small)).toEqual(['掘进截齿', '掘进齿座'])
  expect(await fits(large)).toEqual(['掘进截齿'])
  expect(await fits(idle)).toEqual([])
  expect((await guest.api.aboutGoods.about({ goodsId })).machineModels).toEqual([
    { machineModelId: large, maker: '天山重工', model: 'EBZ 200', kind: '掘进机' },
    { machineModelId: small, maker: '天山重工', model: 'EBZ160', kind: '掘进机' },
  ])
})

test('goods for a machine are filtered like all goods, and facets count only goods that fit', async () => {
  const narrowed = await guest.api.goods.list({ machineModelId: small, facets: true })
  expect(narrowed.facets).toMatchObject({ inStockCount: 0, categories: [{ categoryId: 2, goodsCount: 2 }] })
  expect(await guest.api.goods.list({ machineModelId: small, inStock: true, facets: true })).toMatchObject({
    total: 0,
    facets: { looser: [{ condition: 'stock', code: null, goodsCount: 2 }] },
  })
  const { dataList } = await guest.api.goods.skuList({ machineModelId: large })
  expect(dataList.map(({ goodsName }) => goodsName)).toEqual(['掘进截齿'])
})

test.each([
  ['a part of the model', 'ebz1', ['EBZ160']],
  ['the kind', '铣刨', ['W 200 Fi']],
  ['the maker', '天山', ['EBZ 200', 'EBZ160']],
  ['the model with other spaces', 'EBZ-160', ['EBZ160']],
  ['a model that has spaces, without them', 'w200fi', ['W 200 Fi']],
  ['what a nameplate says around the model', 'EBZ160TY 掘进机', ['EBZ160']],
  ['signs alone', '%', []],
  ['a model without goods', 'MG500', []],
])('models are found by %s', async (_, keyword, found) => {
  expect((await models({ keyword })).map(([model]) => model)).toEqual(found)
})

test('goods off sale are no longer counted', async () => {
  const { rowVersion } = await catalogue.api.consoleGoods.detail({ goodsId: tooth })
  await catalogue.api.consoleGoods.takeOff({ goodsId: tooth, rowVersion })
  const member = await mall.buyer('林')
  expect((await member.api.machineModel.makers({})).map(({ maker }) => maker)).toEqual(['天山重工'])
  expect((await member.api.machineModel.list({ keyword: '维克' })).total).toBe(0)
  expect(await member.api.machineModel.detail({ machineModelId: planer })).toMatchObject({ goodsCount: 0, categories: [] })
})

test('an unknown machine model and an invalid id are refused', async () => {
  expect(await guest.post(machineModel.detail.path, { machineModelId: mall.shopId })).toMatchObject({
    code: 404,
    reason: 'MACHINE_MODEL_NOT_FOUND',
  })
  expect(await guest.post(machineModel.detail.path, { machineModelId: 'x' })).toMatchObject({
    code: 400,
    detail: { field: 'machineModelId' },
  })
  expect(await guest.post(machineModel.list.path, { keyword: '长'.repeat(51) })).toMatchObject({ code: 400, detail: { field: 'keyword' } })
})
