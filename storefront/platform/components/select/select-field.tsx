import { Field, type FieldFrameProps } from '#storefront/platform/components/field.tsx'
import { Select, type SelectProps } from './select.tsx'

export type SelectFieldProps<V extends string> = FieldFrameProps &
  Omit<SelectProps<V>, 'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid' | 'className'>

/** A select with a label, a hint and the error message. */
export const SelectField = <V extends string>({ label, error, hint, required = false, ...select }: SelectFieldProps<V>) => (
  <Field label={label} error={error} hint={hint} required={required}>
    {(ids) => <Select {...ids} {...select} required={required} />}
  </Field>
)
