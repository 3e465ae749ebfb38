import { send } from '#console/platform/sessions/session.ts'
import { consoleCoupon } from '#contract/catalog/coupons/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

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
