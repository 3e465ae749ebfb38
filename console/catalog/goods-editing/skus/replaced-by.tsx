import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import type { DraftSku } from '#console/catalog/goods-editing/editor/draft.ts'
import { useDraftStore } from '#console/catalog/goods-editing/editor/editor-context.ts'
import { optionsWithCurrent } from '#console/platform/components/forms/options-with-current.ts'
import { SEARCHING, useSearchText } from '#console/platform/components/use-search-text.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import type { SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

const skuApi = createApiClient(consoleSkuEndpoints, sendConsoleRequest)
const SHOWN = 20

interface Props {
  row: DraftSku
  at: number
  /** The code of the selected SKU; undefined: not known yet. */
  known: string | undefined
  change: (rowKey: string, fields: Partial<SkuContent>) => void
}

/** The SKU that replaces another: one of the same goods, or any that is found by its code. */
export function ReplacementSkuField({ row: { key, sku }, at, known, change }: Props) {
  const store = useDraftStore()
  const [open, setOpen] = useState(false)
  const { keyword, setTyped, isOld } = useSearchText(50)
  const value = sku.replacedBy ?? undefined
  const found = useQuery({
    queryKey: ['sku', 'pick', keyword],
    queryFn: () => skuApi.list({ keyword, pageSize: SHOWN }),
    enabled: open && keyword !== '',
  })
  const own = open
    ? store.read().draft.rows.flatMap((row) => (row.sku.skuId === null ? [] : { value: row.sku.skuId, label: row.sku.code }))
    : []
  const others = (found.data?.dataList ?? []).map(({ skuId, code }) => ({ value: skuId, label: code }))
  const isSearching = isOld(found)
  const listed = isSearching ? [] : keyword === '' ? own : others
  return (
    <Select
      size="small"
      variant="borderless"
      aria-label={`第 ${at + 1} 行替代规格`}
      placeholder="无"
      value={value}
      options={optionsWithCurrent(
        listed.filter((option) => option.value !== sku.skuId),
        value,
        known ?? '…',
      )}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      popupMatchSelectWidth={220}
      allowClear
      onOpenChange={setOpen}
      notFoundContent={isSearching ? SEARCHING : keyword === '' ? '输入规格编码' : '没有这个规格'}
      onChange={(next: string | undefined) => change(key, { replacedBy: next ?? null })}
    />
  )
}
