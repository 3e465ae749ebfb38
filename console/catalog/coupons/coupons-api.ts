import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const couponApi = createApiClient(consoleCouponEndpoints, sendConsoleRequest)

/** Invalidates the queries that change with a template, its codes or its owners. */
export const invalidatedByCoupon = [['coupon']] as const

export const couponTemplateQuery = (templateId: string) => ({
  queryKey: ['coupon', 'template', templateId] as const,
  queryFn: () => couponApi.template({ templateId }),
})

/** The possible scopes of a template; goods are searched by a part of their name. */
export const couponScopeChoicesQuery = (keyword = '') => ({
  queryKey: ['coupon', 'choices', keyword] as const,
  queryFn: () => couponApi.choices(keyword === '' ? {} : { keyword }),
})
