import { randomUUID } from 'node:crypto'
import { contract } from '#contract/api.ts'
import type { PurchaseApprovalState } from '#contract/orders/approval/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { permissionCodes } from '#contract/platform/core/permissions.ts'
import { type Buyer, type BuyerOptions, type Mall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from './mall.ts'

/** Purchase limits in yuan. A missing one means no limit. */
export interface PurchaseLimitsInYuan {
  order?: string
  month?: string
}
const fenOf = (text: string | undefined) => (text === undefined ? null : yuanTextToFen(text))

/** Creates a main account (or uses the given one), a sub-account with purchase limits, and a function that changes the limits. */
export async function createEnterpriseWithSubAccount(mall: Mall, limits: PurchaseLimitsInYuan, main: BuyerOptions | Buyer = {}) {
  const lin = 'userId' in main ? main : await mall.buyer('林', main)
  const li = await mall.subAccount(lin, permissionCodes, '小李')
  const [membership] = await lin.api.subUser.list({})
  const membershipId = membership?.id ?? ''
  const permCode = permissionCodes.join(',')
  const limit = ({ order, month }: PurchaseLimitsInYuan) =>
    lin.api.subUser.modify({ id: membershipId, name: '小李', permCode, orderLimit: fenOf(order), monthLimit: fenOf(month) })
  await limit(limits)
  return { lin, li, limit, membershipId, used: async () => (await lin.api.subUser.detail({ id: membershipId })).monthUsed }
}

/** An order of one unit of each SKU, ready to be submitted. */
export async function createOrderRequest(buyer: Buyer, skuIds: readonly string[], method: PaymentMethod = 'wallet') {
  const lines = skuIds.map((skuId) => ({ skuId, goodsNum: 1 }))
  const { quote } = await buyer.api.order.preview({ lines, method })
  return { lines, method, addressId: buyer.addressId, quote }
}

export const submitOrders = async (buyer: Buyer, skuIds: readonly string[], method: PaymentMethod = 'wallet') =>
  buyer.api.order.submit(await createOrderRequest(buyer, skuIds, method))

export const requestWalletPayment = (buyer: Buyer, { tradeId }: SubmittedTrade, { path }: { path: string } = contract.order.payByWallet) =>
  buyer.post(path, { tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD }, { 'idempotency-key': randomUUID() })

export const selectFirstOrderState = ({ orders: [first] }: SubmittedTrade) => first?.state
export const selectFirstOrderNo = ({ orders: [first] }: SubmittedTrade) => first?.orderNo ?? ''
export const fetchOrderState = async (buyer: Buyer, { tradeId }: SubmittedTrade) =>
  selectFirstOrderState(await buyer.api.order.trade({ tradeId }))

/** The orders that wait for a main account's approval, newest first. */
export const listPendingApprovals = async (lin: Buyer) => (await lin.api.approval.list({ state: 'PENDING' })).dataList
export const fetchLatestPendingApprovalId = async (lin: Buyer) => (await listPendingApprovals(lin))[0]?.id ?? ''
export const listApprovalStates = async (lin: Buyer): Promise<PurchaseApprovalState[]> =>
  (await lin.api.approval.list({})).dataList.map(({ state }) => state)

/** The titles of a person's messages about orders, the newest first. */
export const listOrderMessageTitles = async (buyer: Buyer) =>
  (await buyer.api.message.list({ kind: 'order' })).dataList.map(({ title }) => title)
