import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, Text } from '#contract/platform/core/fields.ts'

/** The name of an article in its URL. */
export const ArticleUrlName = z.string('编号格式不正确').check(z.regex(/^[a-z0-9-]{1,60}$/, '编号格式不正确'))

const brief = { id: z.string(), title: z.string(), summary: z.string() }
export const ArticleBrief = z.object(brief)
export type ArticleBrief = z.output<typeof ArticleBrief>
export const HelpCategory = z.object({ id: Id, name: z.string(), note: z.string(), articles: z.array(ArticleBrief) })
export type HelpCategory = z.output<typeof HelpCategory>
export const ArticleSearchResult = z.object({
  ...brief,
  category: z.string(),
  /** The text around the first match. */ excerpt: z.string(),
})
export type ArticleSearchResult = z.output<typeof ArticleSearchResult>
export const HELP_KEYWORD_MAX = 50

export const helpEndpoints = defineEndpoints('/system-api/api/help', {
  centre: readEndpoint({
    path: 'centre',
    summary: '帮助中心：分类及其文章',
    needs: 'guest',
    input: EmptyInput,
    output: z.array(HelpCategory),
    cached: true,
  }),
  search: readEndpoint({
    path: 'search',
    summary: '搜索帮助文章，最相关的在前，最多 20 篇',
    needs: 'guest',
    input: z.strictObject({ keyword: Text(HELP_KEYWORD_MAX) }),
    output: z.object({ dataList: z.array(ArticleSearchResult), /** The search words, to highlight. */ words: z.array(z.string()) }),
    cached: true,
  }),
  article: readEndpoint({
    path: 'article',
    summary: '一篇帮助文章',
    needs: 'guest',
    input: z.strictObject({ id: ArticleUrlName }),
    output: z.object({
      ...brief,
      text: z.string(),
      category: z.object({ id: Id, name: z.string() }),
      publishedAt: Instant,
      /** Other articles of its category. */
      related: z.array(ArticleBrief),
    }),
    refusals: ['ARTICLE_NOT_FOUND'],
    cached: true,
  }),
})
