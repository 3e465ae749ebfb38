import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AutoComplete } from 'antd'
import { useState } from 'react'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { getLinkKind } from '#contract/content/content/links.ts'
import { useDebouncedText } from '#ui/use-debounced-text.ts'
import { findLinkLabel, groupLinkOptions, isAddress, linkOptionQueries } from './link-options.ts'

interface Props {
  /** The form that holds the field gives these. */
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** A link: an address that is typed, or a screen, category, article or product of the mall that is found by its name. */
export function LinkField({ id, value = '', onChange }: Props) {
  // The name that was chosen stays known after another search.
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const queries = linkOptionQueries(useDebouncedText(value))
  const places = useQuery(queries.places)
  const found = useQuery({ ...queries.goods, placeholderData: keepPreviousData })
  const known = { goods: found.data ?? [], categories: places.data?.categories ?? [], articles: places.data?.articles ?? [] }
  const label = chosen?.value === value ? chosen.label : findLinkLabel(value, known)
  return (
    <>
      <AutoComplete
        {...(id === undefined ? {} : { id })}
        allowClear
        value={value}
        options={groupLinkOptions(value, known)}
        placeholder="输入商品、分类、文章名称来选择，或直接粘贴地址"
        getPopupContainer={getOverlayContainer}
        onChange={(next: string | undefined) => onChange?.(next ?? '')}
        onSelect={(next = '') => setChosen({ value: next, label: findLinkLabel(next, known) ?? next })}
      />
      <p className="drawer-note" role="status">
        {describeLink(value, label)}
      </p>
    </>
  )
}

/** What a click on the banner opens. */
function describeLink(address: string, label: string | undefined): string {
  if (address === '') return '不填：点横幅不打开页面'
  if (label !== undefined) return `点横幅打开：${label}`
  if (!isAddress(address)) return '请在列表中选择'
  return getLinkKind(address) === 'web' ? '点横幅打开其他网站' : '点横幅打开本站页面'
}
