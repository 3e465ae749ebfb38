import type { coupon } from '../../contract/coupons/api.ts'
import type { order } from '../../contract/ordering/api.ts'
import type { Handlers } from '../http/context.ts'
import type { Keys } from '../platform/keys.ts'
import { couponsOnHand } from './on-hand.ts'
import { placeOrder } from './place-order.ts'
import { preview } from './preview.ts'

export const checkoutHandlers = (keys: Keys): Handlers<Pick<typeof order, 'preview' | 'submit'>> => ({
  preview: ({ method, addressId, coupons, ...wish }, { db, caller, moment }) =>
    preview(db, moment, { owner: caller, wish, method, addressId, coupons }),
  submit: (input, { caller, moment, write }) => write((tx) => placeOrder(tx, moment, { keys, owner: caller, input })),
})

/** 可用优惠券: what the company holds for some lines of its cart, at both prices. */
export const onHandHandlers: Handlers<Pick<typeof coupon, 'onHand'>> = {
  onHand: ({ cartIds }, { db, caller, moment }) => couponsOnHand(db, moment, caller, cartIds),
}
