import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleAnnouncementEndpoints } from '#contract/people/messaging/announcement-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const announcementApi = createApiClient(consoleAnnouncementEndpoints, sendConsoleRequest)
export const ANNOUNCEMENTS_QUERY_KEY = ['announcement'] as const
