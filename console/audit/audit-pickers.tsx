import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { staffAccountApi } from '../staff/staff-api.ts'
import { actionsQuery } from './audit-api.ts'

interface Props {
  id: string
  value: string | undefined
  change: (value: string | undefined) => void
}

interface Choice {
  value: string
  label: string
}

/** Picks one of a list by part of its name. What is chosen and not in it keeps a place, so that it can be taken away. */
function Pick({ id, value, change, choices, placeholder, other }: Props & { choices: Choice[]; placeholder: string; other: string }) {
  const known = value === undefined || choices.some((choice) => choice.value === value)
  return (
    <Select
      id={id}
      placeholder={placeholder}
      value={value}
      options={known ? choices : [{ value, label: other }, ...choices]}
      getPopupContainer={({ parentElement }) => parentElement ?? document.body}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent="没有符合的选项"
      popupMatchSelectWidth={false}
      allowClear
      onChange={(next: string | undefined) => change(next)}
    />
  )
}

/** Picks what was done. */
export function ActionPicker(props: Props) {
  const actions = useQuery(actionsQuery)
  const choices = (actions.data ?? []).map(({ action, actionName }) => ({ value: action, label: actionName }))
  return <Pick {...props} choices={choices} placeholder="全部操作" other={props.value ?? ''} />
}

const STAFF_SHOWN = 100

/** Picks who did it among the platform's people; a buyer comes here from his own page. */
export function ActorPicker(props: Props) {
  const staff = useQuery({
    queryKey: ['staff-account', 'pick'],
    queryFn: ({ signal }) => staffAccountApi.list({ pageSize: STAFF_SHOWN }, { signal }),
  })
  const choices = (staff.data?.dataList ?? []).map(({ staffId, name, email }) => ({ value: staffId, label: `${name} ${email}` }))
  return <Pick {...props} choices={choices} placeholder="全部员工" other="所选用户" />
}
