export type { Notice, RefundReport, TradeReport } from './gateway.ts'
export { BadNotice, type BillRow, type Channel, type Gateway, GatewayRefusal, GatewayUnclear } from './gateway.ts'
export { type Gateways, openGateways } from './open-gateways.ts'
export { callProvider, isLoopback, type ProviderAnswer, readJson } from './provider-call.ts'
