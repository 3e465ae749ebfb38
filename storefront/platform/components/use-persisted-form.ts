import { useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form'
import { readPersistedFormValues, usePersistedFormKey, usePersistFormOnSessionExpiry } from './use-persisted-state.ts'

type Props<F extends FieldValues, C, O> = Omit<UseFormProps<F, C, O>, 'defaultValues'> & { defaultValues: DefaultValues<F> }

/**
 * `useForm` for a form whose values survive the end of the session (`usePersistFormOnSessionExpiry`), with the function that deletes the stored
 * values.
 */
export function usePersistedForm<F extends FieldValues, C = unknown, O = F>(
  name: string,
  { defaultValues, ...options }: Props<F, C, O>,
): [form: UseFormReturn<F, C, O>, sent: () => void] {
  const place = usePersistedFormKey(name)
  const [begun] = useState(defaultValues)
  const [values] = useState(() => readPersistedFormValues<DefaultValues<F>>(place) ?? begun)
  const form = useForm<F, C, O>({ ...options, defaultValues: values })
  const sent = usePersistFormOnSessionExpiry(place, form.getValues, () => form.reset(begun))
  return [form, sent]
}
