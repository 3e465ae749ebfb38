/**
 * Owns the coupons, their templates and their codes.
 * Writes the tables `coupon`, `coupon_code`, `coupon_code_try`, `coupon_quota` and `coupon_template`.
 * Never reads or writes an order: a sum over orders is handed in.
 */

export {
  type AvailableCoupons,
  type CouponSelectionInput,
  findAvailableCoupons,
  reevaluateCoupons,
  requireCouponApplies,
  requireCouponsUsable,
  selectCouponForLines,
} from './available-coupons.ts'
export { grantCoupon } from './claim-coupon.ts'
export type { Coupon } from './coupon-store.ts'
export { prepareCouponChoices } from './coupon-view.ts'
export { sendCouponExpiryReminders } from './expiry-reminders.ts'
export { findCouponsOfOrders, lockUnusedCoupons, markCouponsUsed, releaseCoupons, reserveCoupon } from './order-coupons.ts'
export { type CouponTemplateRecord, countCouponsOfCategory, findCouponTemplates, replaceCategoriesOfCoupons } from './template-store.ts'
