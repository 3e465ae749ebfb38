import { send } from '#console/platform/sessions/session.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const bankApi = connect(consoleBankEndpoints, send)

export const lineQuery = (lineId: string) => ({
  queryKey: ['bank', 'line', lineId] as const,
  queryFn: () => bankApi.line({ lineId }),
})

/** The unassigned money of all lines. */
export const suspenseQuery = {
  queryKey: ['bank', 'suspense'] as const,
  queryFn: async () => (await bankApi.lines({ open: true, pageSize: 1 })).suspense,
}

/** Invalidates the queries that an assignment changes: lines, vouchers, orders, enterprises' money, and the queue. */
export const invalidatedByBank = [['bank'], ['voucher'], ['order'], ['enterprise'], ['queue']] as const
