import type { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { orderEndpoints } from '#contract/orders/orders/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { PaymentGatewaysByChannel } from '#server/adapters/gateway/public.ts'
import { hasMallBankAccount } from '#server/content/content/public.ts'
import { changePaymentMethod } from '#server/orders/orders/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listAvailableCouponsForCart } from './available-coupons.ts'
import { readTradeWithPaymentMethods } from './offered-payment-methods.ts'
import { submitOrderRequestAsTrade } from './place-order.ts'
import { previewOrder } from './preview-order.ts'

/** Refuses BANK_ACCOUNT_MISSING to a bank transfer while the mall has no account, and CHANNEL_NOT_OFFERED where no provider takes payments online. */
async function requireMethodCanBeReceived(db: Db, gateways: PaymentGatewaysByChannel, method: PaymentMethod): Promise<void> {
  if (method === 'online' && gateways.size === 0) refuse('CHANNEL_NOT_OFFERED')
  if (method === 'transfer' && !(await hasMallBankAccount(db))) refuse('BANK_ACCOUNT_MISSING')
}

export const createCheckoutHandlers = ({
  keys,
  services,
}: {
  keys: Keys
  services: { gateways: PaymentGatewaysByChannel }
}): Handlers<Pick<typeof orderEndpoints, 'preview' | 'submit' | 'trade' | 'changeMethod'>> => ({
  preview: ({ method, preferred, addressId, coupons, ...request }, { db, caller, moment }) =>
    previewOrder(db, moment, { owner: caller, request, method, preferred, addressId, coupons, paysOnline: services.gateways.size > 0 }),
  trade: ({ tradeId }, { db, caller: { enterpriseId }, moment }) =>
    readTradeWithPaymentMethods(db, moment, { enterpriseId, tradeId, paysOnline: services.gateways.size > 0 }),
  submit: async (input, { db, caller, moment, write }) => {
    await requireMethodCanBeReceived(db, services.gateways, input.method)
    return write((tx) => submitOrderRequestAsTrade(tx, moment, { keys, owner: caller, input }))
  },
  changeMethod: async ({ tradeId, method, withoutCoupons }, { db, caller, moment, write }) => {
    await requireMethodCanBeReceived(db, services.gateways, method)
    return write((tx) => changePaymentMethod(tx, moment, { payer: caller, tradeId, method, withoutCoupons }))
  },
})

/** 可用优惠券: lists the coupons of the enterprise for some cart lines, for both price types. */
export const availableCouponHandlers: Handlers<Pick<typeof couponEndpoints, 'onHand'>> = {
  onHand: ({ cartIds }, { db, caller, moment }) => listAvailableCouponsForCart(db, moment, caller, cartIds),
}
