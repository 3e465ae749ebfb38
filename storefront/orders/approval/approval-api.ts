import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ApprovalState, approvalEndpoints } from '#contract/orders/approval/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendEncoded } from '#storefront/platform/sessions/send.ts'

export const approvalApi = createApiClient(approvalEndpoints, sendEncoded)

export const APPROVAL_QUERY_KEY = ['approval'] as const
export const PAGE_SIZE = 10

/** One page of approvals, the latest first; without a state, all of them. */
export const useApprovals = (state: ApprovalState | undefined, pageNo: number) =>
  useQuery({
    queryKey: [...APPROVAL_QUERY_KEY, 'list', state ?? '', pageNo],
    queryFn: () => approvalApi.list({ state, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
