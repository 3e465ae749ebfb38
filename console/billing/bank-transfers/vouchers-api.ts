import { send } from '#console/platform/sessions/session.ts'
import { consoleVoucher } from '#contract/billing/bank/voucher-api.ts'
import { consoleFiles } from '#contract/people/files/api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const voucherApi = connect(consoleVoucher, send)
export const fileApi = connect(consoleFiles, send)

export interface VoucherRef {
  enterpriseId: string
  id: string
}

const LOOKED_AGAIN_MS = 20_000

/** One voucher, looked at again while it is open: a colleague may decide it meanwhile. */
export const voucherQuery = (ref: VoucherRef) => ({
  queryKey: ['voucher', 'case', ref.id] as const,
  queryFn: () => voucherApi.detail(ref),
  refetchInterval: LOOKED_AGAIN_MS,
})

/** How many vouchers are in a state. */
export const countQuery = (state: 'REVIEW' | 'SECOND') => ({
  queryKey: ['voucher', 'count', state] as const,
  queryFn: async () => (await voucherApi.list({ state, pageSize: 1 })).total,
})

/** What a decision moves: vouchers, lines of the bank, orders, companies' money, and what waits. */
export const invalidatedByVoucher = [['voucher'], ['bank'], ['order'], ['enterprise'], ['queue']] as const
