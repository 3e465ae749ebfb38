import { send } from '#console/platform/sessions/session.ts'
import { consoleAnnouncementEndpoints } from '#contract/people/messaging/announcement-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const announcementApi = connect(consoleAnnouncementEndpoints, send)
export const ANNOUNCEMENTS_KEY = ['announcement'] as const
