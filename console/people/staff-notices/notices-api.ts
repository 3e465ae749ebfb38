import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleStaffNoticeEndpoints } from '#contract/people/staff/notice-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const noticeApi = createApiClient(consoleStaffNoticeEndpoints, sendConsoleRequest)

/** The number of unread notices, polled every minute. */
export const unreadNoticeCountQuery = {
  queryKey: ['notice', 'unread'] as const,
  queryFn: () => noticeApi.unread({}),
  refetchInterval: 60_000,
  meta: { quiet: true as const },
}
