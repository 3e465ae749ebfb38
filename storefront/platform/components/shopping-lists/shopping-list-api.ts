import { queryOptions } from '@tanstack/react-query'
import { shoppingListEndpoints } from '#contract/orders/shopping-lists/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const shoppingListApi = connect(shoppingListEndpoints, send)

/** The query key that is invalidated when a list changes. */
export const SHOPPING_LIST_KEY = ['standing'] as const

export const shoppingListsQuery = queryOptions({ queryKey: [...SHOPPING_LIST_KEY, 'lists'], queryFn: () => shoppingListApi.list({}) })

export const shoppingListQuery = (id: string) =>
  queryOptions({ queryKey: [...SHOPPING_LIST_KEY, 'list', id], queryFn: () => shoppingListApi.detail({ id }) })

export const suggestionsQuery = queryOptions({ queryKey: [...SHOPPING_LIST_KEY, 'suggest'], queryFn: () => shoppingListApi.suggest({}) })
