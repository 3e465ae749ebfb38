/**
 * Owns the messages to staff.
 * Writes the table `staff_notice`.
 * Never sends an SMS or a mail: operations/alerts does.
 */

export {
  claimNoticesToForward,
  deleteOldStaffNotices,
  listStaffIdsWithNotice,
  type NoticeToForward,
  notifyStaff,
  sendPersonalStaffNotices,
} from './notices.ts'
