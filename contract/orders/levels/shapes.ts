import * as z from 'zod/mini'
import { couponDiscountShape } from '#contract/catalog/coupons/kinds.ts'
import { Day, Id, Instant } from '#contract/platform/core/fields.ts'
import { type ProtectedFigure, textWithMaskedAmountsField, withheldField } from '#contract/platform/core/figures.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { type BenefitName, benefitKinds, benefitStates } from './benefits.ts'
import { giftLifecycle } from './gift-lifecycle.ts'

export const MemberLevelSchema = z.literal([1, 2, 3, 4], '会员等级不正确')
const Benefit = z.enum(keysOf(benefitKinds))

/** A coupon that a level grants. */
const LevelCoupon = z.object({ templateId: Id, name: z.string(), ...couponDiscountShape })

/** 赠品: goods at ¥0. */
export const GiftGoods = z.object({
  kind: z.literal('goods'),
  skuId: Id,
  goodsId: Id,
  goodsName: z.string(),
  image: z.nullable(Id),
  skuProps: z.string(),
  unit: z.string(),
  units: z.int(),
})

/** The benefits of a level. Null or empty: the level does not have it. */
export const LevelBenefits = z.object({
  level: MemberLevelSchema,
  /** A share of the base limit in percent, for a number of days. */
  temp: z.nullable(z.object({ percent: z.int(), days: z.int() })),
  coupons: z.array(LevelCoupon),
  gift: z.nullable(z.discriminatedUnion('kind', [z.object({ kind: z.literal('coupon'), ...LevelCoupon.shape }), GiftGoods])),
})
export type GiftGoods = z.output<typeof GiftGoods>
export type LevelBenefits = z.output<typeof LevelBenefits>

/** A temporary limit reveals the credit account, so it needs that permission. Coupons and gifts reveal nothing. */
const figureOf = ({ benefit }: { benefit: BenefitName }): ProtectedFigure | null => (benefit === 'temp' ? 'credit' : null)

/** A benefit and its state for an enterprise. */
export const EnterpriseBenefit = z.object({
  benefit: Benefit,
  state: z.enum(keysOf(benefitStates)),
  /** Why it is locked or waiting; null: it is not. */
  reason: z.nullable(textWithMaskedAmountsField('credit')),
  /** The claim in this period, and the day on which it can be claimed again. */
  claimed: z.nullable(
    z.object({
      text: textWithMaskedAmountsField((_: unknown, benefit: { benefit: BenefitName }) => figureOf(benefit)),
      at: Instant,
      againOn: Day,
    }),
  ),
  /** The amount of a temporary limit that can be claimed now. */
  amount: withheldField('credit', z.nullable(Yuan)),
})
export type EnterpriseBenefit = z.output<typeof EnterpriseBenefit>

export const ClaimedBenefit = z.object({ benefit: Benefit, level: MemberLevelSchema, text: z.string(), at: Instant })
/** The same shape for calls that every member may make. */
const Claim = z.object({ ...ClaimedBenefit.shape, text: textWithMaskedAmountsField(figureOf) })
export type ClaimedBenefit = z.output<typeof ClaimedBenefit>

export const EnterpriseLevelOverview = z.object({
  level: MemberLevelSchema,
  /** The last day on which the level is kept, whatever is paid; null: it is kept as long as the paid amount suffices. */
  keptUntil: z.nullable(Day),
  /** The amount paid within twelve months until now, and the amount missing to the next level; null: this member may not see it. */
  paid: withheldField(
    'spending',
    z.object({ amount: Yuan, from: Day, next: z.nullable(z.object({ level: MemberLevelSchema, missing: Yuan })) }),
  ),
  /** All four levels. */
  levels: z.array(z.object({ threshold: Yuan, ...LevelBenefits.shape })),
  /** The benefits of its own level. */
  benefits: z.array(EnterpriseBenefit),
  /** Goods that were claimed. Those that wait for an order come first. */
  gifts: z.array(z.object({ ...GiftGoods.shape, state: z.enum(keysOf(giftLifecycle.states)), orderNo: z.nullable(z.string()) })),
  /** The changes of the level, the latest first. */
  changes: z.array(z.object({ day: Day, from: MemberLevelSchema, to: MemberLevelSchema, paid: withheldField('spending', Yuan) })),
  /** The claims, the latest first. */
  claims: z.array(Claim),
})
export type EnterpriseLevelOverview = z.output<typeof EnterpriseLevelOverview>
