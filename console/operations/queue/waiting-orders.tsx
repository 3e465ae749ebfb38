import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { toQueuedOrderColumns } from '#console/orders/orders/order-columns.tsx'
import { orderApi } from '#console/orders/orders/orders-api.ts'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import type { OrderQueue } from '#contract/orders/orders/console-api.ts'

const SHOWN = 8

/** The orders that wait, the longest first, with actions. */
export function WaitingOrders() {
  return (
    <>
      <Orders title="取消申请" queue="cancelAsked" />
      <Orders title="待发货" queue="waitSend" empty="没有待发货的订单" />
    </>
  )
}

interface Props {
  title: string
  queue: OrderQueue
  /** The text of an empty panel. Without it a panel that is empty or loading is not shown; a failed one is. */
  empty?: string
}

function Orders({ title, queue, empty }: Props) {
  const columns = toQueuedOrderColumns(queue)
  const orders = useQuery({
    queryKey: ['order', 'waiting', queue],
    queryFn: ({ signal }) => orderApi.list({ queue, pageSize: SHOWN }, { signal }),
  })
  if (empty === undefined && (orders.data ? orders.data.total === 0 : !orders.error)) return null
  const extra = (
    <Link to="/orders" search={{ queue }}>
      全部{orders.data && orders.data.total > SHOWN ? ` ${orders.data.total} 单` : ''}
    </Link>
  )
  return (
    <Panel title={title} extra={extra} flush>
      <QueryContent from={orders} waiting={<TableSkeleton columns={columns} count={4} width={1108} />}>
        {({ dataList }) => (
          <DataTable
            columns={columns}
            rows={dataList}
            rowKey={({ orderNo }) => orderNo}
            width={1108}
            empty={<EmptyState title={empty ?? ''} />}
          />
        )}
      </QueryContent>
    </Panel>
  )
}
