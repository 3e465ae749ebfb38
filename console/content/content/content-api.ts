import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleArticleEndpoints, consoleHelpCategoryEndpoints } from '#contract/content/content/article-api.ts'
import { consoleInquiryEndpoints } from '#contract/people/inquiry/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const inquiryApi = createApiClient(consoleInquiryEndpoints, sendConsoleRequest)
export const articleApi = createApiClient(consoleArticleEndpoints, sendConsoleRequest)
export const helpCategoryApi = createApiClient(consoleHelpCategoryEndpoints, sendConsoleRequest)

export const articleQuery = (id: string) => ({ queryKey: ['article', 'one', id] as const, queryFn: () => articleApi.detail({ id }) })
export const articleVersionQuery = (id: string, no: number) => ({
  queryKey: ['article', 'version', id, no] as const,
  queryFn: () => articleApi.version({ id, no }),
  staleTime: Number.POSITIVE_INFINITY,
})
export const helpCategoriesQuery = { queryKey: ['article', 'categories'] as const, queryFn: () => helpCategoryApi.list({}) }

/** Invalidates the queries that a change of an article affects: the article, the lists, the counts of its category. */
export const invalidatedByArticle = [['article']] as const
