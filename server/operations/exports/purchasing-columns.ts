// Columns of the console's exported lists of suppliers, purchase orders and invoices of suppliers.

import type { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import { purchaseOrderLifecycle } from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import type { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import { supplierInvoiceLifecycle } from '#contract/catalog/supplier-invoices/supplier-invoice-lifecycle.ts'
import { type consoleSupplierEndpoints, supplierStates } from '#contract/catalog/suppliers/api.ts'
import { formatRateAsExactPercent } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { defineColumnsForEndpoint } from './list-export.ts'

export const supplierColumns = defineColumnsForEndpoint<typeof consoleSupplierEndpoints.list>(({ text, count }) => [
  text('供应商', 30, ({ name }) => name),
  text('统一社会信用代码', 22, ({ creditCode }) => creditCode),
  text('联系人', 12, ({ contactName }) => contactName),
  text('联系电话', 18, ({ contactPhone }) => contactPhone),
  text('付款条件', 30, ({ paymentTerms }) => paymentTerms),
  count('到货天数', ({ leadDays }) => leadDays),
  count('报价规格数', ({ skuCount }) => skuCount),
  text('状态', 10, ({ active }) => supplierStates[active ? 'active' : 'stopped'].label),
])

export const supplierPriceColumns = defineColumnsForEndpoint<typeof consoleSupplierEndpoints.prices>(({ text, count, money, instant }) => [
  text('商品编码', 22, ({ skuCode }) => skuCode),
  text('商品', 34, ({ goodsName }) => goodsName),
  text('商品规格', 28, ({ skuProps }) => formatSkuProps(skuProps)),
  money('含税单价', ({ price }) => price),
  text('单位', 8, ({ unit }) => unit),
  count('起订量', ({ minimum }) => minimum),
  count('到货天数', ({ leadDays }) => leadDays),
  text('生效日', 14, ({ validFrom }) => validFrom),
  text('登记人', 14, ({ by }) => by),
  instant('登记时间', ({ at }) => at),
])

export const purchaseOrderColumns = defineColumnsForEndpoint<typeof consolePurchaseOrderEndpoints.list>(
  ({ text, count, money, instant }) => [
    text('采购单号', 18, ({ orderNo }) => orderNo),
    text('状态', 10, ({ state }) => purchaseOrderLifecycle.states[state].label),
    text('供应商', 30, ({ supplierName }) => supplierName),
    text('店铺', 20, ({ shopName }) => shopName),
    money('含税金额', ({ total }) => total),
    text('税率', 8, ({ taxRate }) => formatRateAsExactPercent(taxRate)),
    count('采购数量', ({ units }) => units),
    count('入库数量', ({ received }) => received),
    money('已收金额', ({ receivedAmount }) => receivedAmount),
    money('已开票金额', ({ invoicedAmount }) => invoicedAmount),
    text('供应商承诺到货日', 18, ({ expectedDay }) => expectedDay),
    text('备注', 30, ({ note }) => note),
    text('结束原因', 30, ({ closedReason }) => closedReason),
    text('制单人', 14, ({ madeBy }) => madeBy),
    instant('制单时间', ({ madeAt }) => madeAt),
  ],
)

export const skuCostColumns = defineColumnsForEndpoint<typeof consolePurchaseOrderEndpoints.costs>(({ text, count, money, instant }) => [
  text('商品编码', 22, ({ skuCode }) => skuCode),
  text('商品', 34, ({ goodsName }) => goodsName),
  text('商品规格', 28, ({ skuProps }) => formatSkuProps(skuProps)),
  text('单位', 8, ({ unit }) => unit),
  money('每百单位成本', ({ hundredCost }) => hundredCost),
  count('库存数量', ({ inHouse }) => inHouse),
  money('库存成本', ({ stockValue }) => stockValue),
  instant('最近入库', ({ at }) => at),
])

export const supplierInvoiceColumns = defineColumnsForEndpoint<typeof consoleSupplierInvoiceEndpoints.list>(
  ({ text, count, day, money, instant }) => [
    text('发票号码', 24, ({ invoiceNumber }) => invoiceNumber),
    text('发票代码', 16, ({ invoiceCode }) => invoiceCode),
    day('开票日期', ({ invoicedOn }) => invoicedOn),
    text('状态', 12, ({ state }) => supplierInvoiceLifecycle.states[state].label),
    text('供应商', 30, ({ supplierName }) => supplierName),
    text('采购单号', 36, ({ orders }) => orders.map(({ orderNo }) => orderNo).join('、')),
    money('金额', ({ net }) => net),
    money('税额', ({ tax }) => tax),
    money('价税合计', ({ total }) => total),
    count('有差异的行数', ({ different }) => different),
    money('与采购价的差额（含税）', ({ priceDifference }) => priceDifference),
    money('采购价差（不含税）', ({ variance }) => variance),
    text('备注', 30, ({ note }) => note),
    text('登记人', 14, ({ madeBy }) => madeBy),
    instant('登记时间', ({ madeAt }) => madeAt),
    text('处理人', 14, ({ decidedBy }) => decidedBy),
    text('处理原因', 30, ({ reason }) => reason),
    text('作废人', 14, ({ voidedBy }) => voidedBy),
    text('作废原因', 30, ({ voidReason }) => voidReason),
  ],
)

export const uninvoicedColumns = defineColumnsForEndpoint<typeof consoleSupplierInvoiceEndpoints.uninvoiced>(
  ({ text, count, day, money }) => [
    text('供应商', 30, ({ supplierName }) => supplierName),
    count('采购单数', ({ orders }) => orders),
    count('未开票数量', ({ units }) => units),
    money('含税金额', ({ amount }) => amount),
    money('不含税金额', ({ net }) => net),
    day('最早入库', ({ since }) => since),
  ],
)
