import { expect } from 'vitest'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { createKuaidi100WaybillNumbers } from '#server/adapters/waybill-numbers/public.ts'
import { type Mall, yuanTextToFen } from './mall.ts'
import type { Buyer } from './mall-people.ts'
import { createPurchasingTestData } from './purchasing-scene.ts'
import { createRequestedQuotationLine } from './quotations.ts'
import { createSecondWarehouse } from './warehouse-scene.ts'
import { startWaybillSandbox } from './waybill-sandbox.ts'

interface Given {
  buyer: Buyer
  /** A paid order that is not shipped. */
  orderNo: string
  sku: { skuId: string; code: string }
}

/** One of each document that precedes an order or its parcel, or that the mall buys and moves goods by: its number or name, and its id. */
export async function createNumberedDocuments(mall: Mall, { buyer, orderNo, sku: { skuId, code } }: Given) {
  const { api } = await mall.staff('admin')
  const { enterpriseId, userId, addressId } = buyer
  const asked = [createRequestedQuotationLine({ skuId, goodsNum: 30 })]
  const { id: quotationId } = await buyer.api.quotation.create({ title: '', remark: '', lines: asked })
  const { quotationNo } = await buyer.api.quotation.detail({ id: quotationId })
  const lines = [{ skuId, goodsNum: 2 }]
  const proposal = await api.consoleOrderProposal.send({ enterpriseId, userId, addressId, remark: '', lines })
  mall.services.waybills = createKuaidi100WaybillNumbers((await startWaybillSandbox()).account)
  const taken = await api.consoleWaybill.take({ carrier: '德邦快递', orders: [{ enterpriseId, orderNo }] })
  const { trackingNo } = taken.rows[0] ?? expect.fail('no waybill number')
  const { id: waveId } = await api.consoleWave.create({ count: 1 })
  const { waveNo } = await api.consoleWave.detail({ id: waveId })
  const { orderId, supplierId } = await createPurchasingTestData(mall)
  const purchase = await api.consolePurchaseOrder.detail({ id: orderId })
  const [invoice] = (await api.consoleSupplierInvoice.list({ state: 'MATCHED' })).dataList
  const cost = { quantity: 5, unitCost: yuanTextToFen('8.00'), bin: '' }
  const receipt = await api.consoleStockReceipt.create({ lines: [{ skuCode: code, ...cost }], note: '' })
  const [fromId, toId] = [MAIN_WAREHOUSE_ID, await createSecondWarehouse(mall)]
  const { id: transferId } = await api.consoleStockTransfer.save({ fromId, toId, note: '', lines: [{ skuCode: code, quantity: 1 }] })
  return {
    quotation: { keyword: quotationNo, id: quotationId },
    orderProposal: { keyword: proposal.proposalNo, id: proposal.id },
    waybill: { keyword: trackingNo, id: trackingNo },
    wave: { keyword: waveNo, id: waveId },
    purchaseOrder: { keyword: purchase.order.orderNo, id: orderId },
    supplier: { keyword: '株洲硬质合金', id: supplierId },
    supplierInvoice: { keyword: invoice?.invoiceNumber ?? '', id: invoice?.id ?? expect.fail('no supplier invoice') },
    stockReceipt: { keyword: receipt.receiptNo, id: receipt.id },
    stockTransfer: { keyword: (await api.consoleStockTransfer.detail({ id: transferId })).transfer.transferNo, id: transferId },
  }
}
