// Columns of exported lists of orders, of quotations, of what was sold, and of what to buy.

import type { OrderLineMargin } from '#contract/billing/margins/api.ts'
import { computeFunnelRate, type consoleFunnelEndpoints, type FunnelStep, funnelSteps } from '#contract/operations/funnel/api.ts'
import type { consoleSalesReportEndpoints } from '#contract/operations/reports/sales-api.ts'
import type { consoleStockReportEndpoints } from '#contract/operations/reports/stock-api.ts'
import type { consoleHandoverListEndpoints } from '#contract/orders/handover-lists/api.ts'
import type { consoleOrderProposalEndpoints } from '#contract/orders/order-proposals/console-api.ts'
import { orderProposalLifecycle } from '#contract/orders/order-proposals/order-proposal-lifecycle.ts'
import type { OrderProposalRow } from '#contract/orders/order-proposals/shapes.ts'
import { paymentMethods, priceTypeLabels } from '#contract/orders/orders/amounts.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import type { ConsoleOrderRow, OrderLine, OrderRow } from '#contract/orders/orders/shapes.ts'
import type { quotationEndpoints } from '#contract/orders/quotations/api.ts'
import type { consoleQuotationEndpoints } from '#contract/orders/quotations/console-api.ts'
import { quotationLifecycle } from '#contract/orders/quotations/quotation-lifecycle.ts'
import type { QuotationRow } from '#contract/orders/quotations/shapes.ts'
import type { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import { waveOrderStatuses } from '#contract/orders/waves/shapes.ts'
import { waveLifecycle } from '#contract/orders/waves/wave-lifecycle.ts'
import { type consoleWaybillEndpoints, waybillFates } from '#contract/orders/waybills/api.ts'
import { waybillLifecycle } from '#contract/orders/waybills/waybill-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatRateAsExactPercent } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { type ColumnDef, createEnterpriseColumn, defineColumns } from '#server/adapters/spreadsheets/public.ts'
import type { StaffListOrderLine } from '#server/orders/orders/public.ts'
import { defineColumnsForEndpoint } from './list-export.ts'

type Head = Omit<OrderRow, 'lines' | 'actions' | 'projectId' | 'projectName'>

/** Columns that identify an order: our number and the buyer's own references. */
const names = defineColumns<Head>(({ text, instant }) => [
  text('订单号', 22, ({ orderNo }) => orderNo),
  text('采购单号', 20, ({ poNumber }) => poNumber),
  text('成本中心', 20, ({ costCentre }) => costCentre),
  instant('下单时间', ({ createdAt }) => createdAt),
])

const states = defineColumns<Head>(({ text }) => [
  text('状态', 10, ({ state }) => orderLifecycle.states[state].label),
  text('店铺', 20, ({ shopName }) => shopName),
  text('支付方式', 12, ({ method }) => paymentMethods[method].label),
  text('价格类型', 10, ({ priceType }) => priceTypeLabels[priceType]),
])

export const orderColumns = defineColumns<OrderRow>(({ text, count, money }) => [
  ...names,
  ...states,
  text('项目', 24, ({ projectName }) => projectName),
  text('商品', 48, ({ lines }) => lines.map(({ goodsName }) => goodsName).join('、')),
  count('件数', ({ goodsCount }) => goodsCount),
  money('订单合计', ({ payable }) => payable),
])

/** An order line with its order. */
interface Ordered<Order, OfLine> {
  order: Order
  line: OfLine
}

/** Wraps columns of an order so that they read the order of a line. */
const ofOrder = <Order>(columns: readonly ColumnDef<Order>[]) =>
  columns.map(({ of, ...column }) => ({ ...column, of: ({ order }: { order: Order }) => of(order) }))

export const orderLineColumns = defineColumns<Ordered<OrderRow, OrderLine>>(({ text, count, money }) => [
  ...ofOrder(names),
  ...ofOrder(states),
  text('项目', 24, ({ order }) => order.projectName),
  text('设备', 20, ({ line }) => line.equipmentName),
  text('商品', 32, ({ line }) => line.goodsName),
  text('商品规格', 28, ({ line }) => formatSkuProps(line.skuProps)),
  text('商品编码', 20, ({ line }) => line.skuCode),
  text('物料编码', 20, ({ line }) => line.materialCode),
  money('商品单价', ({ line }) => line.price),
  count('购买数量', ({ line }) => line.goodsNum),
  text('单位', 8, ({ line }) => line.unit),
  money('小计', ({ line }) => line.amount),
  count('已发数量', ({ line }) => line.shipped),
  count('已退数量', ({ line }) => line.refunded),
])

export const consoleOrderColumns = defineColumns<ConsoleOrderRow>(({ text, count, money }) => [
  ...names,
  createEnterpriseColumn(),
  ...states,
  text('发货时限', 12, ({ shipByDay }) => shipByDay),
  text('集团采购（母公司）', 28, ({ parentName }) => parentName),
  text('首件商品', 32, ({ firstGoods }) => firstGoods),
  text('收货地区', 28, ({ receiverRegion }) => receiverRegion),
  text('标签', 20, ({ tags }) => tags.map(({ name }) => name).join('、')),
  count('件数', ({ goodsCount }) => goodsCount),
  money('订单合计', ({ payable }) => payable),
])

export const consoleOrderLineColumns = defineColumns<Ordered<ConsoleOrderRow, StaffListOrderLine>>(({ text, count, money }) => [
  ...ofOrder(names),
  ...ofOrder([createEnterpriseColumn<ConsoleOrderRow>()]),
  ...ofOrder(states),
  text('商品', 32, ({ line }) => line.goodsName),
  text('商品规格', 28, ({ line }) => formatSkuProps(line.skuProps)),
  text('商品编码', 20, ({ line }) => line.skuCode),
  money('商品单价', ({ line }) => line.unitPriceFen),
  count('购买数量', ({ line }) => line.quantity),
  text('单位', 8, ({ line }) => line.unit),
  money('小计', ({ line }) => line.amountFen),
  count('已发数量', ({ line }) => line.shipped),
  count('已退数量', ({ line }) => line.refunded),
])

/** The same with what each line earned; empty where it has earned nothing yet, or its cost is unknown. */
export const consoleOrderLineWithMarginColumns = defineColumns<
  Ordered<ConsoleOrderRow, StaffListOrderLine> & { margin: OrderLineMargin | undefined }
>(({ money, text }) => [
  ...consoleOrderLineColumns,
  money('不含税收入', ({ margin }) => margin?.revenue ?? null),
  money('成本', ({ margin }) => margin?.cost ?? null),
  money('毛利', ({ margin }) => margin?.margin ?? null),
  text('毛利率', 10, ({ margin }) => (margin?.rate === undefined || margin.rate === null ? '' : formatRateAsExactPercent(margin.rate))),
])

export const waveColumns = defineColumnsForEndpoint<typeof consoleWaveEndpoints.list>(({ text, count, instant }) => [
  text('波次号', 16, ({ waveNo }) => waveNo),
  text('状态', 10, ({ state }) => waveLifecycle.states[state].label),
  text('承运公司', 16, ({ carrier }) => carrier),
  text('条件', 40, ({ about }) => about),
  count('订单', ({ orders }) => orders),
  count('已发', ({ shipped }) => shipped),
  count('已退出', ({ dropped }) => dropped),
  count('件数', ({ units }) => units),
  text('创建人', 12, ({ madeBy }) => madeBy),
  instant('创建时间', ({ madeAt }) => madeAt),
])

export const waveOrderColumns = defineColumnsForEndpoint<typeof consoleWaveEndpoints.orders>(({ text, count, instant }) => [
  count('格位', ({ place }) => place),
  text('订单号', 22, ({ orderNo }) => orderNo),
  text('采购企业', 30, ({ enterpriseName }) => enterpriseName ?? ''),
  text('收货地区', 24, ({ receiverRegion }) => receiverRegion),
  text('商品', 40, ({ firstGoods }) => firstGoods),
  count('件数', ({ units }) => units),
  text('状态', 10, ({ status }) => waveOrderStatuses[status].label),
  text('面单号', 20, ({ trackingNo }) => trackingNo),
  text('说明', 30, ({ note }) => note),
  text('装箱人', 12, ({ packedBy }) => packedBy ?? ''),
  instant('发出时间', ({ packedAt }) => packedAt),
])

export const waveCandidateColumns = defineColumnsForEndpoint<typeof consoleWaveEndpoints.candidates>(({ text, count, instant }) => [
  text('订单号', 22, ({ orderNo }) => orderNo),
  text('采购企业', 30, ({ enterpriseName }) => enterpriseName ?? ''),
  text('店铺', 20, ({ shopName }) => shopName),
  text('收货地区', 24, ({ receiverRegion }) => receiverRegion),
  text('商品', 40, ({ firstGoods }) => firstGoods),
  count('待发件数', ({ units }) => units),
  text('上次承运', 16, ({ lastCarrier }) => lastCarrier),
  text('发货时限', 12, ({ shipByDay }) => shipByDay),
  instant('开始等待', ({ waitsSince }) => waitsSince),
])

export const waybillColumns = defineColumnsForEndpoint<typeof consoleWaybillEndpoints.list>(({ text, count, instant }) => [
  text('承运公司', 16, ({ carrier }) => carrier),
  text('运单号', 22, ({ trackingNo }) => trackingNo),
  text('状态', 10, ({ state }) => waybillLifecycle.states[state].label),
  text('去向', 14, ({ fate }) => waybillFates[fate].label),
  text('订单号', 22, ({ orderNo }) => orderNo),
  count('包裹号', ({ parcelNo }) => parcelNo),
  text('采购企业', 30, ({ enterpriseName }) => enterpriseName ?? ''),
  text('收货地区', 24, ({ receiverRegion }) => receiverRegion),
  text('说明', 40, ({ reason }) => reason),
  text('取号人', 12, ({ askedBy }) => askedBy),
  instant('取号时间', ({ askedAt }) => askedAt),
])

export const handoverListColumns = defineColumnsForEndpoint<typeof consoleHandoverListEndpoints.list>(({ text, count, instant }) => [
  text('承运公司', 16, ({ carrier }) => carrier),
  text('运单号', 22, ({ trackingNo }) => trackingNo),
  text('订单号', 22, ({ orderNo }) => orderNo),
  count('包裹号', ({ parcelNo }) => parcelNo),
  text('采购企业', 30, ({ enterpriseName }) => enterpriseName ?? ''),
  text('收货省市', 24, ({ receiverRegion }) => receiverRegion),
  count('件数', ({ pieces }) => pieces),
  count('重量（克）', ({ weighedGrams }) => weighedGrams),
  instant('发出时间', ({ sentAt }) => sentAt),
])

const quotationHeads = defineColumns<Omit<QuotationRow, 'createdBy'>>(({ text, instant, count, day, money }) => [
  text('询价单号', 24, ({ quotationNo }) => quotationNo),
  text('标题', 24, ({ title }) => title),
  text('状态', 12, ({ state }) => quotationLifecycle.states[state].label),
  text('首行商品', 32, ({ firstGoods }) => firstGoods),
  count('行数', ({ lineCount }) => lineCount),
  count('已报价行数', ({ offeredCount }) => offeredCount),
  count('已下单行数', ({ orderedCount }) => orderedCount),
  count('已到期行数', ({ endedCount }) => endedCount),
  money('现金报价金额', ({ offeredAmount }) => offeredAmount),
  day('有效期至', ({ validUntil }) => validUntil),
  instant('询价时间', ({ createdAt }) => createdAt),
])
export const quotationColumns = defineColumnsForEndpoint<typeof quotationEndpoints.list>(({ text }) => [
  ...quotationHeads,
  text('询价人', 16, ({ createdBy }) => createdBy),
])
export const consoleQuotationColumns = defineColumnsForEndpoint<typeof consoleQuotationEndpoints.list>(() => [
  ...quotationHeads,
  createEnterpriseColumn(),
])

export const orderProposalColumns = defineColumns<OrderProposalRow>(({ text, instant, count, day }) => [
  text('代客下单单号', 24, ({ proposalNo }) => proposalNo),
  text('状态', 12, ({ state }) => orderProposalLifecycle.states[state].label),
  text('确认人', 16, ({ buyerName }) => buyerName),
  text('首行商品', 32, ({ firstGoods }) => firstGoods),
  count('行数', ({ lineCount }) => lineCount),
  text('准备人', 16, ({ preparedBy }) => preparedBy),
  day('有效期至', ({ validUntil }) => validUntil),
  instant('发出时间', ({ createdAt }) => createdAt),
])
export const consoleOrderProposalColumns = defineColumnsForEndpoint<typeof consoleOrderProposalEndpoints.list>(() => [
  ...orderProposalColumns,
  createEnterpriseColumn(),
])

export const salesReportColumns = defineColumnsForEndpoint<typeof consoleSalesReportEndpoints.list>(({ text, count, money }) => [
  text('项目', 34, ({ name }) => name),
  text('规格', 30, ({ note }) => note),
  count('订单数', ({ orders }) => orders),
  count('数量', ({ units }) => units),
  money('成交额', ({ sold }) => sold),
  money('退款', ({ back }) => back),
  money('销售额', ({ net }) => net),
  money('上期销售额', ({ before }) => before),
  money('去年同期销售额', ({ yearBefore }) => yearBefore),
])

const formatShare = (rate: number | null) => (rate === null ? null : formatRateAsExactPercent(rate))

export const funnelColumns = defineColumnsForEndpoint<typeof consoleFunnelEndpoints.list>(({ text, day, count }) => [
  day('开始', ({ from }) => from),
  day('结束', ({ to }) => to),
  ...keysOf(funnelSteps).flatMap((step: FunnelStep) => [
    count(`${funnelSteps[step].label}数`, ({ counts }) => counts[step]),
    count(`上期${funnelSteps[step].label}数`, ({ before }) => before?.[step] ?? null),
    count(`去年同期${funnelSteps[step].label}数`, ({ yearBefore }) => yearBefore?.[step] ?? null),
  ]),
  text('浏览率', 10, ({ counts }) => formatShare(computeFunnelRate(counts.viewed, counts.visited))),
  text('加购率', 10, ({ counts }) => formatShare(computeFunnelRate(counts.added, counts.viewed))),
  text('下单率', 10, ({ counts }) => formatShare(computeFunnelRate(counts.submitted, counts.added))),
  text('支付率', 10, ({ counts }) => formatShare(computeFunnelRate(counts.paid, counts.submitted))),
])

export const replenishmentColumns = defineColumnsForEndpoint<typeof consoleStockReportEndpoints.replenishment>(({ text, count, money }) => [
  text('商品', 34, ({ goodsName }) => goodsName),
  text('规格编码', 18, ({ skuCode }) => skuCode),
  text('规格', 26, ({ skuProps }) => formatSkuProps(skuProps)),
  text('店铺', 18, ({ shopName }) => shopName),
  count('可售', ({ available }) => available),
  count('占用', ({ reserved }) => reserved),
  count('调拨在途', ({ inTransit }) => inTransit),
  count('采购未到', ({ onOrder }) => onOrder),
  count('其中草稿', ({ drafted }) => drafted),
  count('近 30 天销量', ({ sold30 }) => sold30),
  count('近 90 天销量', ({ sold90 }) => sold90),
  count('去年同期销量', ({ soldLastYear }) => soldLastYear),
  text('日均', 10, ({ average }) => String(average)),
  text('设备日耗', 10, ({ wornDaily }) => String(wornDaily)),
  count('磨耗设备台数', ({ machines }) => machines),
  count('可售天数', ({ daysLeft }) => daysLeft),
  text('供应商', 24, ({ supplier }) => supplier?.name ?? null),
  count('到货天数', ({ supplier }) => supplier?.leadDays ?? null),
  count('起订量', ({ supplier }) => supplier?.minimum ?? null),
  money('含税单价', ({ supplier }) => supplier?.price ?? null),
  count('建议采购', ({ advised }) => advised),
])

export const stockReportColumns = defineColumnsForEndpoint<typeof consoleStockReportEndpoints.list>(({ text, day, count, money }) => [
  text('商品', 34, ({ goodsName }) => goodsName),
  text('规格编码', 18, ({ skuCode }) => skuCode),
  text('规格', 26, ({ skuProps }) => formatSkuProps(skuProps)),
  count('库存', ({ units }) => units),
  count('期间销量', ({ sold }) => sold),
  day('最近成交', ({ lastDay }) => lastDay),
  count('周转天数', ({ turnDays }) => turnDays),
  money('库存金额', ({ value }) => value),
  count('等货人数', ({ waits }) => waits),
  count('缺货天数', ({ outDays }) => outDays),
  count('上期缺货天数', ({ outDaysBefore }) => outDaysBefore),
])
