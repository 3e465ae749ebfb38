import * as z from 'zod/mini'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { consoleVoucherEndpoints } from '#contract/billing/bank/voucher-api.ts'
import { consoleIncomingPaymentEndpoints } from '#contract/billing/finance/incoming-payments-api.ts'
import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import { consoleStockCountEndpoints } from '#contract/catalog/stock-counts/api.ts'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { consoleAfterSaleEndpoints } from '#contract/orders/after-sales/console-api.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
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
  order: { label: '订单', by: '订单号、采购单号', needs: consoleOrderEndpoints.detail.needs },
  parcel: { label: '包裹', by: '运单号', needs: consoleOrderEndpoints.detail.needs },
  afterSale: { label: '售后', by: '售后单号、退货运单号', needs: consoleAfterSaleEndpoints.detail.needs },
  user: { label: '用户', by: '手机号、姓名', needs: consoleUserEndpoints.detail.needs },
  enterprise: { label: '企业', by: '企业名称、手机号', needs: consoleEnterpriseEndpoints.detail.needs },
  sku: { label: '商品规格', by: '规格编码、厂家编号、条码、商品名称', needs: consoleSkuEndpoints.detail.needs },
  stockCount: { label: '盘点单', by: '盘点单号', needs: consoleStockCountEndpoints.detail.needs },
  invoice: { label: '发票', by: '发票号码、申请单号', needs: consoleInvoiceEndpoints.detail.needs },
  payment: { label: '支付', by: '转账附言、支付流水号', needs: consoleIncomingPaymentEndpoints.detail.needs },
  voucher: { label: '付款凭证', by: '转账附言', needs: consoleVoucherEndpoints.detail.needs },
  bankLine: { label: '银行流水', by: '银行流水号、付款人、待认领金额', needs: consoleBankEndpoints.line.needs },
} as const satisfies Record<string, { label: string; by: string; needs: StaffAccessRule }>
export type FinderKind = keyof typeof finderKinds

/** The largest number of hits of one kind. Whoever needs more opens the list of that kind. */
export const FINDER_HITS_PER_KIND_MAX = 5

export const FinderHit = z.object({
  kind: z.enum(keysOf(finderKinds)),
  /** What identifies it within its company, or within its kind: its id; of orders and parcels the order number. */
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
