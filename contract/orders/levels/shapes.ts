import * as z from 'zod/mini'
import { Day, Id, Instant } from '#contract/platform/core/fields.ts'
import { type Figure, maskedText, withheldField } from '#contract/platform/core/figures.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { type BenefitName, benefitStates, benefits } from './benefits.ts'
import { giftLifecycle } from './gift-lifecycle.ts'

export const Level = z.literal([1, 2, 3, 4], '会员等级不正确')
const Benefit = z.enum(keysOf(benefits))

/** A coupon as a level brings it. */
const LevelCoupon = z.object({ templateId: Id, name: z.string(), amount: Yuan, threshold: Yuan })

/** 赠品: goods at ¥0. */
export const GiftGoods = z.object({
  kind: z.literal('goods'),
  skuId: Id,
  goodsId: Id,
  goodsName: z.string(),
  image: z.string(),
  skuProps: z.string(),
  unit: z.string(),
  units: z.int(),
})

/** What a level brings; what is null, or empty, it lacks. */
export const LevelBenefits = z.object({
  level: Level,
  /** A share of the base limit in percent, for so many days. */
  temp: z.nullable(z.object({ percent: z.int(), days: z.int() })),
  coupons: z.array(LevelCoupon),
  gift: z.nullable(z.discriminatedUnion('kind', [z.object({ kind: z.literal('coupon'), ...LevelCoupon.shape }), GiftGoods])),
})
export type GiftGoods = z.output<typeof GiftGoods>
export type LevelBenefits = z.output<typeof LevelBenefits>

/** A temporary limit tells of the credit account; coupons and gifts tell of nothing. */
const figureOf = ({ benefit }: { benefit: BenefitName }): Figure | null => (benefit === 'temp' ? 'credit' : null)

/** A benefit as it stands for a company now. */
export const MyBenefit = z.object({
  benefit: Benefit,
  state: z.enum(keysOf(benefitStates)),
  /** Why it is locked or waits; null: it does not. */
  reason: z.nullable(maskedText('credit')),
  /** Of what was claimed: what it was, and the day from which it can be claimed again. */
  claimed: z.nullable(
    z.object({ text: maskedText((_: unknown, benefit: { benefit: BenefitName }) => figureOf(benefit)), at: Instant, againOn: Day }),
  ),
  /** Of a temporary limit that could be claimed: how much it would be. */
  amount: withheldField('credit', z.nullable(Yuan)),
})
export type MyBenefit = z.output<typeof MyBenefit>

export const ClaimedBenefit = z.object({ benefit: Benefit, level: Level, text: z.string(), at: Instant })
/** The same where everybody of the company reads what was claimed. */
const Claim = z.object({ ...ClaimedBenefit.shape, text: maskedText(figureOf) })
export type ClaimedBenefit = z.output<typeof ClaimedBenefit>

export const MemberStatus = z.object({
  level: Level,
  /** The last day on which the level is kept, whatever is paid; null: it is as long as what is paid suffices. */
  keptUntil: z.nullable(Day),
  /** What was paid within twelve months, until now, and what is missing to the next level; null: not for this member to see. */
  paid: withheldField('spending', z.object({ amount: Yuan, from: Day, next: z.nullable(z.object({ level: Level, missing: Yuan })) })),
  /** All four levels. */
  levels: z.array(z.object({ threshold: Yuan, ...LevelBenefits.shape })),
  /** Those of its own level. */
  benefits: z.array(MyBenefit),
  /** Goods that were claimed, the ones that wait in front. */
  gifts: z.array(z.object({ ...GiftGoods.shape, state: z.enum(keysOf(giftLifecycle.states)), orderNo: z.nullable(z.string()) })),
  /** When it rose and fell, the latest first. */
  changes: z.array(z.object({ day: Day, from: Level, to: Level, paid: withheldField('spending', Yuan) })),
  /** What was claimed, the latest first. */
  claims: z.array(Claim),
})
export type MemberStatus = z.output<typeof MemberStatus>
