import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleCollectionEndpoints, consoleOrderStopEndpoints } from '#contract/billing/collections/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const collectionApi = createApiClient(consoleCollectionEndpoints, sendConsoleRequest)
export const orderStopApi = createApiClient(consoleOrderStopEndpoints, sendConsoleRequest)

/** Invalidates the queries that a change of a task or of the stop-list changes. */
export const invalidatedByCollection = [['collection'], ['order-stop'], ['queue']] as const

/** The bands of ages with their tasks, and the people who may have one. */
export const collectionSummaryQuery = { queryKey: ['collection', 'summary'] as const, queryFn: () => collectionApi.summary({}) }
