import * as z from 'zod/mini'
import { endpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Instant } from '#contract/platform/core/fields.ts'

/** The texts of the footer and the contact page. Staff can change them. */
export const SiteInfo = z.object({
  companyName: z.string(),
  /** 统一社会信用代码 of the company that runs the mall: the other party of its printouts. */
  creditCode: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  hours: z.string(),
  copyright: z.string(),
  filingNo: z.string(),
  filingUrl: z.string(),
})
export type SiteInfo = z.output<typeof SiteInfo>

/** The agreements by their categoryId (specification §2). 7 is our own addition. */
export const agreementTitles = { 1: '服务协议', 2: '用户协议', 4: '赊销协议', 6: '隐私协议', 7: '证件信息处理同意书' } as const
export type AgreementId = keyof typeof agreementTitles
export const CREDIT_AGREEMENT = 4
/** The agreement that is accepted before identity documents are uploaded, separately from all others. */
export const IDENTITY_DOCUMENTS_AGREEMENT = 7

/** The version that the text of an agreement names, and under which it is accepted. */
const VersionLabel = z.string('版本不正确').check(z.regex(/^[\w.-]{1,20}$/, '版本不正确'))

export const siteEndpoints = endpoints('/system-api/api/site', {
  info: readEndpoint({ path: 'info', summary: '页脚信息', needs: 'guest', input: EmptyInput, output: SiteInfo, cached: true }),
  agreement: readEndpoint({
    path: 'agreement',
    summary: '协议全文：现行版本，或指明的历史版本',
    needs: 'guest',
    input: z.strictObject({ categoryId: z.literal([1, 2, 4, 6, 7], '协议不存在'), version: z.optional(VersionLabel) }),
    output: z.object({
      title: z.string(),
      version: z.string(),
      text: z.string(),
      publishedAt: Instant,
      /** All versions, the newest first. */
      versions: z.array(z.object({ version: z.string(), publishedAt: Instant })),
    }),
    refusals: ['ARTICLE_NOT_FOUND'],
    cached: true,
  }),
})
