import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleVoucherEndpoints } from '#contract/billing/bank/voucher-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const voucherApi = createApiClient(consoleVoucherEndpoints, sendConsoleRequest)

export interface VoucherRef {
  enterpriseId: string
  id: string
}

const LOOKED_AGAIN_MS = 20_000

/** One voucher. It is polled while it is open, because a colleague may decide it. */
export const voucherQuery = (ref: VoucherRef) => ({
  queryKey: ['voucher', 'case', ref.id] as const,
  queryFn: () => voucherApi.detail(ref),
  refetchInterval: LOOKED_AGAIN_MS,
})

/** The number of vouchers in a state. */
export const voucherCountQuery = (state: 'REVIEW' | 'SECOND') => ({
  queryKey: ['voucher', 'count', state] as const,
  queryFn: async () => (await voucherApi.list({ state, pageSize: 1 })).total,
})

/** Invalidates the queries that a decision changes: vouchers, bank lines, orders, enterprises' money, and the queue. */
export const invalidatedByVoucher = [['voucher'], ['bank'], ['order'], ['enterprise'], ['queue']] as const
