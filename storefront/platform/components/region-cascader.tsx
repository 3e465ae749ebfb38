import { Suspense, useId } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from './states.tsx'

// The list of regions is large, so it is loaded with the first form that needs it.
const RegionSelects = lazyPart(() => import('./region-selects.tsx').then(({ RegionSelects }) => RegionSelects))

interface Props {
  label: string
  /** The code of a district in GB/T 2260, six digits; '' if none is chosen. */
  value: string
  onChange: (areaCode: string) => void
  error?: string | undefined
  required?: boolean
}

/** 所在地区: three linked selects. */
export function RegionCascader({ label, value, onChange, error, required = false }: Props) {
  const about = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm text-mute">
        {required && <span className="mr-0.5 text-danger">*</span>}
        {label}
      </legend>
      <Suspense fallback={<Skeleton className="h-11" />}>
        <RegionSelects value={value} onChange={onChange} describedBy={about} invalid={error !== undefined} />
      </Suspense>
      <p id={about} className="mt-1 min-h-5 text-sm text-danger" role={error === undefined ? undefined : 'alert'}>
        {error}
      </p>
    </fieldset>
  )
}
