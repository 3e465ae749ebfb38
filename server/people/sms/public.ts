export { consumeTicket, createTicket, deleteOldTickets } from './one-time-tickets.ts'
export {
  deleteOldSmsCodes,
  listSmsRequesters,
  requireCorrectCode,
  sendSmsAlert,
  sendSmsCode,
  sendUnrequestedSms,
  unsealSms,
  verifySmsCode,
} from './sms-codes.ts'
export { createAliyunSmsGateway, createLocalSmsGateway, type SmsGateway } from './sms-gateway.ts'
export { SMS_RESEND_SECONDS, type SmsOrigin } from './sms-limits.ts'
