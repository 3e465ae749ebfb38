import { computeUsedAndUsableCredit } from '#contract/money/credit/limits.ts'
import {
  type BenefitName,
  benefitKinds,
  computeBenefitTempLimit,
  getBenefitClaimPeriod,
  getNextBenefitClaimDay,
} from '#contract/orders/levels/benefits.ts'
import {
  computeMissingAmountForNextLevel,
  formatLevelName,
  getFirstDayCountedForLevel,
  getLastDayOfKeptLevel,
  getLevelThreshold,
} from '#contract/orders/levels/level-status.ts'
import type { EnterpriseBenefit, EnterpriseLevelOverview } from '#contract/orders/levels/shapes.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readMemberLevelThresholdAmounts } from '#server/content/content/public.ts'
import { findCompanyGroupParentId, findCreditPosition } from '#server/money/credit/public.ts'
import { findOverdueCreditBlock } from '#server/money/statements/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findBenefitClaim, listBenefitClaims } from './benefit-claims.ts'
import {
  findBenefitCouponTemplatesById,
  isCouponTemplateGrantable,
  type LevelBenefitTermsRow,
  readBenefitTermsOfAllLevels,
  readGiftGoodsOutputsBySku,
  readLevelBenefitsWithNames,
} from './benefits.ts'
import { formatBenefitSuspensionMessage } from './claim-benefit.ts'
import { listGifts } from './gifts.ts'
import { findLevelStatus, listLevelChanges } from './level-statuses.ts'
import { sumPaidInLastTwelveMonths } from './paid-days.ts'

const HISTORY = 20

interface Around {
  enterpriseId: string
  level: MemberLevel
  levels: readonly LevelBenefitTermsRow[]
  today: string
}

const brings = ({ temp, templateIds, giftTemplateId, giftGoods }: LevelBenefitTermsRow, benefit: BenefitName): boolean =>
  ({ temp: temp !== null, coupons: templateIds.length > 0, gift: giftTemplateId !== null || giftGoods !== null })[benefit]

/** Returns why the temporary limit cannot be claimed now, or its amount. */
async function tempOffer(db: Db, { enterpriseId, today }: Around, percent: number): Promise<{ reason: string } | { amount: Fen }> {
  const position = await findCreditPosition(db, enterpriseId)
  if (!position) return { reason: '开通赊销账户后可领取' }
  if ((await findCompanyGroupParentId(db, enterpriseId)) !== undefined) return { reason: '集团成员的临时额度由商城授予' }
  const { tempInForceFen } = computeUsedAndUsableCredit(position, today)
  if (tempInForceFen > 0) return { reason: `现有临时额度 ${formatMoney(tempInForceFen)} 至 ${position.tempEndDay} 有效，到期后可领取` }
  const amount = computeBenefitTempLimit(position.baseFen, percent)
  return amount === 0 ? { reason: '赊销固定额度为 0，申请额度后可领取' } : { amount }
}

/** Returns why a benefit of the level cannot be claimed now, or what it would be. */
async function offer(
  db: Db,
  moment: Moment,
  context: Around,
  own: LevelBenefitTermsRow,
  benefit: BenefitName,
): Promise<Partial<EnterpriseBenefit>> {
  if (benefit === 'temp' && own.temp) {
    const offered = await tempOffer(db, context, own.temp.percent)
    return 'reason' in offered ? { state: 'waiting', reason: offered.reason } : { state: 'available', amount: offered.amount }
  }
  const ids = benefit === 'coupons' ? own.templateIds : own.giftTemplateId === null ? [] : [own.giftTemplateId]
  if (ids.length === 0) return { state: 'available' }
  const templates = await findBenefitCouponTemplatesById(db, [own])
  const left = ids.some((id) => {
    const template = templates.get(id)
    return template !== undefined && isCouponTemplateGrantable(template, moment)
  })
  return left ? { state: 'available' } : { state: 'waiting', reason: '本期优惠券已发完' }
}

async function readOwnBenefit(db: Db, moment: Moment, context: Around, benefit: BenefitName): Promise<EnterpriseBenefit> {
  const { enterpriseId, level, levels, today } = context
  const none = { benefit, state: 'locked' as const, reason: null, claimed: null, amount: null }
  const claim = await findBenefitClaim(db, { enterpriseId, benefit, period: getBenefitClaimPeriod(benefit, level, today) })
  if (claim)
    return { ...none, state: 'claimed', claimed: { text: claim.text, at: claim.at, againOn: getNextBenefitClaimDay(benefit, today) } }
  const own = levels.find((one) => one.level === level)
  if (!own || !brings(own, benefit)) {
    const later = levels.find((one) => one.level > level && brings(one, benefit))
    return { ...none, reason: later ? `升至${formatLevelName(later.level)}后解锁` : `暂未开放${benefitKinds[benefit].label}` }
  }
  const late = await findOverdueCreditBlock(db, moment, enterpriseId)
  if (late) return { ...none, state: 'waiting', reason: formatBenefitSuspensionMessage(late) }
  return { ...none, ...(await offer(db, moment, context, own, benefit)) }
}

/** Finds the order numbers for ids of one enterprise. It is passed in, because orders/orders owns it and depends on this module. */
export type FindOrderNumbers = (db: Db, enterpriseId: string, orderIds: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Describes the 会员等级 of an enterprise. */
export async function readMemberLevelStatus(
  db: Db,
  moment: Moment,
  enterpriseId: string,
  findOrderNumbers: FindOrderNumbers,
): Promise<EnterpriseLevelOverview> {
  const level = (await findEnterprise(db, enterpriseId))?.memberLevel ?? 1
  const thresholds = await readMemberLevelThresholdAmounts(db)
  const today = toShanghaiDay(moment.now)
  const amount = await sumPaidInLastTwelveMonths(db, moment, enterpriseId)
  const next = computeMissingAmountForNextLevel(level, amount, thresholds)
  const levels = await readBenefitTermsOfAllLevels(db)
  const context = { enterpriseId, level, levels, today }
  const own: EnterpriseBenefit[] = []
  for (const benefit of keysOf(benefitKinds)) own.push(await readOwnBenefit(db, moment, context, benefit))
  const reachedOn = level === 1 ? null : ((await findLevelStatus(db, enterpriseId))?.reachedOn[level] ?? null)
  const until = reachedOn === null ? null : getLastDayOfKeptLevel(reachedOn)
  const changes = await listLevelChanges(db, enterpriseId, HISTORY)
  return {
    level,
    keptUntil: until !== null && until >= today ? until : null,
    paid: { amount, from: getFirstDayCountedForLevel(today), next: next && { level: next.level, missing: next.missingFen } },
    levels: (await readLevelBenefitsWithNames(db, levels)).map((one) => ({ threshold: getLevelThreshold(thresholds, one.level), ...one })),
    benefits: own,
    gifts: await readGifts(db, enterpriseId, findOrderNumbers),
    changes: changes.map(({ paidFen, ...change }) => ({ ...change, paid: paidFen })),
    claims: await listBenefitClaims(db, enterpriseId, HISTORY),
  }
}

async function readGifts(db: Db, enterpriseId: string, findOrderNumbers: FindOrderNumbers): Promise<EnterpriseLevelOverview['gifts']> {
  const gifts = await listGifts(db, enterpriseId, HISTORY)
  const goods = await readGiftGoodsOutputsBySku(
    db,
    gifts.map(({ skuId }) => skuId),
  )
  const orderIds = gifts.flatMap(({ orderId }) => orderId ?? [])
  const orderNos = orderIds.length === 0 ? new Map<string, string>() : await findOrderNumbers(db, enterpriseId, orderIds)
  return gifts.flatMap(({ skuId, units, state, orderId }) => {
    const one = goods.get(skuId)
    return one ? [{ ...one, units, state, orderNo: orderNos.get(orderId ?? '') ?? null }] : []
  })
}
