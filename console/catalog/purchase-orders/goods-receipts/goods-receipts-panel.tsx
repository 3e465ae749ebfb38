import { Button } from 'antd'
import { invalidatedByPurchaseOrder, purchaseOrderApi } from '#console/catalog/purchase-orders/purchase-orders-api.ts'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import {
  type Column,
  customColumn,
  EMPTY_CELL,
  instantColumn,
  numberColumn,
  proseColumn,
} from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { ReasonDrawer } from '#console/platform/components/reason-drawer.tsx'
import { EmptyState } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import type { GoodsReceipt, PurchaseOrder } from '#contract/catalog/purchase-orders/shapes.ts'
import { formatCount } from '#ui/format.ts'

const receiptColumns: Column<GoodsReceipt>[] = [
  customColumn({
    title: '入库',
    width: 168,
    value: ({ receiptNo, reverses, reversed }) => (
      <>
        第 {receiptNo} 次 {reverses !== null && <Tag tone="bad">冲销第 {reverses} 次</Tag>}
        {reversed && <Tag tone="over">已冲销</Tag>}
      </>
    ),
  }),
  proseColumn({ title: '商品', value: ({ goods }) => goods }),
  numberColumn({ title: '件数', value: ({ units }) => formatCount(units) }),
  proseColumn({ title: '说明', width: 200, value: ({ note }) => note || EMPTY_CELL }),
  customColumn({ title: '经手人', width: 96, value: ({ by }) => by }),
  instantColumn({ title: '时间', value: ({ at }) => at }),
]

/** What came of an order. A receipt can be taken back once, whole. */
export function GoodsReceiptsPanel({ order, receipts }: { order: PurchaseOrder; receipts: readonly GoodsReceipt[] }) {
  const taking = useDrawer<number>()
  const { allowed } = usePermission(consolePurchaseOrderEndpoints.reverse)
  const reverse = useApiMutation(purchaseOrderApi.reverse, {
    invalidates: invalidatedByPurchaseOrder,
    successMessage: '已冲销，库存和成本已退回',
    close: taking.close,
  })
  const act: Column<GoodsReceipt> = customColumn({
    title: '操作',
    width: 80,
    value: ({ receiptNo, reverses, reversed }) =>
      reverses === null && !reversed ? (
        <Button size="small" aria-label={`冲销第 ${receiptNo} 次入库`} onClick={() => taking.show(receiptNo)}>
          冲销
        </Button>
      ) : (
        EMPTY_CELL
      ),
  })
  return (
    <>
      <Panel title="入库记录" flush>
        <DataTable
          columns={allowed ? [...receiptColumns, act] : receiptColumns}
          rows={receipts}
          rowKey={({ id }) => id}
          width={960}
          empty={<EmptyState title="还没有入库" />}
        />
      </Panel>
      <ReasonDrawer
        title={`冲销第 ${taking.subject ?? ''} 次入库`}
        lead="这次入库的数量全部退出库存，成本同时退回，采购单重新等待入库。已卖出的数量不能冲销。"
        submitText="冲销"
        grave
        open={taking.open}
        close={taking.close}
        busy={reverse.isPending}
        submit={(reason) => taking.subject !== undefined && reverse.mutate({ id: order.id, receiptNo: taking.subject, reason })}
      />
    </>
  )
}
