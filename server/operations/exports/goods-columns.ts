// Columns of the console's exported lists of shops, brands, goods, attributes, stock and margins.

import type { consoleMarginEndpoints } from '#contract/billing/margins/api.ts'
import type { consoleAttributeEndpoints, consoleAttributeSetEndpoints } from '#contract/catalog/attributes/console-api.ts'
import { attributeFlags, attributeKinds, COUNTED_ATTRIBUTE_USES_MAX } from '#contract/catalog/attributes/shapes.ts'
import type { consoleBrandEndpoints } from '#contract/catalog/brands/console-api.ts'
import type { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import { type consoleTaxCodeEndpoints, taxClassSources } from '#contract/catalog/goods/tax-api.ts'
import type { consoleGoodsEndpoints } from '#contract/catalog/goods-editing/console-api.ts'
import { goodsLifecycle } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import { type consoleStockEndpoints, stockMovementKinds } from '#contract/catalog/inventory/api.ts'
import { type consoleWarehouseEndpoints, warehouseStates } from '#contract/catalog/inventory/warehouses-api.ts'
import type { consoleLicenceEndpoints } from '#contract/catalog/licences/console-api.ts'
import { licenceLifecycle } from '#contract/catalog/licences/licence-lifecycle.ts'
import type { consoleMachineModelEndpoints } from '#contract/catalog/machine-models/console-api.ts'
import type { consoleShopEndpoints } from '#contract/catalog/shops/console-api.ts'
import { shopLifecycle } from '#contract/catalog/shops/shop-lifecycle.ts'
import type { consoleStockCountEndpoints } from '#contract/catalog/stock-counts/api.ts'
import { stockCountLifecycle } from '#contract/catalog/stock-counts/stock-count-lifecycle.ts'
import type { consoleStockReceiptEndpoints } from '#contract/catalog/stock-receipts/api.ts'
import { stockReceiptStates } from '#contract/catalog/stock-receipts/shapes.ts'
import type { consoleStockTransferEndpoints } from '#contract/catalog/stock-transfers/api.ts'
import { stockTransferLifecycle } from '#contract/catalog/stock-transfers/stock-transfer-lifecycle.ts'
import { batchStates, type consoleBatchEndpoints } from '#contract/orders/batches/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatRateAsExactPercent } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { defineColumnsForEndpoint } from './list-export.ts'

export const goodsColumns = defineColumnsForEndpoint<typeof consoleGoodsEndpoints.list>(({ text, count, money, instant }) => [
  text('商品编码', 22, ({ code }) => code),
  text('商品', 34, ({ name }) => name),
  text('状态', 8, ({ state }) => goodsLifecycle.states[state].label),
  text('店铺', 18, ({ shopName }) => shopName),
  text('分类', 18, ({ categoryName }) => categoryName),
  text('品牌', 14, ({ brandName }) => brandName),
  count('规格数', ({ skuCount }) => skuCount),
  money('最低现金价', ({ lowestPrice }) => lowestPrice),
  count('版本', ({ version }) => version),
  text('草稿', 6, ({ hasDraft }) => (hasDraft ? '有' : null)),
  text('修改人', 14, ({ changedBy }) => changedBy),
  instant('修改时间', ({ changedAt }) => changedAt),
])

export const shopColumns = defineColumnsForEndpoint<typeof consoleShopEndpoints.list>(({ text, count, instant }) => [
  text('店铺', 24, ({ name }) => name),
  text('城市', 12, ({ city }) => city),
  text('状态', 10, ({ state }) => shopLifecycle.states[state].label),
  count('商品数', ({ goodsCount }) => goodsCount),
  text('联系人', 12, ({ contactName }) => contactName),
  text('联系电话', 18, ({ contactPhone }) => contactPhone),
  text('退货地址', 40, ({ returnAddress }) => returnAddress),
  text('公告', 40, ({ notice }) => notice),
  instant('建立时间', ({ createdAt }) => createdAt),
])

export const brandColumns = defineColumnsForEndpoint<typeof consoleBrandEndpoints.list>(({ text }) => [
  text('品牌', 24, ({ name }) => name),
  text('产地', 18, ({ origin }) => origin),
  text('资质证书', 60, ({ certificates }) => certificates),
])

export const skuColumns = defineColumnsForEndpoint<typeof consoleSkuEndpoints.list>(({ text, count, money }) => [
  text('商品', 34, ({ goodsName }) => goodsName),
  text('商品规格', 28, ({ skuProps }) => formatSkuProps(skuProps)),
  text('商品编码', 22, ({ code }) => code),
  money('现金价', ({ salePrice }) => salePrice),
  money('赊销价', ({ creditPrice }) => creditPrice),
  count('可售', ({ available }) => available),
  count('已占', ({ reserved }) => reserved),
  text('状态', 8, ({ onShelf }) => (onShelf ? '在售' : '已下架')),
  text('税收分类编码', 24, ({ taxClass }) => taxClass?.taxCode ?? null),
  text('分类简称', 18, ({ taxClass }) => taxClass?.taxName ?? null),
])

export const goodsTaxCodeColumns = defineColumnsForEndpoint<typeof consoleTaxCodeEndpoints.goods>(({ text }) => [
  text('商品', 34, ({ goodsName }) => goodsName),
  text('规格', 34, ({ spec }) => spec),
  text('分类', 18, ({ parentName, categoryName }) => parentName ?? categoryName),
  text('子分类', 18, ({ parentName, categoryName }) => parentName && categoryName),
  text('税收分类编码', 24, ({ taxClass }) => taxClass?.taxCode ?? null),
  text('分类简称', 18, ({ taxClass }) => taxClass?.taxName ?? null),
  text('编码来自', 12, ({ source }) => source && taxClassSources[source].label),
  text('状态', 8, ({ onShelf }) => (onShelf ? '在售' : '已下架')),
])

export const attributeColumns = defineColumnsForEndpoint<typeof consoleAttributeEndpoints.list>(({ text, count }) => [
  text('参数', 20, ({ name }) => name),
  text('编码', 24, ({ code }) => code),
  text('类型', 8, ({ kind }) => attributeKinds[kind].label),
  text('单位', 8, ({ unit }) => unit),
  count('小数位数', ({ decimals }) => decimals),
  count('选项数', ({ choiceCount }) => choiceCount),
  ...keysOf(attributeFlags).map((flag) => text(attributeFlags[flag].label, 10, (row) => (row[flag] ? '是' : '否'))),
  count('模板数', ({ setCount }) => setCount),
  // The count stops there, in the list too.
  count(`商品数（最多计 ${COUNTED_ATTRIBUTE_USES_MAX}）`, ({ goodsCount }) => goodsCount),
])

export const attributeSetColumns = defineColumnsForEndpoint<typeof consoleAttributeSetEndpoints.list>(({ text, count }) => [
  text('模板', 24, ({ name }) => name),
  count('参数数', ({ lineCount }) => lineCount),
  text('使用它的分类', 60, ({ categories }) =>
    categories.map(({ name, parentName }) => (parentName === null ? name : `${parentName} / ${name}`)).join('、'),
  ),
])

export const machineModelColumns = defineColumnsForEndpoint<typeof consoleMachineModelEndpoints.list>(({ text, count }) => [
  text('制造商', 20, ({ maker }) => maker),
  text('型号', 24, ({ model }) => model),
  text('机械类型', 14, ({ kind }) => kind),
  count('适用商品', ({ goodsCount }) => goodsCount),
])

export const enterpriseLicenceColumns = defineColumnsForEndpoint<typeof consoleLicenceEndpoints.list>(({ text, day, instant }) => [
  text('企业', 34, ({ company }) => company),
  text('许可证', 28, ({ kindName }) => kindName),
  text('证号', 24, ({ licenceNo }) => licenceNo),
  day('有效期至', ({ validUntil }) => validUntil),
  text('状态', 14, ({ state }) => licenceLifecycle.states[state].label),
  instant('提交时间', ({ submittedAt }) => submittedAt),
  day('应完成日', ({ expectedDay }) => expectedDay),
  text('领取人', 14, ({ claimedBy }) => claimedBy),
])

export const shopLicenceColumns = defineColumnsForEndpoint<typeof consoleLicenceEndpoints.shopList>(({ text, day, instant }) => [
  text('店铺', 24, ({ shopName }) => shopName),
  text('许可证', 28, ({ kindName }) => kindName),
  text('证号', 24, ({ licenceNo }) => licenceNo),
  day('有效期至', ({ validUntil }) => validUntil),
  text('状态', 10, ({ expired }) => (expired ? '已过期' : '有效')),
  text('登记人', 14, ({ enteredBy }) => enteredBy),
  instant('登记时间', ({ enteredAt }) => enteredAt),
])

export const stockMovementColumns = defineColumnsForEndpoint<typeof consoleStockEndpoints.movements>(({ text, instant, count }) => [
  instant('时间', ({ at }) => at),
  text('类型', 10, ({ kind }) => stockMovementKinds[kind].label),
  count('变动', ({ change }) => change),
  count('结存', ({ balance }) => balance),
  text('仓库', 14, ({ warehouseName }) => warehouseName),
  text('原因', 40, ({ reason }) => reason),
  text('操作人', 14, ({ by }) => by),
])

export const warehouseColumns = defineColumnsForEndpoint<typeof consoleWarehouseEndpoints.list>(({ text, count }) => [
  text('仓库编码', 14, ({ code }) => code),
  text('仓库', 20, ({ name }) => name),
  text('地址', 40, ({ address }) => address),
  text('服务省份', 40, ({ provinces }) => provinces.join('、')),
  count('规格数', ({ skuCount }) => skuCount),
  count('库存件数', ({ units }) => units),
  text('状态', 10, ({ open }) => warehouseStates[open ? 'open' : 'closed'].label),
])

export const warehouseStockColumns = defineColumnsForEndpoint<typeof consoleWarehouseEndpoints.stock>(({ text, count }) => [
  text('商品编码', 22, ({ skuCode }) => skuCode),
  text('商品', 34, ({ goodsName }) => goodsName),
  text('商品规格', 28, ({ skuProps }) => formatSkuProps(skuProps)),
  text('单位', 8, ({ unit }) => unit),
  text('货位', 12, ({ bin }) => bin),
  count('本仓现存', ({ units }) => units),
  count('本仓已预留', ({ reservedHere }) => reservedHere),
  count('本仓可用', ({ availableHere }) => availableHere),
  count('全部仓库数量', ({ inHouse }) => inHouse),
  count('订单占用数量', ({ reserved }) => reserved),
])

export const batchColumns = defineColumnsForEndpoint<typeof consoleBatchEndpoints.list>(({ text, count }) => [
  text('商品编码', 22, ({ skuCode }) => skuCode),
  text('商品', 34, ({ goodsName, skuProps }) => `${goodsName} ${formatSkuProps(skuProps)}`),
  text('批号', 18, ({ batchNo }) => batchNo || '无批号'),
  text('生产日期', 12, ({ madeOn }) => madeOn ?? ''),
  text('保质期至', 12, ({ bestBefore }) => bestBefore ?? ''),
  count('剩余天数', ({ daysLeft }) => daysLeft),
  text('状态', 10, ({ state }) => batchStates[state].label),
  text('仓库', 20, ({ warehouseName }) => warehouseName),
  count('数量', ({ units }) => units),
  text('单位', 8, ({ unit }) => unit),
])

export const batchMovementColumns = defineColumnsForEndpoint<typeof consoleBatchEndpoints.movements>(({ text, count, instant }) => [
  instant('时间', ({ at }) => at),
  text('类型', 10, ({ kind }) => stockMovementKinds[kind].label),
  count('数量', ({ change }) => change),
  text('仓库', 14, ({ warehouseName }) => warehouseName),
  text('订单号', 22, ({ parcel }) => parcel?.orderNo ?? ''),
  text('采购企业', 34, ({ parcel }) => parcel?.enterpriseName ?? ''),
  text('包裹', 8, ({ parcel }) => (parcel === null ? '' : `包裹 ${parcel.parcelNo}`)),
  text('原因', 40, ({ reason }) => reason),
  text('操作人', 14, ({ by }) => by),
])

export const stockTransferColumns = defineColumnsForEndpoint<typeof consoleStockTransferEndpoints.list>(({ text, count, instant }) => [
  text('调拨单号', 18, ({ transferNo }) => transferNo),
  text('状态', 10, ({ state }) => stockTransferLifecycle.states[state].label),
  text('发货仓', 20, ({ fromName }) => fromName),
  text('收货仓', 20, ({ toName }) => toName),
  count('调拨数量', ({ units }) => units),
  count('收到数量', ({ received }) => received),
  count('未收到数量', ({ missing }) => missing),
  text('备注', 30, ({ note }) => note),
  text('结束原因', 30, ({ closedReason }) => closedReason),
  text('制单人', 14, ({ madeBy }) => madeBy),
  instant('制单时间', ({ madeAt }) => madeAt),
])

export const stockReceiptColumns = defineColumnsForEndpoint<typeof consoleStockReceiptEndpoints.list>(({ text, count, instant }) => [
  text('入库单号', 18, ({ receiptNo }) => receiptNo),
  text('状态', 10, ({ state }) => stockReceiptStates[state].label),
  text('仓库', 24, ({ warehouses }) => warehouses),
  count('行数', ({ lines }) => lines),
  count('数量', ({ units }) => units),
  text('文件', 30, ({ fileName }) => fileName),
  text('说明', 30, ({ note }) => note),
  text('对应单号', 18, ({ counterNo }) => counterNo),
  text('经手人', 14, ({ madeBy }) => madeBy),
  instant('入库时间', ({ madeAt }) => madeAt),
])

export const stockReceiptLineColumns = defineColumnsForEndpoint<typeof consoleStockReceiptEndpoints.lines>(({ text, count, unitCost }) => [
  text('商品编码', 22, ({ skuCode }) => skuCode),
  text('商品', 34, ({ goodsName, skuProps }) => `${goodsName} ${formatSkuProps(skuProps)}`),
  text('仓库', 20, ({ warehouseName }) => warehouseName),
  text('货位', 12, ({ bin }) => bin),
  count('数量', ({ quantity }) => quantity),
  text('单位', 8, ({ unit }) => unit),
  unitCost('不含税单价', ({ hundredCost }) => hundredCost),
  text('批号', 18, ({ batchNo }) => batchNo),
  text('保质期至', 12, ({ bestBefore }) => bestBefore ?? ''),
  text('生产日期', 12, ({ madeOn }) => madeOn ?? ''),
])

export const stockCountColumns = defineColumnsForEndpoint<typeof consoleStockCountEndpoints.list>(({ text, count, instant }) => [
  text('盘点单号', 18, ({ countNo }) => countNo),
  text('状态', 10, ({ state }) => stockCountLifecycle.states[state].label),
  text('仓库', 20, ({ warehouseName }) => warehouseName),
  text('范围', 30, ({ about }) => about),
  count('规格数', ({ lines }) => lines),
  count('已录入', ({ counted }) => counted),
  count('有差异', ({ different }) => different),
  count('盘盈数量', ({ surplus }) => surplus),
  count('盘亏数量', ({ shortage }) => shortage),
  text('制单人', 14, ({ madeBy }) => madeBy),
  instant('制单时间', ({ madeAt }) => madeAt),
  text('审核人', 14, ({ approvedBy }) => approvedBy),
  instant('过账时间', ({ approvedAt }) => approvedAt),
])

export const stockCountLineColumns = defineColumnsForEndpoint<typeof consoleStockCountEndpoints.lines>(({ text, count, money }) => [
  text('货位', 12, ({ bin }) => bin),
  text('商品编码', 22, ({ skuCode }) => skuCode),
  text('商品', 34, ({ goodsName, skuProps }) => `${goodsName} ${formatSkuProps(skuProps)}`),
  text('单位', 8, ({ unit }) => unit),
  count('开单账面', ({ booked }) => booked),
  count('录入账面', ({ countedBooked }) => countedBooked),
  count('实盘数量', ({ counted }) => counted),
  count('差异数量', ({ difference }) => difference),
  count('录入后变动', ({ moved }) => moved),
  money('差异金额', ({ value }) => value),
  text('盘点人', 14, ({ countedBy }) => countedBy),
])

export const skuMarginColumns = defineColumnsForEndpoint<typeof consoleMarginEndpoints.list>(({ text, count, money }) => [
  text('商品编码', 22, ({ skuCode }) => skuCode),
  text('商品', 34, ({ goodsName }) => goodsName),
  text('商品规格', 28, ({ skuProps }) => formatSkuProps(skuProps)),
  count('销售数量', ({ units }) => units),
  text('单位', 8, ({ unit }) => unit),
  money('不含税收入', ({ revenue }) => revenue),
  money('成本', ({ cost, costKnown }) => (costKnown ? cost : null)),
  money('毛利', ({ margin, costKnown }) => (costKnown ? margin : null)),
  text('毛利率', 10, ({ rate, costKnown }) => (costKnown && rate !== null ? formatRateAsExactPercent(rate) : null)),
  money('上月毛利', ({ before }) => before),
  money('去年同月毛利', ({ yearBefore }) => yearBefore),
])

export const monthMarginColumns = defineColumnsForEndpoint<typeof consoleMarginEndpoints.months>(({ text, count, money }) => [
  text('月份', 10, ({ month }) => month),
  count('销售数量', ({ units }) => units),
  money('不含税收入', ({ revenue }) => revenue),
  money('成本', ({ cost, costKnown }) => (costKnown ? cost : null)),
  money('毛利', ({ margin, costKnown }) => (costKnown ? margin : null)),
  text('毛利率', 10, ({ rate }) => (rate === null ? null : formatRateAsExactPercent(rate))),
  money('上月毛利', ({ before }) => before),
  money('去年同月毛利', ({ yearBefore }) => yearBefore),
  money('没有成本的收入', ({ unknownRevenue }) => unknownRevenue),
])
