import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { ONE_HOUR_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { publishAllDueDrafts } from './public.ts'

const mall = await openMall()
const { catalogue, content, fresh, shown, contentOf, edits, publishes } = await createGoodsEditor(mall)

test('a draft that is saved at its scheduled time is not published without a new confirmation', async () => {
  const { goodsId } = await fresh({ name: '今天' })
  await edits(goodsId, () => ({ name: '明天' }))
  await publishes(goodsId, { publishAt: new Date(mall.clock.now.getTime() + ONE_HOUR_MS) })
  mall.clock.forward(ONE_HOUR_MS)
  const { rowVersion } = await shown(goodsId)
  const before = await contentOf(goodsId)
  const content = { ...before, skus: before.skus.map((one) => ({ ...one, salePrice: yuanTextToFen('0.01') })) }
  const [, published] = await runTwoCallsInLockOrder(mall, { table: 'goods', id: goodsId }, [
    () => catalogue.api.consoleGoods.save({ goodsId, rowVersion, content }),
    () => publishAllDueDrafts(mall.db, mall.moment()),
  ])
  expect(published).toBe(0)
  expect(await shown(goodsId)).toMatchObject({ version: 1, published: { name: '今天' }, draft: { publishAt: null, publishFailed: null } })
})

test('taking a SKU off sale while its goods are published is refused as changed', async () => {
  const { goodsId, skuId } = await fresh()
  await catalogue.api.consoleSku.setShelf({ skuId, onShelf: false, rowVersion: 0 })
  await edits(goodsId, ({ skus }) => ({ skus: skus.map((one) => ({ ...one, onShelf: true })) }))
  const [, second] = await runTwoCallsInLockOrder(mall, { table: 'goods', id: goodsId }, [
    () => publishes(goodsId),
    () => catalogue.post(contract.consoleSku.setShelf.path, { skuId, onShelf: false, rowVersion: 1 }),
  ])
  expect(second).toMatchObject({ reason: 'ROW_CHANGED' })
  expect((await contentOf(goodsId)).skus.map(({ onShelf }) => onShelf)).toEqual([true])
})

test('a brand that is deleted while a draft names it becomes a problem of the draft', async () => {
  const { brandId } = await catalogue.api.consoleBrand.save({ name: '岩锋', origin: '', certificates: '', pictureId: null })
  const [, { goodsId, problems }] = await runTwoCallsInLockOrder(mall, { table: 'brand', id: brandId }, [
    () => catalogue.api.consoleBrand.delete({ brandId, rowVersion: 0 }),
    () => catalogue.api.consoleGoods.save({ content: content({ brandId }) }),
  ])
  expect(problems).toEqual([{ path: 'brandId', reason: '品牌不存在，请重新选择' }])
  expect((await catalogue.api.consoleGoods.list({ state: 'draft' })).dataList).toMatchObject([{ goodsId, brandName: null }])
})

test('a machine model that is deleted during publishing is reported as missing', async () => {
  const { id } = await catalogue.api.consoleMachineModel.save({ maker: '徐州', model: 'XR280', kind: '旋挖钻机' })
  const { goodsId, rowVersion } = await catalogue.api.consoleGoods.save({ content: content({ machineModelIds: [id] }) })
  const [, answer] = await runTwoCallsInLockOrder(mall, { table: 'machine_model', id }, [
    () => catalogue.api.consoleMachineModel.delete({ id, rowVersion: 0 }),
    () => catalogue.post(contract.consoleGoods.publish.path, { goodsId, rowVersion }),
  ])
  expect(answer).toMatchObject({
    reason: 'GOODS_NOT_READY',
    detail: { problems: [{ path: 'machineModelIds', reason: '所选的机型刚刚被删除，请重新选择' }] },
  })
})

test('saving a draft does not wait for readers of the category tree', async () => {
  const other = await mall.pool.connect()
  await other.query("begin; select pg_advisory_xact_lock_shared(hashtextextended('category tree', 0))")
  const saved = await catalogue.api.consoleGoods.save({ content: content() }).finally(() => other.query('rollback'))
  other.release()
  expect(saved.problems).toEqual([])
})

test('moving a category while goods are published there moves the goods, in either order', async () => {
  const { consoleCategory, consoleGoods } = catalogue.api
  const create = async (name: string, parentId: number | null) =>
    (await consoleCategory.save({ name, parentId, shown: true, pictureId: null, taxClass: null })).categoryId
  const [from, to] = [await create('移出', null), await create('移入', null)]
  const categoryId = await create('移动的分类', from)
  const { goodsId } = await fresh({ categoryId, name: '移动的商品' })
  const versionOf = async () =>
    (await consoleCategory.list({})).flatMap(({ children }) => children).find((one) => one.categoryId === categoryId)?.rowVersion ?? 0
  const parents = async () =>
    (await mall.pool.query('select parent_category_id as id from goods_search where goods_id = $1', [goodsId])).rows.map(({ id }) => id)
  for (const [target, publishesFirst] of [
    [to, true],
    [from, false],
  ] as const) {
    await edits(goodsId, () => ({ subtitle: `移到 ${target}` }))
    const { rowVersion } = await shown(goodsId)
    const moved = { categoryId, parentId: target, position: 0, rowVersion: await versionOf() }
    const publish = () => catalogue.post(contract.consoleGoods.publish.path, { goodsId, rowVersion })
    const move = () => catalogue.post(contract.consoleCategory.move.path, moved)
    const calls = publishesFirst ? ([publish, move] as const) : ([move, publish] as const)
    const answers = await runTwoCallsInLockOrder(mall, { table: publishesFirst ? 'goods' : 'goods_search', id: goodsId }, calls)
    expect(answers).toMatchObject([{ code: 200 }, { code: 200 }])
    expect([await parents(), await contentOf(goodsId)]).toMatchObject([[target], { subtitle: `移到 ${target}` }])
    expect((await mall.guest().api.goods.list({ categoryId: target })).dataList.map((card) => card.goodsId)).toEqual([goodsId])
  }
  // Three versions and two moves.
  expect((await consoleGoods.history({ goodsId })).total).toBe(5)
})
