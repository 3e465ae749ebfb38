import { connect } from '../../contract/client.ts'
import { consoleAnnouncement } from '../../contract/messaging/announcement-api.ts'
import { send } from '../session/session.ts'

export const announcementApi = connect(consoleAnnouncement, send)
export const ANNOUNCEMENTS = ['announcement'] as const
