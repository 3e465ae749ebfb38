import {
  SHOPPING_LIST_QUERY_KEY,
  shoppingListApi,
  shoppingListQuery,
} from '#storefront/platform/components/shopping-lists/shopping-list-api.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { useChangeShownAtOnce } from '#storefront/platform/sessions/use-change-shown-at-once.ts'

type ShownList = Awaited<ReturnType<typeof shoppingListApi.detail>>

export interface SavedShoppingListLine {
  skuId: string
  goodsNum: number
  note: string
}

/** The actions on the lines of a list. After the last one everything is fetched again, even if it was refused. */
export function useShoppingListActions(id: string, onSaved: (line: SavedShoppingListLine) => void) {
  const around = {
    changes: [...SHOPPING_LIST_QUERY_KEY, 'changes', id],
    shows: shoppingListQuery(id).queryKey,
    invalidates: [SHOPPING_LIST_QUERY_KEY],
  }
  const set = useChangeShownAtOnce({
    ...around,
    noticeAfterLogin: '已保存',
    call: (line: SavedShoppingListLine) => shoppingListApi.setLine({ id, ...line }),
    done: (_, line) => onSaved(line),
    sketch: (list: ShownList, { skuId, ...change }) => ({
      ...list,
      lines: list.lines.map((line) => (line.sku.skuId === skuId ? { ...line, ...change } : line)),
    }),
  })
  const remove = useChangeShownAtOnce({
    ...around,
    noticeAfterLogin: '操作已完成',
    call: (skuIds: string[]) => shoppingListApi.deleteLines({ id, skuIds }),
    sketch: (list: ShownList, skuIds) => ({ ...list, lines: list.lines.filter(({ sku }) => !skuIds.includes(sku.skuId)) }),
  })
  const arrange = useChangeShownAtOnce({
    ...around,
    noticeAfterLogin: '操作已完成',
    call: (skuIds: string[]) => shoppingListApi.arrange({ id, skuIds }),
    // A moved line stays under the finger.
    sketch: (list: ShownList, skuIds) => ({
      ...list,
      lines: list.lines.toSorted((a, b) => skuIds.indexOf(a.sku.skuId) - skuIds.indexOf(b.sku.skuId)),
    }),
  })
  const rename = (name: string) => shoppingListApi.modify({ id, name })
  const drop = useApiMutation(() => shoppingListApi.delete({ id }), { invalidates: [SHOPPING_LIST_QUERY_KEY] })
  return { set, remove, arrange, rename, drop }
}
export type ShoppingListActions = ReturnType<typeof useShoppingListActions>
