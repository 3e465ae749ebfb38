import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent, onClientEvent } from '#storefront/platform/sessions/events.ts'
import { deleteUnsentPageInput, readUnsentPageInput, saveUnsentPageInput } from '#storefront/platform/sessions/page-state.ts'
import { getCurrentMembership } from '#storefront/platform/sessions/pending-requests.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'

/** The key of a form's stored values: its page, and its name there. */
type Place = readonly [pathname: string, key: string]

/** The key of a form on this page. `name` distinguishes the forms of a page, and the objects that a form is about. */
export function usePersistedFormKey(name: string): Place {
  const router = useRouter()
  return useState(() => [router.getState().location.pathname, `typed ${name}`] as const)[0]
}

/** The form's values from when the session expired. A form reads only what it has written itself, so the type is the form's own. */
export const readPersistedFormValues = <T>(place: Place): T | undefined =>
  readUnsentPageInput(...place, (value): value is T => value !== undefined)

/** Deletes the stored values after the form was sent, and resets a form that has restored them. */
const sentFrom = (place: Place) => (): void => {
  deleteUnsentPageInput(...place)
  emitClientEvent('typedSent', { at: place.join(' ') })
}

/**
 * Keeps a form's values when the session ends, so that the same person finds them after the login, in a window when he opens it again.
 * Returns the function with which the form's call deletes the values (`typed` of `useApiMutation`). Do not use it for passwords and codes.
 */
export function usePersistFormOnSessionExpiry(place: Place, current: () => unknown, reset: () => void): () => void {
  const latest = useRef({ current, reset })
  useEffect(() => {
    latest.current = { current, reset }
  })
  useEffect(() => {
    const stop = onClientEvent('typedSent', ({ at }) => at === place.join(' ') && latest.current.reset())
    deleteUnsentPageInput(...place)
    return () => {
      stop()
      const expired = readToken() === null && getCurrentMembership() !== undefined
      if (expired) saveUnsentPageInput(...place, latest.current.current())
    }
  }, [place])
  return sentFrom(place)
}

/** `useState` for typed values of a form, with the function that deletes the stored values. */
export function usePersistedState<T>(name: string, begin: () => T): [value: T, setValue: Dispatch<SetStateAction<T>>, sent: () => void] {
  const place = usePersistedFormKey(name)
  const [begun] = useState(begin)
  const [value, setValue] = useState(() => readPersistedFormValues<T>(place) ?? begun)
  const sent = usePersistFormOnSessionExpiry(
    place,
    () => value,
    () => setValue(begun),
  )
  return [value, setValue, sent]
}
