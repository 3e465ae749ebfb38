// Columns of exports with a row for each line of a document: what tells the document apart, then its line.
import type { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import { purchaseOrderLifecycle } from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import type { consoleStockTransferEndpoints } from '#contract/catalog/stock-transfers/api.ts'
import { stockTransferLifecycle } from '#contract/catalog/stock-transfers/stock-transfer-lifecycle.ts'
import type { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import { supplierInvoiceLifecycle } from '#contract/catalog/supplier-invoices/supplier-invoice-lifecycle.ts'
import type { consoleOrderProposalEndpoints } from '#contract/orders/order-proposals/console-api.ts'
import { orderProposalLifecycle } from '#contract/orders/order-proposals/order-proposal-lifecycle.ts'
import type { consoleQuotationEndpoints } from '#contract/orders/quotations/console-api.ts'
import { quotationLifecycle, quotationLineOutcomes } from '#contract/orders/quotations/quotation-lifecycle.ts'
import { formatRateAsExactPercent } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { type ColumnDef, defineColumns } from '#server/adapters/spreadsheets/public.ts'
import type { describeSkusById } from '#server/catalog/goods/public.ts'
import type { PurchaseOrderLineWithUnits } from '#server/catalog/purchase-orders/public.ts'
import type { readLinesOfStockTransfers } from '#server/catalog/stock-transfers/public.ts'
import type { readLinesOfSupplierInvoices } from '#server/catalog/supplier-invoices/public.ts'
import type { EndpointListRow } from '#server/operations/exports/list-export.ts'
import type { listLinesOfOrderProposals } from '#server/orders/order-proposals/public.ts'
import type { listLinesOfQuotationsWithOffer } from '#server/orders/quotations/public.ts'

type RowOf<Read extends (...given: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Read>>[number]
type Described = Awaited<ReturnType<typeof describeSkusById>> extends Map<string, infer Sku> ? Sku : never

/** A line with its document, and its goods if they are read apart. */
export interface DocumentLine<Head, Line> {
  head: Head
  line: Line
  sku: Described | undefined
}

const skuColumns = <Head, Line>(): readonly ColumnDef<DocumentLine<Head, Line>>[] =>
  defineColumns<DocumentLine<Head, Line>>(({ text }) => [
    text('商品', 32, ({ sku }) => sku?.goodsName ?? ''),
    text('商品规格', 28, ({ sku }) => (sku ? formatSkuProps(sku.skuProps) : '')),
    text('商品编码', 20, ({ sku }) => sku?.skuCode ?? ''),
    text('单位', 8, ({ sku }) => sku?.unit ?? ''),
  ])

export const purchaseOrderLineColumns = defineColumns<
  DocumentLine<EndpointListRow<typeof consolePurchaseOrderEndpoints.list>, PurchaseOrderLineWithUnits>
>(({ text, count, money, instant }) => [
  text('采购单号', 18, ({ head }) => head.orderNo),
  text('状态', 10, ({ head }) => purchaseOrderLifecycle.states[head.state].label),
  text('供应商', 30, ({ head }) => head.supplierName),
  text('店铺', 20, ({ head }) => head.shopName),
  instant('制单时间', ({ head }) => head.madeAt),
  ...skuColumns<EndpointListRow<typeof consolePurchaseOrderEndpoints.list>, PurchaseOrderLineWithUnits>(),
  count('采购数量', ({ line }) => line.quantity),
  money('含税单价', ({ line }) => line.priceFen),
  count('入库数量', ({ line }) => line.received),
  count('已开票数量', ({ line }) => line.invoiced),
])

type InvoiceHead = EndpointListRow<typeof consoleSupplierInvoiceEndpoints.list>
type InvoiceLine = RowOf<typeof readLinesOfSupplierInvoices>
export const supplierInvoiceLineColumns = defineColumns<DocumentLine<InvoiceHead, InvoiceLine>>(({ text, count, day, money }) => [
  text('发票号码', 24, ({ head }) => head.invoiceNumber),
  text('发票代码', 16, ({ head }) => head.invoiceCode),
  day('开票日期', ({ head }) => head.invoicedOn),
  text('状态', 12, ({ head }) => supplierInvoiceLifecycle.states[head.state].label),
  text('供应商', 30, ({ head }) => head.supplierName),
  text('采购单号', 18, ({ line }) => line.orderNo),
  ...skuColumns<InvoiceHead, InvoiceLine>(),
  count('开票数量', ({ line }) => line.quantity),
  money('含税单价', ({ line }) => line.priceFen),
  text('税率', 8, ({ line }) => formatRateAsExactPercent(line.rateBp)),
  money('金额', ({ line }) => line.netFen),
  money('税额', ({ line }) => line.taxFen),
  money('采购单价', ({ line }) => line.orderedPriceFen),
  count('超出采购数量', ({ line }) => line.overOrdered),
  count('超出入库数量', ({ line }) => line.overReceived),
])

type TransferHead = EndpointListRow<typeof consoleStockTransferEndpoints.list>
type TransferLine = RowOf<typeof readLinesOfStockTransfers>
export const stockTransferLineColumns = defineColumns<DocumentLine<TransferHead, TransferLine>>(({ text, count }) => [
  text('调拨单号', 18, ({ head }) => head.transferNo),
  text('状态', 10, ({ head }) => stockTransferLifecycle.states[head.state].label),
  text('发货仓', 20, ({ head }) => head.fromName),
  text('收货仓', 20, ({ head }) => head.toName),
  ...skuColumns<TransferHead, TransferLine>(),
  count('调拨数量', ({ line }) => line.quantity),
  count('收到数量', ({ line }) => line.received),
  count('在途数量', ({ head, line }) => (head.state === 'SENT' ? line.quantity - line.received - line.missing : 0)),
  count('短少数量', ({ line }) => line.missing),
])

type QuotationHead = EndpointListRow<typeof consoleQuotationEndpoints.list>
type QuotationLine = RowOf<typeof listLinesOfQuotationsWithOffer>
export const quotationLineColumns = defineColumns<DocumentLine<QuotationHead, QuotationLine>>(({ text, count, money, day }) => [
  text('询价单号', 24, ({ head }) => head.quotationNo),
  text('状态', 12, ({ head }) => quotationLifecycle.states[head.state].label),
  text('企业', 30, ({ head }) => head.enterpriseName),
  count('行号', ({ line }) => line.lineNo),
  text('商品', 32, ({ line }) => line.name),
  text('商品规格', 28, ({ line }) => line.spec),
  text('商品编码', 20, ({ line }) => line.skuCode),
  count('数量', ({ line }) => line.quantity),
  text('单位', 8, ({ line }) => line.unit),
  money('期望单价', ({ line }) => line.wishedFen),
  text('备注', 40, ({ line }) => line.note),
  text('答复', 10, ({ line }) => (line.outcome === null ? '' : quotationLineOutcomes[line.outcome].label)),
  text('报价商品', 32, ({ line }) => line.offeredName),
  text('报价商品编码', 20, ({ line }) => line.offeredCode),
  money('现金单价', ({ line }) => line.saleFen),
  money('赊销单价', ({ line }) => line.creditFen),
  count('交货天数', ({ line }) => line.leadDays),
  day('本行有效至', ({ line }) => line.validUntil),
  day('有效至', ({ head }) => head.validUntil),
])

type ProposalHead = EndpointListRow<typeof consoleOrderProposalEndpoints.list>
type ProposalLine = RowOf<typeof listLinesOfOrderProposals>
export const orderProposalLineColumns = defineColumns<DocumentLine<ProposalHead, ProposalLine>>(({ text, count, money, instant }) => [
  text('代客下单单号', 24, ({ head }) => head.proposalNo),
  text('状态', 12, ({ head }) => orderProposalLifecycle.states[head.state].label),
  text('企业', 30, ({ head }) => head.enterpriseName),
  instant('发出时间', ({ head }) => head.createdAt),
  text('商品', 32, ({ line }) => line.name),
  text('商品规格', 28, ({ line }) => line.spec),
  text('商品编码', 20, ({ line }) => line.skuCode),
  count('数量', ({ line }) => line.quantity),
  text('单位', 8, ({ line }) => line.unit),
  money('发出时现金单价', ({ line }) => line.sentSaleFen),
  money('发出时赊销单价', ({ line }) => line.sentCreditFen),
])
