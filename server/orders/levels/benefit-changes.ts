import { formatCouponDiscountTerms } from '#contract/catalog/coupons/kinds.ts'
import type { LevelBenefits } from '#contract/orders/levels/shapes.ts'
import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { findCouponTemplates } from '#server/catalog/coupons/public.ts'
import { findSkusById } from '#server/catalog/goods/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { type LevelBenefitTerms, readLevelBenefitsWithNames } from './benefits.ts'

const NONE = '未解锁'

const describeCoupon = ({ name, ...terms }: LevelBenefits['coupons'][number]): string =>
  terms.couponKind === 'amount'
    ? `${name}（满 ${formatMoney(terms.threshold)} 减 ${formatMoney(terms.amount)}）`
    : `${name}（${formatCouponDiscountTerms(terms)}）`

const describeGift = ({ gift }: LevelBenefits): string => {
  if (!gift) return NONE
  return gift.kind === 'coupon' ? describeCoupon(gift) : `${gift.goodsName} ${formatSkuProps(gift.skuProps)} × ${gift.units} ${gift.unit}`
}

interface Field {
  name: string
  label: string
  /** The value that is compared. Two coupons with the same name are different. */
  terms: (level: LevelBenefitTerms) => unknown
  format: (level: LevelBenefits) => string
}

/** The benefits of a level, field by field, with readable values. */
const fields: readonly Field[] = [
  {
    name: 'temp',
    label: '临时额度',
    terms: ({ temp }) => temp && [temp.percent, temp.days],
    format: ({ temp }) => (temp ? `固定额度的 ${temp.percent}%，${temp.days} 天` : NONE),
  },
  {
    name: 'coupons',
    label: '每月优惠券',
    terms: ({ templateIds }) => [...templateIds].sort(),
    format: ({ coupons }) => coupons.map(describeCoupon).join('、') || NONE,
  },
  {
    name: 'gift',
    label: '会员礼',
    terms: ({ giftTemplateId, giftGoods }) => [giftTemplateId, giftGoods && [giftGoods.skuId, giftGoods.units]],
    format: describeGift,
  },
]

/** Lists the differences between two versions of a level's benefits as text. */
export async function listLevelBenefitDifferences(db: Db, before: LevelBenefitTerms, after: LevelBenefitTerms): Promise<FieldChange[]> {
  const changed = fields.filter(({ terms }) => JSON.stringify(terms(before)) !== JSON.stringify(terms(after)))
  const [was, is] = await readLevelBenefitsWithNames(db, [before, after])
  if (!was || !is) return []
  return changed.map(({ name, label, format }) => ({ name, label, from: format(was), to: format(is) }))
}

/** Checks that the templates and goods exist. Refuses COUPON_TEMPLATE_NOT_FOUND, COUPON_STOPPED, COUPON_OTHER_COMPANIES, SKU_NOT_FOUND. */
export async function requireBenefitTemplatesAndGoodsExist(
  db: Db,
  { templateIds, giftTemplateId, giftGoods }: Pick<LevelBenefitTerms, 'templateIds' | 'giftTemplateId' | 'giftGoods'>,
): Promise<void> {
  const ids = [...new Set([...templateIds, ...(giftTemplateId === null ? [] : [giftTemplateId])])]
  const templates = await findCouponTemplates(db, ids)
  if (templates.length < ids.length) refuse('COUPON_TEMPLATE_NOT_FOUND')
  const stopped = templates.find(({ stoppedAt }) => stoppedAt !== null)
  if (stopped) refuse('COUPON_STOPPED', { msg: `「${stopped.name}」已停止发放，请选择其他优惠券` })
  const chosen = templates.find(({ enterpriseIds }) => enterpriseIds.length > 0)
  if (chosen) refuse('COUPON_OTHER_COMPANIES', { msg: `「${chosen.name}」仅限指定企业，请选择其他优惠券` })
  if (giftGoods && !(await findSkusById(db, [giftGoods.skuId])).some(({ onShelf }) => onShelf)) refuse('SKU_NOT_FOUND')
}
