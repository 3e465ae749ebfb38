import { useQuery } from '@tanstack/react-query'
import { staffAccountApi } from '#console/people/staff/staff-api.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import { auditActionsQuery } from './audit-api.ts'

type Props = Parameters<FilterPickerComponent>[0]

/** A filter by action. */
export function AuditActionFilterPicker(props: Props) {
  const actions = useQuery(auditActionsQuery)
  const choices = (actions.data ?? []).map(({ action, actionName }) => ({ value: action, label: actionName }))
  return <OptionFilterPicker {...props} choices={choices} error={actions.error} placeholder="全部操作" other="所选操作" />
}

const STAFF_SHOWN = 100

/** A filter by staff member. A buyer can only be set by a link from his own page. */
export function AuditActorFilterPicker(props: Props) {
  const staff = useQuery({
    queryKey: ['staff-account', 'pick'],
    queryFn: ({ signal }) => staffAccountApi.list({ pageSize: STAFF_SHOWN }, { signal }),
  })
  const choices = (staff.data?.dataList ?? []).map(({ staffId, name, email }) => ({ value: staffId, label: `${name} ${email}` }))
  return <OptionFilterPicker {...props} choices={choices} error={staff.error} placeholder="全部员工" other="所选用户" />
}
