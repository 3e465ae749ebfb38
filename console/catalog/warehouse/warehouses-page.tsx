import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  consoleWarehouseEndpoints,
  WAREHOUSE_NAME_MAX,
  type Warehouse,
  warehouseStates,
} from '#contract/catalog/inventory/warehouses-api.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { CreateOrEditWarehouseDrawer } from './warehouse-drawer.tsx'
import { warehouseApi } from './warehouses-api.ts'

const fields = { state: tabsFilter('状态', warehouseStates), keyword: textFilter('搜索', Text(WAREHOUSE_NAME_MAX), '仓库名称或编码') }

const columns: Column<Warehouse>[] = [
  customColumn({
    title: '仓库',
    value: ({ warehouseId, name, code }) => (
      <div className="two-lines">
        <Link to="/warehouse" search={{ warehouseId }}>
          {name}
        </Link>
        <small className="num">{code}</small>
      </div>
    ),
  }),
  customColumn({ title: '地址', value: ({ address }) => address || EMPTY_CELL }),
  customColumn({ title: '服务省份', value: ({ provinces }) => provinces.join('、') || EMPTY_CELL }),
  countColumn({ title: '规格数', value: ({ skuCount }) => skuCount }),
  countColumn({ title: '库存件数', value: ({ units }) => units }),
  customColumn({
    title: '状态',
    width: 96,
    value: ({ open }) => <Tag tone={open ? 'good' : 'over'}>{warehouseStates[open ? 'open' : 'closed'].label}</Tag>,
  }),
]

/** 仓库: where goods lie, and which provinces each serves. */
export function Page() {
  const drawer = useDrawer<null>()
  const may = usePermission(consoleWarehouseEndpoints.save).allowed
  return (
    <>
      <ListPage
        title="仓库"
        note="发货时先用服务收货省份且货齐的仓库；没有登记仓库的收发都记在主仓。"
        queryKey={['warehouse', 'list']}
        fields={fields}
        list={warehouseApi.list}
        columns={columns}
        rowKey={({ warehouseId }) => warehouseId}
        width={940}
        exportRows={(input) => exportApi.warehouses(input)}
        actions={
          may && (
            <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(null)}>
              新增仓库
            </Button>
          )
        }
        empty="没有符合条件的仓库"
        next="主仓一直都在；换一个条件再看"
      />
      <CreateOrEditWarehouseDrawer known={null} open={drawer.open} close={drawer.close} />
    </>
  )
}
