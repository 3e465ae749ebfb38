import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { optionsWithCurrent } from '#console/platform/components/forms/options-with-current.ts'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { formatError } from '#ui/format-error.ts'
import { UNKNOWN_PRICE_LIST_NAME } from './price-view.ts'
import { priceApi } from './prices-api.ts'

/** A select for a price list. */
export function PriceListPicker({
  id,
  value,
  change,
}: {
  id: string
  value: string | undefined
  change: (value: string | undefined) => void
}) {
  const lists = useQuery({ queryKey: ['price', 'lists', 'pick'], queryFn: () => priceApi.lists({ pageSize: 100 }) })
  const listed = (lists.data?.dataList ?? []).map(({ listId, name }) => ({ value: listId, label: name }))
  return (
    <Select
      id={id}
      placeholder="选择价目表"
      value={value}
      loading={lists.isPending}
      options={optionsWithCurrent(listed, value, lists.isPending ? '…' : UNKNOWN_PRICE_LIST_NAME)}
      notFoundContent={lists.error ? formatError(lists.error) : '还没有价目表'}
      getPopupContainer={getParentOverlayContainer}
      onChange={(next: string | undefined) => change(next)}
    />
  )
}
