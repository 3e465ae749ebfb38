import type { RetryingCaller } from '#bench/crash/calls/caller.ts'
import { COUPONS_OF_COMPANY } from '#bench/crash/crash-world.ts'
import type { CrashWorker } from '#bench/crash/worker.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'

/** Creates a coupon that every company can claim some times. Orders use the best coupon by themselves. Returns its template. */
export async function createCouponTemplate(staff: RetryingCaller, shopId: string): Promise<string> {
  const today = toShanghaiDay(new Date())
  const offer = { shopId, name: '压测满减', description: '', couponKind: 'amount', amount: 5, offBasisPoints: null, firstOrder: false }
  const scope = { scope: 'all', goodsIds: [], categoryIds: [], enterpriseIds: [], threshold: 50, level: 1 }
  const term = { fromDay: today, untilDay: addDays(today, 30), days: null, way: 'claim', total: 100_000, perEnterprise: COUPONS_OF_COMPANY }
  const { code, reason, data } = await staff.read('/console-api/api/coupon/add', Object.assign({}, offer, scope, term))
  if (code !== 200) throw new Error(`no coupon was created: ${reason}`)
  return (data as { templateId: string }).templateId
}

/** Claims a coupon, as others of the company do at the same time, until they have claimed all that it gets. */
export async function simulateCouponClaim({ caller, couponTemplateId }: CrashWorker): Promise<void> {
  await caller.write('/marketing-api/api/coupon/claim', { templateId: couponTemplateId })
}
