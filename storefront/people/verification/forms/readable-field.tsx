import type { ReactNode } from 'react'
import { type FieldError, type FieldValues, get, type Path, type PathValue, type UseFormReturn } from 'react-hook-form'
import { describeFieldReadings, type FieldReading } from './reading-view.ts'
import type { FormReadings } from './use-readings.ts'

/**
 * The two texts of a field share its reserved line: what is wrong with it, else that its value was read. `name` is the field of a form whose readings
 * are `byField`.
 */
export function describeReadableField<F extends FieldValues>(
  { watch, formState }: UseFormReturn<F>,
  byField: FormReadings['byField'],
): (name: Path<F>) => { error: string | undefined; hint: string | undefined } {
  return (name) => ({
    error: (get(formState.errors, name) as FieldError | undefined)?.message,
    hint: describeFieldReadings(byField[name] ?? [], watch(name)).note,
  })
}

interface Props<F extends FieldValues> {
  form: UseFormReturn<F>
  name: Path<F>
  readings: readonly FieldReading[] | undefined
  children: ReactNode
}

/** A field with the values that were read instead of its own below, each with a button that takes it over. */
export function ReadableField<F extends FieldValues>({ form, name, readings = [], children }: Props<F>) {
  const { offers } = describeFieldReadings(readings, form.watch(name))
  const take = (value: string | number) => form.setValue(name, value as PathValue<F, Path<F>>, { shouldDirty: true, shouldValidate: true })
  return (
    <div>
      {children}
      <div role="status" className="text-sm text-mute">
        {offers.map((offer) => (
          <p key={offer.value} className="mb-3 wrap-anywhere">
            {offer.text} <span className="num text-ink">{offer.value}</span>{' '}
            <button type="button" onClick={() => take(offer.value)} className="finger text-jade hover:underline">
              采用
            </button>
          </p>
        ))}
      </div>
    </div>
  )
}
