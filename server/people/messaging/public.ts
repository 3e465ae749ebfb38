/**
 * Owns the messages to buyers, the announcements, and who wants which messages by SMS or mail.
 * Writes the tables `alert_choice`, `alert_sent`, `announcement`, `announcement_read` and `message`.
 * Never sends an SMS or a mail: operations/alerts does.
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
