import * as z from 'zod/mini'
import { PurchaseOrderNo, PurchaseTaxRateBp } from '#contract/catalog/purchase-orders/shapes.ts'
import { Day, Id, Instant, Quantity, RowVersion } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { PositiveYuan, Yuan, YuanUpTo } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { supplierInvoiceLifecycle } from './supplier-invoice-lifecycle.ts'

export const SUPPLIER_INVOICE_LINES_MAX = 200

export const SupplierInvoiceStateSchema = z.enum(keysOf(supplierInvoiceLifecycle.states), '采购发票状态不正确')

/** An electronic invoice has 20 digits, one on paper 8 and a code. */
export const SupplierInvoiceNumber = z
  .string('请输入发票号码')
  .check(z.regex(/^(\d{20}|\d{8})$/, '发票号码为 20 位（数电票）或 8 位（纸质）数字'))
export const SupplierInvoiceCode = z.string('请输入发票代码').check(z.regex(/^(\d{10}|\d{12})?$/, '发票代码为 10 或 12 位数字，数电票没有'))

/** One line as it stands on the paper; the price and the rate are those of one unit with tax. */
export const SupplierInvoiceLineInput = z.strictObject({
  purchaseOrderId: Id,
  orderLineNo: z.int('采购单行不正确').check(z.minimum(1, '采购单行不正确'), z.maximum(SUPPLIER_INVOICE_LINES_MAX, '采购单行不正确')),
  quantity: Quantity,
  price: PositiveYuan,
  taxRate: PurchaseTaxRateBp,
  net: PositiveYuan,
  tax: YuanUpTo(),
})
export type SupplierInvoiceLineInput = z.output<typeof SupplierInvoiceLineInput>

export const SupplierInvoice = z.object({
  id: Id,
  state: SupplierInvoiceStateSchema,
  supplierId: Id,
  supplierName: z.string(),
  invoiceCode: z.string(),
  invoiceNumber: z.string(),
  invoicedOn: Day,
  net: Yuan,
  tax: Yuan,
  total: Yuan,
  lines: z.int(),
  /** The lines that differ from what was ordered or what came. */
  different: z.int(),
  /** What its units cost more than ordered: with tax, and 采购价差 without it. Below zero: less. */
  priceDifference: Yuan,
  variance: Yuan,
  /** The purchase orders that it names, by number. */
  orders: z.array(z.object({ id: Id, orderNo: PurchaseOrderNo })),
  /** Whether its units count as invoiced. */
  holdsUnits: z.boolean(),
  note: z.string(),
  madeBy: z.string(),
  madeAt: Instant,
  /** Who accepted it or sent it back, and why; null and '': nobody, or it was corrected since. */
  decidedBy: z.string(),
  decidedAt: z.nullable(Instant),
  reason: z.string(),
  voidedBy: z.string(),
  voidedAt: z.nullable(Instant),
  voidReason: z.string(),
  rowVersion: RowVersion,
})
export type SupplierInvoice = z.output<typeof SupplierInvoice>

const orderLine = {
  purchaseOrderId: Id,
  orderNo: PurchaseOrderNo,
  orderLineNo: z.int(),
  skuId: Id,
  skuCode: z.string(),
  goodsName: z.string(),
  skuProps: SkuProps,
  unit: z.string(),
  ordered: z.int(),
  orderedPrice: Yuan,
  /** In basis points. */
  orderedTaxRate: z.int(),
  received: z.int(),
  /** The units that invoices name, this one included if it holds them. */
  invoiced: z.int(),
}

/** A line with what differed when it was last matched. */
export const SupplierInvoiceLine = z.object({
  ...orderLine,
  lineNo: z.int(),
  quantity: z.int(),
  price: Yuan,
  taxRate: z.int(),
  net: Yuan,
  tax: Yuan,
  variance: Yuan,
  match: z.object({
    priceDifference: Yuan,
    isPriceDifferent: z.boolean(),
    isTaxRateDifferent: z.boolean(),
    overOrdered: z.int(),
    overReceived: z.int(),
  }),
})
export type SupplierInvoiceLine = z.output<typeof SupplierInvoiceLine>

/** A line of a purchase order of which goods came that no invoice names. */
export const UninvoicedLine = z.object(orderLine)
export type UninvoicedLine = z.output<typeof UninvoicedLine>

/** 已收未开票: what came of a supplier and is on no invoice, at the ordered prices. */
export const UninvoicedSupplier = z.object({
  supplierId: Id,
  supplierName: z.string(),
  orders: z.int(),
  units: z.int(),
  /** With tax. */
  amount: Yuan,
  /** Without the tax that is deducted. */
  net: Yuan,
  /** The day on which the oldest of it came. */
  since: Day,
})
export type UninvoicedSupplier = z.output<typeof UninvoicedSupplier>
