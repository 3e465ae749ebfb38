/**
 * Owns the messages to staff.
 * Writes the table `staff_notice`.
 * Never sends an SMS or an e-mail.
 */

export { deleteOldStaffNotices, notifyStaff, sendPersonalStaffNotices } from './notices.ts'
