import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleMarginEndpoints } from '#contract/billing/margins/api.ts'
import { consoleOrderNoteEndpoints } from '#contract/orders/order-notes/api.ts'
import { consoleOrderTagEndpoints } from '#contract/orders/order-notes/tags-api.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const orderNoteApi = createApiClient(consoleOrderNoteEndpoints, sendConsoleRequest)
export const orderTagApi = createApiClient(consoleOrderTagEndpoints, sendConsoleRequest)
export const orderTagsQuery = { queryKey: ['order-tag', 'list'] as const, queryFn: () => orderTagApi.list({}) }
export const orderApi = createApiClient(consoleOrderEndpoints, sendConsoleRequest)

/** The identifier of an order in calls: its number and its enterprise. */
export interface OrderRef {
  enterpriseId: string
  orderNo: string
}

export const orderQuery = (name: OrderRef) => ({
  queryKey: ['order', 'detail', name] as const,
  queryFn: () => orderApi.detail(name),
})

const orderMarginApi = createApiClient(consoleMarginEndpoints, sendConsoleRequest)

/** What the lines of an order earned, for those who see costs. */
export const orderMarginsQuery = (name: OrderRef) => ({
  queryKey: ['order', 'margin', name] as const,
  queryFn: () => orderMarginApi.order(name),
})
