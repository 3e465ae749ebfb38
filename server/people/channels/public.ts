/**
 * Owns how people are reached besides the messages in the mall: their confirmed mail addresses, the WeChat that buyers have bound, their
 * quiet hours, and the mails that leave.
 * Writes the table `contact_setting`.
 * Never decides what somebody is told.
 */

export {
  clearExpiredMailCodesAndContactsOfDisabledStaff,
  deleteContactSettingsOfUser,
  idOfOwner,
  readContactSettings,
  readContacts,
  readMemberContactSettings,
  removeMailAddress,
} from './contact-settings.ts'
export { type NewMail, postponeMail, sendMailsAfterCommit, unsealMail } from './outgoing-mails.ts'
export { findEndOfQuietHours } from './quiet-hours.ts'
export { createConsoleContactHandlers, createContactHandlers } from './routes.ts'
export { markWechatFollowing, unbindWechat } from './wechat-binding.ts'
export { sendWechatMessageAfterCommit } from './wechat-messages.ts'
