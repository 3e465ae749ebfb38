import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createNumberedDocuments } from '#server/platform/testing/numbered-documents.ts'
import { createOfferedQuotationLine } from '#server/platform/testing/quotations.ts'

const mall = await openMall()
const admin = await mall.staff('admin')
const lin = await mall.buyer('林', { wallet: '90000' })
const skuId = await mall.createSku('掘进机截齿', { code: 'KT-LINES', sale: '60.00', stock: 50 })
const lines = [{ skuId, goodsNum: 2 }]
const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
const orderNo = orders[0]?.orderNo ?? expect.fail('no order')
const documents = await createNumberedDocuments(mall, { buyer: lin, orderNo, sku: { skuId, code: 'KT-LINES' } })

/** The rows of an exported file as records by heading. */
async function exportRows(name: keyof typeof contract.consoleExport, filter: object = {}): Promise<Record<string, string>[]> {
  const answer = await admin.post(contract.consoleExport[name].path, Object.assign({ format: 'csv' }, filter))
  expect(answer).toMatchObject({ code: 200 })
  const text = Buffer.from((answer.data as BinaryFile).bytes)
    .toString('utf8')
    .replace('\uFEFF', '')
  const [head = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((row) => row.split(',').map((cell) => cell.replaceAll('"', '').trim()))
  return rows.map((row) => Object.fromEntries(head.map((heading, at) => [heading, row[at] ?? ''])))
}

test('lines of purchase orders, invoices of suppliers and transfers stand beside their document, in the order of the list', async () => {
  const purchases = await exportRows('purchaseOrderLines')
  const listed = (await admin.api.consolePurchaseOrder.list({ pageSize: 100 })).dataList.map(({ orderNo: no }) => no)
  expect([...new Set(purchases.map((row) => row.采购单号))]).toEqual(listed)
  const { lines: ordered } = await admin.api.consolePurchaseOrder.detail({ id: documents.purchaseOrder.id })
  const own = purchases.filter((row) => row.采购单号 === documents.purchaseOrder.keyword)
  expect(own.map((row) => [row.商品编码, Number(row.采购数量), Number(row.入库数量)])).toEqual(
    ordered.map(({ skuCode, quantity, received }) => [skuCode, quantity, received]),
  )
  const billed = await exportRows('supplierInvoiceLines', { state: 'MATCHED' })
  expect(billed.length).toBeGreaterThan(0)
  for (const row of billed) expect(row).toMatchObject({ 状态: '已匹配' })
  const moved = async () => {
    const [row] = await exportRows('stockTransferLines')
    expect(row).toMatchObject({ 调拨单号: documents.stockTransfer.keyword, 商品编码: 'KT-LINES', 调拨数量: '3' })
    return [row?.收到数量, row?.在途数量, row?.短少数量]
  }
  const { id } = documents.stockTransfer
  const { consoleStockTransfer } = admin.api
  const { transfer } = await consoleStockTransfer.detail({ id })
  const { fromId, toId, rowVersion } = transfer
  await consoleStockTransfer.save({ id, fromId, toId, note: '', rowVersion, lines: [{ skuCode: 'KT-LINES', quantity: 3 }] })
  expect(await moved()).toEqual(['0', '0', '0'])
  await consoleStockTransfer.send({ id, rowVersion: (await consoleStockTransfer.detail({ id })).transfer.rowVersion })
  await consoleStockTransfer.receive({ id, lines: [{ lineNo: 1, quantity: 1 }] })
  expect(await moved()).toEqual(['1', '2', '0'])
  await consoleStockTransfer.closeShort({ id, fate: 'lost', reason: '途中遗失' })
  expect(await moved()).toEqual(['1', '0', '2'])
})

test('lines of a quotation have what the current offer says of them, and those of a proposal the prices of its day', async () => {
  const before = await exportRows('quotationLines')
  expect(before).toMatchObject([{ 询价单号: documents.quotation.keyword, 企业: '林矿业有限公司', 数量: '30', 答复: '' }])
  const ref = { enterpriseId: lin.enterpriseId, id: documents.quotation.id }
  const { rowVersion } = await admin.api.consoleQuotation.detail(ref)
  const offered = [createOfferedQuotationLine(1, skuId, '55.00')]
  await admin.api.consoleQuotation.quote({ ...ref, rowVersion, validDays: 5, note: '', lines: offered })
  const [after] = await exportRows('quotationLines', { state: 'QUOTED' })
  expect(after).toMatchObject({ 答复: '报价', 报价商品编码: 'KT-LINES' })
  expect(Number(after?.现金单价)).toBe(55)
  const [proposed] = await exportRows('orderProposalLines')
  expect(proposed).toMatchObject({ 代客下单单号: documents.orderProposal.keyword, 商品编码: 'KT-LINES', 数量: '2' })
  expect(Number(proposed?.发出时现金单价)).toBe(60)
  // A filter that leaves out the document leaves out its lines.
  expect(await exportRows('orderProposalLines', { state: 'DECLINED' })).toEqual([])
})
