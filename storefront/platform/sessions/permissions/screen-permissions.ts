import type { RequiredPermissionFor } from './required-permission.ts'

// The calls of these screens require one of these codes.
export const GOODS = ['lookGoods'] as const
export const PAYING = ['buyPay'] as const
export const ONLINE_PAYMENT = ['buyPay', 'cashAccount', 'applyLimit'] as const
export const paymentResultPermission: RequiredPermissionFor = ({ paymentId }) => (paymentId === undefined ? PAYING : ONLINE_PAYMENT)
export const ORDERS = ['lookOrder'] as const
const ORDER_PAYMENT = ['buyPay', 'lookOrder'] as const
const BILLS = ['cashAccount', 'applyLimit'] as const
const TRANSFERS = ['buyPay', 'cashAccount', 'lookOrder'] as const
export const transfersPermission: RequiredPermissionFor = ({ paymentId, orderNo }) =>
  paymentId === undefined && orderNo !== undefined ? ORDER_PAYMENT : TRANSFERS
export const WALLET = ['cashAccount'] as const
export const CREDIT = ['applyLimit', 'buyPay'] as const
export const CREDIT_CENTRE = ['applyLimit'] as const
export const CONTRACTS = ['lookOrder', 'applyLimit'] as const
/** Monthly statements belong to the credit account. */
export const billsPermission: RequiredPermissionFor = ({ view }) => (view === 'month' ? CREDIT_CENTRE : BILLS)
export const billPermission: RequiredPermissionFor = ({ month }) => (month === undefined ? BILLS : CREDIT_CENTRE)
export const projectsPermission: RequiredPermissionFor = ({ view }) => (view === 'costs' ? ORDERS : undefined)
/** Everybody may read the description of the API. */
export const apiAccessPermission: RequiredPermissionFor = ({ view }) => (view === 'docs' ? undefined : 'main')
