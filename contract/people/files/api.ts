import * as z from 'zod/mini'
import { defineEndpoints, downloadEndpoint, uploadEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id } from '#contract/platform/core/fields.ts'
import type { MemberPermissionCode } from '#contract/platform/core/permissions.ts'

/**
 * The purposes of pictures. `secret`: an identity document, which only its owner and reviewers can open, and each access is logged. Others are
 * visible to the members whose permissions cover what they belong to.
 */
export const filePurposes = {
  avatar: { label: '头像', secret: false, readers: [] },
  idPhoto: { label: '身份证照片', secret: true, readers: [] },
  licence: { label: '营业执照', secret: true, readers: [] },
  tradeLicence: { label: '许可证', secret: true, readers: [] },
  cashFlow: { label: '银行流水', secret: true, readers: [] },
  voucher: { label: '汇款凭证', secret: false, readers: ['buyPay', 'cashAccount', 'lookOrder'] },
  acceptance: { label: '承兑汇票', secret: false, readers: ['applyLimit', 'buyPay'] },
  afterSale: { label: '售后图片', secret: false, readers: ['lookOrder'] },
  dispute: { label: '账单异议图片', secret: false, readers: ['applyLimit'] },
  comment: { label: '评论图片', secret: false, readers: ['lookOrder'] },
  signedReceipt: { label: '签收单', secret: false, readers: ['lookOrder'] },
  patrol: { label: '巡检图片', secret: false, readers: [] },
  drawing: { label: '图纸', secret: false, readers: ['lookOrder'] },
} as const satisfies Record<string, { label: string; secret: boolean; readers: readonly MemberPermissionCode[] }>
export type FilePurpose = keyof typeof filePurposes

/** Identity documents and drawings, which are trade secrets, are stored encrypted. */
export const isFilePurposeEncrypted = (purpose: FilePurpose): boolean => filePurposes[purpose].secret || purpose === 'drawing'

/** A drawing may be a PDF, which is kept as it is; everything else is a picture. */
export const mayFileBePdf = (purpose: FilePurpose): boolean => purpose === 'drawing'

export const PDF_TYPE = 'application/pdf'
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024

const Purpose = z.enum(Object.keys(filePurposes) as FilePurpose[], '图片用途不正确')
const uploadRefusals = ['NOT_AN_IMAGE', 'NOT_A_DRAWING', 'PDF_NOT_PLAIN', 'IMAGE_TOO_LARGE', 'FILE_QUOTA', 'CONSENT_NEEDED'] as const

export const filesEndpoints = defineEndpoints('/system-api/api', {
  uploadImage: uploadEndpoint({
    path: 'upload/image',
    summary: '上传图片：JPEG、PNG、WebP，重新编码，去除元数据；图纸也可为 PDF，按原样加密保存',
    needs: 'login',
    memberLimit: '50 pictures of a person that belong to nothing yet; the others are bounded with what they belong to.',
    input: z.strictObject({ purpose: Purpose, consent: z.optional(z.boolean()) }),
    /** The size of a PDF in pixels is 0. */
    output: z.object({ fileId: Id, type: z.string(), width: z.int(), height: z.int(), bytes: z.int() }),
    refusals: uploadRefusals,
    fileLimit: { bytesMax: IMAGE_BYTES_MAX, tooLarge: 'IMAGE_TOO_LARGE' },
  }),
  viewFile: downloadEndpoint({
    path: 'file/view',
    summary: '查看自己企业的图片',
    needs: 'login',
    input: z.strictObject({ fileId: Id }),
    refusals: ['FILE_NOT_FOUND'],
  }),
})

export const consoleFilesEndpoints = defineEndpoints('/console-api/api/file', {
  viewPayment: downloadEndpoint({
    path: 'view-payment',
    summary: '财务查看汇款凭证、承兑汇票与账单异议的图片：带水印，逐次记录',
    needs: { staff: 'paymentPaper' },
    audits: 'enterprise',
    input: z.strictObject({ enterpriseId: Id, fileId: Id }),
    refusals: ['FILE_NOT_FOUND'],
  }),
  view: downloadEndpoint({
    path: 'view',
    summary: '审核人员查看证件：写明用途，带水印，逐次记录',
    needs: { staff: 'verification' },
    audits: 'enterprise',
    input: z.strictObject({
      enterpriseId: Id,
      fileId: Id,
      purpose: z.enum(['review', 'complaint', 'audit'], '请选择查看用途'),
    }),
    refusals: ['FILE_NOT_FOUND'],
  }),
})
