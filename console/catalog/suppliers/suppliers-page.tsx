import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleSupplierEndpoints, SUPPLIER_NAME_MAX, type Supplier, supplierStates } from '#contract/catalog/suppliers/api.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { CreateOrEditSupplierDrawer } from './supplier-drawer.tsx'
import { SupplierLink } from './supplier-link.tsx'
import { supplierApi } from './suppliers-api.ts'

const fields = { state: tabsFilter('状态', supplierStates), keyword: textFilter('搜索', Text(SUPPLIER_NAME_MAX), '供应商名称') }

const columns: Column<Supplier>[] = [
  customColumn({
    title: '供应商',
    value: ({ supplierId, name }) => <SupplierLink supplierId={supplierId} name={name} />,
  }),
  customColumn({
    title: '联系人',
    width: 168,
    value: ({ contactName, contactPhone }) =>
      contactName || contactPhone ? (
        <div className="two-lines">
          <span>{contactName || EMPTY_CELL}</span>
          <small className="num">{contactPhone}</small>
        </div>
      ) : (
        EMPTY_CELL
      ),
  }),
  customColumn({ title: '付款条件', width: 180, value: ({ paymentTerms }) => paymentTerms || EMPTY_CELL }),
  countColumn({ title: '到货天数', value: ({ leadDays }) => leadDays }),
  countColumn({ title: '报价规格', value: ({ skuCount }) => skuCount }),
  customColumn({
    title: '状态',
    width: 96,
    value: ({ active }) => <Tag tone={active ? 'good' : 'over'}>{supplierStates[active ? 'active' : 'stopped'].label}</Tag>,
  }),
]

/** 供应商: whom the mall buys from. */
export function Page() {
  const drawer = useDrawer<null>()
  const may = usePermission(consoleSupplierEndpoints.save).allowed
  return (
    <>
      <ListPage
        title="供应商"
        queryKey={['supplier', 'list']}
        fields={fields}
        list={supplierApi.list}
        columns={columns}
        rowKey={({ supplierId }) => supplierId}
        width={940}
        exportRows={(input) => exportApi.suppliers(input)}
        actions={
          may && (
            <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(null)}>
              新增供应商
            </Button>
          )
        }
        empty="还没有供应商"
        next="新增供应商后，登记它对各规格的报价"
      />
      <CreateOrEditSupplierDrawer known={null} open={drawer.open} close={drawer.close} />
    </>
  )
}
