/**
 * Owns the protocols of the payment providers.
 * Writes no table.
 * Never changes a payment: it returns what a provider answered.
 */

export type { GatewayChargeStatus, GatewayNotification, GatewayRefundStatus } from './gateway.ts'
export {
  type GatewayBillRow,
  type GatewayChannel,
  GatewayOutcomeUnknownError,
  GatewayRefusalError,
  InvalidGatewayNotificationError,
  ignoreGatewayError,
  isGatewayError,
  type PaymentGateway,
} from './gateway.ts'
export { openPaymentGateways, type PaymentGatewaysByChannel } from './open-gateways.ts'
export {
  callProvider,
  fetchProviderFile,
  isLoopbackUrl,
  type ProviderCallOptions,
  type ProviderResponse,
  parseProviderJson,
} from './provider-call.ts'
export { createWechatAuthorisationUrl, fetchWechatVisitorId, wechatBusyCodes } from './wechat-in-app.ts'
