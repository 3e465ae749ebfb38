import * as z from 'zod/mini'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, NullOutput, OrderNo, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { signingKinds, signingLifecycle } from './signing-lifecycle.ts'

export const SigningKindSchema = z.enum(keysOf(signingKinds), '文件类型不正确')
export const SigningStateSchema = z.enum(keysOf(signingLifecycle.states), '签署状态不正确')

/** How many documents one call looks up. */
export const SIGNING_SUBJECTS_MAX = 20
const SUBJECT_LENGTH_MAX = 36
const REASON_LENGTH_MAX = 100

export const signingFields = {
  id: Id,
  kind: SigningKindSchema,
  /** What is signed: the number of an order, the id of an accepted agreement, or the last day of a letter. */
  subject: z.string(),
  /** The document as people name it: the number of the order, the version of the agreement, or the day. */
  documentNo: z.string(),
  /** The version of the document, from 1 on. */
  version: z.int(),
  /** 校验码 of the document, in hex, as it is printed on it. */
  hash: z.string(),
  state: SigningStateSchema,
  /** Why it is refused, cancelled or void, or why it is not sent yet; '' if nothing was said. */
  reason: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  buyerSignedAt: z.nullable(Instant),
  sellerSignedAt: z.nullable(Instant),
  /** SHA-256 of the signed file, in hex; null until both have signed. */
  fileHash: z.nullable(z.string()),
}

export const Signing = z.object(signingFields)
export type Signing = z.output<typeof Signing>

export const CancelReason = RequiredText(REASON_LENGTH_MAX, '请填写撤销原因')

/** Refusals of what both sides do with one signing. */
export const signingRefusals = [
  'SIGNING_OFF',
  'SIGNING_NOT_FOUND',
  'SIGNING_CLOSED',
  'SIGNING_LATER',
  'SIGNING_REFUSED_BY_PROVIDER',
] as const
/** Refusals of starting one. */
export const signingStartRefusals = ['SIGNING_OFF', 'SIGNING_BUYER_NOT_VERIFIED', 'CONTRACT_PARTY_MISSING', 'SIGNING_LATER'] as const

export const signingEndpoints = defineEndpoints('/order-api/api/signing', {
  list: readEndpoint({
    path: 'list',
    summary: `电子签署：每份文件最近一次的状态，及此前已签署、可下载的版本；可指定最多 ${SIGNING_SUBJECTS_MAX} 份文件，不指定时为最近的 ${SIGNING_SUBJECTS_MAX} 份；只列出有权查看的`,
    needs: ['lookOrder', 'applyLimit'],
    input: z.strictObject({
      kind: SigningKindSchema,
      subjects: z.optional(
        z
          .array(Text(SUBJECT_LENGTH_MAX))
          .check(z.minLength(1, '请指定文件'), z.maxLength(SIGNING_SUBJECTS_MAX, `一次最多 ${SIGNING_SUBJECTS_MAX} 份文件`)),
      ),
    }),
    /** `isOn`: whether the mall has a provider of signatures. `former`: earlier versions of these documents that have a signed file. */
    output: z.object({ isOn: z.boolean(), signings: z.array(Signing), former: z.array(Signing) }),
  }),
  start: writeEndpoint({
    path: 'start',
    summary: '发起一张订单购销合同的电子签署；同一版本已在签署或已签署时返回原来的',
    needs: 'buyPay',
    memberLimit: 200,
    input: z.strictObject({ orderNo: OrderNo }),
    output: z.object({ id: Id }),
    refusals: [...signingStartRefusals, 'ORDER_NOT_FOUND', 'CONTRACT_NOT_READY'],
  }),
  link: writeEndpoint({
    path: 'link',
    summary: '取得我方去签署的页面地址；合同已变更的不能再签',
    needs: ['buyPay', 'applyLimit'],
    memberLimit: 1_000,
    input: z.strictObject({ id: Id }),
    output: z.object({ url: z.string() }),
    refusals: [...signingRefusals, 'SIGNING_NOT_OUR_TURN', 'SIGNING_OUTDATED'],
  }),
  cancel: writeEndpoint({
    path: 'cancel',
    summary: '撤销一份还没有签完的购销合同签署',
    needs: 'buyPay',
    memberLimit: 'ends one that was started.',
    input: z.strictObject({ id: Id, reason: CancelReason }),
    output: NullOutput,
    refusals: signingRefusals,
  }),
  download: downloadEndpoint({
    path: 'download',
    summary: '下载双方已签署的文件（PDF，带数字签名）',
    needs: ['lookOrder', 'applyLimit'],
    input: z.strictObject({ id: Id }),
    refusals: ['SIGNING_NOT_FOUND', 'SIGNED_FILE_NOT_READY'],
  }),
})
