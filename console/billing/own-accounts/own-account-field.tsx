import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { ownAccountsQuery } from './own-accounts-api.ts'
import { toOwnAccountOptions } from './own-accounts-view.ts'

interface OwnAccountFieldProps {
  label: string
  /** What it is if it is left empty; nothing: it must not be, and nothing is chosen beforehand. */
  none?: string
  /** Accounts that are not in use can be chosen, too: for statements of their past. */
  past?: boolean
}

/** The field of a form that names one of our accounts. A mall with one account does not see it. */
export function OwnAccountField({ label, none, past = false }: OwnAccountFieldProps) {
  const { data = [] } = useQuery(ownAccountsQuery)
  const options = toOwnAccountOptions(past ? data : data.filter(({ enabled }) => enabled))
  if (options.length < 2) return null
  return (
    <Form.Item name="accountNo" label={label} rules={[{ required: none === undefined, message: '请选择收款账户' }]}>
      <Select allowClear={none !== undefined} options={options} placeholder={none ?? '请选择'} />
    </Form.Item>
  )
}

/** The account of a row, below its number. A mall with one account does not see it. */
export function OwnAccountOfRow({ account }: { account: string | null }) {
  const { allowed } = usePermission(consoleBankEndpoints.accounts)
  const { data = [] } = useQuery({ ...ownAccountsQuery, enabled: allowed })
  return data.length < 2 || !account ? null : <small>{account}</small>
}

/** A filter of a list by one of our accounts. Who sees the books but no bank lines has no accounts to choose from. */
export const OwnAccountFilterPicker: FilterPickerComponent = (picker) => {
  const { allowed } = usePermission(consoleBankEndpoints.accounts)
  const { data = [], error, isLoading } = useQuery({ ...ownAccountsQuery, enabled: allowed })
  const choices = toOwnAccountOptions(data)
  return <OptionFilterPicker {...picker} choices={choices} loading={isLoading} error={error} placeholder="全部账户" other="所选账户" />
}
