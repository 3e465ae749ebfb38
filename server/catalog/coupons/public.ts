/**
 * Owns the coupons, their templates and their codes. Writes the tables `coupon`, `coupon_code`, `coupon_code_try`, `coupon_quota` and
 * `coupon_template`. Never reads or writes an order: sums over orders are passed in.
 */

export {
  type CouponEvaluator,
  type CouponSelectionByShop,
  readCouponEvaluator,
  reevaluateOrderCouponsAtNewPrices,
  requireSelectedCouponAppliesToLines,
  requireSelectedCouponsUsableInShops,
  selectChosenOrBestCouponForLines,
} from './available-coupons.ts'
export { grantCouponOncePerReason } from './claim-coupon.ts'
export type { Coupon } from './coupon-store.ts'
export { readCouponChoiceDescriber } from './coupon-view.ts'
export { sendCouponExpiryReminders } from './expiry-reminders.ts'
export {
  findCouponsByOrder,
  lockCouponsOfUnpaidOrdersAgain,
  lockUnusedCouponsOfEnterprise,
  markCouponsOfPaidOrdersUsed,
  releaseCouponsOfOrders,
  reserveCouponForOrder,
} from './order-coupons.ts'
export {
  type CouponTemplateRecord,
  countCouponTemplatesOfCategory,
  findCouponTemplates,
  isCouponTemplateEndingSql,
  isCouponTemplateFullSql,
  replaceCategoriesInCouponScopes,
  toCouponDiscountTerms,
} from './template-store.ts'
