import * as z from 'zod/mini'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { consoleVoucherEndpoints } from '#contract/billing/bank/voucher-api.ts'
import { consoleIncomingPaymentEndpoints } from '#contract/billing/finance/incoming-payments-api.ts'
import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import { consoleBannerEndpoints } from '#contract/catalog/banners/banner-api.ts'
import { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import { consoleStockCountEndpoints } from '#contract/catalog/stock-counts/api.ts'
import { consoleStockReceiptEndpoints } from '#contract/catalog/stock-receipts/api.ts'
import { consoleStockTransferEndpoints } from '#contract/catalog/stock-transfers/api.ts'
import { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import { consoleSupplierEndpoints } from '#contract/catalog/suppliers/api.ts'
import { consoleArticleEndpoints } from '#contract/content/content/article-api.ts'
import { consoleAcceptanceBillEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { consoleAfterSaleEndpoints } from '#contract/orders/after-sales/console-api.ts'
import { consoleBatchEndpoints } from '#contract/orders/batches/api.ts'
import { consoleOrderProposalEndpoints } from '#contract/orders/order-proposals/console-api.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { consoleQuotationEndpoints } from '#contract/orders/quotations/console-api.ts'
import { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import { consoleWaybillEndpoints } from '#contract/orders/waybills/api.ts'
import { consoleUserEndpoints } from '#contract/people/identity/console-api.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import type { StaffAccessRule } from '#contract/platform/core/permissions.ts'
import { FINDER_KEYWORD_LENGTH_MAX } from './keyword.ts'

/**
 * The kinds of records that the finder searches, in the order of its list: the heading, what finds one, and the access rule of the screen
 * that opens it. A kind is searched only for staff who may open that screen.
 */
export const finderKinds = {
  order: { label: '订单', by: '订单号、合同号（HT 开头）、采购单号', needs: consoleOrderEndpoints.detail.needs },
  parcel: { label: '包裹', by: '运单号', needs: consoleOrderEndpoints.detail.needs },
  waybill: { label: '电子面单', by: '还没有随包裹发出的运单号', needs: consoleWaybillEndpoints.list.needs },
  afterSale: { label: '售后', by: '售后单号、退货运单号', needs: consoleAfterSaleEndpoints.detail.needs },
  quotation: { label: '询价', by: '询价单号', needs: consoleQuotationEndpoints.detail.needs },
  orderProposal: { label: '代客下单', by: '代客下单单号', needs: consoleOrderProposalEndpoints.detail.needs },
  user: { label: '用户', by: '手机号、姓名', needs: consoleUserEndpoints.detail.needs },
  enterprise: { label: '企业', by: '企业名称、手机号', needs: consoleEnterpriseEndpoints.detail.needs },
  sku: { label: '商品规格', by: '规格编码、厂家编号、条码、竞品型号、客户物料编码、商品名称', needs: consoleSkuEndpoints.detail.needs },
  wave: { label: '波次', by: '波次号', needs: consoleWaveEndpoints.detail.needs },
  batch: { label: '批次', by: '批号', needs: consoleBatchEndpoints.detail.needs },
  stockCount: { label: '盘点单', by: '盘点单号', needs: consoleStockCountEndpoints.detail.needs },
  stockReceipt: { label: '入库单', by: '入库单号', needs: consoleStockReceiptEndpoints.detail.needs },
  stockTransfer: { label: '仓库调拨', by: '调拨单号', needs: consoleStockTransferEndpoints.detail.needs },
  purchaseOrder: { label: '采购单', by: '采购单号（CG 开头）', needs: consolePurchaseOrderEndpoints.detail.needs },
  supplier: { label: '供应商', by: '供应商名称', needs: consoleSupplierEndpoints.detail.needs },
  invoice: { label: '发票', by: '发票号码、申请单号', needs: consoleInvoiceEndpoints.detail.needs },
  supplierInvoice: { label: '采购发票', by: '发票号码', needs: consoleSupplierInvoiceEndpoints.detail.needs },
  payment: { label: '支付', by: '转账附言、支付流水号', needs: consoleIncomingPaymentEndpoints.detail.needs },
  voucher: { label: '付款凭证', by: '转账附言', needs: consoleVoucherEndpoints.detail.needs },
  acceptance: { label: '承兑汇票', by: '票据号', needs: consoleAcceptanceBillEndpoints.detail.needs },
  coupon: { label: '优惠券', by: '优惠券名称、兑换码', needs: consoleCouponEndpoints.template.needs },
  banner: { label: '横幅', by: '横幅标题', needs: consoleBannerEndpoints.list.needs },
  article: { label: '文章与协议', by: '标题', needs: consoleArticleEndpoints.detail.needs },
  bankLine: { label: '银行流水', by: '银行流水号、付款人、待认领金额', needs: consoleBankEndpoints.line.needs },
} as const satisfies Record<string, { label: string; by: string; needs: StaffAccessRule }>
export type FinderKind = keyof typeof finderKinds

/** The largest number of hits of one kind. Whoever needs more opens the list of that kind. */
export const FINDER_HITS_PER_KIND_MAX = 5

export const FinderHit = z.object({
  kind: z.enum(keysOf(finderKinds)),
  /** What identifies it within its company, or within its kind: its id; of orders and parcels the order number, of waybills their own number. */
  id: z.string(),
  enterpriseId: z.nullable(Id),
  /** Its number or name. Mobile numbers are masked. */
  title: z.string(),
  /** What else tells it apart: its company, its state, its amount. */
  note: z.string(),
  /** The keyword is exactly one of its numbers or its name. */
  exact: z.boolean(),
})
export type FinderHit = z.output<typeof FinderHit>

export const consoleFinderEndpoints = defineEndpoints('/console-api/api/finder', {
  find: readEndpoint({
    path: 'find',
    summary: '全局查找：按单号、名称、手机号等，只找本人可以打开的；每类最多 5 条',
    needs: 'staff',
    input: z.strictObject({ keyword: RequiredText(FINDER_KEYWORD_LENGTH_MAX, '请输入要查找的内容') }),
    output: z.object({ hits: z.array(FinderHit) }),
  }),
})
