import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { AuthorisingError } from '../../ui/send.ts'
import { showError } from '../parts/notify.ts'

interface Options<Input, Answer> {
  /** What is read anew once the call has succeeded. */
  refresh?: readonly QueryKey[]
  done?: (answer: Answer, input: Input) => unknown
  /** Handles a failure itself: no toast then. */
  failed?: (error: Error, input: Input) => unknown
}

/**
 * A call that changes something, as a screen makes it: `mutate` runs it once at a time, `isPending` blocks its button, a refusal is shown
 * as a red toast, what changed by it is read anew.
 */
export function useCall<Input, Answer>(
  call: (input: Input) => Promise<Answer>,
  { refresh = [], done, failed }: Options<Input, Answer> = {},
): UseMutationResult<Answer, Error, Input> {
  const queries = useQueryClient()
  return useMutation<Answer, Error, Input>({
    mutationFn: call,
    onSuccess: async (answer, input) => {
      await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })))
      await done?.(answer, input)
    },
    onError: (error, input) => {
      if (error instanceof AuthorisingError) return
      if (failed) failed(error, input)
      else showError(error.message)
    },
  })
}
