import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { faultText } from '../../../ui/fault-text.ts'
import { overlays } from '../../kit/form/overlays.ts'
import { withChosen } from '../../kit/form/with-chosen.ts'
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
      options={withChosen(listed, value, isPending ? '…' : '所选分类')}
      notFoundContent={error ? faultText(error) : '还没有分类，请先到“帮助分类”新增'}
      getPopupContainer={overlays}
    />
  )
}
