import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { type ConsoleCategory, consoleCategoryEndpoints } from '#contract/catalog/categories/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const categoryApi = createApiClient(consoleCategoryEndpoints, sendConsoleRequest)

export const categoriesQuery = {
  queryKey: ['category'] as const,
  queryFn: (): Promise<ConsoleCategory[]> => categoryApi.list({}),
}

/** Invalidates the queries that show categories: the tree, the tax codes by category, and the scopes of coupons. */
export const invalidatedByCategory = [['category'], ['taxCode'], ['coupon']] as const
