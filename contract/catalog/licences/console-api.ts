import * as z from 'zod/mini'
import { IMAGE_BYTES_MAX } from '#contract/people/files/api.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint, uploadEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Day,
  EmptyInput,
  Id,
  Instant,
  NullOutput,
  pageInput,
  pageOutput,
  RequiredText,
  RowVersion,
  RowVersionIfAny,
  Text,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { EnterpriseLicence } from './api.ts'
import { licenceLifecycle } from './licence-lifecycle.ts'
import { licenceFields, licenceKindFields } from './shapes.ts'

/** A kind of licence, with the number of goods and categories that demand it. */
export const LicenceKind = z.object({
  kindId: Id,
  name: z.string(),
  ofShop: z.boolean(),
  ofBuyer: z.boolean(),
  note: z.string(),
  goodsCount: z.int(),
  categoryCount: z.int(),
  rowVersion: RowVersion,
})
export type LicenceKind = z.output<typeof LicenceKind>

const State = z.enum(keysOf(licenceLifecycle.states), '许可证状态不正确')

/** A licence in the review queue. */
export const LicenceReviewRow = z.object({
  id: Id,
  enterpriseId: Id,
  company: z.string(),
  kindId: Id,
  kindName: z.string(),
  state: State,
  /** Masked. */
  licenceNo: z.string(),
  validUntil: Day,
  submittedAt: Instant,
  expectedDay: Day,
  claimedBy: z.nullable(z.string()),
  claimedUntil: z.nullable(Instant),
})
export type LicenceReviewRow = z.output<typeof LicenceReviewRow>

/** A licence that the reviewer has claimed and opened. */
export const LicenceReviewCase = z.object({
  ...LicenceReviewRow.shape,
  /** The number in plain text. Opening it is logged. */
  plainNumber: z.string(),
  fileId: Id,
  /** The company's licences of this kind, newest first. */
  history: z.array(EnterpriseLicence),
})
export type LicenceReviewCase = z.output<typeof LicenceReviewCase>

/** A current licence of a shop. */
export const ShopLicence = z.object({
  id: Id,
  shopId: Id,
  shopName: z.string(),
  kindId: Id,
  kindName: z.string(),
  /** Masked. */
  licenceNo: z.string(),
  validUntil: Day,
  expired: z.boolean(),
  enteredAt: Instant,
  enteredBy: z.string(),
  /** How often a licence of its kind was entered for the shop, or removed. */
  rowVersion: RowVersion,
})
export type ShopLicence = z.output<typeof ShopLicence>

const One = z.strictObject({ enterpriseId: Id, id: Id })
const caseRefusals = ['LICENCE_NOT_FOUND', 'LICENCE_MOVED', 'CASE_TAKEN'] as const
const decisionRefusals = [...caseRefusals, 'CASE_NOT_CLAIMED'] as const

export const consoleLicenceEndpoints = defineEndpoints('/console-api/api/licence', {
  kinds: readEndpoint({
    path: 'kinds',
    summary: '许可证种类，按名称排列，各有要求它的商品数和分类数',
    needs: { staff: 'licenceView' },
    input: EmptyInput,
    output: z.array(LicenceKind),
  }),
  saveKind: writeEndpoint({
    path: 'save-kind',
    summary: '新增或修改许可证种类（新种类的版本为 0）：一秒内全站生效',
    needs: { staff: 'licenceKind' },
    audits: 'licenceKind',
    input: z
      .strictObject({ kindId: z.optional(Id), ...licenceKindFields, rowVersion: RowVersionIfAny })
      .check(z.refine(({ ofShop, ofBuyer }) => ofShop || ofBuyer, { message: '请选择由谁持有', path: ['ofBuyer'] })),
    output: z.object({ kindId: Id }),
    refusals: ['LICENCE_KIND_NOT_FOUND', 'LICENCE_KIND_NAME_TAKEN', 'LICENCE_KINDS_FULL', 'ROW_CHANGED'],
  }),
  deleteKind: writeEndpoint({
    path: 'delete-kind',
    summary: '删除没有使用的许可证种类：有商品、分类要求它，或有人持有时，说明在哪里使用',
    needs: { staff: 'licenceKind' },
    audits: 'licenceKind',
    input: z.strictObject({ kindId: Id, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['LICENCE_KIND_NOT_FOUND', 'LICENCE_KIND_IN_USE', 'ROW_CHANGED'],
  }),
  list: readEndpoint({
    path: 'list',
    summary: '买家的许可证：待审核的先提交的在前，其他的最新的在前',
    needs: { staff: 'licenceReview' },
    input: z.strictObject({ ...pageInput, licenceState: z.optional(State), kindId: z.optional(Id) }),
    output: pageOutput(LicenceReviewRow),
  }),
  view: readEndpoint({
    path: 'view',
    summary: '查看一张许可证的证号明文，不领取，也可以是已审核的；逐次记录',
    needs: { staff: 'licenceReview' },
    input: One,
    output: LicenceReviewCase,
    refusals: ['LICENCE_NOT_FOUND'],
  }),
  claim: writeEndpoint({
    path: 'claim',
    summary: '领取一张许可证，30 分钟内他人不能处理；打开证号明文并记录',
    needs: { staff: 'licenceReview' },
    audits: 'row',
    input: One,
    output: LicenceReviewCase,
    refusals: caseRefusals,
  }),
  release: writeEndpoint({
    path: 'release',
    summary: '放回队列',
    needs: { staff: 'licenceReview' },
    audits: 'row',
    input: One,
    output: NullOutput,
    refusals: caseRefusals,
  }),
  approve: writeEndpoint({
    path: 'approve',
    summary: '通过：立即生效，替换同种类的旧证',
    needs: { staff: 'licenceReview' },
    audits: 'row',
    input: One,
    output: NullOutput,
    refusals: [...decisionRefusals, 'LICENCE_ENDED'],
  }),
  reject: writeEndpoint({
    path: 'reject',
    summary: '驳回，选择原因',
    needs: { staff: 'licenceReview' },
    audits: 'row',
    input: z.strictObject({
      ...One.shape,
      reasons: z.array(RequiredText(40, '请选择原因')).check(z.minLength(1, '请选择原因'), z.maxLength(10, '原因过多')),
      opinion: z._default(Text(200), ''),
    }),
    output: NullOutput,
    refusals: decisionRefusals,
  }),
  shopList: readEndpoint({
    path: 'shop-list',
    summary: '店铺的许可证：只含本人负责的店铺，先到期的在前',
    needs: { staff: 'licenceView' },
    input: z.strictObject({ ...pageInput, shopId: z.optional(Id) }),
    output: pageOutput(ShopLicence),
  }),
  saveOfShop: uploadEndpoint({
    path: 'save-of-shop',
    summary: '登记店铺的许可证及其图片：替换同种类的旧证（没有旧证时版本为 0）',
    needs: { staff: 'licenceKind' },
    audits: 'licenceKind',
    input: z.strictObject({ shopId: Id, ...licenceFields, rowVersion: RowVersionIfAny }),
    output: z.object({ id: Id }),
    refusals: ['SHOP_NOT_FOUND', 'LICENCE_KIND_NOT_FOUND', 'LICENCE_ENDED', 'ROW_CHANGED', 'NOT_AN_IMAGE', 'IMAGE_TOO_LARGE'],
    fileLimit: { bytesMax: IMAGE_BYTES_MAX, tooLarge: 'IMAGE_TOO_LARGE' },
  }),
  removeOfShop: writeEndpoint({
    path: 'remove-of-shop',
    summary: '撤销店铺的一张许可证：要求它的商品随即不能购买',
    needs: { staff: 'licenceKind' },
    audits: 'row',
    input: z.strictObject({ shopId: Id, id: Id }),
    output: NullOutput,
    refusals: ['LICENCE_NOT_FOUND'],
  }),
  viewOfShop: downloadEndpoint({
    path: 'view-of-shop',
    summary: '查看店铺许可证的图片：带水印，逐次记录',
    needs: { staff: 'licenceKind' },
    audits: 'row',
    input: z.strictObject({ shopId: Id, id: Id }),
    refusals: ['LICENCE_NOT_FOUND'],
  }),
})
