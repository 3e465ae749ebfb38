import {
  type Column,
  countColumn,
  instantColumn,
  moneyColumn,
  numberColumn,
  skuColumn,
} from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { SkuCost } from '#contract/catalog/purchase-orders/shapes.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { formatUnitCostAsMoney } from '#contract/platform/core/money.ts'
import { purchaseOrderApi } from './purchase-orders-api.ts'

const fields = { keyword: textFilter('搜索', Text(60), '商品名称或编码') }

const columns: Column<SkuCost>[] = [
  skuColumn,
  numberColumn({ title: '单位成本', width: 144, value: ({ hundredCost, unit }) => `${formatUnitCostAsMoney(hundredCost)} / ${unit}` }),
  countColumn({ title: '库存', value: ({ inHouse }) => inHouse }),
  moneyColumn({ title: '库存成本', value: ({ stockValue }) => stockValue }),
  instantColumn({ title: '最近入库', value: ({ at }) => at }),
]

/** 库存成本: what SKUs cost by moving average, and what their stock is worth. */
export function Page() {
  return (
    <ListPage
      title="库存成本"
      note="按采购单入库计算的移动平均成本，不含可抵扣的进项税。没有采购入库的规格不在内。"
      queryKey={['purchaseOrder', 'costs']}
      fields={fields}
      list={purchaseOrderApi.costs}
      columns={columns}
      rowKey={({ skuId }) => skuId}
      width={820}
      exportRows={(input) => exportApi.skuCosts(input)}
      empty="还没有库存成本"
      next="商品按采购单入库后出现在这里"
    />
  )
}
