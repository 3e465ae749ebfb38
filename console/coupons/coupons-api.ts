import { connect } from '../../contract/client.ts'
import { consoleCoupon } from '../../contract/coupons/console-api.ts'
import { send } from '../session/session.ts'

export const couponApi = connect(consoleCoupon, send)

/** Everything that a change of a template, its codes or who holds it moves. */
export const invalidatedByCoupon = [['coupon']] as const

export const templateQuery = (templateId: string) => ({
  queryKey: ['coupon', 'template', templateId] as const,
  queryFn: () => couponApi.template({ templateId }),
})

/** What a template can be made for; goods by part of their name. */
export const choicesQuery = (keyword = '') => ({
  queryKey: ['coupon', 'choices', keyword] as const,
  queryFn: () => couponApi.choices(keyword === '' ? {} : { keyword }),
})
