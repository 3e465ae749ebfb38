import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { runInLockOrder } from '#server/platform/testing/lock-order.ts'
import { HOUR, openMall, yuan } from '#server/platform/testing/mall.ts'
import { publishDueGoods } from './public.ts'

const mall = await openMall()
const { catalogue, fresh, shown, contentOf, edits, publishes } = await createGoodsEditor(mall)

test('a draft that is saved in the moment in which it falls due is not published: nobody has confirmed what it says now', async () => {
  const { goodsId } = await fresh({ name: '今天' })
  await edits(goodsId, () => ({ name: '明天' }))
  await publishes(goodsId, { publishAt: new Date(mall.clock.now.getTime() + HOUR) })
  mall.clock.forward(HOUR)
  const { rowVersion } = await shown(goodsId)
  const before = await contentOf(goodsId)
  const content = { ...before, skus: before.skus.map((one) => ({ ...one, salePrice: yuan('0.01') })) }
  const [, published] = await runInLockOrder(mall, { table: 'goods', id: goodsId }, [
    () => catalogue.api.consoleGoods.save({ goodsId, rowVersion, content }),
    () => publishDueGoods(mall.db, mall.moment()),
  ])
  expect(published).toBe(0)
  expect(await shown(goodsId)).toMatchObject({ version: 1, published: { name: '今天' }, draft: { publishAt: null, publishFailed: null } })
})

test('who takes a SKU off the shelf while others publish it is told that it was changed', async () => {
  const { goodsId, skuId } = await fresh()
  await catalogue.api.consoleSku.setShelf({ skuId, onShelf: false, rowVersion: 0 })
  await edits(goodsId, ({ skus }) => ({ skus: skus.map((one) => ({ ...one, onShelf: true })) }))
  const [, second] = await runInLockOrder(mall, { table: 'goods', id: goodsId }, [
    () => publishes(goodsId),
    () => catalogue.post(contract.consoleSku.setShelf.path, { skuId, onShelf: false, rowVersion: 1 }),
  ])
  expect(second).toMatchObject({ reason: 'ROW_CHANGED' })
  expect((await contentOf(goodsId)).skus.map(({ onShelf }) => onShelf)).toEqual([true])
})
