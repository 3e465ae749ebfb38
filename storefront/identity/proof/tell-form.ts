import type { UseMutationResult } from '@tanstack/react-query'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Refusal } from '../../../contract/refusal.ts'
import { useCall } from '../../session/use-call.ts'

/** A refusal that names a field of the form stands below it, and the focus goes there; every other one stands above the form. */
export function tellForm<F extends FieldValues>(
  { setError, getValues }: Pick<UseFormReturn<F>, 'setError' | 'getValues'>,
  error: Error,
): void {
  const field = error instanceof Refusal ? error.detail.field : undefined
  if (field !== undefined && field in getValues()) setError(field as Path<F>, { message: error.message }, { shouldFocus: true })
  else setError('root', { message: error.message })
}

/** A code is on its way: what was wrong with the field of it is no longer, and the focus goes there. */
export function awaitCode<F extends FieldValues & { code: string }>({ clearErrors, setFocus }: UseFormReturn<F>): void {
  clearErrors('code' as Path<F>)
  setFocus('code' as Path<F>)
}

/** The call of a form: what is refused is told in the form, and not as a toast. */
export const useFormCall = <F extends FieldValues, Input, Answer>(
  form: UseFormReturn<F>,
  call: (input: Input) => Promise<Answer>,
  done: (answer: Answer, input: Input) => unknown,
): UseMutationResult<Answer, Error, Input> => useCall(call, { done, failed: (error) => tellForm(form, error) })
