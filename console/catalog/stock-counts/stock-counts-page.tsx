import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { WarehouseFilterPicker } from '#console/catalog/warehouse/warehouse-field.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, EMPTY_CELL, instantColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleStockCountEndpoints } from '#contract/catalog/stock-counts/api.ts'
import type { StockCount } from '#contract/catalog/stock-counts/shapes.ts'
import { stockCountLifecycle } from '#contract/catalog/stock-counts/stock-count-lifecycle.ts'
import { formatCount } from '#ui/format.ts'
import { CreateStockCountDrawer } from './create-stock-count-drawer.tsx'
import { stockCountApi, stockCountFilters, stockCountQueue, stockCountTones } from './stock-counts-api.ts'

const pickers: Record<string, FilterPickerComponent> = { warehouseId: WarehouseFilterPicker }

const columns: Column<StockCount>[] = [
  customColumn({
    title: '盘点单号',
    width: 160,
    value: (count) => (
      <CaseLink queue={stockCountQueue} row={count} className="num">
        {count.countNo}
      </CaseLink>
    ),
  }),
  customColumn({
    title: '仓库和范围',
    value: ({ warehouseName, about }) => (
      <div className="two-lines">
        <span>{warehouseName}</span>
        <small>{about}</small>
      </div>
    ),
  }),
  numberColumn({ title: '已录入 / 规格', width: 128, value: ({ counted, lines }) => `${formatCount(counted)} / ${formatCount(lines)}` }),
  numberColumn({ title: '有差异', value: ({ different }) => (different === null ? EMPTY_CELL : formatCount(different)) }),
  numberColumn({
    title: '盘盈 / 盘亏',
    width: 128,
    value: ({ surplus, shortage }) =>
      surplus === null || shortage === null ? EMPTY_CELL : `${formatCount(surplus)} / ${formatCount(shortage)}`,
  }),
  customColumn({
    title: '状态',
    width: 96,
    value: ({ state }) => <Tag tone={stockCountTones[state]}>{stockCountLifecycle.states[state].label}</Tag>,
  }),
  customColumn({ title: '制单人', width: 112, value: ({ madeBy }) => madeBy }),
  instantColumn({ title: '制单时间', value: ({ madeAt }) => madeAt }),
]

/** 盘点单: what is counted in the warehouses. */
export function Page() {
  const drawer = useDrawer<null>()
  const navigate = useNavigate()
  const may = usePermission(consoleStockCountEndpoints.create).allowed
  return (
    <>
      <ListPage
        title="盘点单"
        note="差异按录入时的账面计算，盘点期间照常收发货；由没有参与盘点的另一人审核后过账。"
        queryKey={['stock-count', 'list']}
        fields={stockCountFilters}
        pickers={pickers}
        list={stockCountApi.list}
        columns={columns}
        rowKey={({ id }) => id}
        width={980}
        exportRows={(input) => exportApi.stockCounts(input)}
        actions={
          may && (
            <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(null)}>
              新建盘点单
            </Button>
          )
        }
        empty="还没有盘点单"
        next="新建一张，选定仓库的一段货位，打印盘点表去清点"
      />
      <CreateStockCountDrawer
        open={drawer.open}
        close={drawer.close}
        afterSuccess={(id) => void navigate({ to: '/stock_count', search: { id } })}
      />
    </>
  )
}
