import { formatCouponThreshold, formatCouponValue } from '#contract/catalog/coupons/kinds.ts'
import type { MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { listActiveMembershipsByEnterprise } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type CouponTemplateFields, toCouponDiscountTerms } from './template-store.ts'

/** 双十一满减（¥10.00，满¥599元立减） */
export function formatCouponNameAndTerms(
  template: Pick<CouponTemplateFields, 'name' | 'kind' | 'offBasisPoints' | 'amountFen' | 'thresholdFen'>,
): string {
  const terms = toCouponDiscountTerms(template)
  return `${template.name}（${formatCouponValue(terms, 'both')}，${formatCouponThreshold(terms)}）`
}

/** Sends a message to all members of the given enterprises who may use coupons. It links to the list of coupons. */
export async function notifyMembersWhoMayUseCoupons(
  tx: Tx,
  moment: Moment,
  enterpriseIds: readonly string[],
  message: MessageTextWithValues,
): Promise<void> {
  const memberships = await listActiveMembershipsByEnterprise(tx, enterpriseIds)
  const target = { screen: '/coupon' as const, search: {} }
  const messages = enterpriseIds.map((enterpriseId) => {
    const users = (memberships.get(enterpriseId) ?? []).filter(
      (membership) => membership.acceptedAt !== null && hasPermission(membership, 'buyPay'),
    )
    const userIds = users.map(({ userId }) => userId)
    return { enterpriseId, userIds, kind: 'system' as const, alert: 'coupon' as const, says: message, target }
  })
  await sendMessages(tx, moment, messages)
}
