import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import {
  findGoodsIdsOfMachineModel,
  findMachineModelIdsByGoods,
  replaceMachineModelsOfGoods,
} from '#server/catalog/machine-models/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const [catalogue, admin, support] = [await mall.staff('catalogue'), await mall.staff('admin'), await mall.staff('support')]
const { consoleMachineModel } = contract
const { save, list, delete: remove } = catalogue.api.consoleMachineModel
const saves = (body: object, by = catalogue) => by.post(consoleMachineModel.save.path, body)
const goodsOf = async (name: string) => {
  const skuId = await mall.createSku(name)
  return (await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()).goods_id
}

test('a machine model is created, found, changed and deleted', async () => {
  const { id } = await save({ maker: '天山重工', model: 'EBZ160', kind: '掘进机' })
  await save({ maker: '天山重工', model: 'EBZ200', kind: '掘进机' })
  await save({ maker: '昆仑机械', model: 'MG500', kind: '采煤机' })
  const found = async (keyword: string) => (await list({ keyword })).dataList.map(({ model }) => model)
  expect(await found('天山')).toEqual(['EBZ160', 'EBZ200'])
  expect(await found('重工 ebz2')).toEqual(['EBZ200'])
  expect(await found('采煤')).toEqual(['MG500'])
  expect(await found('%')).toEqual([])
  await save({ id, maker: '天山重工', model: 'EBZ160', kind: '悬臂式掘进机', rowVersion: 0 })
  expect(await saves({ id, maker: '天山重工', model: 'EBZ160A', kind: '掘进机', rowVersion: 0 }, admin)).toMatchObject({
    reason: 'ROW_CHANGED',
    detail: { by: 'catalogue', what: '机械类型 由 掘进机 改为 悬臂式掘进机' },
  })
  await remove({ id, rowVersion: 1 })
  expect(await saves({ id, maker: '天山重工', model: 'EBZ160', kind: '掘进机', rowVersion: 1 })).toMatchObject({
    code: 404,
    reason: 'MACHINE_MODEL_NOT_FOUND',
  })
})

test('a model is unique per maker regardless of case, also in concurrent writes', async () => {
  const people = [catalogue, admin, await mall.staff('catalogue', 'support')]
  const answers = await Promise.all(people.map((by, at) => saves({ maker: '维克', model: at === 0 ? 'W200' : 'w200', kind: '铣刨机' }, by)))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ code }) => code === 409)).toMatchObject({ reason: 'MACHINE_MODEL_TAKEN', detail: { field: 'model' } })
})

test('all staff read machine models; catalogue staff and administrators write them', async () => {
  expect(await support.post(consoleMachineModel.list.path)).toMatchObject({ code: 200 })
  expect(await saves({ maker: '甲', model: '乙', kind: '丙' }, support)).toMatchObject({ code: 403 })
})

test.each([
  [{ maker: '', model: 'X', kind: 'Y' }, 'maker', '请填写制造商'],
  [{ maker: 'X', model: ' ', kind: 'Y' }, 'model', '请填写型号'],
  [{ maker: 'X', model: 'Y', kind: '' }, 'kind', '请填写机械类型'],
  [{ maker: 'X'.repeat(41), model: 'Y', kind: 'Z' }, 'maker', '最多40字'],
])('%j is refused', async (body, field, msg) => {
  expect(await saves(body)).toMatchObject({ code: 400, detail: { field }, msg })
})

test('fitting goods are shown on both sides, and a model that goods use cannot be deleted', async () => {
  const { id: one } = await save({ maker: '山河', model: 'SWDM280', kind: '旋挖钻机' })
  const { id: other } = await save({ maker: '山河', model: 'SWDM360', kind: '旋挖钻机' })
  const goodsId = await goodsOf('旋挖截齿')
  await mall.runInTransaction((tx) => replaceMachineModelsOfGoods(tx, goodsId, [other, one, one]))
  expect((await findMachineModelIdsByGoods(mall.db, [goodsId])).get(goodsId)).toEqual([one, other].sort())
  expect(await findGoodsIdsOfMachineModel(mall.db, one, 10)).toEqual([goodsId])
  expect((await list({ keyword: 'SWDM280' })).dataList).toMatchObject([{ goodsCount: 1 }])
  expect(await catalogue.post(consoleMachineModel.delete.path, { id: one, rowVersion: 0 })).toMatchObject({
    reason: 'MACHINE_MODEL_IN_USE',
    msg: '商品“旋挖截齿”适用于该机型，不能删除',
    detail: { count: 1, goods: ['旋挖截齿'] },
  })
  await mall.runInTransaction((tx) => replaceMachineModelsOfGoods(tx, goodsId, [other]))
  await remove({ id: one, rowVersion: 0 })
  await expect(mall.runInTransaction((tx) => replaceMachineModelsOfGoods(tx, goodsId, [one]))).rejects.toMatchObject({
    reason: 'MACHINE_MODEL_NOT_FOUND',
  })
  expect((await findMachineModelIdsByGoods(mall.db, [goodsId])).get(goodsId)).toEqual([other])
})

test('a model cannot be deleted while goods are being assigned to it', async () => {
  const { id } = await save({ maker: '徐州', model: 'XR280', kind: '旋挖钻机' })
  const goodsId = await goodsOf('斗齿')
  let deletion: ReturnType<typeof saves> | undefined
  await runInTransaction(mall.db, async (tx) => {
    await replaceMachineModelsOfGoods(tx, goodsId, [id])
    deletion = catalogue.post(consoleMachineModel.delete.path, { id, rowVersion: 0 })
    await new Promise((resume) => setTimeout(resume, 150))
  })
  expect(await deletion).toMatchObject({ reason: 'MACHINE_MODEL_IN_USE' })
})
