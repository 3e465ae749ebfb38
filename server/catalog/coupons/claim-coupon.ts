import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { consumeCouponCode } from './code-store.ts'
import { countCouponsOfEnterpriseByTemplate, insertCoupon, isCouponAlreadyGranted } from './coupon-store.ts'
import { type CouponTemplateRecord, findCouponTemplate, isCouponTemplateForEnterprise, takeFromCouponQuota } from './template-store.ts'

/** The first and the last day of a coupon that is issued on a day. */
const daysOf = ({ validity }: CouponTemplateRecord, day: string) =>
  validity.days === null ? validity : { fromDay: day, untilDay: addDays(day, validity.days) }

interface Claimer {
  enterpriseId: string
  userId: string
}

interface Issue {
  enterpriseId: string
  templateId: string
  userId: string | null
  grantedFor: string | null
}

/**
 * Issues one coupon. The quota is reduced first: its row lock makes concurrent claims of the same template wait, so the counts after it are
 * exact. It is issued only to the companies that staff have chosen, if they have. Limits per enterprise and per level do not apply to coupons that are granted.
 */
async function issue(tx: Tx, moment: Moment, { enterpriseId, templateId, userId, grantedFor }: Issue): Promise<string> {
  if (!(await takeFromCouponQuota(tx, templateId))) refuse('COUPON_NONE_LEFT')
  const template = (await findCouponTemplate(tx, templateId)) ?? refuse('COUPON_TEMPLATE_NOT_FOUND')
  if (template.stoppedAt !== null) refuse('COUPON_STOPPED')
  if (!isCouponTemplateForEnterprise(template, enterpriseId)) refuse('COUPON_OTHER_COMPANIES')
  const { fromDay, untilDay } = daysOf(template, toShanghaiDay(moment.now))
  if (untilDay < toShanghaiDay(moment.now)) refuse('COUPON_EXPIRED', { msg: '该优惠券已过期，不能再领取' })
  const mine = (await countCouponsOfEnterpriseByTemplate(tx, enterpriseId, [templateId])).get(templateId) ?? 0
  if (grantedFor === null && mine >= template.perEnterprise)
    refuse('COUPON_LIMIT', { msg: `每家企业限领 ${template.perEnterprise} 张，已领 ${mine} 张` })
  if (grantedFor === null && template.level > ((await findEnterprise(tx, enterpriseId))?.memberLevel ?? 1))
    refuse('COUPON_LEVEL', { msg: `${memberLevels[template.level]}及以上可领取` })
  return insertCoupon(tx, moment, {
    enterpriseId,
    templateId,
    nth: mine + 1,
    fromDay,
    untilDay,
    claimedBy: userId,
    grantedFor,
  })
}

/** 领取 at the claim centre. Refuses COUPON_TEMPLATE_NOT_FOUND, COUPON_STOPPED, COUPON_NONE_LEFT, COUPON_LIMIT, COUPON_LEVEL, COUPON_OTHER_COMPANIES, COUPON_EXPIRED. */
export async function claimCoupon(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, templateId }: Claimer & { templateId: string },
): Promise<string> {
  if ((await findCouponTemplate(tx, templateId))?.way !== 'claim') refuse('COUPON_TEMPLATE_NOT_FOUND')
  return issue(tx, moment, { enterpriseId, templateId, userId, grantedFor: null })
}

/** 兑换: redeems a code, once. Refuses COUPON_CODE_UNKNOWN, COUPON_CODE_USED, and the refusals of a claim. */
export const redeemCouponCode = (tx: Tx, moment: Moment, { enterpriseId, userId, code }: Claimer & { code: string }): Promise<string> =>
  consumeCouponCode(tx, { enterpriseId, code }, (templateId) => issue(tx, moment, { enterpriseId, templateId, userId, grantedFor: null }))

/**
 * Grants a coupon that the enterprise has not claimed, once for each `grantedFor` (for example 'level 3 2026-11'). A repeated call returns
 * undefined and does nothing. Refuses COUPON_NONE_LEFT, COUPON_STOPPED, COUPON_OTHER_COMPANIES, COUPON_EXPIRED.
 */
export async function grantCouponOncePerReason(
  tx: Tx,
  moment: Moment,
  { enterpriseId, templateId, grantedFor }: { enterpriseId: string; templateId: string; grantedFor: string },
): Promise<string | undefined> {
  if (await isCouponAlreadyGranted(tx, enterpriseId, grantedFor)) return undefined
  return issue(tx, moment, { enterpriseId, templateId, userId: null, grantedFor })
}
