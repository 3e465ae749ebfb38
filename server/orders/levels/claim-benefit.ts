import { formatCouponThreshold, formatCouponValue } from '#contract/catalog/coupons/kinds.ts'
import { computeUsedAndUsableCredit } from '#contract/money/credit/limits.ts'
import {
  type BenefitName,
  benefitKinds,
  computeBenefitTempLimit,
  getBenefitClaimPeriod,
  getBenefitTempLimitEndDay,
  getNextBenefitClaimDay,
} from '#contract/orders/levels/benefits.ts'
import { formatLevelName } from '#contract/orders/levels/level-status.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type CouponTemplateRecord, grantCouponOncePerReason, toCouponDiscountTerms } from '#server/catalog/coupons/public.ts'
import { applyCreditLimitChange, findCompanyGroupParentId, lockAndReadCreditPosition } from '#server/money/credit/public.ts'
import { findOverdueCreditBlock, type OverdueCreditBlock } from '#server/money/statements/public.ts'
import { lockEnterprise } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type BenefitClaim, findBenefitClaim, insertBenefitClaim } from './benefit-claims.ts'
import {
  findBenefitCouponTemplatesById,
  isCouponTemplateGrantable,
  type LevelBenefitTermsRow,
  readBenefitTermsOfAllLevels,
  readGiftGoodsOutputsBySku,
} from './benefits.ts'
import { insertGift } from './gifts.ts'

/** The text for an enterprise whose benefits are suspended because a statement is overdue, or was written off and is still claimed. */
export const formatBenefitSuspensionMessage = ({
  kind,
  amountFen,
  month,
}: Pick<OverdueCreditBlock, 'kind' | 'amountFen' | 'month'>): string =>
  `有${kind === 'badDebt' ? '已核销待追偿的账款' : '逾期账单'} ${formatMoney(amountFen)}（${month} 账单），会员权益已暂停，还清后恢复`

/** The enterprise, its level, and the period of the claim. */
interface Claiming {
  enterpriseId: string
  userId: string
  level: MemberLevel
  own: LevelBenefitTermsRow
  id: string
  period: string
}

/** Gives a benefit and returns its description. */
type GrantBenefit = (tx: Tx, moment: Moment, claiming: Claiming) => Promise<string>

const locked = (benefit: BenefitName, level: MemberLevel): never =>
  refuse('BENEFIT_LOCKED', { msg: `${formatLevelName(level)}未解锁${benefitKinds[benefit].label}` })

const grantTempLimit: GrantBenefit = async (tx, moment, { enterpriseId, level, own: { temp } }) => {
  if (!temp) return locked('temp', level)
  const today = toShanghaiDay(moment.now)
  const position = (await lockAndReadCreditPosition(tx, enterpriseId)) ?? refuse('CREDIT_NOT_OPEN')
  // The parent could raise the share before a claim, so a percentage of it is not what the mall has granted to this company.
  if ((await findCompanyGroupParentId(tx, enterpriseId)) !== undefined) refuse('TEMP_LIMIT_IN_GROUP')
  const { tempInForceFen } = computeUsedAndUsableCredit(position, today)
  if (tempInForceFen > 0)
    refuse('TEMP_LIMIT_IN_FORCE', { msg: `现有临时额度 ${formatMoney(tempInForceFen)} 至 ${position.tempEndDay} 有效，到期后再领取` })
  const limitFen = computeBenefitTempLimit(position.baseFen, temp.percent)
  if (limitFen === 0) refuse('BENEFIT_NO_BASE')
  const endDay = getBenefitTempLimitEndDay(today, temp.days)
  await applyCreditLimitChange(tx, moment, {
    enterpriseId,
    kind: 'temp',
    limitFen,
    endDay,
    reason: `${formatLevelName(level)}权益`,
    staffId: null,
  })
  return `临时额度 ${formatMoney(limitFen)}，至 ${endDay}`
}

const formatGrantedCoupon = (template: CouponTemplateRecord): string => {
  const terms = toCouponDiscountTerms(template)
  return `${template.name} ${formatCouponValue(terms, 'both')}（${formatCouponThreshold(terms)}）`
}

/** Grants one coupon of each template that is still available. Refuses COUPON_NONE_LEFT if none is. */
async function grantEach(tx: Tx, moment: Moment, { enterpriseId, own, period }: Claiming, ids: readonly string[]): Promise<string> {
  const templates = await findBenefitCouponTemplatesById(tx, [own])
  const given = ids.flatMap((id) => templates.get(id) ?? []).filter((template) => isCouponTemplateGrantable(template, moment))
  if (given.length === 0) refuse('COUPON_NONE_LEFT', { msg: '本期优惠券已发完，请联系客服' })
  for (const { id } of given)
    await grantCouponOncePerReason(tx, moment, { enterpriseId, templateId: id, grantedFor: `level ${period} ${id}` })
  return given.map(formatGrantedCoupon).join('、')
}

const grantCoupons: GrantBenefit = async (tx, moment, claiming) =>
  claiming.own.templateIds.length === 0 ? locked('coupons', claiming.level) : grantEach(tx, moment, claiming, claiming.own.templateIds)

const grantGift: GrantBenefit = async (tx, moment, claiming) => {
  const { giftTemplateId, giftGoods } = claiming.own
  if (giftTemplateId !== null) return grantEach(tx, moment, claiming, [giftTemplateId])
  if (!giftGoods) return locked('gift', claiming.level)
  const goods = (await readGiftGoodsOutputsBySku(tx, [giftGoods.skuId])).get(giftGoods.skuId) ?? refuse('GIFT_GONE')
  return `${goods.goodsName} × ${giftGoods.units} ${goods.unit}，随下一单赠送`
}

const gives: Record<BenefitName, GrantBenefit> = { temp: grantTempLimit, coupons: grantCoupons, gift: grantGift }

/**
 * 领取: gives a benefit of the enterprise's level, once per period. The enterprise is locked, so that of two concurrent claims one succeeds
 * and the other is refused. Refuses BENEFIT_LOCKED, BENEFIT_CLAIMED, BENEFIT_SUSPENDED (overdue or frozen), and the refusals of the benefit
 * itself.
 */
export async function claimBenefit(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, benefit }: { enterpriseId: string; userId: string; benefit: BenefitName },
): Promise<BenefitClaim> {
  const company = await lockEnterprise(tx, enterpriseId)
  if (company?.status !== 1) refuse('BENEFIT_SUSPENDED', { msg: '企业已冻结，会员权益已暂停，请联系客服' })
  const today = toShanghaiDay(moment.now)
  const level = company.memberLevel
  const period = getBenefitClaimPeriod(benefit, level, today)
  if (await findBenefitClaim(tx, { enterpriseId, benefit, period }))
    refuse('BENEFIT_CLAIMED', {
      msg: `${benefitKinds[benefit].label}${benefitKinds[benefit].often}，${getNextBenefitClaimDay(benefit, today)} 起可再次领取`,
    })
  const late = await findOverdueCreditBlock(tx, moment, enterpriseId)
  if (late) refuse('BENEFIT_SUSPENDED', { msg: formatBenefitSuspensionMessage(late) })
  const own = (await readBenefitTermsOfAllLevels(tx)).find((one) => one.level === level) ?? locked(benefit, level)
  const id = moment.newId()
  const text = await gives[benefit](tx, moment, { enterpriseId, userId, level, own, id, period })
  const claim = await insertBenefitClaim(tx, moment, { enterpriseId, userId, id, benefit, period, level, text })
  if (benefit === 'gift' && own.giftGoods) await insertGift(tx, { enterpriseId, id, ...own.giftGoods })
  return claim
}
