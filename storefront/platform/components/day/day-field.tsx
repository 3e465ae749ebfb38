import { useState } from 'react'
import { Field, type FieldFrameProps } from '#storefront/platform/components/field.tsx'
import { getDayError } from '#ui/day/day-view.ts'
import { DayInput, type DayInputProps } from './day-input.tsx'

type Props = FieldFrameProps & Omit<DayInputProps, 'id' | 'aria-describedby' | 'aria-invalid'>

/** A day field with a label. An invalid or impossible day is reported when the field loses the focus or Enter is pressed. */
export function DayField({ label, error, hint, required = false, onBlur, ...day }: Props) {
  const [left, setLeft] = useState(false)
  const { value, min, max } = day
  const fault = left ? getDayError(value, { min, max }) : undefined
  const missing = error !== undefined && value === '' ? `请选择${label}` : error
  return (
    <Field label={label} error={fault ?? missing} hint={hint} required={required}>
      {(ids) => (
        <DayInput
          {...ids}
          {...day}
          label={label}
          required={required}
          onBlur={() => {
            setLeft(true)
            onBlur?.()
          }}
        />
      )}
    </Field>
  )
}
