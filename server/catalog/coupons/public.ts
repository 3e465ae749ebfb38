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
export { type CouponTemplateRecord, findTemplates } from './template-store.ts'
export { describeCouponChoices } from './views.ts'
