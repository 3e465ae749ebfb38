import * as z from 'zod/mini'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, IntegerId, NullOutput, pageInput, pageOutput, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { couponKinds } from './kinds.ts'
import {
  Coupon,
  CouponCodeRow,
  CouponCounts,
  CouponTemplate,
  couponCodeStates,
  couponScopes,
  couponSources,
  couponTabs,
  couponTemplateStates,
  IssuedCoupon,
} from './shapes.ts'
import { couponKindAndConditionFields, couponTemplateChecks, couponTemplateFields } from './terms.ts'

/** How many codes can be created at once. */
export const COUPON_CODES_CREATED_AT_ONCE_MAX = 5_000
const GRANTED_MAX = 100
/** How many days before its last day a coupon that is issued counts as ending, today included. */
export const COUPON_ENDING_DAYS = 3

const one = z.strictObject({ templateId: Id })
const seen = z.strictObject({ templateId: Id, rowVersion: RowVersion })
const termsRefusals = ['SHOP_NOT_FOUND', 'ENTERPRISE_NOT_FOUND', 'CATEGORY_NOT_FOUND', 'GOODS_NOT_FOUND'] as const

export const consoleCouponEndpoints = defineEndpoints('/console-api/api/coupon', {
  templates: readEndpoint({
    path: 'templates',
    summary: '优惠券模板：领取、使用情况，最近建立的在前',
    needs: { staff: 'coupon' },
    input: z.strictObject({
      ...pageInput,
      keyword: z.optional(Text(30)),
      way: z.optional(z.enum(keysOf(couponSources), '发放方式不正确')),
      scope: z.optional(z.enum(keysOf(couponScopes), '适用范围不正确')),
      couponKind: z.optional(z.enum(keysOf(couponKinds), '优惠方式不正确')),
      templateState: z.optional(z.enum(keysOf(couponTemplateStates), '优惠券状态不正确')),
      /** Those that are issued and can be used for at most `COUPON_ENDING_DAYS` more days, what ends first at the top. */
      ending: z.optional(z.boolean()),
    }),
    output: pageOutput(CouponTemplate),
  }),
  template: readEndpoint({
    path: 'template',
    summary: '一个优惠券模板',
    needs: { staff: 'coupon' },
    input: one,
    output: CouponTemplate,
    refusals: ['COUPON_TEMPLATE_NOT_FOUND'],
  }),
  choices: readEndpoint({
    path: 'choices',
    summary: '建立模板时可选的店铺、分类，以及按名称查找的商品',
    needs: { staff: 'coupon' },
    input: z.strictObject({ keyword: z.optional(Text(50)) }),
    output: z.object({
      shops: z.array(z.object({ shopId: Id, name: z.string() })),
      categories: z.array(z.object({ id: IntegerId, parentId: z.nullable(IntegerId), name: z.string() })),
      goods: z.array(z.object({ goodsId: Id, shopId: Id, name: z.string() })),
    }),
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '新建优惠券模板',
    needs: { staff: 'coupon' },
    audits: 'shop',
    input: z.strictObject(couponTemplateFields).check(...couponTemplateChecks),
    output: z.object({ templateId: Id }),
    refusals: termsRefusals,
  }),
  modify: writeEndpoint({
    path: 'modify',
    summary: '修改优惠券模板：尚无人领取时',
    needs: { staff: 'coupon' },
    audits: 'coupon',
    input: z
      .strictObject({ templateId: Id, ...couponTemplateFields, ...couponKindAndConditionFields, rowVersion: RowVersion })
      .check(...couponTemplateChecks),
    output: NullOutput,
    refusals: [
      ...(['COUPON_TEMPLATE_NOT_FOUND', 'COUPON_CLAIMED', 'COUPON_CODES_FULL', 'COUPON_NOT_BY_CODE', 'ROW_CHANGED'] as const),
      ...termsRefusals,
    ],
  }),
  stop: writeEndpoint({
    path: 'stop',
    summary: '停止发放；已领取的仍可使用',
    needs: { staff: 'coupon' },
    audits: 'coupon',
    input: seen,
    output: NullOutput,
    refusals: ['COUPON_TEMPLATE_NOT_FOUND', 'ROW_CHANGED'],
  }),
  resume: writeEndpoint({
    path: 'resume',
    summary: '恢复发放已停止的优惠券',
    needs: { staff: 'coupon' },
    audits: 'coupon',
    input: seen,
    output: NullOutput,
    refusals: ['COUPON_TEMPLATE_NOT_FOUND', 'ROW_CHANGED'],
  }),
  grant: writeEndpoint({
    path: 'grant',
    summary: '把优惠券发放给企业，每家一张并通知；同一批次再次提交不会重复发放',
    needs: { staff: 'coupon' },
    audits: 'coupon',
    input: z.strictObject({
      templateId: Id,
      /** A key that is created when the form opens. A request that is sent twice grants the coupons once. */
      batchId: Id,
      enterpriseIds: z.array(Id).check(z.minLength(1, '请选择企业'), z.maxLength(GRANTED_MAX, `一次最多 ${GRANTED_MAX} 家企业`)),
    }),
    output: z.object({ granted: z.int() }),
    refusals: [
      ...(['COUPON_TEMPLATE_NOT_FOUND', 'COUPON_BY_CODE_ONLY', 'COUPON_STOPPED', 'COUPON_NONE_LEFT', 'COUPON_EXPIRED'] as const),
      ...(['COUPON_OTHER_COMPANIES', 'ENTERPRISE_NOT_FOUND'] as const),
    ],
  }),
  ofEnterprise: readEndpoint({
    path: 'of-enterprise',
    summary: '一家企业的优惠券：未使用、已使用、已失效',
    needs: { staff: 'couponView' },
    input: z.strictObject({
      ...pageInput,
      enterpriseId: Id,
      state: z._default(z.enum(keysOf(couponTabs), '优惠券状态不正确'), 'unused'),
    }),
    output: z.object({ ...pageOutput(Coupon).shape, counts: CouponCounts }),
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
  claims: readEndpoint({
    path: 'claims',
    summary: '谁领取了：企业、状态、订单，最近领取的在前',
    needs: { staff: 'coupon' },
    input: z.strictObject({ ...pageInput, templateId: Id }),
    output: pageOutput(IssuedCoupon),
    refusals: ['COUPON_TEMPLATE_NOT_FOUND'],
  }),
  makeCodes: writeEndpoint({
    path: 'make-codes',
    summary: '生成兑换码，总数不超过发放总量',
    needs: { staff: 'coupon' },
    audits: 'coupon',
    input: z.strictObject({
      templateId: Id,
      codes: z
        .int('数量必须为整数')
        .check(z.minimum(1, '至少 1 个'), z.maximum(COUPON_CODES_CREATED_AT_ONCE_MAX, `一次最多 ${COUPON_CODES_CREATED_AT_ONCE_MAX} 个`)),
    }),
    output: z.object({ codes: z.int() }),
    refusals: ['COUPON_TEMPLATE_NOT_FOUND', 'COUPON_NOT_BY_CODE', 'COUPON_CODES_FULL'],
  }),
  codeList: readEndpoint({
    path: 'code-list',
    summary: '兑换码及其兑换情况',
    needs: { staff: 'coupon' },
    input: z.strictObject({
      ...pageInput,
      templateId: Id,
      codeState: z.optional(z.enum(keysOf(couponCodeStates), '兑换码状态不正确')),
    }),
    output: pageOutput(CouponCodeRow),
    refusals: ['COUPON_TEMPLATE_NOT_FOUND'],
  }),
  codes: downloadEndpoint({
    path: 'codes',
    summary: '导出兑换码及其兑换情况',
    needs: { staff: 'coupon' },
    input: z.strictObject({ templateId: Id, format: SheetFormat }),
    refusals: ['COUPON_TEMPLATE_NOT_FOUND', 'EXPORT_TOO_LARGE'],
  }),
})
