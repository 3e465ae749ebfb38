// Columns of exported lists of purchasing.
import { type consoleSupplierEndpoints, supplierStates } from '#contract/catalog/suppliers/api.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { defineColumnsForEndpoint } from './endpoint-columns.ts'

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
