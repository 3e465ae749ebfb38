import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const admin = await mall.staff('admin')
// A keeper of one shop, who has all roles that touch goods; and the goods of this shop and of another.
const keeper = await mall.staff('catalogue', 'warehouse', 'finance')
const shopId = await mall.newShop('自己的店')
const otherShopId = await mall.newShop('别人的店')
const own = await mall.createSku('截齿', { shopId, code: 'OWN-1', sale: '10.00', stock: 5 })
const others = await mall.createSku('钻头', { shopId: otherShopId, code: 'OTHER-1', sale: '10.00', stock: 5 })
const { staffId = '' } = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('finance')) ?? {}
await admin.api.consoleShop.setStaff({ staffId, shopIds: [shopId], rowVersion: 0 })

const goodsIdOf = async (skuId: string) =>
  (await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()).goods_id
const everything = async (skuId: string) => [
  await mall.db.selectFrom('sku').selectAll().where('id', '=', skuId).execute(),
  await mall.db.selectFrom('sku_stock').selectAll().where('sku_id', '=', skuId).execute(),
  await mall.db
    .selectFrom('goods')
    .selectAll()
    .where('id', '=', await goodsIdOf(skuId))
    .execute(),
]
const csv = (text: string) => toBlob(Buffer.from(text), 'text/csv')

test.each<[string, string, object]>([
  ['sets a price', contract.consoleSku.setPrice.path, { salePrice: 11, creditPrice: null, rowVersion: 0, confirmed: true }],
  ['sets tiers', contract.consolePrice.setPrices.path, { prices: [{ from: 1, salePrice: 12, creditPrice: null }], rowVersion: 1 }],
  ['takes off the shelf', contract.consoleSku.setShelf.path, { onShelf: false, rowVersion: 0 }],
  ['adjusts the stock', contract.consoleSku.adjustStock.path, { change: 3, reason: '入库' }],
  ['counts the stock', contract.consoleStock.count.path, { counted: 7, inHouse: 8 }],
])('a keeper of certain shops %s of SKUs in these shops only', async (_, path, body) => {
  const before = await everything(others)
  expect(await keeper.post(path, { ...body, skuId: others })).toMatchObject({ code: 404, reason: 'SKU_NOT_FOUND' })
  expect(await everything(others)).toEqual(before)
  expect(await keeper.post(path, { ...body, skuId: own })).toMatchObject({ code: 200 })
})

test('rows of other shops in an imported price or receipt sheet are refused, each with the reason', async () => {
  const before = await everything(others)
  const file = csv('规格编码,现金价\nOWN-1,12.50\nOTHER-1,12.50\n')
  const { seen, rows } = await keeper.api.consolePrice.import({ fileName: '价格.csv' }, { file })
  expect(rows).toMatchObject([{ result: 'changed' }, { code: 'OTHER-1', result: 'refused', text: '规格 OTHER-1 不在您负责的店铺' }])
  expect(await keeper.api.consolePrice.import({ fileName: '价格.csv', seen }, { file })).toMatchObject({
    applied: true,
    counts: { changed: 1, refused: 1 },
  })
  const receipts = csv('商品编码,数量\nOWN-1,20\nother 1,5\n')
  const tried = await keeper.api.consoleStockReceipt.import({ fileName: '入库.csv' }, { file: receipts })
  expect(tried.rows).toMatchObject([{ result: 'ready' }, { result: 'refused', text: '规格 other 1 不在您负责的店铺' }])
  const whole = keeper.api.consoleStockReceipt.import({ fileName: '入库.csv', seen: tried.seen }, { file: receipts })
  await expect(whole).rejects.toMatchObject({ reason: 'STOCK_RECEIPT_LINES' })
  expect(await everything(others)).toEqual(before)
})

test('tax codes are listed and set for goods of kept shops only', async () => {
  const taxClass = { taxCode: '1090201020000000000', taxName: '矿山专用设备' }
  const { setGoods } = contract.consoleTaxCode
  const [mine, theirs] = [await goodsIdOf(own), await goodsIdOf(others)]
  const before = await everything(others)
  expect((await keeper.api.consoleTaxCode.goods({})).dataList.map(({ goodsId }) => goodsId)).toEqual([mine])
  expect(await keeper.post(setGoods.path, { goodsId: theirs, taxClass, rowVersion: 0 })).toMatchObject({
    code: 404,
    reason: 'GOODS_NOT_FOUND',
  })
  expect(await everything(others)).toEqual(before)
  expect(await keeper.post(setGoods.path, { goodsId: mine, taxClass, rowVersion: 0 })).toMatchObject({ code: 200 })
  expect((await admin.api.consoleTaxCode.goods({})).total).toBe(2)
})

test('a draft that somebody moved to another shop cannot be published by the keeper of the old one', async () => {
  const { consoleGoods } = admin.api
  const goodsId = await goodsIdOf(own)
  const { rowVersion, published } = await consoleGoods.detail({ goodsId })
  const content = { ...(published ?? expect.fail()), shopId: otherShopId }
  const saved = await consoleGoods.save({ goodsId, rowVersion, content })
  expect(await keeper.post(contract.consoleGoods.publish.path, { goodsId, rowVersion: saved.rowVersion })).toMatchObject({
    reason: 'SHOP_NOT_YOURS',
  })
})
