import { Link, useSearch } from '@tanstack/react-router'
import { type Column, customColumn, instantColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { EmptyState } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { type StockMovement, stockMovementKinds } from '#contract/catalog/inventory/api.ts'
import { formatCount } from '#ui/format.ts'
import { formatSignedUnits } from './sku-view.ts'
import { stockApi } from './skus-api.ts'

const fields = { kind: tabsFilter('类型', stockMovementKinds) }

const columns: Column<StockMovement>[] = [
  instantColumn({ title: '时间', value: ({ at }) => at }),
  customColumn({ title: '类型', width: 96, value: ({ kind }) => <Tag tone="way">{stockMovementKinds[kind].label}</Tag> }),
  numberColumn({ title: '数量', width: 96, value: ({ change }) => formatSignedUnits(change) }),
  numberColumn({ title: '结存', width: 96, value: ({ balance }) => formatCount(balance) }),
  customColumn({ title: '仓库', width: 120, value: ({ warehouseName }) => warehouseName }),
  customColumn({ title: '原因', value: ({ reason }) => reason }),
  customColumn({ title: '经手人', width: 120, value: ({ by }) => by }),
]

/** 库存流水 of one SKU: all movements, the latest first. */
export function Page() {
  const { skuId, code } = useSearch({ strict: false })
  if (skuId === undefined)
    return (
      <>
        <PageHead title="库存流水" />
        <div className="panel">
          <EmptyState title="没有指明商品规格" action={<Link to="/skus">到商品规格选择</Link>} />
        </div>
      </>
    )
  return (
    <ListPage
      title={`库存流水 ${code ?? ''}`}
      note="结存含订单已占用的数量。"
      queryKey={['stock', skuId]}
      fields={fields}
      list={(asked) => stockApi.movements({ ...asked, skuId })}
      exportRows={(asked) => exportApi.movements({ ...asked, skuId })}
      columns={columns}
      rowKey={({ id }) => id}
      width={880}
      empty="还没有库存流水"
      next="入库、调整、盘点和发货都会记在这里；先到“商品规格”入库"
    />
  )
}
