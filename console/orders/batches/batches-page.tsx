import { Link } from '@tanstack/react-router'
import { WarehouseFilterPicker } from '#console/catalog/warehouse/warehouse-field.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL, skuColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { dayFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { type BatchStockRow, batchStates } from '#contract/orders/batches/api.ts'
import { Day, Id, Text } from '#contract/platform/core/fields.ts'
import { batchApi, batchTones, formatDaysLeft } from './batches-api.ts'

const fields = {
  state: tabsFilter('状态', batchStates),
  warehouseId: pickFilter('仓库', Id),
  endsUntil: dayFilter('到期不晚于', Day),
  keyword: textFilter('搜索', Text(60), '商品编码、名称或批号'),
}
const pickers: Record<string, FilterPickerComponent> = { warehouseId: WarehouseFilterPicker }

const columns: Column<BatchStockRow>[] = [
  customColumn({
    title: '批号',
    width: 144,
    value: ({ batchId, batchNo }) => (
      <Link to="/batch" search={{ batchId }} className="num">
        {batchNo || '无批号'}
      </Link>
    ),
  }),
  skuColumn as Column<BatchStockRow>,
  customColumn({
    title: '保质期至',
    width: 136,
    value: ({ bestBefore, daysLeft }) =>
      bestBefore === null || daysLeft === null ? (
        EMPTY_CELL
      ) : (
        <div className="two-lines">
          <span className="num">{bestBefore}</span>
          <small>{formatDaysLeft(daysLeft)}</small>
        </div>
      ),
  }),
  customColumn({
    title: '状态',
    width: 88,
    value: ({ state, bestBefore }) => (bestBefore === null ? EMPTY_CELL : <Tag tone={batchTones[state]}>{batchStates[state].label}</Tag>),
  }),
  customColumn({ title: '仓库', width: 112, value: ({ warehouseName }) => warehouseName }),
  countColumn({ title: '数量', value: ({ units }) => units }),
  customColumn({ title: '单位', width: 64, value: ({ unit }) => unit }),
]

/** 批次: what lies of goods with best-before days, what ends first in front. */
export function Page() {
  return (
    <ListPage
      title="批次"
      note="发货先取最早到期的；已过期的不会被拣货，请报废或退供应商。"
      queryKey={['batch', 'list']}
      fields={fields}
      pickers={pickers}
      list={batchApi.list}
      columns={columns}
      rowKey={({ batchId, warehouseName }) => `${batchId} ${warehouseName}`}
      width={900}
      exportRows={(input) => exportApi.batches(input)}
      empty="没有符合条件的批次"
      next="在商品规格的“价格与库存”中启用批次管理，之后入库的批次列在这里"
    />
  )
}
