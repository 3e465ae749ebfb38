import type { ReactNode } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { describeFieldReadings, type FieldReading } from './reading-view.ts'

interface Props<F extends FieldValues> {
  form: UseFormReturn<F>
  name: Path<F>
  readings: readonly FieldReading[] | undefined
  children: ReactNode
}

/** A field with what was read for it below: a note if it has this value, else the value and a button that takes it over. */
export function ReadableField<F extends FieldValues>({ form, name, readings = [], children }: Props<F>) {
  const { note, offers } = describeFieldReadings(readings, form.watch(name))
  const take = (value: string | number) => form.setValue(name, value as PathValue<F, Path<F>>, { shouldDirty: true, shouldValidate: true })
  return (
    <div>
      {children}
      <div role="status" className="text-sm text-mute">
        {note && <p className="-mt-5 mb-1 min-h-5">{note}</p>}
        {offers.map((offer) => (
          <p key={offer.value} className="mb-1 wrap-anywhere">
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
