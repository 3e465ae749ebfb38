import { connect } from '../../contract/client.ts'
import { consoleNotice } from '../../contract/staff/notice-api.ts'
import { send } from '../session/session.ts'

export const noticeApi = connect(consoleNotice, send)

/** How many messages one has not read, looked at again every minute. */
export const unreadQuery = {
  queryKey: ['notice', 'unread'] as const,
  queryFn: () => noticeApi.unread({}),
  refetchInterval: 60_000,
  meta: { quiet: true as const },
}
