/**
 * Owns the coupons, their templates and their codes.
 * Writes the tables `coupon`, `coupon_code`, `coupon_code_try`, `coupon_quota` and `coupon_template`.
 * Never reads or writes an order: a sum over orders is handed in.
 */

export {
  type AvailableCoupons,
  type CouponSelectionInput,
  findAvailableCoupons,
  pickCoupon,
  reevaluateCoupons,
  requireCouponApplies,
  requireCouponsHeld,
} from './available-coupons.ts'
export { grantCoupon } from './claim.ts'
export type { Coupon } from './coupon-store.ts'
export { sendCouponExpiryReminders } from './expiry-reminders.ts'
export { findCouponsOfOrders, lockUnusedCoupons, markCouponsUsed, releaseCoupons, reserveCoupon } from './order-coupons.ts'
export { type CouponTemplateRecord, countCouponsOfCategory, findTemplates, replaceCategoriesOfCoupons } from './template-store.ts'
export { describeCouponChoices } from './views.ts'
