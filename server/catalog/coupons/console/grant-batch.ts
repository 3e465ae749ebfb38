import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { grantCouponOncePerReason } from '#server/catalog/coupons/claim-coupon.ts'
import { formatCouponNameAndTerms, notifyMembersWhoMayUseCoupons } from '#server/catalog/coupons/notify-coupon-users.ts'
import { isCouponTemplateForEnterprise, lockCouponTemplate } from '#server/catalog/coupons/template-store.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

interface Batch {
  templateId: string
  /** Identifies the batch, so that sending it twice grants it once. */
  batchId: string
  enterpriseIds: readonly string[]
}

/**
 * Grants one coupon to each given enterprise and sends messages, all or none. Returns how many were granted. Refuses
 * COUPON_TEMPLATE_NOT_FOUND, COUPON_BY_CODE_ONLY, COUPON_STOPPED, COUPON_NONE_LEFT, COUPON_EXPIRED, COUPON_OTHER_COMPANIES,
 * ENTERPRISE_NOT_FOUND.
 */
export async function grantCouponBatch(tx: Tx, moment: Moment, { templateId, batchId, enterpriseIds }: Batch): Promise<number> {
  // Locked before anything is counted: a concurrent call with the same batch waits here and then finds the coupons granted.
  const template = (await lockCouponTemplate(tx, templateId)) ?? refuse('COUPON_TEMPLATE_NOT_FOUND')
  // All coupons of such a template belong to codes that may be printed already.
  if (template.way === 'code') refuse('COUPON_BY_CODE_ONLY')
  const companies = await findEnterprises(tx, enterpriseIds)
  const known = new Set(companies.map(({ id }) => id))
  const other = companies.find(({ id }) => !isCouponTemplateForEnterprise(template, id))
  if (other) refuse('COUPON_OTHER_COMPANIES', { msg: `「${other.name}」不在该优惠券的指定企业中` })
  const given: string[] = []
  // Sorted, so that concurrent batches lock enterprises in the same sequence.
  for (const enterpriseId of [...new Set(enterpriseIds)].sort()) {
    if (enterpriseId === PLATFORM_ENTERPRISE_ID || !known.has(enterpriseId)) refuse('ENTERPRISE_NOT_FOUND')
    const couponId = await grantCouponOncePerReason(tx, moment, { enterpriseId, templateId, grantedFor: `batch ${batchId}` })
    if (couponId !== undefined) given.push(enterpriseId)
  }
  await notifyMembersWhoMayUseCoupons(
    tx,
    moment,
    given,
    createMessageTextWithValues('couponGiven', { coupon: formatCouponNameAndTerms(template) }),
  )
  return given.length
}
