import { useQuery } from '@tanstack/react-query'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import { collectionSummaryQuery } from './collections-api.ts'

/** A filter by the person who has a task. */
export function CollectionOwnerFilterPicker(props: Parameters<FilterPickerComponent>[0]) {
  const summary = useQuery(collectionSummaryQuery)
  const choices = (summary.data?.owners ?? []).map(({ staffId, name }) => ({ value: staffId, label: name }))
  return <OptionFilterPicker {...props} choices={choices} error={summary.error} placeholder="全部负责人" other="所选负责人" />
}
