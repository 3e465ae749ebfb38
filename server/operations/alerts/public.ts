/**
 * Owns sending messages to buyers and notices to staff by the channels that they have chosen.
 * Writes no table.
 * Never stores who wants what: people/messaging and people/channels do.
 */

export { forwardStaffNotices } from './forward-notices.ts'
export { sendAlerts } from './send-alerts.ts'
export { sendMailIfStillWanted } from './send-waiting-mail.ts'
export { sendWechatMessageIfStillWanted } from './send-waiting-wechat.ts'
