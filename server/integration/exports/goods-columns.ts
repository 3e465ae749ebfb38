// Columns of the console's exported lists of goods and stock.

import type { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import { type consoleTaxCodeEndpoints, taxClassSources } from '#contract/catalog/goods/tax-api.ts'
import { type consoleStockEndpoints, stockMovementKinds } from '#contract/catalog/inventory/api.ts'
import { joinSkuProps } from '#contract/platform/core/sku-props.ts'
import { defineColumnsForEndpoint } from './endpoint-columns.ts'

export const skuColumns = defineColumnsForEndpoint<typeof consoleSkuEndpoints.list>(({ text, count, money }) => [
  text('商品', 34, ({ goodsName }) => goodsName),
  text('商品规格', 28, ({ skuProps }) => joinSkuProps(skuProps)),
  text('商品编码', 22, ({ code }) => code),
  money('现金价', ({ salePrice }) => salePrice),
  money('赊销价', ({ creditPrice }) => creditPrice),
  count('可售', ({ available }) => available),
  count('已占', ({ reserved }) => reserved),
  text('状态', 8, ({ onShelf }) => (onShelf ? '在售' : '已下架')),
  text('税收分类编码', 24, ({ taxClass }) => taxClass?.taxCode ?? null),
  text('分类简称', 18, ({ taxClass }) => taxClass?.taxName ?? null),
])

export const taxCodeColumns = defineColumnsForEndpoint<typeof consoleTaxCodeEndpoints.goods>(({ text }) => [
  text('商品', 34, ({ goodsName }) => goodsName),
  text('规格', 34, ({ spec }) => spec),
  text('分类', 18, ({ parentName, categoryName }) => parentName ?? categoryName),
  text('子分类', 18, ({ parentName, categoryName }) => parentName && categoryName),
  text('税收分类编码', 24, ({ taxClass }) => taxClass?.taxCode ?? null),
  text('分类简称', 18, ({ taxClass }) => taxClass?.taxName ?? null),
  text('编码来自', 12, ({ source }) => source && taxClassSources[source].label),
  text('状态', 8, ({ onShelf }) => (onShelf ? '在售' : '已下架')),
])

export const stockMovementColumns = defineColumnsForEndpoint<typeof consoleStockEndpoints.movements>(({ text, instant, count }) => [
  instant('时间', ({ at }) => at),
  text('类型', 10, ({ kind }) => stockMovementKinds[kind].label),
  count('变动', ({ change }) => change),
  count('结存', ({ balance }) => balance),
  text('原因', 40, ({ reason }) => reason),
  text('操作人', 14, ({ by }) => by),
])
