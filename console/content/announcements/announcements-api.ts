import { sendEncoded } from '#console/platform/sessions/session.ts'
import { consoleAnnouncementEndpoints } from '#contract/people/messaging/announcement-api.ts'
import { createClient } from '#contract/platform/core/client.ts'

export const announcementApi = createClient(consoleAnnouncementEndpoints, sendEncoded)
export const ANNOUNCEMENTS_QUERY_KEY = ['announcement'] as const
