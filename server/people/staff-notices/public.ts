/**
 * Owns the messages to staff, and which of them each person wants, and by which channel.
 * Writes the tables `staff_notice` and `staff_notice_choice`.
 * Never sends an SMS or a mail: operations/alerts does.
 */

export { listStaffIdsWantingDigest, listStaffNoticeChoices, readStaffMailChoices, saveStaffNoticeChoice } from './choices.ts'
export {
  claimNoticesToForward,
  deleteOldStaffNotices,
  listStaffIdsWithNotice,
  type NoticeToForward,
  notifyStaff,
  sendPersonalStaffNotices,
} from './notices.ts'
