import { send } from '#console/platform/sessions/session.ts'
import { consoleNoticeEndpoints } from '#contract/people/staff/notice-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const noticeApi = connect(consoleNoticeEndpoints, send)

/** The number of unread notices, polled every minute. */
export const unreadQuery = {
  queryKey: ['notice', 'unread'] as const,
  queryFn: () => noticeApi.unread({}),
  refetchInterval: 60_000,
  meta: { quiet: true as const },
}
