import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { SEARCHING, useSearchText } from '#console/platform/components/use-search-text.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consolePriceEndpoints } from '#contract/catalog/pricing/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

const companyApi = createApiClient({ companies: consolePriceEndpoints.companies }, sendConsoleRequest)

interface Props<T> {
  placeholder?: string
  id?: string
  /** Its name where no form gives it a label. */
  label?: string
  value?: T
  /** The name of the chosen enterprise, if the screen knows it before it is searched for. */
  knownName?: string | undefined
  /** The names of several chosen enterprises, if the screen knows them. */
  known?: readonly { enterpriseId: string; name: string }[]
  /** How many can be chosen. */
  max?: number
  allowClear?: boolean
  onChange?: (value: T) => void
}

/**
 * A select for one or several enterprises by a part of their name. People who maintain or tell prices and coupons see nothing else of
 * enterprises here.
 */
export function EnterpriseSelect<T extends string | string[]>({
  mode,
  placeholder = '输入企业名称',
  label,
  knownName,
  known = [],
  max,
  ...field
}: Props<T> & { mode?: 'multiple' }) {
  const { allowed, reason } = usePermission(consolePriceEndpoints.companies)
  const { keyword, setTyped, isOld } = useSearchText(50)
  const [met, setMet] = useState<ReadonlyMap<string, string>>(() => new Map(known.map(({ enterpriseId, name }) => [enterpriseId, name])))
  const found = useQuery({
    queryKey: ['price', 'companies', keyword],
    queryFn: ({ signal }) => companyApi.companies({ keyword }, { signal }),
    placeholderData: keepPreviousData,
    enabled: allowed,
  })
  const names = new Map([...met, ...(found.data ?? []).map(({ enterpriseId, name }) => [enterpriseId, name] as const)])
  const chosen = field.value === undefined ? [] : [field.value].flat()
  const isSearching = isOld(found)
  const shown = new Set([...(isSearching ? [] : (found.data ?? [])).map(({ enterpriseId }) => enterpriseId), ...chosen])
  return (
    <Select<T>
      {...field}
      {...(mode ? { mode } : {})}
      {...(max === undefined ? {} : { maxCount: max })}
      placeholder={placeholder}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(reason === undefined ? {} : { disabled: true, title: reason })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      getPopupContainer={getOverlayContainer}
      options={[...shown].map((value) => ({ value, label: names.get(value) ?? knownName ?? '…' }))}
      notFoundContent={found.error ? found.error.message : isSearching ? SEARCHING : '没有这家企业'}
      onSelect={() => setMet(names)}
    />
  )
}
