import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { countToastsShownSoFar, showCallError, showNotice } from '#storefront/platform/components/notify.ts'
import { LoginPendingError } from '#ui/send.ts'
import { useSendOnce } from '#ui/send-once.ts'
import { onClientEvent } from './events.ts'

/** Returned by a handler that shows the failure at its field. Then there is no toast. */
export const HANDLED_AT_FIELD = Symbol('handled at field')

interface Options<Input, Answer> {
  /** The queries that are invalidated after a success. */
  invalidates?: readonly QueryKey[]
  onSuccess?: (answer: Answer, input: Input) => unknown
  /** The fields of the form. A refusal of one of them is shown at the field (`errorsByField`) and not in a toast. */
  fields?: readonly string[]
  /**
   * Deletes the stored values of the form (`usePersistedState`) after a success. If the call waited for a login, its form no longer exists,
   * and one that was opened again is emptied (`resets`).
   */
  clearStoredForm?: (options: { resets: boolean }) => void
  /** It saves the form's values. If it waited for a login, a toast says that it is saved. */
  saves?: true
  /** Called with a failure before its toast. If it returns `HANDLED_AT_FIELD`, there is no toast. */
  onError?: (error: Error, input: Input) => unknown
}

let logins = 0
onClientEvent('loginSuccess', () => {
  logins += 1
})
/** How often somebody has logged in since the page was loaded: a call during which it grows waited for a login. */
export const countLoginsSoFar = (): number => logins

/** A screen's call, with its refusal for the form. */
export type ApiMutation<Input, Answer> = UseMutationResult<Answer, Error, Input, number> & {
  /** The messages for the fields of the refusal, by the field and by the list that contains it. */
  errorsByField: ReturnType<typeof toErrorsByField>
  /** Clears the refusal because the input has changed. */
  clearError: () => void
}

/**
 * A write of a screen: `mutate` sends the same input once at a time (`useSendOnce`), and `isPending` blocks the button. A refusal is shown at
 * its field or in a red toast. Changed data is fetched again. If the call waited for a login, a toast always reports its success, because the
 * person no longer sees the form.
 */
export function useApiMutation<Input, Answer>(
  call: (input: Input) => Promise<Answer>,
  { invalidates = [], fields = [], clearStoredForm, saves, onSuccess, onError }: Options<Input, Answer> = {},
): ApiMutation<Input, Answer> {
  const queries = useQueryClient()
  const made = useMutation<Answer, Error, Input, number>({
    mutationFn: call,
    onMutate: () => logins,
    onSuccess: async (answer, input, begunAt) => {
      clearStoredForm?.({ resets: begunAt !== logins })
      await Promise.all(invalidates.map((queryKey) => queries.invalidateQueries({ queryKey })))
      const shownBefore = countToastsShownSoFar()
      await onSuccess?.(answer, input)
      if (begunAt !== logins && countToastsShownSoFar() === shownBefore) showNotice(saves ? '已保存' : '操作已完成')
    },
    onError: (error, input, begunAt) => {
      if (error instanceof LoginPendingError) return
      const atField = onError?.(error, input) === HANDLED_AT_FIELD || refusedFieldPaths(error).some((name) => fields.includes(name))
      if (!atField || begunAt !== logins) showCallError(error)
    },
  })
  const clearError = () => {
    if (made.isError) made.reset()
  }
  return { ...made, ...useSendOnce(made.mutateAsync), errorsByField: toErrorsByField(made.error), clearError }
}

/** The field of a refusal and the fields that contain it, the full path first: `wears.0.rate`, `wears.0`, `wears`. */
export function refusedFieldPaths(error: Error | null): string[] {
  const parts = error instanceof Refusal ? (error.detail.field?.split('.') ?? []) : []
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('.'))
}

/** The messages for the fields of a refusal, by the field and by the list that contains it. */
export const toErrorsByField = (error: Error | null): Readonly<Partial<Record<string, string>>> =>
  Object.fromEntries(refusedFieldPaths(error).map((name) => [name, error?.message]))

/** For a form with one field that shows every refusal. A lost connection is not a refusal. */
export const handleRefusalAtField = (error: Error): typeof HANDLED_AT_FIELD | undefined =>
  error instanceof Refusal ? HANDLED_AT_FIELD : undefined

/** The same for the payment password, whose refusals are shown below its boxes. */
export const handleRefusalAtPaymentPassword = (error: Error): typeof HANDLED_AT_FIELD | undefined =>
  error instanceof Refusal && error.reason.startsWith('PAY_') ? HANDLED_AT_FIELD : undefined
