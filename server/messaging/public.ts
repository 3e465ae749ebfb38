export { choose, noteAlert, readChoices } from './alerts.ts'
export { tellBegun } from './announcements.ts'
export { type NewMessage, sendMessages } from './messages.ts'
