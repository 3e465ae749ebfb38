import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { staffAccountApi } from '#console/people/staff/staff-api.ts'
import { optionsWithCurrent } from '#console/platform/components/forms/options-with-current.ts'
import { parentContainer } from '#console/platform/components/forms/overlays.ts'
import { formatError } from '#ui/format-error.ts'
import { auditActionsQuery } from './audit-api.ts'

interface Props {
  id: string
  value: string | undefined
  change: (value: string | undefined) => void
}

interface Offer {
  choices: { value: string; label: string }[]
  /** The text if there are no options. */
  error: unknown
  placeholder: string
  other: string
}

/** A select with a search. If the selected value is not in the list, it stays visible, so that it can be removed. */
function Pick({ id, value, change, choices, error, placeholder, other }: Props & Offer) {
  return (
    <Select
      id={id}
      placeholder={placeholder}
      value={value}
      options={optionsWithCurrent(choices, value, other)}
      getPopupContainer={parentContainer}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={error ? formatError(error) : '没有符合的选项'}
      popupMatchSelectWidth={false}
      allowClear
      onChange={(next: string | undefined) => change(next)}
    />
  )
}

/** A filter by action. */
export function ActionPicker(props: Props) {
  const actions = useQuery(auditActionsQuery)
  const choices = (actions.data ?? []).map(({ action, actionName }) => ({ value: action, label: actionName }))
  return <Pick {...props} choices={choices} error={actions.error} placeholder="全部操作" other="所选操作" />
}

const STAFF_SHOWN = 100

/** A filter by staff member. A buyer can only be set by a link from his own page. */
export function ActorPicker(props: Props) {
  const staff = useQuery({
    queryKey: ['staff-account', 'pick'],
    queryFn: ({ signal }) => staffAccountApi.list({ pageSize: STAFF_SHOWN }, { signal }),
  })
  const choices = (staff.data?.dataList ?? []).map(({ staffId, name, email }) => ({ value: staffId, label: `${name} ${email}` }))
  return <Pick {...props} choices={choices} error={staff.error} placeholder="全部员工" other="所选用户" />
}
