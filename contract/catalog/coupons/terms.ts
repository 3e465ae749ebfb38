import * as z from 'zod/mini'
import { Day, Id, IntegerId, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { PositiveYuan, YuanUpTo } from '#contract/platform/core/money.ts'
import { COUPON_OFF_MAX, couponKinds } from './kinds.ts'
import { couponScopes, couponSources } from './shapes.ts'

const THRESHOLD_MAX = 99_999_999.99
const TOTAL_MAX = 10_000_000
const DAYS_MAX = 3_650
const NAMED_MAX = 200
/** How many companies a template can be for. */
export const COUPON_COMPANIES_MAX = NAMED_MAX

/**
 * Kind and conditions, which a change of a template must name: a console of the release before does not know them, and defaults would
 * take them away.
 */
export const couponKindAndConditionFields = {
  couponKind: z.enum(keysOf(couponKinds), '请选择优惠方式'),
  /** What 折扣券 takes off, in basis points: 1500 for 8.5 折. */
  offBasisPoints: z.nullable(z.int('折扣不正确').check(z.minimum(1, '折扣须低于 10 折'), z.maximum(COUPON_OFF_MAX, '折扣不能低于 0.1 折'))),
  firstOrder: z.boolean(),
  /** The companies that may have it; empty: all may. */
  enterpriseIds: z.array(Id).check(z.maxLength(COUPON_COMPANIES_MAX, `最多选择 ${COUPON_COMPANIES_MAX} 家企业`)),
}

/** The fields of a template. The forms use the same rules. */
export const couponTemplateFields = {
  shopId: Id,
  name: RequiredText(30, '请填写优惠券名称'),
  description: Text(200),
  couponKind: z._default(couponKindAndConditionFields.couponKind, 'amount'),
  /** What it takes off, or the most that it takes off. */
  amount: PositiveYuan,
  offBasisPoints: z._default(couponKindAndConditionFields.offBasisPoints, null),
  threshold: YuanUpTo(THRESHOLD_MAX),
  scope: z.enum(keysOf(couponScopes), '请选择适用范围'),
  categoryIds: z._default(z.array(IntegerId).check(z.maxLength(NAMED_MAX, '分类过多')), []),
  goodsIds: z._default(z.array(Id).check(z.maxLength(NAMED_MAX, '商品过多')), []),
  fromDay: z._default(z.nullable(Day), null),
  untilDay: z._default(z.nullable(Day), null),
  days: z._default(z.nullable(z.int('天数必须为整数').check(z.minimum(1, '至少 1 天'), z.maximum(DAYS_MAX, '天数过多'))), null),
  way: z.enum(keysOf(couponSources), '请选择发放方式'),
  total: z.int('数量必须为整数').check(z.minimum(1, '至少 1 张'), z.maximum(TOTAL_MAX, '数量过多')),
  perEnterprise: z.int('数量必须为整数').check(z.minimum(1, '至少 1 张'), z.maximum(10_000, '数量过多')),
  level: z.literal([1, 2, 3, 4], '会员等级不正确'),
  firstOrder: z._default(couponKindAndConditionFields.firstOrder, false),
  enterpriseIds: z._default(couponKindAndConditionFields.enterpriseIds, []),
}

interface Typed {
  couponKind: string
  offBasisPoints: number | null
  scope: string
  categoryIds: readonly unknown[]
  goodsIds: readonly unknown[]
  fromDay: string | null
  untilDay: string | null
  days: number | null
}

/** The validity is either two days or a number of days, and the scope must name what its type needs. Each is reported as one problem. */
export const couponTemplateChecks = [
  z.refine<Typed>(({ couponKind, offBasisPoints }) => (couponKind === 'percent') === (offBasisPoints !== null), {
    message: '请填写折扣，例如 8.5 折',
    path: ['offBasisPoints'],
  }),
  z.refine<Typed>(
    ({ fromDay, untilDay, days }) => (days === null ? fromDay !== null && untilDay !== null : fromDay === null && untilDay === null),
    {
      message: '请填写有效期：起止日期，或领取后的天数',
      path: ['untilDay'],
    },
  ),
  z.refine<Typed>(({ fromDay, untilDay }) => fromDay === null || untilDay === null || fromDay <= untilDay, {
    message: '结束日期不能早于开始日期',
    path: ['untilDay'],
  }),
  z.refine<Typed>(({ scope, categoryIds }) => (scope === 'categories') === categoryIds.length > 0, {
    message: '请选择适用的分类',
    path: ['categoryIds'],
  }),
  z.refine<Typed>(({ scope, goodsIds }) => (scope === 'goods') === goodsIds.length > 0, {
    message: '请选择适用的商品',
    path: ['goodsIds'],
  }),
] as const
