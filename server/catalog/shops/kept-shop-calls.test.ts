import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { HttpAnswer } from '#contract/platform/core/client.ts'
import type { BinaryFile, Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { buildPriceBulkChange, createGoodsBulkEditor } from '#server/platform/testing/goods-bulks.ts'
import { createGoodsImporter, toCsv } from '#server/platform/testing/goods-imports.ts'
import { openMall, PAY_PASSWORD, yuan } from '#server/platform/testing/mall.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'

// Who keeps certain shops sees and touches nothing of other shops. Every call of staff about goods, orders, after-sales, comments, files and
// imports is listed here: a new one without its row, or without its reason, fails.

const mall = await openMall()
const admin = await mall.staff('admin')
const keeper = await mall.staff('catalogue', 'warehouse', 'finance', 'support')
const { send, apply } = await createAfterSaleHelpers(mall)
const ownShopId = await mall.newShop('自己的店')
const shopId = await mall.newShop('别家的店')
const { staffId = '' } =
  (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('support,') || name.endsWith(',support')) ?? {}
await admin.api.consoleShop.setStaff({ staffId, shopIds: [ownShopId], rowVersion: 0 })

// What is of the other shop: goods, an order of which a part has left, an after-sale, a comment, an import, a bulk edit.
const skuId = await mall.shelves('别家钻头', { shopId, code: 'OTHER-1', sale: '600.00', stock: 50 })
const { goodsId } = (await admin.api.consoleSku.list({ keyword: 'OTHER-1' })).dataList[0] ?? expect.fail('no SKU')
const lin = await mall.buyer('林', { wallet: '9000' })
const lines = [{ skuId, goodsNum: 3 }]
const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
await lin.api.order.payByWallet({ tradeId, payPwd: PAY_PASSWORD })
const orderNo = orders[0]?.orderNo ?? expect.fail('no order')
const { enterpriseId } = lin
const bought = { buyer: lin, enterpriseId, orderNo, skuIds: [skuId] }
await send(bought, { 1: 2 })
const { id } = await apply(bought, 'RETURN', [[1, 'sent', 1]])
const { afterSaleNo } = await lin.api.afterSale.detail({ id })
const whole = await lin.api.order.submit({
  lines,
  method: 'wallet',
  addressId: lin.addressId,
  quote: (await lin.api.order.preview({ lines, method: 'wallet' })).quote,
})
await lin.api.order.payByWallet({ tradeId: whole.tradeId, payPwd: PAY_PASSWORD })
const arrived = whole.orders[0]?.orderNo ?? expect.fail('no order')
await send({ ...bought, orderNo: arrived }, { 1: 3 })
await lin.api.order.receive({ orderNo: arrived })
await lin.api.comment.add({ orderNo: arrived, lineNo: 1, stars: 5, text: '耐磨' })
const { id: commentId } = (await admin.api.consoleComment.list({})).dataList[0] ?? expect.fail('no comment')
const { priceVersion } = (await admin.api.consoleSku.list({ keyword: 'OTHER-1' })).dataList[0] ?? expect.fail('no SKU')
await admin.api.consoleSku.setPrice({ skuId, salePrice: yuan('602.00'), creditPrice: null, rowVersion: priceVersion, confirmed: true })
const picture = await createPhoto()
const { id: pictureId } = await admin.api.goodsPicture.upload({ alt: '别家' }, { file: toBlob(picture) })
const importer = createGoodsImporter(mall, admin)
const imported = await importer.tries(toCsv(['商品编码', '规格编码', '现金价'], ['x', 'OTHER-1', '601']), { fileName: '别家.csv' })
const bulk = await createGoodsBulkEditor(mall, admin).tries([goodsId], buildPriceBulkChange())
const { rowVersion } = await admin.api.consoleGoods.detail({ goodsId })

/** What the answers of the keeper never hold. */
const marks = [pictureId, 'OTHER-1', '别家', orderNo, afterSaleNo, imported.id, bulk.id]
const order = { enterpriseId, orderNo }
const parcel = { ...order, parcelNo: 1 }
const comment = { enterpriseId, id: commentId }
const afterSale = { enterpriseId, id }
const fileId = '00000000-0000-7000-8000-000000000000'
const csv = { format: 'csv' }

/** Calls that answer administrators with something of the other shop, and its absent keeper with nothing of it. */
const lists: Record<string, object> = {
  'consoleGoods.list': {},
  'consoleSku.list': {},
  'consoleTaxCode.goods': {},
  'consoleStock.movements': { skuId },
  'consolePrice.export': csv,
  'consoleOrder.list': {},
  'consoleAfterSale.list': {},
  'consoleComment.list': {},
  'consoleExport.comments': csv,
  'consoleShop.list': {},
  'consoleFreight.list': {},
  'goodsImport.list': {},
  'goodsBulk.list': {},
  'consolePrice.history': { skuId },
  'goodsPicture.list': {},
  'goodsExport.goods': csv,
  'consoleExport.movements': { skuId, ...csv },
  'consoleExport.orders': csv,
  'consoleExport.orderLines': csv,
  'consoleExport.afterSales': csv,
  'consoleExport.goods': csv,
  'consoleExport.skus': csv,
  'consoleExport.taxCodes': csv,
  'consoleExport.shops': csv,
}
/** Calls that refuse the keeper what is of the other shop, as if it were not there. */
const refused: Record<string, object> = {
  'consoleGoods.detail': { goodsId },
  'consoleGoods.preview': { goodsId },
  'consoleGoods.history': { goodsId },
  'consoleGoods.version': { goodsId, version: 1 },
  'consoleGoods.copy': { goodsId },
  'consoleGoods.takeOff': { goodsId, rowVersion },
  'consolePrice.prices': { skuId },
  'consoleShop.detail': { shopId },
  'consoleOrder.detail': order,
  'consoleOrder.agreeCancel': order,
  'consoleOrder.refuseCancel': { ...order, reason: '不能取消' },
  'consoleFulfilment.ship': { ...order, carrier: '德邦快递', trackingNo: 'DPK202611260001', lines: [{ lineNo: 1, quantity: 1 }] },
  'consoleFulfilment.closeShort': { ...order, reason: '缺货' },
  'consoleFulfilment.askTrack': parcel,
  'consoleFulfilment.receipt': { ...parcel, fileId },
  'consoleDocuments.deliveryNote': parcel,
  'consoleAfterSale.detail': afterSale,
  'consoleAfterSale.picture': { ...afterSale, fileId },
  'consoleAfterSale.approve': { ...afterSale, lines: [], freight: 0, note: '' },
  'consoleAfterSale.reject': { ...afterSale, reason: '不符合' },
  'consoleAfterSale.say': { ...afterSale, text: '您好' },
  'consoleComment.answer': { ...comment, text: '谢谢' },
  'consoleComment.hide': { ...comment, reason: '广告' },
  'consoleComment.unhide': comment,
  'goodsPicture.saveAlt': { id: pictureId, alt: '改', rowVersion: 0 },
  'goodsPicture.delete': { id: pictureId },
  'goodsImport.state': { id: imported.id },
  'goodsImport.rows': { id: imported.id },
  'goodsImport.result': { id: imported.id, ...csv },
  'goodsImport.apply': { id: imported.id, seen: 'x' },
  'goodsImport.stop': { id: imported.id },
  'goodsBulk.state': { id: bulk.id },
  'goodsBulk.rows': { id: bulk.id },
  'goodsBulk.apply': { id: bulk.id, seen: 'x' },
}

const endpoints = new Map(
  Object.entries<EndpointGroup>(contract).flatMap(([group, api]) =>
    Object.entries<Endpoint>(api).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
  ),
)
const textOf = ({ data, ...answer }: HttpAnswer) =>
  JSON.stringify(answer) + (isFile(data) ? new TextDecoder().decode(data.bytes) : JSON.stringify(data))
const isFile = (data: unknown): data is BinaryFile => typeof data === 'object' && data !== null && 'bytes' in data
const asks = (person: typeof admin, call: string, input: object) => person.post(endpoints.get(call)?.path ?? expect.fail(call), input)

test.each(Object.entries(lists))('%s shows who keeps other shops nothing of this one', async (call, input) => {
  const [all, own] = [textOf(await asks(admin, call, input)), textOf(await asks(keeper, call, input))]
  expect(marks.filter((mark) => all.includes(mark))).not.toEqual([])
  expect(marks.filter((mark) => own.includes(mark))).toEqual([])
})

test.each(Object.entries(refused))('%s refuses who keeps other shops, as if there were no such thing', async (call, input) => {
  const { code, reason } = await asks(keeper, call, input)
  expect([code, reason]).toEqual([404, expect.stringMatching(/_NOT_FOUND$/)])
  expect((await asks(admin, call, input)).reason).not.toBe(reason)
})

const byCode = 'kept-shops.test.ts: SKUs and rows of sheets'
const byGoods = 'versions.test.ts: drafts and what becomes of them; GOODS_NOT_FOUND as of the detail'
const byWork = 'undoing.test.ts: refused at its rows'
const ofAllShops = 'what all shops share'
const byParcel = 'the guard of the order, as of shipping; input with a file or a waybill'
const byGuard = 'the guard of the after-sale, as of the decisions'
/** Why a call is not in one of the tables above. */
const others: Record<string, string> = {
  'consoleFulfilment.correctParcel': byParcel,
  'consoleFulfilment.addTrack': byParcel,
  'consoleFulfilment.removeTrack': byParcel,
  'consoleFulfilment.attachReceipt': byParcel,
  'consoleAfterSale.queues': 'below',
  'consoleAfterSale.inspect': byGuard,
  'consoleAfterSale.refundInstead': byGuard,
  'consoleAfterSale.exchange': byGuard,
  'consoleAfterSale.refund': byGuard,
  'consoleComment.picture': 'FILE_NOT_FOUND, as of a picture that is not there',
  'consoleShop.save': 'shops.test.ts',
  'consoleShop.pause': 'shops.test.ts',
  'consoleShop.open': 'shops.test.ts',
  'consoleShop.staff': 'administrators alone',
  'consoleShop.setStaff': 'administrators alone',
  'goodsPicture.upload': 'brings something new',
  'goodsDocument.upload': 'brings something new',
  'goodsDocument.list': 'as pictures',
  'goodsDocument.delete': 'as pictures',
  'consoleGoods.save': byGoods,
  'consoleGoods.discardDraft': byGoods,
  'consoleGoods.publish': byGoods,
  'consoleGoods.relist': byGoods,
  'consoleGoods.archive': byGoods,
  'consoleGoods.restore': byGoods,
  'consoleGoods.attributes': ofAllShops,
  'consoleGoods.names': 'names of goods, which every buyer sees: related goods may be of any shop',
  'consoleSku.setPrice': byCode,
  'consoleSku.setShelf': byCode,
  'consoleSku.adjustStock': byCode,
  'consoleTaxCode.categories': ofAllShops,
  'consoleTaxCode.setCategory': ofAllShops,
  'consoleTaxCode.setGoods': byCode,
  'consolePrice.lists': ofAllShops,
  'consolePrice.list': ofAllShops,
  'consolePrice.add': ofAllShops,
  'consolePrice.modify': ofAllShops,
  'consolePrice.items': 'a price list of a company is of all shops; its rows are written by SKU',
  'consolePrice.companies': ofAllShops,
  'consolePrice.setPrices': byCode,
  'consolePrice.import': byCode,
  'goodsBulk.try': byWork,
  'goodsBulk.stop': 'the guard of apply',
  'goodsBulk.undo': 'the guard of apply',
  'goodsImport.try': 'kept-shops.test.ts, versions.test.ts: refused at its rows',
  'goodsImport.template': ofAllShops,
  'consoleStock.count': byCode,
  'consoleStock.importReceipts': byCode,
  'consoleFreight.save': 'freight.test.ts',
}
const groups = [
  ...['consoleGoods', 'consoleSku', 'consoleTaxCode', 'consoleStock', 'consolePrice', 'consoleShop', 'consoleFreight', 'goodsPicture'],
  ...['goodsDocument', 'goodsImport', 'goodsExport', 'goodsBulk', 'consoleOrder', 'consoleFulfilment', 'consoleDocuments'],
  ...['consoleAfterSale', 'consoleComment'],
]
test('every call about what shops have is in a table or has its reason', () => {
  const named = new Set([...Object.keys(lists), ...Object.keys(refused), ...Object.keys(others)])
  const calls = [...endpoints.keys()].filter((call) => groups.includes(call.split('.')[0] ?? ''))
  expect(calls.filter((call) => !named.has(call))).toEqual([])
  expect([...named].filter((call) => !endpoints.has(call))).toEqual([])
})

test('what is of a kept shop is seen and touched', async () => {
  const own = await mall.shelves('自家截齿', { shopId: ownShopId, code: 'OWN-1', sale: '600.00', stock: 5 })
  const ordered = [{ skuId: own, goodsNum: 1 }]
  const { quote: seen } = await lin.api.order.preview({ lines: ordered, method: 'wallet' })
  const trade = await lin.api.order.submit({ lines: ordered, method: 'wallet', addressId: lin.addressId, quote: seen })
  await lin.api.order.payByWallet({ tradeId: trade.tradeId, payPwd: PAY_PASSWORD })
  const mine = { enterpriseId, orderNo: trade.orders[0]?.orderNo ?? expect.fail('no order') }
  expect((await keeper.api.consoleSku.list({})).dataList.map(({ code }) => code)).toEqual(['OWN-1'])
  expect((await keeper.api.consoleOrder.list({})).dataList.map((one) => one.orderNo)).toEqual([mine.orderNo])
  expect((await keeper.api.consoleOrder.detail(mine)).orderNo).toBe(mine.orderNo)
  await send({ ...bought, ...mine }, { 1: 1 })
  const ref = await apply({ ...bought, ...mine }, 'RETURN', [[1, 'sent', 1]])
  expect((await keeper.api.consoleAfterSale.list({})).dataList.map((one) => one.id)).toEqual([ref.id])
  expect((await keeper.api.consoleAfterSale.detail(ref)).id).toBe(ref.id)
  await keeper.api.consoleAfterSale.say({ ...ref, text: '您好' })
})

test('what waits on the first page is counted as the lists show it, for who keeps all shops and for who keeps one', async () => {
  const stocked = await mall.shelves('别家现货', { shopId, sale: '600.00', stock: 5 })
  const wish = { lines: [{ skuId: stocked, goodsNum: 1 }], method: 'wallet' as const }
  const again = await lin.api.order.preview(wish)
  const unsent = await lin.api.order.submit({ ...wish, addressId: lin.addressId, quote: again.quote })
  await lin.api.order.payByWallet({ tradeId: unsent.tradeId, payPwd: PAY_PASSWORD })
  // Of the other shop one SKU never had stock, and one is never sold again.
  await mall.shelves('别家售罄', { shopId, code: 'OTHER-2', stock: 0 })
  const gone = await mall.shelves('别家停产', { shopId, code: 'OTHER-3', stock: 0 })
  await mall.does((tx) => tx.updateTable('sku').set({ archived: true, on_shelf: false }).where('id', '=', gone).execute())
  const counts = async (person: typeof admin) => {
    const items = await person.api.consoleQueue.list({})
    return (kind: string) => items.find((item) => item.kind === kind)?.count
  }
  for (const [person, orders, soldOut] of [
    [admin, 1, 1],
    [keeper, 0, 0],
  ] as const) {
    const count = await counts(person)
    const listed = [
      (await person.api.consoleOrder.list({ queue: 'waitSend' })).total,
      (await person.api.consoleSku.list({ soldOut: true })).total,
      (await person.api.consoleAfterSale.list({ queue: 'decide' })).total,
    ]
    expect([count('waitSend'), count('stockOut'), count('afterSaleDecide')]).toEqual(listed)
    expect(listed.slice(0, 2)).toEqual([orders, soldOut])
  }
})

test('queues count the after-sales of kept shops alone', async () => {
  const waiting = async (person: typeof admin) => (await person.api.consoleAfterSale.queues({})).reduce((sum, { count }) => sum + count, 0)
  expect([await waiting(admin), await waiting(keeper)]).toEqual([2, 1])
})
