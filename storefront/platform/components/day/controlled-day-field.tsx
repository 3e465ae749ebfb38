import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { DayField } from './day-field.tsx'

interface Props<F extends FieldValues> {
  control: Control<F, unknown, FieldValues>
  name: FieldPathByValue<F, string>
  label: string
  min?: string
  max?: string
  error: string | undefined
  hint?: string | undefined
}

/** A required day field of a form. */
export const ControlledDayField = <F extends FieldValues>({ control, name, ...day }: Props<F>) => (
  <Controller control={control} name={name} render={({ field }) => <DayField {...day} {...field} required />} />
)
