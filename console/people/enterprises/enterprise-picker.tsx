import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { optionsWithCurrent } from '#console/platform/components/forms/options-with-current.ts'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { SEARCHING, useSearchText } from '#console/platform/components/use-search-text.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { formatEnterpriseName } from './enterprise-view.ts'
import { enterpriseApi, enterpriseQuery } from './enterprises-api.ts'

interface Props {
  id: string
  value: string | undefined
  change: (value: string | undefined) => void
  placeholder?: string
}

/** The label of an enterprise whose name the person may not see. */
const OTHER = '所选企业'
const ALL = '全部企业'

/** A filter for an enterprise by a part of its name. A person who may not see enterprises can only remove the filter. */
export function EnterpriseFilterPicker(props: Props) {
  const may = usePermission(consoleEnterpriseEndpoints.list).allowed
  if (may) return <Searching {...props} />
  const { id, value, change, placeholder = ALL } = props
  return (
    <Select
      id={id}
      placeholder={placeholder}
      disabled={value === undefined}
      value={value}
      options={optionsWithCurrent([], value, OTHER)}
      allowClear
      onClear={() => change(undefined)}
    />
  )
}

/** The same where a list is of one enterprise. */
export const RequiredEnterpriseFilterPicker = (props: Props) => <EnterpriseFilterPicker {...props} placeholder="请选择企业" />

function Searching({ id, value, change, placeholder = ALL }: Props) {
  const { keyword, setTyped, isOld } = useSearchText(50)
  const found = useQuery({
    queryKey: ['enterprise', 'pick', keyword],
    queryFn: ({ signal }) => enterpriseApi.list({ ...(keyword === '' ? {} : { keyword }), pageSize: 20 }, { signal }),
  })
  const chosen = useQuery({ ...enterpriseQuery(value ?? ''), enabled: value !== undefined })
  const isSearching = isOld(found)
  const rows = isSearching ? [] : (found.data?.dataList ?? [])
  const listed = rows.map(({ enterpriseId, name, agentName, ownerMobile }) => ({
    value: enterpriseId,
    label: name ?? `${agentName ?? formatEnterpriseName({ name })} ${ownerMobile ?? ''}`,
  }))
  const name = chosen.data ? formatEnterpriseName(chosen.data) : chosen.error ? OTHER : '…'
  return (
    <Select
      id={id}
      placeholder={placeholder}
      value={value}
      options={optionsWithCurrent(listed, value, name)}
      getPopupContainer={getParentOverlayContainer}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={found.isFetching}
      notFoundContent={found.error ? found.error.message : isSearching ? SEARCHING : '没有这家企业'}
      allowClear
      onChange={(next: string | undefined) => change(next)}
    />
  )
}
