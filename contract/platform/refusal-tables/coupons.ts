import type { RefusalTable } from './table.ts'

/** Refusals for coupons. */
export const couponRefusals = {
  COUPON_NOT_FOUND: { code: 404, msg: '优惠券不存在，请重新选择' },
  COUPON_EXPIRED: { code: 410, msg: '优惠券已过期，请重新选择' },
  COUPON_TAKEN: { code: 410, msg: '优惠券已使用或已被其他订单占用，请重新选择' },
  COUPON_NOT_MET: { code: 422, msg: '订单不满足优惠券的使用条件' },
  COUPON_TEMPLATE_NOT_FOUND: { code: 404, msg: '优惠券不存在或已下线' },
  COUPON_STOPPED: { code: 422, msg: '该优惠券已停止发放' },
  COUPON_NONE_LEFT: { code: 422, msg: '该优惠券已被领完' },
  COUPON_LIMIT: { code: 422, msg: '已达到每家企业的领取上限' },
  COUPON_LEVEL: { code: 422, msg: '会员等级不足，暂不能领取' },
  COUPON_OTHER_COMPANIES: { code: 422, msg: '该优惠券仅限指定企业领取' },
  COUPON_CLAIMED: { code: 409, msg: '已有企业领取，不能再修改；可停止发放后新建' },
  COUPON_CODE_UNKNOWN: { code: 404, msg: '兑换码不正确，请核对后重新输入' },
  COUPON_CODE_USED: { code: 410, msg: '该兑换码已被兑换' },
  COUPON_CODE_TOO_OFTEN: { code: 429, msg: '兑换过于频繁，请一小时后再试' },
  COUPON_NOT_BY_CODE: { code: 422, msg: '只有发放方式为兑换码的优惠券才能生成兑换码' },
  COUPON_BY_CODE_ONLY: { code: 422, msg: '兑换码优惠券只能凭码兑换，请把兑换码交给企业' },
  COUPON_CODES_FULL: { code: 422, msg: '兑换码总数不能超过发放总量' },
} as const satisfies RefusalTable
