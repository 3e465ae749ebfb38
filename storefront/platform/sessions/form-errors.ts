import type { UseMutationResult } from '@tanstack/react-query'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { HANDLED, refusedFieldPaths, useApiMutation } from './use-call.ts'

/** What holds fields and is none: nothing can stand below it. */
const isGroup = (value: unknown) => typeof value === 'object' && value !== null

/**
 * A refusal that names a field of the form, or an entry of a list in it, stands below it, and the
 * focus goes there; every other one stands above the form, and in a toast.
 */
export function showFormError<F extends FieldValues>(
  { setError, getValues }: Pick<UseFormReturn<F>, 'setError' | 'getValues'>,
  error: Error,
): typeof HANDLED | undefined {
  const values: FieldValues = getValues()
  const field = refusedFieldPaths(error).find(
    (name, at) => name in values && (Array.isArray(values[name]) || (at === 0 && !isGroup(values[name]))),
  )
  if (field !== undefined) {
    setError(field as Path<F>, { message: error.message }, { shouldFocus: true })
    return HANDLED
  }
  setError('root', { message: error.message })
  return undefined
}

/** A code is on its way: what was wrong with the field of it is no longer, and the focus goes there. */
export function focusCodeField<F extends FieldValues & { code: string }>({ clearErrors, setFocus }: UseFormReturn<F>): void {
  clearErrors('code' as Path<F>)
  setFocus('code' as Path<F>)
}

/** The call of a form: what is refused is told in the form. */
export const useFormCall = <F extends FieldValues, Input, Answer>(
  form: UseFormReturn<F>,
  call: (input: Input) => Promise<Answer>,
  done: (answer: Answer, input: Input) => unknown,
): UseMutationResult<Answer, Error, Input> => useApiMutation(call, { done, failed: (error) => showFormError(form, error) })
