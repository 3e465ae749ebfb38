import * as z from 'zod/mini'
import { reauthenticationFields, reauthenticationRefusals } from '#contract/people/staff/sensitive-change-api.ts'
import { SensitiveChangeResult } from '#contract/people/staff/sensitive-change-result.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, RowVersion } from '#contract/platform/core/fields.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { LevelBenefits, MemberLevelSchema } from './shapes.ts'

const PERCENT_MAX = 100
const DAYS_MAX = 90
const COUPONS_MAX = 5
const UNITS_MAX = 9_999

const Count = (max: number, what: string) =>
  z.nullable(z.int(`${what}必须为整数`).check(z.minimum(1, `${what}至少为 1`), z.maximum(max, `${what}不能超过 ${max}`)))

const Typed = z
  .strictObject({
    level: MemberLevelSchema,
    tempPercent: z._default(Count(PERCENT_MAX, '比例'), null),
    tempDays: z._default(Count(DAYS_MAX, '天数'), null),
    templateIds: z._default(z.array(Id).check(z.maxLength(COUPONS_MAX, `最多 ${COUPONS_MAX} 种优惠券`)), []),
    giftTemplateId: z._default(z.nullable(Id), null),
    giftSkuId: z._default(z.nullable(Id), null),
    giftUnits: z._default(Count(UNITS_MAX, '数量'), null),
    rowVersion: RowVersion,
    ...reauthenticationFields,
  })
  .check(
    z.refine(({ tempPercent, tempDays }) => (tempPercent === null) === (tempDays === null), {
      message: '请填写临时额度的比例和天数',
      path: ['tempDays'],
    }),
    z.refine(({ giftTemplateId, giftSkuId }) => giftTemplateId === null || giftSkuId === null, {
      message: '会员礼只能是优惠券或商品其中一种',
      path: ['giftSkuId'],
    }),
    z.refine(({ giftSkuId, giftUnits }) => (giftSkuId === null) === (giftUnits === null), {
      message: '请填写赠送数量',
      path: ['giftUnits'],
    }),
  )

export const consoleLevelEndpoints = defineEndpoints('/console-api/api/level', {
  list: readEndpoint({
    path: 'list',
    summary: '会员等级：门槛、各级企业数与权益',
    needs: { staff: 'levelView' },
    input: EmptyInput,
    output: z.array(
      z.object({ threshold: Yuan, companies: z.int(), changedAt: z.nullable(Instant), rowVersion: RowVersion, ...LevelBenefits.shape }),
    ),
  }),
  setBenefits: writeEndpoint({
    path: 'set-benefits',
    summary: '设置会员等级的权益：临时额度、每月优惠券、会员礼；首次设置须输入密码，之后须另一位管理员同意或 24 小时后生效',
    needs: { staff: 'levelBenefits' },
    input: Typed,
    output: SensitiveChangeResult,
    refusals: [
      'COUPON_TEMPLATE_NOT_FOUND',
      'COUPON_STOPPED',
      'COUPON_OTHER_COMPANIES',
      'SKU_NOT_FOUND',
      'ROW_CHANGED',
      'CHANGE_PENDING',
      ...reauthenticationRefusals,
    ],
  }),
})
