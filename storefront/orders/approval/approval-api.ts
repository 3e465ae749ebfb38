import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PurchaseApprovalState, purchaseApprovalEndpoints } from '#contract/orders/approval/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const purchaseApprovalApi = createApiClient(purchaseApprovalEndpoints, sendOrHoldUntilLogin)

export const PURCHASE_APPROVAL_QUERY_KEY = ['approval'] as const
export const PAGE_SIZE = 10

/** One page of approvals, the latest first; without a state, all of them. */
export const usePurchaseApprovals = (state: PurchaseApprovalState | undefined, pageNo: number) =>
  useQuery({
    queryKey: [...PURCHASE_APPROVAL_QUERY_KEY, 'list', state ?? '', pageNo],
    queryFn: () => purchaseApprovalApi.list({ state, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
