import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { WarehouseFilterPicker } from '#console/catalog/warehouse/warehouse-field.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, instantColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleStockTransferEndpoints, type StockTransfer } from '#contract/catalog/stock-transfers/api.ts'
import { stockTransferLifecycle } from '#contract/catalog/stock-transfers/stock-transfer-lifecycle.ts'
import { formatCount } from '#ui/format.ts'
import { CreateOrEditStockTransferDrawer } from './stock-transfer-drawer.tsx'
import { lateStockTransferQueue, stockTransferFilters } from './stock-transfer-queue.ts'
import { stockTransferApi, stockTransferTones } from './stock-transfers-api.ts'

const pickers: Record<string, FilterPickerComponent> = { warehouseId: WarehouseFilterPicker }

const columns: Column<StockTransfer>[] = [
  customColumn({
    title: '调拨单号',
    width: 160,
    value: (row) => (
      <CaseLink queue={lateStockTransferQueue} row={row} className="num">
        {row.transferNo}
      </CaseLink>
    ),
  }),
  customColumn({ title: '发货仓', value: ({ fromName }) => fromName }),
  customColumn({ title: '收货仓', value: ({ toName }) => toName }),
  numberColumn({ title: '已收 / 调拨', width: 128, value: ({ received, units }) => `${formatCount(received)} / ${formatCount(units)}` }),
  customColumn({
    title: '状态',
    width: 96,
    value: ({ state }) => <Tag tone={stockTransferTones[state]}>{stockTransferLifecycle.states[state].label}</Tag>,
  }),
  customColumn({ title: '制单人', width: 112, value: ({ madeBy }) => madeBy }),
  instantColumn({ title: '制单时间', value: ({ madeAt }) => madeAt }),
]

/** 仓库调拨: what goes from one warehouse to another. */
export function Page() {
  const drawer = useDrawer<null>()
  const navigate = useNavigate()
  const may = usePermission(consoleStockTransferEndpoints.save).allowed
  return (
    <>
      <ListPage
        title="仓库调拨"
        note="发出后、收到前的商品计为在途，仍可销售，不能发货。"
        queryKey={['stock-transfer', 'list']}
        fields={stockTransferFilters}
        pickers={pickers}
        list={stockTransferApi.list}
        columns={columns}
        rowKey={({ id }) => id}
        width={900}
        exportRows={(input) => exportApi.stockTransfers(input)}
        exportDetails={{ what: '明细', ask: (input) => exportApi.stockTransferLines(input) }}
        actions={
          may && (
            <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(null)}>
              新建调拨单
            </Button>
          )
        }
        empty="还没有调拨单"
        next="有两个仓库后，在这里把商品从一个仓库调到另一个"
      />
      <CreateOrEditStockTransferDrawer
        known={null}
        open={drawer.open}
        close={drawer.close}
        afterSuccess={(id) => void navigate({ to: '/stock_transfer', search: { id } })}
      />
    </>
  )
}
