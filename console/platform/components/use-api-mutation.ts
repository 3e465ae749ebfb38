import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { App } from 'antd'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { onLeave } from '#ui/on-leave.ts'
import { AuthorisingError } from '#ui/send.ts'

/** How long a refusal stays to be read (specification §9). */
export const ERROR_SECONDS = 5

export interface ApiMutationOptions<Input, Answer> {
  /** What is read anew once the call has succeeded. */
  refresh?: readonly QueryKey[]
  /** What a success says. */
  said?: string
  done?: (answer: Answer, input: Input) => unknown
  /** Done after that, where the screen is still the one that called: leads on to another screen, or opens something over this one. */
  onward?: (answer: Answer, input: Input) => unknown
  /** Makes a question of a refusal, where the screen is still the one that called; whether it did, and nothing else is to be said. */
  asked?: (refusal: Refusal, input: Input) => boolean
}

export type ApiMutation<Input, Answer> = UseMutationResult<Answer, Error, Input, Departure>

/** Whether the screen that made a call has been left meanwhile; `end` stops watching it. */
interface Departure {
  left: boolean
  end: () => void
}

/**
 * A call that changes something, as a screen makes it: it runs once at a time, a refusal is shown with its sentence, a success says so,
 * and what was changed by it is read anew. After a refusal too: what was shown may have moved.
 */
export function useApiMutation<Input, Answer>(
  call: (input: Input) => Promise<Answer>,
  { refresh = [], said, done, onward, asked }: ApiMutationOptions<Input, Answer> = {},
): ApiMutation<Input, Answer> {
  const queries = useQueryClient()
  const { message } = App.useApp()
  const { history } = useRouter()
  const readAnew = () => Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })))
  return useMutation<Answer, Error, Input, Departure>({
    mutationFn: call,
    onMutate: () => {
      const departure: Departure = { left: false, end: () => undefined }
      departure.end = onLeave(history, () => {
        departure.left = true
      })
      return departure
    },
    onSettled: (_, __, ___, departure) => departure?.end(),
    onSuccess: async (answer, input, departure) => {
      await readAnew()
      if (said !== undefined) message.success({ content: said, duration: ERROR_SECONDS })
      await done?.(answer, input)
      if (!departure.left) await onward?.(answer, input)
    },
    onError: (error, input, departure) => {
      if (error instanceof AuthorisingError) return
      if (error instanceof Refusal && departure?.left === false && asked?.(error, input)) return
      message.error({ content: error.message, key: error.message, duration: ERROR_SECONDS })
      void readAnew()
    },
  })
}
