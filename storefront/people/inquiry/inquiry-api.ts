import { inquiryEndpoints } from '#contract/people/inquiry/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const inquiryApi = createApiClient(inquiryEndpoints, sendOrHoldUntilLogin)
export const ownInquiriesQuery = { queryKey: ['inquiry', 'mine'] as const, queryFn: () => inquiryApi.mine({}), staleTime: 0 }
