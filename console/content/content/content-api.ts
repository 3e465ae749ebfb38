import { send } from '#console/platform/sessions/session.ts'
import { consoleBannerEndpoints } from '#contract/catalog/banners/banner-api.ts'
import { consoleArticleEndpoints, consoleHelpCategoryEndpoints } from '#contract/content/content/article-api.ts'
import { consoleInquiryEndpoints } from '#contract/people/inquiry/api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const inquiryApi = connect(consoleInquiryEndpoints, send)
export const articleApi = connect(consoleArticleEndpoints, send)
export const categoryApi = connect(consoleHelpCategoryEndpoints, send)
export const bannerApi = connect(consoleBannerEndpoints, send)

export const articleQuery = (id: string) => ({ queryKey: ['article', 'one', id] as const, queryFn: () => articleApi.detail({ id }) })
export const versionQuery = (id: string, no: number) => ({
  queryKey: ['article', 'version', id, no] as const,
  queryFn: () => articleApi.version({ id, no }),
  staleTime: Number.POSITIVE_INFINITY,
})
export const categoriesQuery = { queryKey: ['article', 'categories'] as const, queryFn: () => categoryApi.list({}) }
export const bannersQuery = { queryKey: ['banner'] as const, queryFn: () => bannerApi.list({}) }

/** Invalidates the queries that a change of an article affects: the article, the lists, the counts of its category. */
export const invalidatedByArticle = [['article']] as const
