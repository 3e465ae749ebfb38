import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orderEndpoints } from '#contract/orders/orders/api.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { findNewestOrderNo, type OrderListFilter, PAGE_SIZE } from './order-view.ts'

const { list, count, detail, cancel, askCancel, withdrawCancel, receive } = orderEndpoints
export const orderApi = createApiClient({ list, count, detail, cancel, askCancel, withdrawCancel, receive }, sendOrHoldUntilLogin)

/** A page of the enterprise's orders. While the next page loads, the one before stays visible. */
export const ordersQuery = ({ pageNo, ...filter }: OrderListFilter) =>
  queryOptions({
    queryKey: ['order', 'list', filter, pageNo],
    queryFn: () => orderApi.list({ ...filter, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const orderCountsQuery = queryOptions({ queryKey: ['order', 'count'], queryFn: () => orderApi.count({}) })

export const orderQuery = (orderNo: string) =>
  queryOptions({ queryKey: ['order', 'detail', orderNo], queryFn: () => orderApi.detail({ orderNo }) })

/** The number of the newest order in some states, or of all orders without states; null: there is none. */
export const latestOrderNoQuery = (states: readonly OrderState[]) =>
  queryOptions({
    queryKey: ['order', 'latest', states],
    queryFn: async () => {
      const asked: { state?: OrderState }[] = states.length > 0 ? states.map((state) => ({ state })) : [{}]
      const pages = await Promise.all(asked.map((filter) => orderApi.list({ ...filter, pageSize: 1 })))
      return findNewestOrderNo(pages.flatMap(({ dataList }) => dataList))
    },
  })
