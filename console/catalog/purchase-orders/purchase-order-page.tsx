import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Column, moneyColumn, numberColumn, skuColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { purchaseOrderLifecycle } from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import type { PurchaseOrderLine } from '#contract/catalog/purchase-orders/shapes.ts'
import { multiplyFen } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'
import { GoodsReceiptsPanel } from './goods-receipts/goods-receipts-panel.tsx'
import {
  ChangeExpectedDayAction,
  type OpenedPurchaseOrder,
  PrintPurchaseOrderAction,
  PurchaseOrderBuyerActions,
  ReceivePurchaseOrderAction,
} from './purchase-order-actions.tsx'
import { InvoicePurchaseOrderAction, PurchaseOrderFacts } from './purchase-order-facts.tsx'
import { duePurchaseOrderQueue } from './purchase-order-queue.ts'
import { purchaseOrderQuery, purchaseOrderTones } from './purchase-orders-api.ts'

const TITLE = '采购单详情'

function One({ id }: { id: string }) {
  const found = useQuery(purchaseOrderQuery(id))
  return (
    <QueryPage title={TITLE} from={found}>
      {(read) => <Opened read={read} />}
    </QueryPage>
  )
}

function Opened({ read }: { read: OpenedPurchaseOrder }) {
  const { order, lines, receipts } = read
  const run = useCaseRun(duePurchaseOrderQueue, { id: order.id, waiting: undefined })
  return (
    <>
      <CaseQueueBar run={run} />
      <PageHead
        title={
          <>
            <span className="num">{order.orderNo}</span>
            <span className="tags">
              <Tag tone={purchaseOrderTones[order.state]}>{purchaseOrderLifecycle.states[order.state].label}</Tag>
            </span>
          </>
        }
        actions={
          <>
            <PrintPurchaseOrderAction order={order} />
            <ChangeExpectedDayAction order={order} decided={run.decided} />
            <PurchaseOrderBuyerActions read={read} decided={run.decided} />
            <InvoicePurchaseOrderAction order={order} lines={lines} />
            <ReceivePurchaseOrderAction read={read} decided={run.decided} />
          </>
        }
      />
      <PurchaseOrderFacts order={order} />
      <Panel title="商品" flush>
        <DataTable columns={lineColumns} rows={lines} rowKey={({ skuId }) => skuId} width={860} empty={<EmptyState title="没有商品" />} />
      </Panel>
      <GoodsReceiptsPanel order={order} receipts={receipts} />
    </>
  )
}

const lineColumns: Column<PurchaseOrderLine>[] = [
  skuColumn,
  moneyColumn({ title: '含税单价', value: ({ price }) => price }),
  numberColumn({ title: '采购数量', value: ({ quantity, unit }) => `${formatCount(quantity)} ${unit}` }),
  moneyColumn({ title: '含税金额', value: ({ price, quantity }) => multiplyFen(price, quantity) }),
  numberColumn({ title: '已入库', value: ({ received }) => formatCount(received) }),
  numberColumn({ title: '已开票', value: ({ invoiced }) => formatCount(invoiced) }),
  numberColumn({ title: '未到', value: ({ received, quantity }) => formatCount(Math.max(0, quantity - received)) }),
]

/** One purchase order, and what of it came. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['id'],
    what: '采购单',
    choose: <Link to="/purchase_orders">到采购单列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="采购单" queue={duePurchaseOrderQueue} filters={filters} />,
  },
  One,
)
