export { choose, noteAlert, readChoices } from './alerts.ts'
export { type NewMessage, sendMessages } from './messages.ts'
