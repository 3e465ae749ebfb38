import type { RequiredPermissionOrResolver } from './required-permission.ts'

// The calls of these screens require one of these codes.
export const GOODS_PERMISSIONS = ['lookGoods'] as const
export const PAYING_PERMISSIONS = ['buyPay'] as const
export const ONLINE_PAYMENT_PERMISSIONS = ['buyPay', 'cashAccount', 'applyLimit'] as const
export const paymentResultPermission: RequiredPermissionOrResolver = ({ paymentId }) =>
  paymentId === undefined ? PAYING_PERMISSIONS : ONLINE_PAYMENT_PERMISSIONS
export const ORDER_PERMISSIONS = ['lookOrder'] as const
const ORDER_PAYMENT = ['buyPay', 'lookOrder'] as const
const BILLS = ['cashAccount', 'applyLimit'] as const
const TRANSFERS = ['buyPay', 'cashAccount', 'lookOrder'] as const
export const transfersPermission: RequiredPermissionOrResolver = ({ paymentId, orderNo }) =>
  paymentId === undefined && orderNo !== undefined ? ORDER_PAYMENT : TRANSFERS
export const WALLET_PERMISSIONS = ['cashAccount'] as const
export const CREDIT_PERMISSIONS = ['applyLimit', 'buyPay'] as const
export const CREDIT_CENTRE_PERMISSIONS = ['applyLimit'] as const
export const CONTRACT_PERMISSIONS = ['lookOrder', 'applyLimit'] as const
/** Monthly statements belong to the credit account. */
export const billsPermission: RequiredPermissionOrResolver = ({ view }) => (view === 'month' ? CREDIT_CENTRE_PERMISSIONS : BILLS)
export const billEntryDetailPermission: RequiredPermissionOrResolver = ({ month }) =>
  month === undefined ? BILLS : CREDIT_CENTRE_PERMISSIONS
export const projectsPermission: RequiredPermissionOrResolver = ({ view }) => (view === 'costs' ? ORDER_PERMISSIONS : undefined)
/** Everybody may read the description of the API. */
export const apiAccessPermission: RequiredPermissionOrResolver = ({ view }) => (view === 'docs' ? undefined : 'main')
