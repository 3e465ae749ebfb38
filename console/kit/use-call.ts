import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { AuthorisingError } from '../../ui/send.ts'

/** How long a refusal stays to be read (specification §9). */
export const ERROR_SECONDS = 5

interface Options<Input, Answer> {
  /** What is read anew once the call has succeeded. */
  refresh?: readonly QueryKey[]
  /** What a success says. */
  said?: string
  done?: (answer: Answer, input: Input) => unknown
}

/**
 * A call that changes something, as a screen makes it: it runs once at a time, a refusal is shown with its sentence, a success says so,
 * and what was changed by it is read anew. After a refusal too: what was shown may have moved.
 */
export function useCall<Input, Answer>(
  call: (input: Input) => Promise<Answer>,
  { refresh = [], said, done }: Options<Input, Answer> = {},
): UseMutationResult<Answer, Error, Input> {
  const queries = useQueryClient()
  const { message } = App.useApp()
  const readAnew = () => Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })))
  return useMutation<Answer, Error, Input>({
    mutationFn: call,
    onSuccess: async (answer, input) => {
      await readAnew()
      if (said !== undefined) message.success({ content: said, duration: ERROR_SECONDS })
      await done?.(answer, input)
    },
    onError: (error) => {
      if (error instanceof AuthorisingError) return
      message.error({ content: error.message, duration: ERROR_SECONDS })
      void readAnew()
    },
  })
}
