import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  SHOPPING_LIST_QUERY_KEY,
  shoppingListApi,
  shoppingListQuery,
} from '#storefront/platform/components/shopping-lists/shopping-list-api.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'

/** The actions on the lines of a list. After each one everything is fetched again, even if it was refused. */
export function useShoppingListActions(id: string) {
  const queries = useQueryClient()
  const { queryKey } = shoppingListQuery(id)
  /** Changes of lines are sent one after the other. */
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const options = { invalidates: [SHOPPING_LIST_QUERY_KEY] }
  const set = useApiMutation(
    (line: { skuId: string; goodsNum: number; note: string }) => {
      // The change is shown at once, so that the next one of the same line begins from it and not from what was read before.
      queries.setQueryData(
        queryKey,
        (list) => list && { ...list, lines: list.lines.map((one) => (one.sku.skuId === line.skuId ? { ...one, ...line } : one)) },
      )
      void queries.cancelQueries({ queryKey })
      const sent = before.current.then(() => shoppingListApi.setLine({ id, ...line }))
      before.current = sent.catch(() => undefined)
      return sent
    },
    { ...options, saves: true },
  )
  const remove = useApiMutation((skuIds: string[]) => shoppingListApi.deleteLines({ id, skuIds }), options)
  const arrange = useApiMutation(async (skuIds: string[]) => {
    // The change is shown at once, so that a moved line stays under the finger.
    queries.setQueryData(
      queryKey,
      (list) => list && { ...list, lines: list.lines.toSorted((a, b) => skuIds.indexOf(a.sku.skuId) - skuIds.indexOf(b.sku.skuId)) },
    )
    await shoppingListApi.arrange({ id, skuIds }).finally(() => void queries.invalidateQueries({ queryKey }))
  })
  const rename = (name: string) => shoppingListApi.modify({ id, name })
  const drop = useApiMutation(() => shoppingListApi.delete({ id }), options)
  return { set, remove, arrange, rename, drop }
}
export type ShoppingListActions = ReturnType<typeof useShoppingListActions>
