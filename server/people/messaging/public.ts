export { publishStartedAnnouncements } from './announcements.ts'
export { type NewMessage, sendMessages } from './messages.ts'
export { listAlertChoices, recordAlertSent, saveAlertChoice } from './sms-alerts.ts'
