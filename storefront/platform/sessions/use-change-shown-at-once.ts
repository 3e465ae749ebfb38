import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { showCallError, showNotice } from '#storefront/platform/components/notify.ts'
import { countLoginsSoFar } from './use-call.ts'

interface Options<Input, Answer, Data> {
  /** The key of all changes of the same data. They are sent one after the other. */
  changes: QueryKey
  /** The query that shows the data. */
  shows: QueryKey
  call: (input: Input) => Promise<Answer>
  /** The expected data, shown before the server has answered. */
  sketch: (data: Data, input: Input) => Data
  done?: (answer: Answer, input: Input) => void
  /** Shown after a call that waited for a login, because the person has left the screen for it. */
  noticeAfterLogin?: string
  /** The queries that are fetched again after the last change. */
  invalidates: readonly QueryKey[]
}

/**
 * A change of data on the screen: it is shown at once, sent after the one before, undone if it is refused, and everything is fetched after
 * the last one. The next change of the same data begins from what is shown.
 */
export function useChangeShownAtOnce<Input, Answer, Data>({
  changes,
  shows,
  call,
  sketch,
  done,
  noticeAfterLogin,
  invalidates,
}: Options<Input, Answer, Data>) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: changes,
    scope: { id: changes.join(' ') },
    mutationFn: call,
    onMutate: async (input: Input) => {
      await queries.cancelQueries({ queryKey: shows })
      const before = queries.getQueryData<Data>(shows)
      if (before !== undefined) queries.setQueryData<Data>(shows, sketch(before, input))
      return { before, begunAt: countLoginsSoFar() }
    },
    onError: (error, _, context) => {
      const before = context?.before
      if (before !== undefined) queries.setQueryData(shows, before)
      showCallError(error)
    },
    onSuccess: (answer, input, { begunAt }) => {
      done?.(answer, input)
      if (noticeAfterLogin !== undefined && begunAt !== countLoginsSoFar()) showNotice(noticeAfterLogin)
    },
    onSettled: async () => {
      if (queries.isMutating({ mutationKey: changes }) !== 1) return
      await Promise.all(invalidates.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
}
