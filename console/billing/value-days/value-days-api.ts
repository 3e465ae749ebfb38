import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleValueDayEndpoints } from '#contract/billing/bank/value-day-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const valueDayApi = createApiClient(consoleValueDayEndpoints, sendConsoleRequest)

/** Invalidates the queries that an agreed day changes: lines, requests, what companies owe, and the queue. */
export const invalidatedByValueDay = [['bank'], ['value-day'], ['enterprise'], ['finance'], ['queue']] as const
