import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, Instant, NullOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'
import { licenceLifecycle } from './licence-lifecycle.ts'
import { LicenceStatusSchema, licenceFields, RequiredLicence } from './shapes.ts'

/** The reasons for a rejection. A reviewer can add his own words. */
export const licenceRejectReasons = [
  '图片不清晰或不完整',
  '证号与图片不一致',
  '有效期与图片不一致',
  '持证单位与认证企业不一致',
  '许可范围不含所购商品',
  '许可证已失效',
] as const

/** A licence that a company has submitted, as the company sees it. */
export const EnterpriseLicence = z.object({
  id: Id,
  kindId: Id,
  kindName: z.string(),
  state: z.enum(keysOf(licenceLifecycle.states)),
  /** Masked. */
  licenceNo: z.string(),
  validUntil: Day,
  submittedAt: Instant,
  /** The working day by which the review is expected. */
  expectedDay: Day,
  reviewedAt: z.nullable(Instant),
  reasons: z.array(z.string()),
  opinion: z.nullable(z.string()),
})
export type EnterpriseLicence = z.output<typeof EnterpriseLicence>

/** A kind that a company may submit, and its status. */
export const EnterpriseLicenceKindStatus = z.object({
  kindId: Id,
  name: z.string(),
  note: z.string(),
  standing: LicenceStatusSchema,
  /** The last day of the valid or former licence; null: there is none. */
  validUntil: z.nullable(Day),
  /** Whether one waits for its review, perhaps beside a valid one. */
  waiting: z.boolean(),
})
export type EnterpriseLicenceKindStatus = z.output<typeof EnterpriseLicenceKindStatus>

export const licenceEndpoints = defineEndpoints('/user-api/api/licence', {
  list: readEndpoint({
    path: 'list',
    summary: '本企业的许可证：可以提交的种类及其状态，和最近提交的记录',
    needs: 'applyLimit',
    input: EmptyInput,
    output: z.object({ kinds: z.array(EnterpriseLicenceKindStatus), licences: z.array(EnterpriseLicence) }),
  }),
  submit: writeEndpoint({
    path: 'submit',
    summary: '提交一张许可证待审核；同一种类同时只能有一张在审核中',
    needs: 'applyLimit',
    memberLimit: 20,
    input: z.strictObject({ ...licenceFields, fileId: z.uuid('请上传许可证图片') }),
    output: z.object({ id: Id, expectedDay: Day }),
    refusals: ['LICENCE_KIND_NOT_FOUND', 'LICENCE_PENDING', 'LICENCE_ENDED', 'FILE_NOT_FOUND'],
  }),
  withdraw: writeEndpoint({
    path: 'withdraw',
    summary: '撤回还没有审核的许可证',
    needs: 'applyLimit',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: ['LICENCE_NOT_FOUND', 'LICENCE_MOVED'],
  }),
  ofGoods: readEndpoint({
    path: 'of-goods',
    summary: '购买一个商品需要的许可证，及店铺和本企业是否持有',
    needs: 'guest or lookGoods',
    input: z.strictObject({ goodsId: Id }),
    output: z.array(RequiredLicence),
    refusals: ['GOODS_NOT_FOUND'],
  }),
})
