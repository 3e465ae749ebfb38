import { Select } from 'antd'
import { optionsWithCurrent } from '#console/platform/components/forms/options-with-current.ts'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { formatError } from '#ui/format-error.ts'
import type { FilterPickerComponent } from './filter-bar.tsx'

interface Choices {
  choices: readonly { value: string; label: string }[]
  loading?: boolean
  /** Why there are no choices. */
  error: unknown
  placeholder: string
  /** Stands for a selected value that is not among the choices, so that it can be removed. */
  other: string
  /** Shown instead of no choices. */
  nothing?: string
}

/** A filter by one of some choices, with a search among them. */
export const OptionFilterPicker = ({
  id,
  value,
  change,
  choices,
  loading = false,
  error,
  placeholder,
  other,
  nothing = '没有符合的选项',
}: Parameters<FilterPickerComponent>[0] & Choices) => (
  <Select
    id={id}
    placeholder={placeholder}
    value={value}
    options={optionsWithCurrent(choices, value, loading ? '…' : other)}
    loading={loading}
    getPopupContainer={getParentOverlayContainer}
    showSearch={{ optionFilterProp: 'label' }}
    notFoundContent={error ? formatError(error) : nothing}
    popupMatchSelectWidth={false}
    allowClear
    onChange={(next: string | undefined) => change(next)}
  />
)
