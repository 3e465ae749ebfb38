import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { overlayContainer } from '#console/platform/components/forms/overlays.ts'
import { send } from '#console/platform/sessions/session.ts'
import { consolePriceEndpoints } from '#contract/catalog/pricing/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

const companyApi = connect({ companies: consolePriceEndpoints.companies }, send)

interface Props<T> {
  placeholder?: string
  id?: string
  value?: T
  onChange?: (value: T) => void
}

/**
 * A select for one or several enterprises by a part of their name. People who maintain prices and coupons see nothing else of enterprises.
 */
export function CompanySelect<T extends string | string[]>({
  mode,
  placeholder = '输入企业名称',
  ...field
}: Props<T> & { mode?: 'multiple' }) {
  const [keyword, setKeyword] = useState('')
  const [met, setMet] = useState<ReadonlyMap<string, string>>(new Map())
  const found = useQuery({
    queryKey: ['price', 'companies', keyword],
    queryFn: ({ signal }) => companyApi.companies({ keyword: keyword.slice(0, 50) }, { signal }),
    placeholderData: keepPreviousData,
  })
  const names = new Map([...met, ...(found.data ?? []).map(({ enterpriseId, name }) => [enterpriseId, name] as const)])
  const chosen = field.value === undefined ? [] : [field.value].flat()
  const shown = new Set([...(found.data ?? []).map(({ enterpriseId }) => enterpriseId), ...chosen])
  return (
    <Select<T>
      {...field}
      {...(mode ? { mode } : {})}
      placeholder={placeholder}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      getPopupContainer={overlayContainer}
      options={[...shown].map((value) => ({ value, label: names.get(value) ?? '…' }))}
      notFoundContent={found.error ? found.error.message : '没有这家企业'}
      onSelect={() => setMet(names)}
    />
  )
}
