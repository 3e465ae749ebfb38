import { couponKinds } from '#contract/catalog/coupons/kinds.ts'
import {
  type CouponClaimOffer,
  type CouponWithOrderDiscount,
  formatCouponScopeNote,
  type Coupon as Shown,
  type CouponTemplate as ShownTemplate,
} from '#contract/catalog/coupons/shapes.ts'
import { type CouponScope, type EvaluatedCoupon, formatCouponRejection } from '#contract/catalog/pricing/coupons.ts'
import { type MemberLevel, memberLevels } from '#contract/people/verification/verification-status.ts'
import { type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findOncePublishedGoodsById, listAllCategories, listShopNamesById } from '#server/catalog/goods/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countCouponCodesByTemplate } from './code-store.ts'
import { type Coupon, countCouponsOfEnterpriseByTemplate, countCouponUsageByTemplate, hasCouponExpired } from './coupon-store.ts'
import { type CouponTemplateRecord, computeCouponTemplateState, findCouponTemplates, toCouponDiscountTerms } from './template-store.ts'

/** How many names are listed in a text. */
const NAMES = 3

const named = (names: readonly string[]) =>
  names.length > NAMES ? `${names.slice(0, NAMES).join('、')}等 ${names.length} 种` : names.join('、')

/** Reads the names of the categories and goods in the scopes of templates. */
async function namesOfScopes(db: Db, templates: readonly CouponTemplateRecord[]) {
  const goodsIds = templates.flatMap(({ scope }) => (scope.kind === 'goods' ? scope.ids : []))
  const [foundGoods, allCategories, shops] = await awaitAllAndThrowFirstError(
    findOncePublishedGoodsById(db, [...new Set(goodsIds)]),
    listAllCategories(db),
    listShopNamesById(db),
  )
  const goods = new Map(foundGoods.map(({ id, name }) => [id, name]))
  const categories = new Map(allCategories.map(({ id, name }) => [id, name]))
  const namesIn = (scope: CouponScope): string[] => {
    if (scope.kind === 'all') return []
    return scope.kind === 'goods' ? scope.ids.map((id) => goods.get(id) ?? '') : scope.ids.map((id) => categories.get(id) ?? '')
  }
  return { goods, shops, namesIn }
}

/** Builds the texts that a coupon shows. */
async function facesOf(db: Db, templates: readonly CouponTemplateRecord[]) {
  const { goods, shops, namesIn } = await namesOfScopes(db, templates)
  const faces = templates.map((template) => {
    const { id, name, description, shopId, scope, firstOrder } = template
    const terms = toCouponDiscountTerms(template)
    const shopName = shops.get(shopId) ?? ''
    const note = scope.kind === 'all' ? shopName : named(namesIn(scope))
    const face = {
      templateId: id,
      name,
      type: couponKinds[terms.couponKind].label,
      ...terms,
      firstOrder,
      description,
      shopId,
      shopName,
      scope: scope.kind,
      scopeNote: formatCouponScopeNote({ scope: scope.kind, what: note, threshold: terms.threshold }),
      goodsId: scope.kind === 'goods' ? (scope.ids[0] ?? null) : null,
      categoryId: scope.kind === 'categories' ? (scope.ids[0] ?? null) : null,
    }
    return [id, face] as const
  })
  return { faces: new Map(faces), goods }
}

/** Reads what coupons show, and returns how to describe them for the enterprise that has them. */
async function prepareCoupons(db: Db, coupons: readonly Coupon[]): Promise<(moment: Pick<Moment, 'now'>, coupon: Coupon) => Shown[]> {
  const { faces } = await facesOf(db, await findCouponTemplates(db, [...new Set(coupons.map(({ templateId }) => templateId))]))
  return (moment, coupon) => {
    const face = faces.get(coupon.templateId)
    if (!face) return []
    const { id, fromDay, untilDay, orderNo, usedAt } = coupon
    const state = hasCouponExpired(coupon, toShanghaiDay(moment.now)) ? 'expired' : coupon.state
    return [{ couponId: id, ...face, fromDay, untilDay, state, orderNo, usedAt }]
  }
}

/** Describes coupons for the enterprise that has them. */
export async function readCouponOutputs(db: Db, moment: Pick<Moment, 'now'>, coupons: readonly Coupon[]): Promise<Shown[]> {
  const describe = await prepareCoupons(db, coupons)
  return coupons.flatMap((coupon) => describe(moment, coupon))
}

/** Describes evaluated coupons for the confirmation page, in the given order. */
export type DescribeCouponChoices = (evaluated: readonly EvaluatedCoupon<Coupon>[]) => CouponWithOrderDiscount[]

/**
 * Reads what the coupons of some evaluations show, and returns how to describe any evaluation of them. So the reads need not wait for the
 * payment method by which the coupons are evaluated.
 */
export async function readCouponChoiceDescriber(
  db: Db,
  moment: Moment,
  evaluated: readonly EvaluatedCoupon<Coupon>[],
): Promise<DescribeCouponChoices> {
  if (evaluated.length === 0) return () => []
  const describe = await prepareCoupons(
    db,
    evaluated.map(({ coupon }) => coupon),
  )
  return (chosen) =>
    chosen.flatMap(({ coupon, verdict: result }) =>
      describe(moment, coupon).map((shown) => ({
        ...shown,
        discount: result.applies ? result.discountFen : null,
        reason: result.applies ? null : formatCouponRejection(result.why),
        missing: !result.applies && result.why.kind === 'short' ? result.why.missingFen : null,
      })),
    )
}

function whyNoClaim(template: CouponTemplateRecord, mine: number, level: MemberLevel): string | null {
  if (template.level > level) return `${memberLevels[template.level]}及以上可领取`
  if (mine >= template.perEnterprise) return '已领取'
  return template.claimed >= template.total ? '已领完' : null
}

/** Describes the offers of the claim centre for an enterprise of a level. */
export async function readClaimOfferOutputs(
  db: Db,
  { enterpriseId, level }: { enterpriseId: string; level: MemberLevel },
  templates: readonly CouponTemplateRecord[],
): Promise<CouponClaimOffer[]> {
  const { faces } = await facesOf(db, templates)
  const counts = await countCouponsOfEnterpriseByTemplate(
    db,
    enterpriseId,
    templates.map(({ id }) => id),
  )
  return templates.flatMap((template): CouponClaimOffer[] => {
    const face = faces.get(template.id)
    if (!face) return []
    const mine = counts.get(template.id) ?? 0
    const { validity, claimed, total, perEnterprise } = template
    return [
      {
        ...face,
        ...validity,
        left: total - claimed,
        total,
        mine,
        perEnterprise,
        level: template.level,
        reason: whyNoClaim(template, mine, level),
      },
    ]
  })
}

/**
 * Sums the discounts in fen of used coupons, by template. It is passed in, because orders/orders owns the amounts and depends on this
 * module.
 */
export type SumCouponDiscounts = (db: Db, templateIds: readonly string[]) => Promise<ReadonlyMap<string, Fen>>

/** Describes templates for the console, with the numbers of their coupons by state. */
export async function readCouponTemplateOutputs(
  db: Db,
  moment: Moment,
  templates: readonly CouponTemplateRecord[],
  sumDiscounts: SumCouponDiscounts,
): Promise<ShownTemplate[]> {
  const ids = templates.map(({ id }) => id)
  const companyIds = [...new Set(templates.flatMap(({ enterpriseIds }) => enterpriseIds))]
  const [{ faces, goods }, fates, discounts, codes, people, companies] = [
    await facesOf(db, templates),
    await countCouponUsageByTemplate(db, ids, toShanghaiDay(moment.now)),
    await sumDiscounts(db, ids),
    await countCouponCodesByTemplate(db, ids),
    await listStaffNamesById(db),
    companyIds.length === 0 ? [] : await findEnterprises(db, companyIds),
  ]
  const companyNames = new Map(companies.map(({ id, name }) => [id, name]))
  return templates.flatMap((template): ShownTemplate[] => {
    const face = faces.get(template.id)
    if (!face) return []
    const { id, scope, validity, way, total, perEnterprise, level, claimed, rowVersion, createdBy, createdAt } = template
    const { locked = 0, used = 0, expired = 0 } = fates.get(id) ?? {}
    return [
      {
        ...face,
        categoryIds: scope.kind === 'categories' ? [...scope.ids] : [],
        goods: scope.kind === 'goods' ? scope.ids.map((goodsId) => ({ goodsId, name: goods.get(goodsId) ?? '' })) : [],
        enterprises: template.enterpriseIds.map((enterpriseId) => ({ enterpriseId, name: companyNames.get(enterpriseId) ?? '' })),
        ...validity,
        way,
        total,
        perEnterprise,
        level,
        claimed,
        locked,
        used,
        expired,
        given: discounts.get(id) ?? ZERO_FEN,

        codes: codes.get(id) ?? 0,
        state: computeCouponTemplateState(template, toShanghaiDay(moment.now)),
        rowVersion,
        by: createdBy === null ? null : (people.get(createdBy) ?? ''),
        createdAt,
      },
    ]
  })
}
