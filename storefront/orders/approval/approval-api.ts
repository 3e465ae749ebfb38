import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ApprovalState, approvalEndpoints } from '#contract/orders/approval/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const approvalApi = connect(approvalEndpoints, send)

export const APPROVAL_KEY = ['approval'] as const
export const PAGE_SIZE = 10

/** One page of approvals, the latest first; without a state, all of them. */
export const useApprovals = (state: ApprovalState | undefined, pageNo: number) =>
  useQuery({
    queryKey: [...APPROVAL_KEY, 'list', state ?? '', pageNo],
    queryFn: () => approvalApi.list({ state, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
