import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { REQUIRED_LICENCE_KINDS_MAX } from '#contract/catalog/licences/shapes.ts'
import { licenceKindsQuery } from './licence-api.ts'

interface Props {
  id?: string
  value?: readonly string[]
  onChange?: (kindIds: string[]) => void
}

/** Chooses the kinds of licences that goods or a category demand. */
export function LicenceKindsSelect({ id, value = [], onChange }: Props) {
  const kinds = useQuery(licenceKindsQuery)
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      placeholder="不需要许可证"
      value={[...value]}
      maxCount={REQUIRED_LICENCE_KINDS_MAX}
      options={(kinds.data ?? []).map(({ kindId, name }) => ({ value: kindId, label: name }))}
      optionFilterProp="label"
      loading={kinds.isFetching}
      getPopupContainer={getParentOverlayContainer}
      notFoundContent={kinds.error ? kinds.error.message : '还没有许可证种类，可在“许可证种类”新增'}
      onChange={(next: string[]) => onChange?.(next)}
    />
  )
}
