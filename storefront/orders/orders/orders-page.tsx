import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { OrderRow } from '#contract/orders/orders/shapes.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { type LinkTab, LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import { queryClient } from '#storefront/platform/sessions/session.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'
import { OrderCard, OrderCardSkeleton } from './order-card.tsx'
import { OrderFilterForm } from './order-filter.tsx'
import {
  isOrderFinal,
  listOrderStatesToShow,
  type OrderListFilter,
  orderStateLabel,
  PAGE_SIZE,
  parseOrderListFilter,
} from './order-view.ts'
import { orderCountsQuery, ordersQuery } from './ordering-api.ts'

/** Fetches the orders and their counts before the page renders. A guest has none. */
export function prefetch(search: SearchParams): void {
  if (readToken() === null) return
  void queryClient.prefetchQuery(ordersQuery(parseOrderListFilter(search)))
  void queryClient.prefetchQuery(orderCountsQuery)
}

/** 我的订单: the enterprise's orders by state, with search and pages, all kept in the URL. */
export function Page() {
  const filter = parseOrderListFilter(useSearch())
  return (
    <UserCenterLayout title="我的订单" actions={<Exports filter={filter} />}>
      <Tabs filter={filter} />
      <Narrowing filter={filter} />
      <Orders filter={filter} />
    </UserCenterLayout>
  )
}

/** An enterprise without orders has nothing to search. */
function Narrowing({ filter }: { filter: OrderListFilter }) {
  const { data } = useQuery(ordersQuery(filter))
  if (data?.total === 0 && filter.state === undefined && !isSearched(filter)) return null
  return <OrderFilterForm filter={filter} />
}

const isSearched = ({ keyword, dateFrom, dateTo, projectId }: OrderListFilter): boolean =>
  keyword !== undefined || dateFrom !== undefined || dateTo !== undefined || projectId !== undefined

/** The states as tabs. The search is kept when the tab changes. Only states that need an action are highlighted. */
function Tabs({ filter: { state, keyword, dateFrom, dateTo, projectId } }: { filter: OrderListFilter }) {
  const { data = [] } = useQuery(orderCountsQuery)
  const counts = new Map(data.map((row) => [row.state, row.count]))
  const kept = {
    ...(keyword ? { keyword } : {}),
    ...(dateFrom ? { from: dateFrom } : {}),
    ...(dateTo ? { to: dateTo } : {}),
    ...(projectId ? { project: projectId } : {}),
  }
  const tab = (one: OrderState): LinkTab => {
    const count = counts.get(one) ?? 0
    const shown = isOrderFinal(one)
      ? { label: count > 0 ? `${orderStateLabel(one)} ${count}` : orderStateLabel(one) }
      : { label: orderStateLabel(one), count }
    return { to: '/my_order', search: { ...kept, state: one }, current: state === one, ...shown }
  }
  const all: LinkTab = { to: '/my_order', search: kept, label: '全部', current: state === undefined }
  return <LinkTabs label="订单状态" tabs={[all, ...listOrderStatesToShow(counts).map(tab)]} />
}

/** Exports the list: by order, or by line with the enterprise's own codes. */
function Exports({ filter }: { filter: OrderListFilter }) {
  const { data } = useQuery(ordersQuery(filter))
  const { pageNo: _, ...narrowed } = filter
  return (
    <ExportButtons
      ask={{
        订单: (format) => buyerListExportApi.orders({ ...narrowed, format }),
        明细: (format) => buyerListExportApi.orderLines({ ...narrowed, format }),
      }}
      total={data?.total}
    />
  )
}

/** The number of orders on the first screen of a phone. They are rendered at once, the others in idle time. */
const FIRST_SHOWN = 3

function Cards({ orders }: { orders: readonly OrderRow[] }) {
  const shown = useDeferredValue(orders, orders.slice(0, FIRST_SHOWN))
  return shown.map((order) => <OrderCard key={order.orderNo} order={order} />)
}

function Orders({ filter }: { filter: OrderListFilter }) {
  const orders = useQuery(ordersQuery(filter))
  const turn = usePagination(orders, { pageNo: filter.pageNo, pageSize: PAGE_SIZE })
  return (
    <QueryContent from={orders} skeleton={<Waiting />}>
      {({ dataList, total }) => (
        <div
          aria-busy={orders.isPlaceholderData}
          className={`flex flex-col gap-3 transition-opacity ${orders.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {dataList.length === 0 ? <None filter={filter} /> : <Cards orders={dataList} />}
          <Pagination pageNo={filter.pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
        </div>
      )}
    </QueryContent>
  )
}

function None({ filter }: { filter: OrderListFilter }) {
  const { state } = filter
  const searched = isSearched(filter)
  const title = searched ? '没有符合条件的订单' : state === undefined ? '还没有订单' : `没有${orderStateLabel(state)}的订单`
  return (
    <div className="panel">
      <EmptyState
        title={title}
        hint={searched ? '换个订单号、商品、采购单号、成本中心、项目或日期范围再试。' : '选好商品提交订单后，可在这里查看进度。'}
        action={
          searched ? (
            <ButtonLink to="/my_order" look="line">
              查看全部订单
            </ButtonLink>
          ) : (
            <ButtonLink to="/shop">去商城选购</ButtonLink>
          )
        }
      />
    </div>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3">
      {['a', 'b', 'c', 'd'].map((row) => (
        <OrderCardSkeleton key={row} />
      ))}
    </div>
  )
}
