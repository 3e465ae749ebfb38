export { lockPayableOrders, type StartPaymentInput, startPaymentOrRequestApproval } from './start-payment.ts'
