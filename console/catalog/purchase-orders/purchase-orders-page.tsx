import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { SupplierLink } from '#console/catalog/suppliers/supplier-link.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import {
  type Column,
  customColumn,
  EMPTY_CELL,
  instantColumn,
  moneyColumn,
  numberColumn,
} from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import { purchaseOrderLifecycle } from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import type { PurchaseOrder } from '#contract/catalog/purchase-orders/shapes.ts'
import { formatCount } from '#ui/format.ts'
import { CreateOrEditPurchaseOrderDrawer } from './purchase-order-drawer.tsx'
import { duePurchaseOrderQueue, purchaseOrderFilters } from './purchase-order-queue.ts'
import { purchaseOrderApi, purchaseOrderTones } from './purchase-orders-api.ts'

const columns: Column<PurchaseOrder>[] = [
  customColumn({
    title: '采购单号',
    width: 168,
    value: (row) => (
      <CaseLink queue={duePurchaseOrderQueue} row={row} className="num">
        {row.orderNo}
      </CaseLink>
    ),
  }),
  customColumn({
    title: '状态',
    width: 88,
    value: ({ state }) => <Tag tone={purchaseOrderTones[state]}>{purchaseOrderLifecycle.states[state].label}</Tag>,
  }),
  customColumn({
    title: '供应商',
    value: ({ supplierId, supplierName, shopName }) => (
      <div className="two-lines">
        <SupplierLink supplierId={supplierId} name={supplierName} />
        <small>{shopName}</small>
      </div>
    ),
  }),
  moneyColumn({ title: '含税金额', value: ({ total }) => total }),
  numberColumn({ title: '已入 / 采购', width: 128, value: ({ received, units }) => `${formatCount(received)} / ${formatCount(units)}` }),
  customColumn({
    title: '供应商承诺到货日',
    width: 144,
    value: ({ expectedDay }) => <span className="num">{expectedDay ?? EMPTY_CELL}</span>,
  }),
  customColumn({ title: '制单人', width: 96, value: ({ madeBy }) => madeBy }),
  instantColumn({ title: '制单时间', value: ({ madeAt }) => madeAt }),
]

/** 采购单: what the mall orders from suppliers, newest first; those that are due, the longest first. */
export function Page() {
  const drawer = useDrawer<null>()
  const navigate = useNavigate()
  const may = usePermission(consolePurchaseOrderEndpoints.save).allowed
  return (
    <>
      <ListPage
        title="采购单"
        queryKey={['purchaseOrder', 'list']}
        fields={purchaseOrderFilters}
        list={purchaseOrderApi.list}
        columns={columns}
        rowKey={({ id }) => id}
        width={1060}
        exportRows={(input) => exportApi.purchaseOrders(input)}
        exportDetails={{ what: '明细', ask: (input) => exportApi.purchaseOrderLines(input) }}
        actions={
          may && (
            <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(null)}>
              新建采购单
            </Button>
          )
        }
        empty="还没有采购单"
        next="先登记供应商和报价，再新建采购单；到货后在采购单上入库"
      />
      <CreateOrEditPurchaseOrderDrawer
        known={null}
        open={drawer.open}
        close={drawer.close}
        afterSuccess={(id) => void navigate({ to: '/purchase_order', search: { id } })}
      />
    </>
  )
}
