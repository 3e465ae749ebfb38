import { HOUSE } from '../../../contract/bank/house.ts'
import { refuse } from '../../../contract/refusals.ts'
import { listEnterprises } from '../../organisation/public.ts'
import type { Tx } from '../../platform/db.ts'
import type { Moment } from '../../platform/moment.ts'
import { grantCoupon } from '../claim.ts'
import { sayCoupon, tellUsers } from '../tell.ts'
import { lockTemplate } from '../templates.ts'

interface Batch {
  templateId: string
  /** What was sent twice is given once. */
  batchId: string
  enterpriseIds: readonly string[]
}

/**
 * Gives one coupon to each of some companies, and tells them; returns how many it gave. All of them or none. Refuses
 * COUPON_TEMPLATE_NOT_FOUND, COUPON_BY_CODE_ONLY, COUPON_STOPPED, COUPON_NONE_LEFT, COUPON_EXPIRED, ENTERPRISE_NOT_FOUND.
 */
export async function giveBatch(tx: Tx, moment: Moment, { templateId, batchId, enterpriseIds }: Batch): Promise<number> {
  // Locked before anything is counted: the same batch at the same moment waits here, and then finds what this one gave.
  const template = (await lockTemplate(tx, templateId)) ?? refuse('COUPON_TEMPLATE_NOT_FOUND')
  // Its total is spoken for by codes that somebody may hold on paper.
  if (template.way === 'code') refuse('COUPON_BY_CODE_ONLY')
  const known = new Set((await listEnterprises(tx, enterpriseIds)).map(({ id }) => id))
  const given: string[] = []
  // In one order for everybody who gives to the same companies.
  for (const enterpriseId of [...new Set(enterpriseIds)].sort()) {
    if (enterpriseId === HOUSE || !known.has(enterpriseId)) refuse('ENTERPRISE_NOT_FOUND')
    const couponId = await grantCoupon(tx, moment, { enterpriseId, templateId, grantedFor: `batch ${batchId}` })
    if (couponId !== undefined) given.push(enterpriseId)
  }
  await tellUsers(tx, moment, given, { title: '收到一张优惠券', content: `${sayCoupon(template)}已发放到您的账户，请在有效期内使用。` })
  return given.length
}
