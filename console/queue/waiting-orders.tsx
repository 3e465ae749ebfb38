import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OrderState } from '../../contract/ordering/order-lifecycle.ts'
import { DataTable } from '../kit/list/data-table.tsx'
import { Panel } from '../kit/panel.tsx'
import { Bars, Empty, Loaded } from '../kit/states.tsx'
import { briefOrderColumns } from '../orders/order-columns.tsx'
import { orderApi } from '../orders/orders-api.ts'

const SHOWN = 8

interface Filter {
  state?: OrderState
  cancelAsked?: boolean
}

/** The orders behind the counts, to be taken straight from here. */
export function WaitingOrders() {
  return (
    <>
      <Orders title="取消申请" filter={{ cancelAsked: true }} all={{ cancelAsked: '1' }} />
      <Orders title="待发货" filter={{ state: 'WAIT_SEND' }} all={{ state: 'WAIT_SEND' }} empty="没有待发货的订单" />
      <Orders title="部分发货" filter={{ state: 'PART_SENT' }} all={{ state: 'PART_SENT' }} />
    </>
  )
}

interface Props {
  title: string
  filter: Filter
  /** The same filter, as the list's address has it. */
  all: Record<string, string>
  /** What stands in an empty panel; without it an empty panel is not shown. */
  empty?: string
}

function Orders({ title, filter, all, empty }: Props) {
  const orders = useQuery({
    queryKey: ['order', 'waiting', filter],
    queryFn: ({ signal }) => orderApi.list({ ...filter, pageSize: SHOWN }, { signal }),
  })
  if (empty === undefined && (!orders.data || orders.data.total === 0)) return null
  const extra = (
    <Link to="/orders" search={all}>
      全部{orders.data && orders.data.total > SHOWN ? ` ${orders.data.total} 单` : ''}
    </Link>
  )
  return (
    <Panel title={title} extra={extra} flush>
      <Loaded from={orders} waiting={<Bars count={4} height={36} />}>
        {({ dataList }) => (
          <DataTable
            columns={briefOrderColumns}
            rows={filter.cancelAsked ? dataList : dataList.filter(({ cancelAskedAt }) => cancelAskedAt === null)}
            rowKey={({ orderNo }) => orderNo}
            width={940}
            empty={<Empty title={empty ?? ''} />}
          />
        )}
      </Loaded>
    </Panel>
  )
}
