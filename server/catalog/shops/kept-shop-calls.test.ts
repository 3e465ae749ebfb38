import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { EnvelopeWithHttpStatus } from '#contract/platform/core/client.ts'
import type { BinaryFile, Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { buildPriceBulkChange, createGoodsBulkEditor } from '#server/platform/testing/goods-bulks.ts'
import { createGoodsImporter, toCsv } from '#server/platform/testing/goods-imports.ts'
import { TEST_TAX_NO } from '#server/platform/testing/invoices.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'

// Who keeps certain shops sees and touches nothing of other shops. Every call of staff about goods, orders, after-sales, comments, prices, coupons,
// invoices, files and imports is listed here, and every other group of calls says why it is of no shop: a new one without its row, or without
// its reason, fails.

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
const skuId = await mall.createSku('别家钻头', { shopId, code: 'OTHER-1', sale: '600.00', stock: 50 })
const { goodsId } = (await admin.api.consoleSku.list({ keyword: 'OTHER-1' })).dataList[0] ?? expect.fail('no SKU')
const lin = await mall.buyer('林', { wallet: '9000' })
const lines = [{ skuId, goodsNum: 3 }]
const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
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
await lin.api.order.payByWallet({ tradeId: whole.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
const arrived = whole.orders[0]?.orderNo ?? expect.fail('no order')
await send({ ...bought, orderNo: arrived }, { 1: 3 })
await lin.api.order.receive({ orderNo: arrived })
await lin.api.comment.add({ orderNo: arrived, lineNo: 1, stars: 5, text: '耐磨' })
const { id: commentId } = (await admin.api.consoleComment.list({})).dataList[0] ?? expect.fail('no comment')
const { priceVersion } = (await admin.api.consoleSku.list({ keyword: 'OTHER-1' })).dataList[0] ?? expect.fail('no SKU')
await admin.api.consoleSku.setPrice({
  skuId,
  salePrice: yuanTextToFen('602.00'),
  creditPrice: null,
  rowVersion: priceVersion,
  confirmed: true,
})
const picture = await createPhoto()
const { id: pictureId } = await admin.api.goodsPicture.upload({ alt: '别家' }, { file: toBlob(picture) })
const importer = createGoodsImporter(mall, admin)
const imported = await importer.tries(toCsv(['商品编码', '规格编码', '现金价'], ['x', 'OTHER-1', '601']), { fileName: '别家.csv' })
const bulk = await createGoodsBulkEditor(mall, admin).tries([goodsId], buildPriceBulkChange())
const { rowVersion } = await admin.api.consoleGoods.detail({ goodsId })
const { listId } = await admin.api.consolePrice.add({ name: '一级会员价', level: 1, fromDay: '2026-11-01' })
const lowPrice = { salePrice: yuanTextToFen('590.00'), creditPrice: null }
await admin.api.consolePrice.setPrices({ listId, skuId, prices: [{ from: 1, ...lowPrice }], rowVersion: 0, confirmed: true })
const coupons = await createCouponHelpers(mall)
const terms = coupons.typed({ shopId, name: '别家满减', way: 'grant' })
const { templateId } = await admin.api.consoleCoupon.add(terms)
const batch = { templateId, batchId: mall.moment().newId(), enterpriseIds: [enterpriseId] }
await admin.api.consoleCoupon.grant(batch)
const { id: titleId } = await lin.api.invoiceTitle.add({ kind: 'NORMAL', name: '某某矿业有限公司', taxNo: TEST_TAX_NO })
const asked = await lin.api.invoice.apply({ orderNos: [arrived], titleId, email: 'caiwu@example.com', remark: '' })
const { invoiceNo } = await lin.api.invoice.detail({ id: asked.id })

/** What the answers of the keeper never hold. */
const marks = [pictureId, 'OTHER-1', '别家', orderNo, afterSaleNo, imported.id, bulk.id, invoiceNo]
const order = { enterpriseId, orderNo }
const parcel = { ...order, parcelNo: 1 }
const comment = { enterpriseId, id: commentId }
const afterSale = { enterpriseId, id }
const invoice = { enterpriseId, id: asked.id }
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
  'consoleWave.candidates': {},
  'consoleHandoverList.list': {},
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
  'consoleExport.waveCandidates': csv,
  'consoleExport.handoverList': csv,
  'consoleExport.orderLines': csv,
  'consoleExport.afterSales': csv,
  'consoleExport.goods': csv,
  'consoleExport.skus': csv,
  'consoleExport.taxCodes': csv,
  'consoleExport.shops': csv,
  'consolePrice.items': { listId },
  'consoleExport.priceHistory': { listId, ...csv },
  'consoleCoupon.templates': {},
  'consoleCoupon.choices': {},
  'consoleCoupon.ofEnterprise': { enterpriseId },
  'consoleExport.couponTemplates': csv,
  'consoleExport.heldCoupons': { enterpriseId, ...csv },
  'consoleInvoice.list': {},
  'consoleInvoice.export': csv,
  'consoleFinder.find': { keyword: 'OTHER-1' },
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
  'consolePrice.forEnterprise': { skuId, enterpriseId },
  'consoleSku.detail': { skuId },
  'consoleShop.detail': { shopId },
  'consoleOrder.detail': order,
  'consoleOrder.agreeCancel': order,
  'consoleOrder.refuseCancel': { ...order, reason: '不能取消' },
  'consoleOrderNote.list': order,
  'consoleMargin.order': order,
  'consoleOrderTag.setOf': { ...order, addTagIds: [], removeTagIds: [] },
  'consoleOrderNote.add': { ...order, text: '木箱包装' },
  'consoleFulfilment.ship': { ...order, carrier: '德邦快递', trackingNo: 'DPK202611260001', lines: [{ lineNo: 1, quantity: 1 }] },
  'consoleFulfilment.closeShort': { ...order, reason: '缺货' },
  'consoleFulfilment.askTrack': parcel,
  'consoleFulfilment.receipt': { ...parcel, fileId },
  'consoleDocuments.deliveryNote': parcel,
  'consoleDocuments.purchaseContract': order,
  'consoleDocuments.deliveryNotes': { parcels: [parcel] },
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
  'consoleCoupon.template': { templateId },
  'consoleCoupon.claims': { templateId },
  'consoleCoupon.codeList': { templateId },
  'consoleCoupon.codes': { templateId, ...csv },
  'consoleExport.couponClaims': { templateId, ...csv },
  'consoleCoupon.add': terms,
  'consoleCoupon.modify': { templateId, ...terms, rowVersion: 0 },
  'consoleCoupon.grant': batch,
  'consoleCoupon.makeCodes': { templateId, codes: 1 },
  'consoleCoupon.stop': { templateId, rowVersion: 0 },
  'consoleCoupon.resume': { templateId, rowVersion: 1 },
  'consoleInvoice.detail': invoice,
  'consoleInvoice.file': { ...invoice, issueId: fileId, format: 'pdf' },
  'consoleInvoice.approve': invoice,
  'consoleInvoice.recode': invoice,
  'consoleInvoice.retry': invoice,
  'consoleInvoice.retryRed': { ...invoice, issueId: fileId },
  'consoleInvoice.takeBack': { ...invoice, reason: '开票有误' },
  'consoleInvoice.reject': { ...invoice, reason: '抬头不符' },
}

const endpoints = new Map(
  Object.entries<EndpointGroup>(contract).flatMap(([group, api]) =>
    Object.entries<Endpoint>(api).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
  ),
)
const textOf = ({ data, ...answer }: EnvelopeWithHttpStatus) =>
  JSON.stringify(answer) + (isFile(data) ? new TextDecoder().decode(data.bytes) : JSON.stringify(data))
const isFile = (data: unknown): data is BinaryFile => typeof data === 'object' && data !== null && 'bytes' in data
const asks = (person: typeof admin, call: string, input: object) => person.post(endpoints.get(call)?.path ?? expect.fail(call), input)

test.each(Object.entries(lists))('%s shows staff who keep other shops nothing of this one', async (call, input) => {
  const [all, own] = [textOf(await asks(admin, call, input)), textOf(await asks(keeper, call, input))]
  expect(marks.filter((mark) => all.includes(mark))).not.toEqual([])
  expect(marks.filter((mark) => own.includes(mark))).toEqual([])
})

test.each(Object.entries(refused))('%s is refused as not found for staff who keep other shops', async (call, input) => {
  const { code, reason } = await asks(keeper, call, input)
  expect([code, reason]).toEqual([404, expect.stringMatching(/_NOT_FOUND$/)])
  expect((await asks(admin, call, input)).reason).not.toBe(reason)
})

const byCode = 'kept-shops.test.ts: SKUs and rows of sheets'
const byGoods = 'versions.test.ts: drafts and what becomes of them; GOODS_NOT_FOUND as of the detail'
const byWork = 'undoing.test.ts: refused at its rows'
const ofAllShops = 'what all shops share'
const byParcel = 'the guard of the order, as of shipping; input with a file or a waybill'
const byInvoice = 'the guard of the invoice, as of the decisions; input with a file'
const byGuard = 'the guard of the after-sale, as of the decisions'
const byWave = 'waves.test.ts: who keeps certain shops sees waves of these alone'
const byReport = 'reports.test.ts'
const byFunnel = 'funnel.test.ts'
const bySalesTarget = 'sales-targets.test.ts: sales of their shops alone'
const byReplenishment = 'replenishment.test.ts'
const byWarehouse = 'warehouses.test.ts: SKUs of their shops alone'
const byTransfer = 'stock-transfers.test.ts: transfers of their shops alone'
const byBatch = 'batches.test.ts: batches of their shops alone'
const byStockReceipt = 'stock-receipts.test.ts: receipts of their shops alone'
const byCount = 'stock-counts.test.ts: sheets of their shops alone'
const byProposal = 'order-proposals.test.ts: goods and proposals of their shops alone'
const bySupplier = 'suppliers.test.ts: prices of the SKUs of their shops alone'
const bySupplierInvoice = 'supplier-invoices.test.ts: invoices of orders of their shops alone'
const byPurchase = 'purchase-orders.test.ts: orders of their shops alone'
const byWaybill = 'waybill-numbers.test.ts: waybills of orders of their shops alone'
/** Why a call is not in one of the tables above. */
const others: Record<string, string> = {
  'consoleFulfilment.warehouses': byParcel,
  'consoleFulfilment.correctParcel': byParcel,
  'consoleFulfilment.addTrack': byParcel,
  'consoleFulfilment.removeTrack': byParcel,
  'consoleFulfilment.attachReceipt': byParcel,
  'consoleWave.list': byWave,
  'consoleWave.detail': byWave,
  'consoleWave.orders': byWave,
  'consoleWave.choices': byWave,
  'consoleWave.create': byWave,
  'consoleWave.pickList': byWave,
  'consoleWave.packing': byWave,
  'consoleWave.markPicked': byWave,
  'consoleWave.removeOrder': byWave,
  'consoleWave.ship': byWave,
  'consoleWave.close': byWave,
  'consoleWave.cancel': byWave,
  'consoleWave.importWaybills': 'waves.test.ts: an order of another shop is not there',
  'consoleOrderProposal.list': byProposal,
  'consoleOrderProposal.detail': byProposal,
  'consoleOrderProposal.company': 'people, addresses and credit are of the company',
  'consoleOrderProposal.match': byProposal,
  'consoleOrderProposal.send': byProposal,
  'consoleOrderProposal.withdraw': byProposal,
  'consoleExport.orderProposals': byProposal,
  'consoleWaybill.list': byWaybill,
  'consoleWaybill.take': byWaybill,
  'consoleWaybill.giveBack': byWaybill,
  'consoleWaybill.carriers': ofAllShops,
  'consoleExport.waybills': byWaybill,
  'consoleDocuments.waybillLabels': byWaybill,
  'consoleDocuments.statement': 'a statement is of the company',
  'consoleOrderTag.list': 'tags are of no shop',
  'consoleDocuments.creditAgreements': 'an agreement is of the company',
  'consoleDocuments.creditAgreement': 'an agreement is of the company',
  'consoleDocuments.waveDeliveryNotes': 'delivery-notes.test.ts: WAVE_NOT_FOUND',
  'consoleDocuments.handoverList': 'handover-list.test.ts',
  'consoleHandoverList.carriers': 'handover-list.test.ts',
  'consoleExport.waves': byWave,
  'consoleWarehouse.list': ofAllShops,
  'consoleWarehouse.detail': ofAllShops,
  'consoleWarehouse.choices': ofAllShops,
  'consoleWarehouse.save': ofAllShops,
  'consoleWarehouse.stock': byWarehouse,
  'consoleWarehouse.setBin': byWarehouse,
  'consoleBatch.list': byBatch,
  'consoleBatch.detail': byBatch,
  'consoleBatch.movements': byBatch,
  'consoleBatch.setBatched': byBatch,
  'consoleBatch.setDays': byBatch,
  'consoleExport.batches': byBatch,
  'consoleExport.batchMovements': byBatch,
  'consoleStockTransfer.list': byTransfer,
  'consoleStockTransfer.detail': byTransfer,
  'consoleStockTransfer.save': byTransfer,
  'consoleStockTransfer.send': byTransfer,
  'consoleStockTransfer.receive': byTransfer,
  'consoleStockTransfer.closeShort': byTransfer,
  'consoleStockTransfer.cancel': byTransfer,
  'consoleExport.stockTransfers': byTransfer,
  'consoleStockReceipt.list': byStockReceipt,
  'consoleStockReceipt.detail': byStockReceipt,
  'consoleStockReceipt.lines': byStockReceipt,
  'consoleStockReceipt.create': byStockReceipt,
  'consoleStockReceipt.import': byCode,
  'consoleStockReceipt.reverse': byStockReceipt,
  'consoleExport.stockReceipts': byStockReceipt,
  'consoleExport.stockReceiptLines': byStockReceipt,
  'consoleStockCount.list': byCount,
  'consoleStockCount.detail': byCount,
  'consoleStockCount.lines': byCount,
  'consoleStockCount.entry': byCount,
  'consoleStockCount.create': byCount,
  'consoleStockCount.createFromFile': byCount,
  'consoleStockCount.enter': byCount,
  'consoleStockCount.importCounts': byCount,
  'consoleStockCount.submit': byCount,
  'consoleStockCount.approve': byCount,
  'consoleStockCount.reject': byCount,
  'consoleStockCount.cancel': byCount,
  'consoleStockCountPrintout.print': byCount,
  'consoleExport.stockCounts': byCount,
  'consoleExport.stockCountLines': byCount,
  'consoleExport.warehouses': ofAllShops,
  'consoleExport.warehouseStock': byWarehouse,
  'consoleSupplier.list': ofAllShops,
  'consoleSupplier.detail': ofAllShops,
  'consoleSupplier.save': ofAllShops,
  'consoleSupplier.prices': bySupplier,
  'consoleSupplier.priceHistory': bySupplier,
  'consoleSupplier.addPrice': bySupplier,
  'consoleMargin.list': 'margins.test.ts',
  'consoleMargin.months': 'margins.test.ts',
  'consoleMargin.made': ofAllShops,
  'consoleExport.margins': 'margins.test.ts',
  'consoleRevenue.lines': 'list-lines.test.ts',
  'consoleRevenue.totals': 'list-lines.test.ts',
  'consoleExport.revenueLines': 'list-lines.test.ts',
  'consoleExport.monthMargins': 'margins.test.ts',
  'consoleSalesReport.summary': byReport,
  'consoleSalesReport.list': byReport,
  'consoleExport.salesReport': byReport,
  'consoleCouponReport.summary': byReport,
  'consoleCouponReport.list': byReport,
  'consoleExport.couponReport': byReport,
  'consoleFunnel.summary': byFunnel,
  'consoleFunnel.list': byFunnel,
  'consoleExport.funnel': byFunnel,
  'consoleCustomerReport.summary': byReport,
  'consoleCustomerReport.list': byReport,
  'consoleCustomerReport.managers': byReport,
  'consoleExport.customerReport': byReport,
  'consoleExport.managerReport': byReport,
  'consoleSalesTarget.list': bySalesTarget,
  'consoleSalesTarget.mine': bySalesTarget,
  'consoleSalesTarget.set': 'a target is of a person; what it is measured by: sales-targets.test.ts',
  'consoleExport.salesTargets': bySalesTarget,
  'consoleStockReport.summary': byReport,
  'consoleStockReport.list': byReport,
  'consoleExport.stockReport': byReport,
  'consoleStockReport.replenishment': byReplenishment,
  'consoleStockReport.replenishmentSums': byReplenishment,
  'consoleExport.replenishment': byReplenishment,
  'consolePurchaseOrder.list': byPurchase,
  'consolePurchaseOrder.costs': byPurchase,
  'consoleExport.skuCosts': byPurchase,
  'consolePurchaseOrder.detail': byPurchase,
  'consolePurchaseOrderPrintout.print': 'purchase-order-printouts.test.ts: orders of their shops alone',
  'consolePurchaseOrder.save': byPurchase,
  'consolePurchaseOrder.place': byPurchase,
  'consolePurchaseOrder.setExpectedDay': byPurchase,
  'consolePurchaseOrder.cancel': byPurchase,
  'consolePurchaseOrder.closeShort': byPurchase,
  'consolePurchaseOrder.receive': byPurchase,
  'consolePurchaseOrder.reverse': byPurchase,
  'consoleExport.purchaseOrders': byPurchase,
  'consoleSupplierInvoice.list': bySupplierInvoice,
  'consoleSupplierInvoice.detail': bySupplierInvoice,
  'consoleSupplierInvoice.uninvoicedLines': bySupplierInvoice,
  'consoleSupplierInvoice.uninvoiced': bySupplierInvoice,
  'consoleSupplierInvoice.create': bySupplierInvoice,
  'consoleSupplierInvoice.correct': bySupplierInvoice,
  'consoleSupplierInvoice.rematch': bySupplierInvoice,
  'consoleSupplierInvoice.accept': bySupplierInvoice,
  'consoleSupplierInvoice.sendBack': bySupplierInvoice,
  'consoleSupplierInvoice.void': bySupplierInvoice,
  'consoleExport.supplierInvoices': bySupplierInvoice,
  'consoleExport.uninvoiced': bySupplierInvoice,
  'consoleExport.suppliers': ofAllShops,
  'consoleExport.supplierPrices': bySupplier,
  'consoleExport.waveOrders': byWave,
  'consoleAfterSale.queues': 'below',
  'consoleAfterSale.inspect': byGuard,
  'consoleAfterSale.refundInstead': byGuard,
  'consoleAfterSale.exchange': byGuard,
  'consoleAfterSale.refund': byGuard,
  'consoleComment.picture': 'FILE_NOT_FOUND, as of a picture that is not there',
  'consoleShop.save': 'shops.test.ts',
  'consoleShop.pause': 'shops.test.ts',
  'consoleShop.open': 'shops.test.ts',
  'consoleShop.staff': 'what everybody keeps, for whoever may assign it',
  'consoleShop.setStaff': 'limits-of-shops.test.ts',
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
  'consolePrice.lists': 'below',
  'consolePrice.list': 'below',
  'consolePrice.add': ofAllShops,
  'consolePrice.modify': 'below',
  'consolePrice.companies': ofAllShops,
  'consolePrice.setPrices': byCode,
  'consolePrice.import': byCode,
  'goodsBulk.try': byWork,
  'goodsBulk.stop': 'the guard of apply',
  'goodsBulk.undo': 'the guard of apply',
  'goodsImport.try': 'kept-shops.test.ts, versions.test.ts: refused at its rows',
  'goodsImport.template': ofAllShops,
  'consoleStock.count': byCode,
  'consoleStock.setBin': byCode,
  'consoleStock.importBins': byCode,
  'consoleFreight.save': 'freight.test.ts',
  'consoleInvoice.queues': 'below',
  'consoleInvoice.enter': byInvoice,
  'consoleInvoice.enterRed': byInvoice,
  'consoleInvoice.enterRedConfirmation': 'the guard of the invoice, as of the decisions; without a red letter nobody finds one',
  'consoleEnterprise.list': 'companies are of the mall',
  'consoleEnterprise.detail': 'below',
}
const groups = [
  ...['consoleGoods', 'consoleSku', 'consoleTaxCode', 'consoleStock', 'consolePrice', 'consoleShop', 'consoleFreight', 'goodsPicture'],
  ...[
    'goodsDocument',
    'goodsImport',
    'goodsExport',
    'goodsBulk',
    'consoleOrder',
    'consoleOrderNote',
    'consoleOrderTag',
    'consoleFulfilment',
    'consoleDocuments',
  ],
  'consoleWave',
  'consoleWaybill',
  'consoleOrderProposal',
  'consoleHandoverList',
  'consoleSupplier',
  'consoleSupplierInvoice',
  'consoleWarehouse',
  'consoleBatch',
  'consoleStockReceipt',
  'consoleStockTransfer',
  'consoleStockCount',
  'consoleStockCountPrintout',
  'consolePurchaseOrder',
  'consolePurchaseOrderPrintout',
  'consoleMargin',
  'consoleRevenue',
  'consoleSalesReport',
  'consoleFunnel',
  'consoleCouponReport',
  'consoleCustomerReport',
  'consoleSalesTarget',
  'consoleStockReport',
  ...['consoleAfterSale', 'consoleComment', 'consoleCoupon', 'consoleInvoice', 'consoleEnterprise', 'consoleFinder'],
]
/** Groups of calls about what belongs to no shop, with the reason. */
const ofNoShop: [reason: string, groups: string[]][] = [
  ['the person himself', ['staff', 'consoleNotice', 'consoleSavedView']],
  ['each export asks the handler of its list', ['consoleExport']],
  ['counted below', ['consoleQueue']],
  ['jobs are of the whole mall', ['consoleJob']],
  ['shop licences: licences.test.ts; kinds and licences of companies are of the mall', ['consoleLicence']],
  [
    'what the goods of all shops share',
    ['consoleCategory', 'consoleBrand', 'consoleAttribute', 'consoleAttributeSet', 'consoleMachineModel'],
  ],
  ['what the mall shows and says', ['consoleSearchWord', 'consoleBanner', 'consoleHomeSection', 'consoleArticle', 'consoleHelpCategory']],
  ['what the mall shows and says', ['consoleAnnouncement', 'consoleMessageText', 'consoleText', 'consoleInquiry', 'consoleLevel']],
  ['companies, their people and papers', ['consoleVerification', 'consoleFiles', 'consoleUser', 'consoleEnterpriseAccess', 'movingIn']],
  ['companies, their people and papers', ['consoleIntegration']],
  ['what a company asks for is of no shop until it orders', ['consoleQuotation', 'consoleQuotationPrintout']],
  [
    'companies, and who looks after them',
    ['consoleAccountManager', 'consoleEnterpriseNote', 'consoleEnterpriseTag', 'consoleFollowUp', 'consolePhoneCall'],
  ],
  [
    'a payment may be for orders of several shops, a limit and a statement are of the company',
    ['consoleCredit', 'consoleStatement', 'consoleAccountStatement'],
  ],
  [
    'as the line above',
    [
      'consoleAcceptance',
      'consoleSigning',
      'consoleFinanceRequest',
      'consolePayment',
      'consoleVoucher',
      'consoleBank',
      'consoleBankFormat',
      'consoleReceivable',
      'consoleReceivablesReport',
    ],
  ],
  ['as the line above', ['consoleCreditBook', 'consoleReceipt', 'consoleReconciliation', 'consoleLedger', 'consoleProof', 'consoleWallet']],
  ['as the line above', ['consoleValueDay', 'consoleBadDebt', 'consoleProvision', 'consoleJournal', 'consoleJournalMonth']],
  ['companies and what they owe, of all shops together', ['consoleCollection', 'consoleOrderStop', 'consoleCompanyGroup']],
  [
    'the mall and its staff',
    [
      'consoleHoliday',
      'consoleDeliveryTime',
      'consoleCompanyPicture',
      'consoleSetting',
      'consoleSetup',
      'consoleAudit',
      'consoleStaff',
      'consoleCustomRole',
    ],
  ],
  ['the mall and its staff', ['consoleSensitiveChange', 'consoleDocumentView', 'consoleFileHistory', 'consoleContact']],
  ['keys are of people: what they write is limited, platform-api.test.ts', ['consolePlatformKey']],
]
test('every group of staff calls either concerns shops or has a reason why not', () => {
  const received = ofNoShop.flatMap(([, names]) => names)
  const ofStaff = Object.entries<EndpointGroup>(contract).flatMap(([group, api]) =>
    Object.values<Endpoint>(api).some(({ path }) => path.startsWith('/console-api/')) ? [group] : [],
  )
  expect([...groups, ...received].sort()).toEqual(ofStaff.sort())
})
test('every call about data of shops is in a table or has its reason', () => {
  const named = new Set([...Object.keys(lists), ...Object.keys(refused), ...Object.keys(others)])
  const calls = [...endpoints.keys()].filter((call) => groups.includes(call.split('.')[0] ?? ''))
  expect(calls.filter((call) => !named.has(call))).toEqual([])
  expect([...named].filter((call) => !endpoints.has(call))).toEqual([])
})

test('data of a kept shop can be read and changed', async () => {
  const own = await mall.createSku('自家截齿', { shopId: ownShopId, code: 'OWN-1', sale: '600.00', stock: 5 })
  const ordered = [{ skuId: own, goodsNum: 1 }]
  const { quote: seen } = await lin.api.order.preview({ lines: ordered, method: 'wallet' })
  const trade = await lin.api.order.submit({ lines: ordered, method: 'wallet', addressId: lin.addressId, quote: seen })
  await lin.api.order.payByWallet({ tradeId: trade.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
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

test('the counts on the first page match the lists, for keepers of all shops and for a keeper of one', async () => {
  const stocked = await mall.createSku('别家现货', { shopId, sale: '600.00', stock: 5 })
  const request = { lines: [{ skuId: stocked, goodsNum: 1 }], method: 'wallet' as const }
  const again = await lin.api.order.preview(request)
  const unsent = await lin.api.order.submit({ ...request, addressId: lin.addressId, quote: again.quote })
  await lin.api.order.payByWallet({ tradeId: unsent.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  // Of the other shop one SKU never had stock, and one is never sold again.
  await mall.createSku('别家售罄', { shopId, code: 'OTHER-2', stock: 0 })
  const gone = await mall.createSku('别家停产', { shopId, code: 'OTHER-3', stock: 0 })
  await mall.runInTransaction((tx) => tx.updateTable('sku').set({ archived: true, on_shelf: false }).where('id', '=', gone).execute())
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

test('a price list shows prices of kept shops; changing when it applies takes all shops with prices in it', async () => {
  const { consolePrice } = admin.api
  const own = await mall.createSku('自家价目', { shopId: ownShopId, code: 'OWN-2', sale: '600.00' })
  await consolePrice.setPrices({ listId, skuId: own, prices: [{ from: 1, ...lowPrice }], rowVersion: 0, confirmed: true })
  const counts = async (person: typeof admin) => {
    const { api } = person
    const listed = (await api.consolePrice.lists({})).dataList.find((one) => one.listId === listId)
    return [listed?.items, (await api.consolePrice.list({ listId })).items, (await api.consolePrice.items({ listId })).total]
  }
  expect([await counts(admin), await counts(keeper)]).toEqual([
    [2, 2, 2],
    [1, 1, 1],
  ])
  expect((await keeper.api.consolePrice.items({ listId })).dataList.map(({ code }) => code)).toEqual(['OWN-2'])
  expect((await keeper.api.consolePrice.history({ listId })).dataList.map(({ code }) => code)).toEqual(['OWN-2'])
  const modified = { listId, name: '一级会员价', fromDay: '2026-11-01', untilDay: null, enabled: false, rowVersion: 0 }
  const { path } = contract.consolePrice.modify
  expect(await keeper.post(path, modified)).toMatchObject({ code: 403, reason: 'PRICE_LIST_SHARED' })
  await consolePrice.setPrices({ listId, skuId, prices: [], rowVersion: 1, confirmed: true })
  expect(await keeper.post(path, modified)).toMatchObject({ code: 200 })
})

test('the orders of an enterprise are counted in kept shops only', async () => {
  const orders = async (person: typeof admin) =>
    (await person.api.consoleEnterprise.detail({ enterpriseId })).orders.reduce((sum, { count }) => sum + count, 0)
  expect([await orders(admin), await orders(keeper)]).toEqual([4, 1])
})

test('queues count invoices and red letters of kept shops only', async () => {
  const waiting = async (person: typeof admin) => {
    const { queues } = await person.api.consoleInvoice.queues({})
    const items = await person.api.consoleQueue.list({})
    return [
      ...queues.flatMap(({ queue, count }) => (count > 0 ? [[queue, count]] : [])),
      ...items.flatMap(({ kind, count }) => (kind.startsWith('invoice') && count > 0 ? [[kind, count]] : [])),
    ]
  }
  const { id } = await lin.api.invoice.reapply({ id: asked.id, titleId, email: 'caiwu@example.com', remark: '' })
  const ref = { enterpriseId, id }
  const uncoded = { tax_code: null, tax_name: null }
  await mall.runInTransaction(async (tx) => {
    await tx.updateTable('category').set(uncoded).execute()
    await tx.updateTable('invoice_line').set(uncoded).where('enterprise_id', '=', enterpriseId).where('invoice_id', '=', id).execute()
  })
  expect([await waiting(admin), await waiting(keeper)]).toEqual([
    [
      ['decide', 1],
      ['uncoded', 1],
      ['invoice', 1],
      ['invoiceUncoded', 1],
    ],
    [],
  ])
  const pdf = { file: toBlob(Buffer.from('%PDF-1.7 sample'), 'application/pdf') }
  await admin.api.consoleInvoice.enter({ ...ref, number: '12345678', issuedDay: '2026-11-18' }, pdf)
  await admin.api.consoleInvoice.takeBack({ ...ref, reason: '开票有误' })
  expect([await waiting(admin), await waiting(keeper)]).toEqual([
    [
      ['red', 1],
      ['invoiceRed', 1],
    ],
    [],
  ])
})

test('queues count after-sales of kept shops only', async () => {
  const waiting = async (person: typeof admin) => (await person.api.consoleAfterSale.queues({})).reduce((sum, { count }) => sum + count, 0)
  expect([await waiting(admin), await waiting(keeper)]).toEqual([2, 1])
})
