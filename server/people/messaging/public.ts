/**
 * Owns the messages to buyers, the announcements, and who wants which messages by SMS, mail or WeChat.
 * Writes the tables `alert_choice`, `alert_sent`, `announcement`, `announcement_read` and `message`.
 * Never sends anything by these channels: operations/alerts does.
 */

export { notifyScreensOfStartedAnnouncements } from './announcements.ts'
export {
  createMessageSenderWithPreloadedTexts,
  deleteMessagesAndAlertsOfUser,
  deleteOldMessages,
  type NewMessage,
  sendMessages,
} from './messages.ts'
export { listAlertChoicesWithDefaults, recordAlertOnceWithinLimits, saveAlertChoice } from './sms-alerts.ts'
