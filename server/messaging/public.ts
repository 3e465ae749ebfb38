export { type NewMessage, type OrderFacts, sendMessages } from './messages.ts'
