import { send } from '#console/platform/sessions/session.ts'
import { consoleBank } from '#contract/billing/bank/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const bankApi = connect(consoleBank, send)

export const lineQuery = (lineId: string) => ({
  queryKey: ['bank', 'line', lineId] as const,
  queryFn: () => bankApi.line({ lineId }),
})

/** All that nobody has claimed, of every line. */
export const suspenseQuery = {
  queryKey: ['bank', 'suspense'] as const,
  queryFn: async () => (await bankApi.lines({ open: true, pageSize: 1 })).suspense,
}

/** What the use of a line moves: lines, vouchers, orders, companies' money, and what waits. */
export const invalidatedByBank = [['bank'], ['voucher'], ['order'], ['enterprise'], ['queue']] as const
