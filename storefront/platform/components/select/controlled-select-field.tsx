import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import type { SelectOption } from './select.tsx'
import { SelectField } from './select-field.tsx'

interface Props<F extends FieldValues> {
  control: Control<F, unknown, FieldValues>
  name: FieldPathByValue<F, string>
  label: string
  options: readonly SelectOption<string>[]
  error: string | undefined
  required?: boolean
}

/** A select of a form. */
export const ControlledSelectField = <F extends FieldValues>({ control, name, ...select }: Props<F>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { ref, value, onChange, onBlur } }) => (
      <SelectField {...select} ref={ref} value={value} onChange={onChange} onBlur={onBlur} />
    )}
  />
)
