import { sendEncoded } from '#console/platform/sessions/session.ts'
import { consoleNoticeEndpoints } from '#contract/people/staff/notice-api.ts'
import { createClient } from '#contract/platform/core/client.ts'

export const noticeApi = createClient(consoleNoticeEndpoints, sendEncoded)

/** The number of unread notices, polled every minute. */
export const unreadNoticesQuery = {
  queryKey: ['notice', 'unread'] as const,
  queryFn: () => noticeApi.unread({}),
  refetchInterval: 60_000,
  meta: { quiet: true as const },
}
