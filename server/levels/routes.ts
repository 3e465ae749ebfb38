import type { member } from '../../contract/levels/api.ts'
import type { BenefitName } from '../../contract/levels/benefits.ts'
import type { consoleLevel } from '../../contract/levels/console-api.ts'
import type { ClaimedBenefit } from '../../contract/levels/shapes.ts'
import { thresholdOf } from '../../contract/levels/standing.ts'
import { refuse } from '../../contract/refusals.ts'
import { findSkus } from '../catalog/public.ts'
import { readThresholds } from '../content/public.ts'
import { findTemplates } from '../coupons/public.ts'
import type { Handlers } from '../http/context.ts'
import { countByLevel } from '../organisation/public.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { type Benefits, describeBenefits, readBenefits, saveBenefits } from './benefits.ts'
import { claimBenefit } from './claim.ts'
import { describeStatus } from './status.ts'

interface Claiming {
  caller: { enterpriseId: string; userId: string }
  moment: Moment
  write(work: (tx: Tx) => Promise<ClaimedBenefit>): Promise<ClaimedBenefit>
}

const claims =
  (benefit: BenefitName) =>
  (_: object, { caller: { enterpriseId, userId }, moment, write }: Claiming): Promise<ClaimedBenefit> =>
    write((tx) => claimBenefit(tx, moment, { enterpriseId, userId, benefit }))

export const memberHandlers: Handlers<typeof member> = {
  status: (_, { db, caller, moment }) => describeStatus(db, moment, caller),
  claimTempLimit: claims('temp'),
  claimCoupons: claims('coupons'),
  claimGift: claims('gift'),
}

/** What is named is there. Refuses COUPON_TEMPLATE_NOT_FOUND, COUPON_STOPPED, SKU_NOT_FOUND. */
async function demandNamed(
  db: Db,
  { templateIds, giftTemplateId, giftGoods }: Pick<Benefits, 'templateIds' | 'giftTemplateId' | 'giftGoods'>,
) {
  const ids = [...new Set([...templateIds, ...(giftTemplateId === null ? [] : [giftTemplateId])])]
  const templates = await findTemplates(db, ids)
  if (templates.length < ids.length) refuse('COUPON_TEMPLATE_NOT_FOUND')
  const stopped = templates.find(({ stoppedAt }) => stoppedAt !== null)
  if (stopped) refuse('COUPON_STOPPED', { msg: `「${stopped.name}」已停止发放，请选择其他优惠券` })
  if (giftGoods && !(await findSkus(db, [giftGoods.skuId])).some(({ onShelf }) => onShelf)) refuse('SKU_NOT_FOUND')
}

export const consoleLevelHandlers: Handlers<typeof consoleLevel> = {
  list: async (_, { db }) => {
    const levels = await readBenefits(db)
    const thresholds = await readThresholds(db)
    const companies = await countByLevel(db)
    return (await describeBenefits(db, levels)).map((one, at) => ({
      ...{ threshold: thresholdOf(thresholds, one.level), companies: companies.get(one.level) ?? 0 },
      ...{ changedAt: levels[at]?.changedAt ?? null, ...one },
    }))
  },
  setBenefits: async ({ level, tempPercent, tempDays, templateIds, giftTemplateId, giftSkuId, giftUnits }, { db, moment, write }) => {
    const named = {
      templateIds: [...new Set(templateIds)],
      giftTemplateId,
      giftGoods: giftSkuId !== null && giftUnits !== null ? { skuId: giftSkuId, units: giftUnits } : null,
    }
    await demandNamed(db, named)
    const temp = tempPercent !== null && tempDays !== null ? { percent: tempPercent, days: tempDays } : null
    await write((tx) => saveBenefits(tx, moment, { level, temp, ...named }))
    return null
  },
}
