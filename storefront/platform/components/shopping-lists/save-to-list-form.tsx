import { useQuery } from '@tanstack/react-query'
import { SHOPPING_LIST_NAME_MAX, type ShoppingList } from '#contract/orders/shopping-lists/api.ts'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { SHOPPING_LIST_QUERY_KEY, shoppingListApi, shoppingListsQuery } from './shopping-list-api.ts'

export interface SaveToShoppingListLine {
  skuId: string
  goodsNum: number
}

/** Chooses one of the lists, or names a new one. */
export function SaveToShoppingListForm({ lines, close }: { lines: readonly SaveToShoppingListLine[]; close: () => void }) {
  const lists = useQuery(shoppingListsQuery)
  return (
    <QueryContent from={lists} skeleton={<Skeleton className="h-40" />}>
      {(known) => <Form known={known} lines={lines} close={close} />}
    </QueryContent>
  )
}

const NEW = ''

function Form({ known, lines, close }: { known: readonly ShoppingList[]; lines: readonly SaveToShoppingListLine[]; close: () => void }) {
  const [draft, setDraft, sent] = usePersistedState('saving to a list', () => ({ id: known[0]?.id ?? NEW, name: '' }))
  const { id, name } = draft
  const wanted = lines.map(({ skuId, goodsNum }) => ({ skuId, goodsNum }))
  const save = useApiMutation(
    async () => {
      if (id === NEW) return (await shoppingListApi.add({ name, lines: wanted })).name
      await shoppingListApi.addLines({ id, lines: wanted })
      return known.find((list) => list.id === id)?.name ?? ''
    },
    {
      clearStoredForm: sent,
      invalidates: [SHOPPING_LIST_QUERY_KEY],
      fields: ['name'],
      onSuccess: (list) => {
        showNotice(`${wanted.length} 种商品已加入「${list}」`)
        close()
      },
    },
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <p className="mb-3 text-mute">
        共 <span className="num">{wanted.length}</span> 种；清单中已有的更新数量。
      </p>
      {known.length > 0 && (
        <SelectField
          label="清单"
          value={id}
          options={[
            ...known.map((list) => ({ value: list.id, label: `${list.name}（${list.lineCount} 种）` })),
            { value: NEW, label: '新建清单…' },
          ]}
          onChange={(chosen) => setDraft((now) => ({ ...now, id: chosen }))}
        />
      )}
      {id === NEW && (
        <TextField
          label="新清单名称"
          required
          maxLength={SHOPPING_LIST_NAME_MAX}
          placeholder="如：掘进一队月度"
          value={name}
          error={save.errorsByField.name}
          onChange={(event) => {
            save.clearError()
            setDraft((now) => ({ ...now, name: event.target.value }))
          }}
        />
      )}
      <FormButtons submit="加入" busy={save.isPending} disabled={id === NEW && name.trim() === ''} onCancel={close} />
    </form>
  )
}
