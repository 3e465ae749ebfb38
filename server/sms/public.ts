export { aliyunGateway, localGateway, type SmsGateway } from './gateway.ts'
export { deleteOldCodes, openText, RESEND_SECONDS, refuseUnlessCodeRight, sendAlert, sendCode, sendUnasked, tryCode } from './sms-codes.ts'
export { deleteOldTickets, issueTicket, spendTicket } from './tickets.ts'
