import { defineEndpoints, idempotentWriteEndpoint, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput } from '#contract/platform/core/fields.ts'
import { ClaimedBenefit, EnterpriseLevelOverview } from './shapes.ts'

const claimRefusals = ['BENEFIT_LOCKED', 'BENEFIT_CLAIMED', 'BENEFIT_SUSPENDED'] as const
const couponRefusals = [
  'COUPON_TEMPLATE_NOT_FOUND',
  'COUPON_STOPPED',
  'COUPON_OTHER_COMPANIES',
  'COUPON_NONE_LEFT',
  'COUPON_EXPIRED',
] as const

export const memberLevelEndpoints = defineEndpoints('/marketing-api/api/member', {
  status: readEndpoint({
    path: 'status',
    summary: '会员等级：近 12 个月实付、距下一级、保级日期、各级权益与领取状态、记录',
    needs: 'login',
    input: EmptyInput,
    output: EnterpriseLevelOverview,
  }),
  claimTempLimit: idempotentWriteEndpoint({
    path: 'claim-temp-limit',
    summary: '领取会员临时额度，每季度一次',
    needs: 'applyLimit',
    memberLimit: 'once a quarter.',
    input: EmptyInput,
    output: ClaimedBenefit,
    refusals: [...claimRefusals, 'CREDIT_NOT_OPEN', 'TEMP_LIMIT_IN_FORCE', 'TEMP_LIMIT_IN_GROUP', 'BENEFIT_NO_BASE'],
  }),
  claimCoupons: idempotentWriteEndpoint({
    path: 'claim-coupons',
    summary: '领取会员专享券，每月一次',
    needs: 'buyPay',
    memberLimit: 'once a month.',
    input: EmptyInput,
    output: ClaimedBenefit,
    refusals: [...claimRefusals, ...couponRefusals],
  }),
  claimGift: idempotentWriteEndpoint({
    path: 'claim-gift',
    summary: '领取会员礼：优惠券，或随下一单赠送的商品；每个等级每年一次',
    needs: 'buyPay',
    memberLimit: 'once a year for each level.',
    input: EmptyInput,
    output: ClaimedBenefit,
    refusals: [...claimRefusals, ...couponRefusals, 'GIFT_GONE'],
  }),
})
