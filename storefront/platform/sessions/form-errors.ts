import type { UseMutationResult } from '@tanstack/react-query'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { HANDLED_AT_FIELD, refusedFieldPaths, useApiMutation } from './use-call.ts'

/** Whether a value is a group of fields, which cannot show an error itself. */
const isGroup = (value: unknown) => typeof value === 'object' && value !== null

/**
 * Shows a refusal below the field, or the list entry, that it names, and sets the focus there. Any other refusal is shown above the form
 * and in a toast.
 */
export function showRefusalAtFormField<F extends FieldValues>(
  { setError, getValues }: Pick<UseFormReturn<F>, 'setError' | 'getValues'>,
  error: Error,
): typeof HANDLED_AT_FIELD | undefined {
  const values: FieldValues = getValues()
  const field = refusedFieldPaths(error).find(
    (name, at) => name in values && (Array.isArray(values[name]) || (at === 0 && !isGroup(values[name]))),
  )
  if (field !== undefined) {
    setError(field as Path<F>, { message: error.message }, { shouldFocus: true })
    return HANDLED_AT_FIELD
  }
  setError('root', { message: error.message })
  return undefined
}

/** Call it when a code has been sent: clears the error of the code field and sets the focus to it. */
export function clearErrorAndFocusCodeField<F extends FieldValues & { code?: string | undefined }>({
  clearErrors,
  setFocus,
}: UseFormReturn<F>): void {
  clearErrors('code' as Path<F>)
  setFocus('code' as Path<F>)
}

/** The call of a form, which shows refusals in the form. */
export const useApiMutationWithFormErrors = <F extends FieldValues, Input, Answer>(
  form: UseFormReturn<F>,
  call: (input: Input) => Promise<Answer>,
  onSuccess: (answer: Answer, input: Input) => unknown,
  options: Pick<Parameters<typeof useApiMutation<Input, Answer>>[1] & object, 'clearStoredForm'> = {},
): UseMutationResult<Answer, Error, Input> =>
  useApiMutation(call, { ...options, onSuccess, onError: (error) => showRefusalAtFormField(form, error) })
