import { useEffect } from 'react'
import { type DefaultValues, type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form'
import { type ClearStoredForm, useKeepFormValues, useStoredForm } from './use-persisted-state.ts'

type Props<F extends FieldValues, C, O> = Omit<UseFormProps<F, C, O>, 'defaultValues'> & {
  defaultValues: DefaultValues<F>
  /** Whether the values stay while the person is on other pages. */
  staysWhileAway?: boolean
  /** Fills fields that the page may not know again after a reload (`useStoredForm`). */
  suggest?: (begun: DefaultValues<F>) => DefaultValues<F>
  /** Called when the form is emptied, for what it shows besides its values. */
  onReset?: () => void
}

/** `useForm` for a form whose values are kept until it is sent or given up (`useKeepFormValues`), with the function that deletes them. */
export function usePersistedForm<F extends FieldValues, C = unknown, O = F>(
  name: string,
  { defaultValues, staysWhileAway = false, suggest, onReset, ...options }: Props<F, C, O>,
): [form: UseFormReturn<F, C, O>, sent: ClearStoredForm] {
  const stored = useStoredForm(name, () => defaultValues, suggest)
  const form = useForm<F, C, O>({ ...options, defaultValues: stored.values })
  const reset = () => {
    form.reset(stored.begun)
    onReset?.()
  }
  const { sent, changed } = useKeepFormValues(stored, { current: form.getValues, reset }, { staysWhileAway })
  const { subscribe } = form
  useEffect(() => subscribe({ formState: { values: true }, callback: changed }), [subscribe, changed])
  return [form, sent]
}
