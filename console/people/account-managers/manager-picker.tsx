import { useQuery } from '@tanstack/react-query'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import { UNMANAGED_ENTERPRISES_FILTER_VALUE } from '#contract/people/account-managers/manager-filter.ts'
import { OWN_ENTERPRISES_FILTER_VALUE } from '#contract/platform/core/own-enterprises.ts'
import { accountManagerChoicesQuery } from './account-manager-api.ts'

const OWN_AND_NOBODYS = [
  { value: OWN_ENTERPRISES_FILTER_VALUE, label: '我的客户' },
  { value: UNMANAGED_ENTERPRISES_FILTER_VALUE, label: '没有客户经理' },
]

/** A filter by the account manager of a company: the own companies, those of nobody, those of a colleague. */
export function AccountManagerFilterPicker(props: Parameters<FilterPickerComponent>[0]) {
  const people = useQuery(accountManagerChoicesQuery)
  const choices = (people.data ?? []).map(({ staffId, name, active }) => ({ value: staffId, label: active ? name : `${name}（已停用）` }))
  return (
    <OptionFilterPicker
      {...props}
      choices={[...OWN_AND_NOBODYS, ...choices]}
      loading={people.isPending}
      error={people.error}
      placeholder="全部客户经理"
      other="所选员工"
    />
  )
}
