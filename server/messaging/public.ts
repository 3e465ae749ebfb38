export { type NewMessage, sendMessages } from './messages.ts'
