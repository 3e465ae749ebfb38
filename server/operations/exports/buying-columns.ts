// Columns of the buyer's exported lists around orders.

import { contractKinds, type contractsEndpoints } from '#contract/billing/contracts/api.ts'
import type { invoiceEndpoints } from '#contract/billing/invoices/api.ts'
import type { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import type { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import { FIRST_ORDER_LABEL, formatCouponThreshold, formatCouponValue } from '#contract/catalog/coupons/kinds.ts'
import { couponStates } from '#contract/catalog/coupons/shapes.ts'
import type { favouritesEndpoints } from '#contract/catalog/favourites/api.ts'
import type { materialCodeEndpoints } from '#contract/catalog/materials/api.ts'
import type { consoleSearchWordEndpoints } from '#contract/catalog/search-words/console-api.ts'
import type { CouponReportPoint } from '#contract/operations/reports/coupon-report-api.ts'
import type { SalesPoint } from '#contract/operations/reports/sales-api.ts'
import {
  type AfterSaleState,
  type AfterSaleType,
  afterSaleLifecycle,
  afterSaleTypes,
} from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { afterSaleEndpoints } from '#contract/orders/after-sales/api.ts'
import type { consoleAfterSaleEndpoints } from '#contract/orders/after-sales/console-api.ts'
import { type purchaseApprovalEndpoints, purchaseApprovalStates } from '#contract/orders/approval/api.ts'
import type { commentEndpoints } from '#contract/orders/comments/api.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { createEnterpriseColumn, defineColumns } from '#server/adapters/spreadsheets/public.ts'
import { defineColumnsForEndpoint, type EndpointListRow } from './list-export.ts'

interface CaseRow {
  afterSaleNo: string
  orderNo: string
  type: AfterSaleType
  state: AfterSaleState
  createdAt: Date
  reason: string
  firstGoods: string
  units: number
  refunded: EndpointListRow<typeof afterSaleEndpoints.list>['refunded']
}
const caseColumns = defineColumns<CaseRow>(({ text, instant, count, money }) => [
  text('售后单号', 22, ({ afterSaleNo }) => afterSaleNo),
  text('订单号', 22, ({ orderNo }) => orderNo),
  text('类型', 12, ({ type }) => afterSaleTypes[type].label),
  text('状态', 12, ({ state }) => afterSaleLifecycle.states[state].label),
  instant('申请时间', ({ createdAt }) => createdAt),
  text('首件商品', 32, ({ firstGoods }) => firstGoods),
  count('件数', ({ units }) => units),
  text('原因', 20, ({ reason }) => reason),
  money('退款金额', ({ refunded }) => refunded),
])
export const afterSaleColumns = defineColumnsForEndpoint<typeof afterSaleEndpoints.list>(() => caseColumns)
export const consoleAfterSaleColumns = defineColumnsForEndpoint<typeof consoleAfterSaleEndpoints.list>(() => [
  ...caseColumns,
  createEnterpriseColumn(),
])

export const commentColumns = defineColumnsForEndpoint<typeof commentEndpoints.mine>(({ text, instant, count }) => [
  text('订单号', 22, ({ orderNo }) => orderNo),
  text('商品', 32, ({ goodsName }) => goodsName),
  text('商品规格', 28, ({ skuProps }) => formatSkuProps(skuProps)),
  text('评论人', 14, ({ by }) => by),
  count('星级', ({ stars }) => stars),
  text('评论', 60, (row) => row.text),
  instant('评论时间', ({ at }) => at),
  text('商家回复', 60, ({ answer }) => answer?.text ?? null),
  text('隐藏原因', 24, ({ hiddenReason }) => hiddenReason),
])

export const purchaseApprovalColumns = defineColumnsForEndpoint<typeof purchaseApprovalEndpoints.list>(({ text, instant, money }) => [
  text('订单号', 44, ({ orders }) => orders.map(({ orderNo }) => orderNo).join('、')),
  text('状态', 10, ({ state }) => purchaseApprovalStates[state]),
  text('申请人', 14, ({ askedBy }) => askedBy),
  instant('申请时间', ({ askedAt }) => askedAt),
  text('原因', 40, ({ why }) => why),
  text('支付方式', 12, ({ method }) => paymentMethods[method].label),
  money('应付金额', ({ payable }) => payable),
  text('审批人', 14, ({ decidedBy }) => decidedBy),
  instant('审批时间', ({ decidedAt }) => decidedAt),
  text('意见', 40, ({ opinion }) => opinion),
])

export const contractColumns = defineColumnsForEndpoint<typeof contractsEndpoints.list>(({ text, instant, money }) => [
  text('类型', 12, ({ kind }) => contractKinds[kind].label),
  instant('签订时间', ({ at }) => at),
  text('订单号', 22, (row) => (row.kind === 'purchase' ? row.orderNo : null)),
  text('首件商品', 32, (row) => (row.kind === 'purchase' ? row.firstGoods : null)),
  money('金额', (row) => (row.kind === 'credit' ? null : row.amount)),
  text('函件编号', 20, (row) => (row.kind === 'letter' ? row.letterNo : null)),
  text('签署人', 14, (row) => (row.kind === 'credit' ? row.by : null)),
  text('版本', 14, ({ version }) => version),
  text('校验码', 68, ({ hash }) => hash),
])

export const invoiceableOrderColumns = defineColumnsForEndpoint<typeof invoiceEndpoints.openOrders>(({ text, instant, count, money }) => [
  text('订单号', 22, ({ orderNo }) => orderNo),
  instant('下单时间', ({ createdAt }) => createdAt),
  text('店铺', 20, ({ shopName }) => shopName),
  text('首件商品', 32, ({ firstGoods }) => firstGoods),
  count('件数', ({ goodsCount }) => goodsCount),
  money('可开票金额', ({ amount }) => amount),
])

export const favouriteColumns = defineColumnsForEndpoint<typeof favouritesEndpoints.list>(({ text, instant, money }) => [
  text('商品', 34, ({ name }) => name),
  text('型号', 28, ({ spec }) => spec),
  instant('收藏时间', ({ addedAt }) => addedAt),
  text('状态', 10, ({ card }) => (card === null ? '已下架' : '在售')),
  money('现金价起', ({ card }) => card?.salePrice ?? null),
  money('赊销价起', ({ card }) => card?.creditPrice ?? null),
])

/** The import of material codes reads the same columns. */
export const materialCodeColumns = defineColumnsForEndpoint<typeof materialCodeEndpoints.list>(({ text }) => [
  text('商品编码', 22, ({ sku }) => sku.skuCode),
  text('物料编码', 22, (row) => row.materialCode),
  text('商品名称', 30, ({ sku }) => sku.goodsName),
  text('规格', 24, ({ sku }) => formatSkuProps(sku.skuProps)),
])

const heldCoupon = defineColumns<EndpointListRow<typeof couponEndpoints.list>>(({ text, instant, money, day }) => [
  text('优惠券', 28, ({ name }) => name),
  text('店铺', 20, ({ shopName }) => shopName),
  text('类型', 10, ({ type }) => type),
  text('使用门槛', 30, formatCouponThreshold),
  money('面额／最多减免', ({ amount }) => amount),
  text('折扣', 10, (row) => (row.offBasisPoints === null ? null : formatCouponValue(row))),
  text('限制', 12, ({ firstOrder }) => (firstOrder ? FIRST_ORDER_LABEL : null)),
  text('使用范围', 30, ({ scopeNote }) => scopeNote),
  day('生效日', ({ fromDay }) => fromDay),
  day('到期日', ({ untilDay }) => untilDay),
  text('状态', 10, ({ state }) => couponStates[state].label),
  text('订单号', 22, ({ orderNo }) => orderNo),
  instant('使用时间', ({ usedAt }) => usedAt),
])
export const buyerCouponColumns = defineColumnsForEndpoint<typeof couponEndpoints.list>(() => heldCoupon)
export const enterpriseCouponColumns = defineColumnsForEndpoint<typeof consoleCouponEndpoints.ofEnterprise>(() => heldCoupon)

export const missedSearchColumns = defineColumnsForEndpoint<typeof consoleSearchWordEndpoints.missed>(({ text, count }) => [
  text('搜索的词', 40, ({ term }) => term),
  count('次数', ({ times }) => times),
  text('最近一天', 14, ({ lastDay }) => lastDay),
  text('买家看到', 12, ({ similarShown }) => (similarShown ? '相近商品' : '没有商品')),
])

/** A point is a day, a week or a month by its first day. What was sold then stands beside it. */
export const salesPointColumns = defineColumns<SalesPoint>(({ day, count, money }) => [
  day('时间', (point) => point.day),
  count('订单数', ({ orders }) => orders),
  count('数量', ({ units }) => units),
  money('销售额', ({ net }) => net),
  money('上期', ({ before }) => before),
  money('去年同期', ({ yearBefore }) => yearBefore),
])

export const couponPointColumns = defineColumns<CouponReportPoint>(({ day, count, money }) => [
  day('时间', (point) => point.day),
  count('领取', ({ claimed }) => claimed),
  count('订单数', ({ orders }) => orders),
  money('优惠金额', ({ given }) => given),
  money('销售额', ({ net }) => net),
  money('上期', ({ before }) => before),
  money('去年同期', ({ yearBefore }) => yearBefore),
])
