import * as z from 'zod/mini'
import { Day, Id, Instant, RowVersion } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { purchaseOrderLifecycle } from './purchase-order-lifecycle.ts'

export const PURCHASE_ORDER_LINES_MAX = 200

/** The tax that is deducted of a purchase, in basis points; 0: the supplier gives no special invoice. */
export const purchaseTaxRatesBp: readonly number[] = [1_300, 900, 600, 300, 100, 0]
export const PurchaseTaxRateBp = z.int('税率不正确').check(
  z.minimum(0, '税率不正确'),
  z.maximum(1_300, '税率不正确'),
  z.refine((rate) => purchaseTaxRatesBp.includes(rate), '税率不正确'),
)

export const PurchaseOrderStateSchema = z.enum(keysOf(purchaseOrderLifecycle.states), '采购单状态不正确')
export const PurchaseOrderNo = z.string('请输入采购单号').check(z.regex(/^CG\d{12}$/, '采购单号为 CG 加 12 位数字'))

export const PurchaseOrder = z.object({
  id: Id,
  orderNo: PurchaseOrderNo,
  state: PurchaseOrderStateSchema,
  supplierId: Id,
  supplierName: z.string(),
  shopName: z.string(),
  /** In basis points. */
  taxRate: z.int(),
  /** The day that the supplier has promised for what is still to come; null: none. */
  expectedDay: z.nullable(Day),
  note: z.string(),
  total: Yuan,
  /** The units that were ordered, and those that came. */
  units: z.int(),
  received: z.int(),
  /** What came at the ordered prices, and what invoices of the supplier name of it, both with tax. */
  receivedAmount: Yuan,
  invoicedAmount: Yuan,
  /** Why the rest does not come any more; '' if it was not closed short. */
  closedReason: z.string(),
  madeBy: z.string(),
  madeAt: Instant,
  rowVersion: RowVersion,
})
export type PurchaseOrder = z.output<typeof PurchaseOrder>

export const PurchaseOrderLine = z.object({
  lineNo: z.int(),
  skuId: Id,
  skuCode: z.string(),
  goodsName: z.string(),
  skuProps: SkuProps,
  unit: z.string(),
  /** What a scanner reads from its package; '': none. */
  barcode: z.string(),
  quantity: z.int(),
  price: Yuan,
  received: z.int(),
  /** The units that invoices of the supplier name. */
  invoiced: z.int(),
  /** Whether its goods have batches: then a receipt must name one. */
  batched: z.boolean(),
})
export type PurchaseOrderLine = z.output<typeof PurchaseOrderLine>

/** 入库记录: what came of a purchase order at one time, or what of it was taken back. */
export const GoodsReceipt = z.object({
  id: Id,
  receiptNo: z.int(),
  /** The number of the receipt that it takes back; null: goods came. */
  reverses: z.nullable(z.int()),
  /** Whether it was taken back. */
  reversed: z.boolean(),
  units: z.int(),
  /** The part numbers with their units. */
  goods: z.string(),
  note: z.string(),
  by: z.string(),
  at: Instant,
})
export type GoodsReceipt = z.output<typeof GoodsReceipt>

/** 移动平均成本: what a SKU costs now without tax, and what its stock is worth. */
export const SkuCost = z.object({
  skuId: Id,
  skuCode: z.string(),
  goodsName: z.string(),
  skuProps: SkuProps,
  unit: z.string(),
  /** Of 100 units, so that a fen is not lost at cheap goods. */
  hundredCost: Yuan,
  /** The units in the house. */
  inHouse: z.int(),
  stockValue: Yuan,
  /** When goods came last. */
  at: Instant,
})
export type SkuCost = z.output<typeof SkuCost>

/** A cost is kept for so many units, so that a fen is not lost at cheap goods. */
export const UNITS_PER_RECORDED_SKU_COST = 100
