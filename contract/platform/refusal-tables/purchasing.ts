import type { RefusalTable } from './table.ts'

/** Refusals for suppliers, purchase orders and invoices of suppliers. */
export const supplierAndPurchaseOrderRefusals = {
  SUPPLIER_NOT_FOUND: { code: 404, msg: '供应商不存在，请刷新后重新选择' },
  SUPPLIER_NAME_TAKEN: { code: 409, msg: '已有同名的供应商' },
  SUPPLIER_STOPPED: { code: 409, msg: '该供应商已停用，请先启用或另选供应商' },
  PURCHASE_ORDER_NOT_FOUND: { code: 404, msg: '采购单不存在' },
  PURCHASE_ORDER_STATE: { code: 409, msg: '采购单的状态已变，请刷新后查看' },
  PURCHASE_LINES: { code: 422, msg: '采购单有几行填写有误' },
  PURCHASE_SHOPS: { code: 422, msg: '一张采购单只能采购同一店铺的商品，请按店铺分开' },
  PURCHASE_TOO_LARGE: { code: 422, msg: '采购单金额超过 10 亿元，请分开采购' },
  PURCHASE_BEGUN: { code: 409, msg: '采购单已有入库，不能取消，可以结束采购' },
  PURCHASE_NOTHING_CAME: { code: 409, msg: '采购单还没有入库，请直接取消' },
  PURCHASE_LINE_NOT_FOUND: { code: 404, msg: '采购单里没有这一行，请刷新后重试' },
  PURCHASE_TOO_MANY: { code: 422, msg: '入库数量超过未到数量，请核对；确实多到的请写明原因' },
  GOODS_RECEIPT_NOT_FOUND: { code: 404, msg: '没有这次入库，请刷新后查看' },
  GOODS_RECEIPT_REVERSED: { code: 409, msg: '这次入库已冲销，或本身就是冲销' },
  GOODS_RECEIPT_INVOICED: { code: 409, msg: '这次入库的数量已在采购发票上，请先作废发票再冲销' },
  SUPPLIER_INVOICE_NOT_FOUND: { code: 404, msg: '采购发票不存在' },
  SUPPLIER_INVOICE_STATE: { code: 409, msg: '采购发票的状态已变，请刷新后查看' },
  SUPPLIER_INVOICE_KNOWN: { code: 409, msg: '这张发票已登记过' },
  SUPPLIER_INVOICE_LINES: { code: 422, msg: '采购发票有几行填写有误' },
  SUPPLIER_INVOICE_TOTALS: { code: 422, msg: '各行合计与票面合计不符，请核对' },
  SUPPLIER_INVOICE_DAY: { code: 422, msg: '开票日期不能晚于今天' },
  SUPPLIER_INVOICE_UNITS: { code: 409, msg: '开票数量多于已收未开票的数量，请等货到后重新匹配，或退回更正' },
} as const satisfies RefusalTable
