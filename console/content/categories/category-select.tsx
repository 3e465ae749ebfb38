import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { formatError } from '../../../ui/format-error.ts'
import { optionsWithCurrent } from '../../components/form/options-with-current.ts'
import { overlayContainer } from '../../components/form/overlays.ts'
import { categoriesQuery } from '../content-api.ts'

interface Props {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** A category of the help centre, as a field of a form. */
export function CategorySelect({ value, ...field }: Props) {
  const { data, error, isPending } = useQuery(categoriesQuery)
  const listed = (data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      {...field}
      {...(value === undefined ? {} : { value })}
      options={optionsWithCurrent(listed, value, isPending ? '…' : '所选分类')}
      notFoundContent={error ? formatError(error) : '还没有分类，请先到“帮助分类”新增'}
      getPopupContainer={overlayContainer}
    />
  )
}
