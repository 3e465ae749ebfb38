import * as z from 'zod/mini'
import { download, endpoints, read } from '../endpoint.ts'
import { Id, Instant, Nothing, Text } from '../fields.ts'

/** What the footer and the contact page say; staff may change it. */
export const SiteInfo = z.object({
  companyName: z.string(),
  /** 统一社会信用代码 of whoever runs the mall: the other party of its printouts. */
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

/** The agreements by their categoryId (specification §2); 7 is ours. */
export const agreementTitles = { 1: '服务协议', 2: '用户协议', 4: '赊销协议', 6: '隐私协议', 7: '证件信息处理同意书' } as const
export type AgreementId = keyof typeof agreementTitles
export const CREDIT_AGREEMENT = 4
/** What is agreed to before a paper is uploaded, apart from every other agreement. */
export const PAPERS_AGREEMENT = 7

/** The version that an agreement's text names, and under which it is accepted. */
const VersionLabel = z.string('版本不正确').check(z.regex(/^[\w.-]{1,20}$/, '版本不正确'))

export const bannerTones = { pine: { label: '墨绿' }, steel: { label: '钢蓝' }, copper: { label: '赤铜' } } as const
export const Banner = z.object({
  id: Id,
  title: z.string(),
  note: z.string(),
  /** One of our own screens or a page of the web; empty: it leads nowhere. */
  target: z.string(),
  tone: z.enum(['pine', 'steel', 'copper']),
  pictureId: z.nullable(Id),
})
export type Banner = z.output<typeof Banner>

export const site = endpoints('/system-api/api/site', {
  info: read({ path: 'info', summary: '页脚信息', needs: 'guest', input: Nothing, output: SiteInfo, cached: true }),
  agreement: read({
    path: 'agreement',
    summary: '协议全文：现行版本，或指明的历史版本',
    needs: 'guest',
    input: z.strictObject({ categoryId: z.literal([1, 2, 4, 6, 7], '协议不存在'), version: z.optional(VersionLabel) }),
    output: z.object({
      title: z.string(),
      version: z.string(),
      text: z.string(),
      publishedAt: Instant,
      /** Every version there has been, the newest first. */
      versions: z.array(z.object({ version: z.string(), publishedAt: Instant })),
    }),
    refusals: ['ARTICLE_NOT_FOUND'],
    cached: true,
  }),
  banners: read({ path: 'banners', summary: '首页横幅', needs: 'guest', input: Nothing, output: z.array(Banner), cached: true }),
  bannerPicture: download({
    path: 'banner-picture',
    summary: '首页横幅的图片',
    needs: 'guest',
    input: z.strictObject({ id: Id }),
    refusals: ['FILE_NOT_FOUND'],
    cached: true,
  }),
})

/** The name of an article in its address. */
export const ArticleId = z.string('编号格式不正确').check(z.regex(/^[a-z0-9-]{1,60}$/, '编号格式不正确'))

const brief = { id: z.string(), title: z.string(), summary: z.string() }
export const ArticleBrief = z.object(brief)
export type ArticleBrief = z.output<typeof ArticleBrief>
export const HelpCategory = z.object({ id: Id, name: z.string(), note: z.string(), articles: z.array(ArticleBrief) })
export type HelpCategory = z.output<typeof HelpCategory>
export const FoundArticle = z.object({
  ...brief,
  category: z.string(),
  /** What stands around the first word that was found. */ excerpt: z.string(),
})
export type FoundArticle = z.output<typeof FoundArticle>
export const HELP_KEYWORD_MAX = 50

export const help = endpoints('/system-api/api/help', {
  centre: read({
    path: 'centre',
    summary: '帮助中心：分类及其文章',
    needs: 'guest',
    input: Nothing,
    output: z.array(HelpCategory),
    cached: true,
  }),
  search: read({
    path: 'search',
    summary: '搜索帮助文章，最相关的在前，最多 20 篇',
    needs: 'guest',
    input: z.strictObject({ keyword: Text(HELP_KEYWORD_MAX) }),
    output: z.object({ dataList: z.array(FoundArticle), /** What was looked for, to be marked. */ words: z.array(z.string()) }),
    cached: true,
  }),
  article: read({
    path: 'article',
    summary: '一篇帮助文章',
    needs: 'guest',
    input: z.strictObject({ id: ArticleId }),
    output: z.object({
      ...brief,
      text: z.string(),
      category: z.object({ id: Id, name: z.string() }),
      publishedAt: Instant,
      /** Others of its category. */
      related: z.array(ArticleBrief),
    }),
    refusals: ['ARTICLE_NOT_FOUND'],
    cached: true,
  }),
})
