import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { helpCategoriesQuery } from '#console/content/content/content-api.ts'
import { optionsWithCurrent } from '#console/platform/components/forms/options-with-current.ts'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { formatError } from '#ui/format-error.ts'

interface Props {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** A form control for a category of the help centre. */
export function HelpCategorySelect({ value, ...field }: Props) {
  const { data, error, isPending } = useQuery(helpCategoriesQuery)
  const listed = (data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      {...field}
      {...(value === undefined ? {} : { value })}
      options={optionsWithCurrent(listed, value, isPending ? '…' : '所选分类')}
      notFoundContent={error ? formatError(error) : '还没有分类，请先到“帮助分类”新增'}
      getPopupContainer={getOverlayContainer}
    />
  )
}
