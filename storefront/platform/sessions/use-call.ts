import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { countToasts, showCallError, showNotice } from '#storefront/platform/components/notify.ts'
import { AuthorisingError } from '#ui/send.ts'
import { on } from './events.ts'

/** Returned by whoever shows a failure where the person looks, at its field: no toast then. */
export const HANDLED = Symbol('told')

interface Options<Input, Answer> {
  /** What is read anew once the call has succeeded. */
  refresh?: readonly QueryKey[]
  done?: (answer: Answer, input: Input) => unknown
  /** The fields of its form: a refusal that names one of them stands there (`refused`), and in no toast. */
  fields?: readonly string[]
  /** Forgets what its form held (`usePersistedState`). One that had to wait for a login has outlived its form, and does it for whoever opens it again. */
  typed?: () => void
  /** It saves what its form held, and is said to once it had to wait for a login. */
  saves?: true
  /** Told of a failure before its toast, which `TOLD` prevents. */
  failed?: (error: Error, input: Input) => unknown
}

let logins = 0
on('loginSuccess', () => {
  logins += 1
})

/** A call of a screen, and its refusal as its form shows it. */
export type ApiMutation<Input, Answer> = UseMutationResult<Answer, Error, Input, number> & {
  /** What stands below the field that the refusal names, by that field and by the list that it is part of. */
  refused: ReturnType<typeof toFieldErrors>
  /** Forgets the refusal: something else has been typed since. */
  forget: () => void
}

/**
 * A call that changes something, as a screen makes it: `mutate` runs it once at a time, `isPending` blocks its button, a refusal is shown at
 * the field that it names or else as a red toast, what changed by it is read anew. One that had to wait for a login always says that it is done:
 * whoever made it no longer sees the form that it came from.
 */
export function useApiMutation<Input, Answer>(
  call: (input: Input) => Promise<Answer>,
  { refresh = [], fields = [], typed, saves, done, failed }: Options<Input, Answer> = {},
): ApiMutation<Input, Answer> {
  const queries = useQueryClient()
  const made = useMutation<Answer, Error, Input, number>({
    mutationFn: call,
    onMutate: () => logins,
    onSuccess: async (answer, input, begunAt) => {
      if (begunAt !== logins) typed?.()
      await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })))
      const said = countToasts()
      await done?.(answer, input)
      if (begunAt !== logins && countToasts() === said) showNotice(saves ? '已保存' : '操作已完成')
    },
    onError: (error, input, begunAt) => {
      if (error instanceof AuthorisingError) return
      const atField = failed?.(error, input) === HANDLED || refusedFieldPaths(error).some((name) => fields.includes(name))
      if (!atField || begunAt !== logins) showCallError(error)
    },
  })
  const forget = () => {
    if (made.isError) made.reset()
  }
  return { ...made, refused: toFieldErrors(made.error), forget }
}

/** The field that a refusal names and what that is part of, the whole path first: `wears.0.rate`, `wears.0`, `wears`. */
export function refusedFieldPaths(error: Error | null): string[] {
  const parts = error instanceof Refusal ? (error.detail.field?.split('.') ?? []) : []
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('.'))
}

/** What stands below the field that a refusal names, by that field and by the list that it is part of. */
export const toFieldErrors = (error: Error | null): Readonly<Partial<Record<string, string>>> =>
  Object.fromEntries(refusedFieldPaths(error).map((name) => [name, error?.message]))

/** Where a form has one field, which shows every refusal; a line that failed is none. */
export const handledAtField = (error: Error): typeof HANDLED | undefined => (error instanceof Refusal ? HANDLED : undefined)

/** The same of the payment password, whose refusals are shown below its boxes. */
export const handledAtPassword = (error: Error): typeof HANDLED | undefined =>
  error instanceof Refusal && error.reason.startsWith('PAY_') ? HANDLED : undefined
