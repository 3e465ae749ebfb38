import * as z from 'zod/mini'
import { call, download, endpoints, read } from '../endpoint.ts'
import { Day, Done, Id, page, pageInput, RequiredText, SmallId, Text } from '../fields.ts'
import { keysOf } from '../lifecycle.ts'
import { PositiveYuan, YuanUpTo } from '../money.ts'
import { Format } from '../sheet/export.ts'
import { Claim, couponScopes, couponWays, Template } from './shapes.ts'

const keepers = { staff: ['catalogue', 'admin'] } as const

const CODES_MAX = 5_000
const THRESHOLD_MAX = 99_999_999.99
const TOTAL_MAX = 10_000_000
const DAYS_MAX = 3_650
const NAMED_MAX = 200

const terms = {
  shopId: Id,
  name: RequiredText(30, '请填写优惠券名称'),
  description: Text(200),
  amount: PositiveYuan,
  threshold: YuanUpTo(THRESHOLD_MAX),
  scope: z.enum(keysOf(couponScopes), '请选择适用范围'),
  categoryIds: z._default(z.array(SmallId).check(z.maxLength(NAMED_MAX, '分类过多')), []),
  goodsIds: z._default(z.array(Id).check(z.maxLength(NAMED_MAX, '商品过多')), []),
  fromDay: z._default(z.nullable(Day), null),
  untilDay: z._default(z.nullable(Day), null),
  days: z._default(z.nullable(z.int('天数必须为整数').check(z.minimum(1, '至少 1 天'), z.maximum(DAYS_MAX, '天数过多'))), null),
  way: z.enum(keysOf(couponWays), '请选择发放方式'),
  total: z.int('数量必须为整数').check(z.minimum(1, '至少 1 张'), z.maximum(TOTAL_MAX, '数量过多')),
  perEnterprise: z.int('数量必须为整数').check(z.minimum(1, '至少 1 张'), z.maximum(10_000, '数量过多')),
  level: z.literal([1, 2, 3, 4], '会员等级不正确'),
}

interface Typed {
  scope: string
  categoryIds: readonly unknown[]
  goodsIds: readonly unknown[]
  fromDay: string | null
  untilDay: string | null
  days: number | null
}

/** From day to day or so many days, and what the scope names, are each said once and whole. */
const whole = [
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

const one = z.strictObject({ templateId: Id })
const termsRefusals = ['SHOP_NOT_FOUND', 'CATEGORY_NOT_FOUND', 'GOODS_NOT_FOUND'] as const

export const consoleCoupon = endpoints('/console-api/api/coupon', {
  templates: read({
    path: 'templates',
    summary: '优惠券模板：领取、使用情况，最近建立的在前',
    needs: keepers,
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(30)), way: z.optional(z.enum(keysOf(couponWays), '发放方式不正确')) }),
    output: page(Template),
  }),
  template: read({
    path: 'template',
    summary: '一个优惠券模板',
    needs: keepers,
    input: one,
    output: Template,
    refusals: ['COUPON_TEMPLATE_NOT_FOUND'],
  }),
  choices: read({
    path: 'choices',
    summary: '建立模板时可选的店铺、分类，以及按名称查找的商品',
    needs: keepers,
    input: z.strictObject({ keyword: z.optional(Text(50)) }),
    output: z.object({
      shops: z.array(z.object({ shopId: Id, name: z.string() })),
      categories: z.array(z.object({ id: SmallId, parentId: z.nullable(SmallId), name: z.string() })),
      goods: z.array(z.object({ goodsId: Id, shopId: Id, name: z.string() })),
    }),
  }),
  add: call({
    path: 'add',
    summary: '新建优惠券模板',
    needs: keepers,
    input: z.strictObject(terms).check(...whole),
    output: z.object({ templateId: Id }),
    refusals: termsRefusals,
  }),
  modify: call({
    path: 'modify',
    summary: '修改优惠券模板：尚无人领取时',
    needs: keepers,
    input: z.strictObject({ templateId: Id, ...terms }).check(...whole),
    output: Done,
    refusals: ['COUPON_TEMPLATE_NOT_FOUND', 'COUPON_CLAIMED', 'COUPON_CODES_FULL', 'COUPON_NOT_BY_CODE', ...termsRefusals],
  }),
  stop: call({
    path: 'stop',
    summary: '停止发放；已领取的仍可使用',
    needs: keepers,
    input: one,
    output: Done,
    refusals: ['COUPON_TEMPLATE_NOT_FOUND'],
  }),
  claims: read({
    path: 'claims',
    summary: '谁领取了：企业、状态、订单，最近领取的在前',
    needs: keepers,
    input: z.strictObject({ ...pageInput, templateId: Id }),
    output: page(Claim),
    refusals: ['COUPON_TEMPLATE_NOT_FOUND'],
  }),
  makeCodes: call({
    path: 'make-codes',
    summary: '生成兑换码，总数不超过发放总量',
    needs: keepers,
    input: z.strictObject({
      templateId: Id,
      codes: z.int('数量必须为整数').check(z.minimum(1, '至少 1 个'), z.maximum(CODES_MAX, `一次最多 ${CODES_MAX} 个`)),
    }),
    output: z.object({ codes: z.int() }),
    refusals: ['COUPON_TEMPLATE_NOT_FOUND', 'COUPON_NOT_BY_CODE', 'COUPON_CODES_FULL'],
  }),
  codes: download({
    path: 'codes',
    summary: '导出兑换码及其兑换情况',
    needs: keepers,
    input: z.strictObject({ templateId: Id, format: Format }),
    refusals: ['COUPON_TEMPLATE_NOT_FOUND', 'EXPORT_TOO_LARGE'],
  }),
})
