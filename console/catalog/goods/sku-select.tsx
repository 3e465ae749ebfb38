import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FormControl, SearchableSelect } from '#console/platform/components/found-select.tsx'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { skuApi } from './skus-api.ts'

/** How many SKUs a search shows. */
const FOUND = 20

/** A SKU by a part of its name or its part number. `known`: the names of SKUs that may be chosen already, by id. */
export function SkuSelect({ known, ...field }: FormControl<string> & { known: ReadonlyMap<string, string>; label?: string }) {
  const [keyword, setKeyword] = useState('')
  const found = useQuery({
    queryKey: ['sku', 'select', keyword],
    queryFn: () => skuApi.list({ pageSize: FOUND, ...(keyword === '' ? {} : { keyword: keyword.slice(0, 50) }) }),
    placeholderData: keepPreviousData,
  })
  const names = (found.data?.dataList ?? []).map(
    ({ skuId, goodsName, skuProps, code }) => [skuId, `${goodsName} ${formatSkuProps(skuProps)} · ${code}`] as const,
  )
  return (
    <SearchableSelect<string>
      {...field}
      placeholder="输入名称或编码"
      none={found.error ? found.error.message : '没有这样的商品'}
      found={new Map(names)}
      isOld={found.isPlaceholderData}
      known={known}
      search={setKeyword}
    />
  )
}
