import { Select } from 'antd'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { toAccountOptions, useJournalChart } from './use-journal-accounts.ts'

/** The choice of an account of the chart, by code or name. */
export function JournalAccountPicker({ id, value, change }: Parameters<FilterPickerComponent>[0]) {
  const { data, isPending } = useJournalChart()
  return (
    <Select
      id={id}
      value={value}
      onChange={(code?: string) => change(code)}
      options={data ? toAccountOptions(data.values) : []}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      placeholder="编码或名称"
    />
  )
}
