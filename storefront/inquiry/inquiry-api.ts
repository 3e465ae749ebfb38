import { connect } from '../../contract/client.ts'
import { inquiry } from '../../contract/inquiry/api.ts'
import { send } from '../session/send.ts'

export const inquiryApi = connect(inquiry, send)
export const ownInquiriesQuery = { queryKey: ['inquiry', 'mine'] as const, queryFn: () => inquiryApi.mine({}), staleTime: 0 }
