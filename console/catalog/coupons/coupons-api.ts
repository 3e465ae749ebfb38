import { send } from '#console/platform/sessions/session.ts'
import { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const couponApi = connect(consoleCouponEndpoints, send)

/** Invalidates the queries that change with a template, its codes or its owners. */
export const invalidatedByCoupon = [['coupon']] as const

export const templateQuery = (templateId: string) => ({
  queryKey: ['coupon', 'template', templateId] as const,
  queryFn: () => couponApi.template({ templateId }),
})

/** The possible scopes of a template; goods are searched by a part of their name. */
export const choicesQuery = (keyword = '') => ({
  queryKey: ['coupon', 'choices', keyword] as const,
  queryFn: () => couponApi.choices(keyword === '' ? {} : { keyword }),
})
