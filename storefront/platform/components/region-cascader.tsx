import { lazy, Suspense, useId } from 'react'
import { Skeleton } from './states.tsx'

// The list of places is heavy: it comes with the first form that needs it.
const RegionSelects = lazy(() => import('./region-selects.tsx').then(({ RegionSelects }) => ({ default: RegionSelects })))

interface Props {
  label: string
  /** GB/T 2260, six digits, of a district; '' while none is chosen. */
  value: string
  onChange: (areaCode: string) => void
  error?: string | undefined
  required?: boolean
}

/** 所在地区: three linked lists, the phone's own wheels and the keyboard's own letters. */
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
