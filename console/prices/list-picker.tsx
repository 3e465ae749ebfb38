import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { priceApi } from './prices-api.ts'

/** Picks a price list. */
export function ListPicker({ id, value, change }: { id: string; value: string | undefined; change: (value: string | undefined) => void }) {
  const lists = useQuery({ queryKey: ['price', 'lists', 'pick'], queryFn: () => priceApi.lists({ pageSize: 100 }) })
  return (
    <Select
      id={id}
      placeholder="选择价目表"
      value={lists.data ? value : undefined}
      loading={lists.isPending}
      options={(lists.data?.dataList ?? []).map(({ listId, name }) => ({ value: listId, label: name }))}
      getPopupContainer={({ parentElement }) => parentElement ?? document.body}
      onChange={(next: string | undefined) => change(next)}
    />
  )
}
