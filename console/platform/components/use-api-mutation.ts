import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { App } from 'antd'
import { isCaseChangedRefusal } from '#contract/platform/core/changed-cases.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { subscribeToScreenLeave } from '#ui/on-leave.ts'
import { LoginPendingError } from '#ui/send.ts'
import { useSendOnce } from '#ui/send-once.ts'

/** How long a refusal is shown (specification §9). */
export const ERROR_MESSAGE_SECONDS = 5

export interface ApiMutationOptions<Input, Answer> {
  /** The queries that are invalidated after a success. */
  invalidates?: readonly QueryKey[]
  /** The message after a success, or a function that makes it from the answer. */
  successMessage?: string | ((answer: Answer) => string)
  /** Closes the form of the call: after a success, and if somebody else was faster, because then nothing is left to fill in. */
  close?: () => void
  /** Runs after the message, even if the screen has been left meanwhile. */
  onSuccess?: (answer: Answer, input: Input) => unknown
  /** Runs after that if the same screen is still open: opens another screen, or an overlay on this one. */
  afterSuccess?: (answer: Answer, input: Input) => unknown
  /** Turns a refusal into a confirmation if the same screen is still open. Returns whether it did; then no message is shown. */
  confirmRefusal?: (refusal: Refusal, input: Input) => boolean
  /** Runs after the message of a refusal if the same screen is still open. */
  onRefusal?: (refusal: Refusal) => void
}

export type ApiMutation<Input, Answer> = UseMutationResult<Answer, Error, Input, Departure>

/** Whether the screen of a call has been left meanwhile. `end` stops watching. */
interface Departure {
  left: boolean
  end: () => void
}

/**
 * A write of a screen. It sends the same input once at a time (`useSendOnce`), shows a refusal or a success message, and fetches changed data
 * again. It also does so after a refusal, because the shown data may be outdated.
 */
export function useApiMutation<Input, Answer>(
  call: (input: Input) => Promise<Answer>,
  { invalidates = [], successMessage, close, onSuccess, afterSuccess, confirmRefusal, onRefusal }: ApiMutationOptions<Input, Answer> = {},
): ApiMutation<Input, Answer> {
  const queries = useQueryClient()
  const { message } = App.useApp()
  const { history } = useRouter()
  const invalidate = () => Promise.all(invalidates.map((queryKey) => queries.invalidateQueries({ queryKey })))
  const made = useMutation<Answer, Error, Input, Departure>({
    mutationFn: call,
    onMutate: () => {
      const departure: Departure = { left: false, end: () => undefined }
      departure.end = subscribeToScreenLeave(history, () => {
        departure.left = true
      })
      return departure
    },
    onSettled: (_, __, ___, departure) => departure?.end(),
    onSuccess: async (answer, input, departure) => {
      await invalidate()
      const content = typeof successMessage === 'function' ? successMessage(answer) : successMessage
      if (content !== undefined) message.success({ content, duration: ERROR_MESSAGE_SECONDS })
      close?.()
      await onSuccess?.(answer, input)
      if (!departure.left) await afterSuccess?.(answer, input)
    },
    onError: (error, input, departure) => {
      if (error instanceof LoginPendingError) return
      if (error instanceof Refusal && departure?.left === false && confirmRefusal?.(error, input)) return
      message.error({ content: error.message, key: error.message, duration: ERROR_MESSAGE_SECONDS })
      void invalidate()
      if (!(error instanceof Refusal) || departure?.left !== false) return
      if (isCaseChangedRefusal(error.reason)) close?.()
      onRefusal?.(error)
    },
  })
  return { ...made, ...useSendOnce(made.mutateAsync) }
}
