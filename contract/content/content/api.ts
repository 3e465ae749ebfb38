import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant } from '#contract/platform/core/fields.ts'

/** The public profile of the company that runs the mall: its names, its logo and how it is reached. Empty texts are not known yet. */
export const MallCompanyProfile = z.object({
  /** The name in the page head, in titles and in messages. */
  name: z.string(),
  /** The name where there is little space: below an icon, in the console's menu, in the signature of an SMS. */
  shortName: z.string(),
  /** The few words below the name in the head. */
  tagline: z.string(),
  /** A sentence for search engines and for the installed application. */
  introduction: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  hours: z.string(),
  copyright: z.string(),
  filingNo: z.string(),
  filingUrl: z.string(),
  /** The logo for light backgrounds, also the icon of the installed application; null: the built-in mark. */
  logoId: z.nullable(Id),
  /** The logo for dark backgrounds; null: the same logo. */
  darkLogoId: z.nullable(Id),
})
export type MallCompanyProfile = z.output<typeof MallCompanyProfile>

/** The agreements by their categoryId (specification §2). 7 is our own addition. */
export const agreementTitles = { 1: '服务协议', 2: '用户协议', 4: '赊销协议', 6: '隐私协议', 7: '证件信息处理同意书' } as const
export type AgreementId = keyof typeof agreementTitles
export const CREDIT_AGREEMENT_ID = 4
/** The agreement that is accepted before identity documents are uploaded, separately from all others. */
export const IDENTITY_DOCUMENTS_AGREEMENT_ID = 7

/** The version that the text of an agreement names, and under which it is accepted. */
const VersionLabel = z.string('版本不正确').check(z.regex(/^[\w.-]{1,20}$/, '版本不正确'))

export const mallContentEndpoints = defineEndpoints('/system-api/api/site', {
  info: readEndpoint({
    path: 'info',
    summary: '公司资料：名称、标志、联系方式、备案号',
    needs: 'guest',
    input: EmptyInput,
    output: MallCompanyProfile,
    cached: true,
  }),
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
