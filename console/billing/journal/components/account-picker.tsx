import { Select } from 'antd'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { DEFAULT_JOURNAL_ACCOUNT, toAccountOptions, useJournalChartOfAccounts } from './use-journal-accounts.ts'

type Props = Parameters<FilterPickerComponent>[0]

/** The choice of an account of the chart, by code or name. */
export const JournalAccountPicker = (props: Props) => <Picker {...props} />

/** The same for a list that always shows one account: the receivable, until another is chosen. */
export const RequiredJournalAccountPicker = ({ value = DEFAULT_JOURNAL_ACCOUNT, ...props }: Props) => (
  <Picker {...props} value={value} always />
)

function Picker({ id, value, change, always = false }: Props & { always?: boolean }) {
  const { data, isPending } = useJournalChartOfAccounts()
  return (
    <Select
      id={id}
      value={value}
      onChange={(code?: string) => change(code)}
      options={data ? toAccountOptions(data.values) : []}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={!always}
      placeholder="编码或名称"
    />
  )
}
