import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const bankApi = createApiClient(consoleBankEndpoints, sendConsoleRequest)

export const bankLineQuery = (lineId: string) => ({
  queryKey: ['bank', 'line', lineId] as const,
  queryFn: () => bankApi.line({ lineId }),
})

/** The unassigned money of all lines. */
export const suspenseTotalQuery = {
  queryKey: ['bank', 'suspense'] as const,
  queryFn: async () => (await bankApi.lines({ open: true, pageSize: 1 })).suspense,
}

/** Invalidates the queries that an assignment changes: lines, vouchers, orders, enterprises' money, and the queue. */
export const invalidatedByBank = [['bank'], ['voucher'], ['order'], ['enterprise'], ['queue']] as const
