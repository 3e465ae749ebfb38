/**
 * Owns the codes and tickets that prove a mobile number, and the SMS that leave.
 * Writes the tables `sms_code`, `sms_outbox`, `sms_sent` and `ticket`.
 * Never looks a person up: its caller gives the mobile number.
 */

export { consumeOneTimeTicket, createOneTimeTicket, deleteExpiredOneTimeTickets } from './one-time-tickets.ts'
export {
  createSmsCodeAndSendAfterCommit,
  deleteOldSmsCodesAndCounts,
  requireRightSmsCodeResult,
  sendMessageTitleBySms,
  sendUnrequestedSms,
  toSmsRequesterIds,
  unsealSms,
  verifySmsCode,
} from './sms-codes.ts'
export { createAliyunSmsGateway, createStoreOnlySmsGateway, type SmsGateway } from './sms-gateway.ts'
export { SMS_RESEND_SECONDS, type SmsRequester } from './sms-limits.ts'
