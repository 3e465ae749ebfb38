import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleAfterSaleEndpoints } from '#contract/orders/after-sales/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const afterSaleApi = createApiClient(consoleAfterSaleEndpoints, sendConsoleRequest)

export interface AfterSaleRef {
  enterpriseId: string
  id: string
}

export const afterSaleQuery = (ref: AfterSaleRef) => ({
  queryKey: ['after-sale', 'case', ref.id] as const,
  queryFn: () => afterSaleApi.detail(ref),
})

export const afterSaleQueuesQuery = {
  queryKey: ['after-sale', 'queues'] as const,
  queryFn: () => afterSaleApi.queues({}),
}

/** Invalidates the queries that an action changes: the after-sale, the lists, the queue, the order. */
export const invalidatedByAfterSale = [['after-sale'], ['queue'], ['order'], ['batch']] as const
