import { queryOptions } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { member } from '../../contract/levels/api.ts'
import { send } from '../session/send.ts'

export const memberApi = connect(member, send)

/** Where the company stands. Colleagues claim too, and levels move at night: whoever comes back looks again. */
export const statusQuery = queryOptions({ queryKey: ['member', 'status'], queryFn: () => memberApi.status({}), staleTime: 0 })
