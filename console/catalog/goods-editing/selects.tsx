import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { categoriesQuery } from '#console/catalog/categories/category-api.ts'
import { toCategoryOptions } from '#console/catalog/categories/category-options.ts'
import { optionsWithCurrent } from '#console/platform/components/forms/options-with-current.ts'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { SEARCHING, useSearchText } from '#console/platform/components/use-search-text.ts'
import type { FieldAriaProps } from './editor/field.tsx'
import { brandOptionsQuery, shopOptionsQuery } from './goods-api.ts'

interface Props {
  id: string
  value: string | undefined
  change: (value: string | undefined) => void
  placeholder?: string
  /** The select cannot be cleared. A button to clear it would add a stop for the Tab key. */
  required?: boolean
  marks?: FieldAriaProps
}

/** The label of a value that is not among the options, because it is not loaded yet or does not match the search. */
const OTHER = '当前选择'

type OptionsQuery = (keyword: string) => { queryKey: readonly unknown[]; queryFn: () => Promise<{ value: string; label: string }[]> }

function SearchSelect({
  id,
  value,
  change,
  placeholder = '全部',
  required = false,
  marks,
  query,
  nothing,
}: Props & { query: OptionsQuery; nothing: string }) {
  const { keyword, setTyped, isOld } = useSearchText(30)
  const all = useQuery(query(''))
  const found = useQuery(query(keyword))
  const isSearching = isOld(found)
  const name = all.data?.find((option) => option.value === value)?.label
  return (
    <Select
      id={id}
      {...marks}
      placeholder={placeholder}
      value={value}
      options={optionsWithCurrent(isSearching ? [] : (found.data ?? []), value, name ?? (all.isPending ? '…' : OTHER))}
      getPopupContainer={getParentOverlayContainer}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={found.isFetching}
      notFoundContent={found.error ? found.error.message : isSearching ? SEARCHING : nothing}
      allowClear={!required}
      onChange={(next: string | undefined) => change(next)}
    />
  )
}

export const ShopSelect = (props: Props) => <SearchSelect {...props} query={shopOptionsQuery} nothing="没有这家店铺" />
export const BrandSelect = (props: Props) => <SearchSelect {...props} query={brandOptionsQuery} nothing="没有这个品牌" />

/** A category of either level, for filters. */
export const CategorySelect = (props: Props) => <TreeSelect {...props} withTops />
/** A category for goods: one of the lower level. */
export const SubcategorySelect = (props: Props) => <TreeSelect {...props} withTops={false} />

function TreeSelect({ id, value, change, placeholder = '全部', required = false, marks, withTops }: Props & { withTops: boolean }) {
  const tree = useQuery(categoriesQuery)
  const options = tree.data && toCategoryOptions(tree.data, withTops)
  return (
    <Select
      id={id}
      {...marks}
      placeholder={placeholder}
      value={options ? value : value && '…'}
      options={options ?? []}
      getPopupContainer={getParentOverlayContainer}
      showSearch={{ optionFilterProp: 'label' }}
      loading={tree.isPending}
      notFoundContent={tree.error ? tree.error.message : '没有这个分类'}
      allowClear={!required}
      onChange={(next: string | undefined) => change(next)}
    />
  )
}
