import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Coupon, CouponClaimOffer, CouponCounts, CouponWithOrderDiscount, couponTabs } from './shapes.ts'

/**
 * A code as people type it: any case, with spaces and hyphens. 12 characters remain after normalising; the alphabet has no characters that
 * look alike.
 */
export const CouponCodeSchema = z.string('请输入兑换码').check(
  z.maxLength(40, '兑换码格式不正确'),
  z.overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase()),
  z.regex(/^[2-9A-HJ-NP-Z]{12}$/, '兑换码格式不正确'),
)

const claimRefusals = [
  'COUPON_STOPPED',
  'COUPON_NONE_LEFT',
  'COUPON_LIMIT',
  'COUPON_LEVEL',
  'COUPON_OTHER_COMPANIES',
  'COUPON_EXPIRED',
] as const

/** Every member of an enterprise sees its coupons, because specification §2 opens their routes to everybody. Using one needs 下单支付. */
export const couponEndpoints = defineEndpoints('/marketing-api/api/coupon', {
  list: readEndpoint({
    path: 'list',
    summary: '我的优惠券：未使用（待支付订单占用中的排在最后）、已使用、已失效',
    needs: 'login',
    input: z.strictObject({ ...pageInput, state: z._default(z.enum(keysOf(couponTabs), '优惠券状态不正确'), 'unused') }),
    output: pageOutput(Coupon),
  }),
  count: readEndpoint({
    path: 'count',
    summary: '各状态的优惠券数：unused 不含待支付订单占用中的（locked），未使用列表为两者之和',
    needs: 'login',
    input: EmptyInput,
    output: CouponCounts,
  }),
  centre: readEndpoint({
    path: 'centre',
    summary: '领券中心：可领取的优惠券，不能领取的附原因；可只看适用于某个商品的',
    needs: 'login',
    input: z.strictObject({ ...pageInput, goodsId: z.optional(Id) }),
    output: pageOutput(CouponClaimOffer),
  }),
  onHand: readEndpoint({
    path: 'on-hand',
    summary: '购物车可用的优惠券：按店铺列出，现金价、赊销价分别能减多少，不可用的附原因',
    needs: 'buyPay',
    input: z.strictObject({ cartIds: z.array(Id).check(z.minLength(1, '请选择商品'), z.maxLength(200, '一次最多 200 种商品')) }),
    output: z.array(z.object({ shopId: Id, sale: z.array(CouponWithOrderDiscount), credit: z.nullable(z.array(CouponWithOrderDiscount)) })),
    refusals: ['CART_LINE_NOT_FOUND', 'SKU_NOT_FOUND', 'SHOP_PAUSED', 'QUANTITY_OFF_STEP', 'ORDER_EMPTY', 'ORDER_TOO_LARGE'],
  }),
  claim: writeEndpoint({
    path: 'claim',
    summary: '领取优惠券',
    needs: 'buyPay',
    memberLimit: 'what a template gives a company.',
    input: z.strictObject({ templateId: Id }),
    output: Coupon,
    refusals: ['COUPON_TEMPLATE_NOT_FOUND', ...claimRefusals],
  }),
  redeem: writeEndpoint({
    path: 'redeem',
    summary: '用兑换码兑换优惠券',
    needs: 'buyPay',
    memberLimit: 'one for each code, and wrong tries are counted in one row.',
    input: z.strictObject({ couponCode: CouponCodeSchema }),
    output: Coupon,
    refusals: ['COUPON_CODE_UNKNOWN', 'COUPON_CODE_USED', 'COUPON_CODE_TOO_OFTEN', ...claimRefusals],
  }),
})
