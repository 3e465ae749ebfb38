import { queryOptions } from '@tanstack/react-query'
import { shoppingListEndpoints } from '#contract/orders/shopping-lists/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const shoppingListApi = createApiClient(shoppingListEndpoints, sendOrHoldUntilLogin)

/** The query key that is invalidated when a list changes. */
export const SHOPPING_LIST_QUERY_KEY = ['standing'] as const

export const shoppingListsQuery = queryOptions({ queryKey: [...SHOPPING_LIST_QUERY_KEY, 'lists'], queryFn: () => shoppingListApi.list({}) })

export const shoppingListQuery = (id: string) =>
  queryOptions({ queryKey: [...SHOPPING_LIST_QUERY_KEY, 'list', id], queryFn: () => shoppingListApi.detail({ id }) })

export const shoppingListSuggestionsQuery = queryOptions({
  queryKey: [...SHOPPING_LIST_QUERY_KEY, 'suggest'],
  queryFn: () => shoppingListApi.suggest({}),
})
