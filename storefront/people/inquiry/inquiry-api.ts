import { inquiryEndpoints } from '#contract/people/inquiry/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const inquiryApi = connect(inquiryEndpoints, send)
export const ownInquiriesQuery = { queryKey: ['inquiry', 'mine'] as const, queryFn: () => inquiryApi.mine({}), staleTime: 0 }
