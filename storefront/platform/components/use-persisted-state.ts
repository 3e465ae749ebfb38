import { useRouter } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { emit, on } from '#storefront/platform/sessions/events.ts'
import { deletePageState, readPageState, savePageState } from '#storefront/platform/sessions/page-state.ts'
import { getCurrentMembership } from '#storefront/platform/sessions/pending-requests.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'

/** Where a form keeps what it holds: on which page, and under what name there. */
type Place = readonly [pathname: string, key: string]

/** The place of a form of this page. `name` tells the forms of a page apart, and the things that one form is about. */
export function usePersistKey(name: string): Place {
  const router = useRouter()
  return useState(() => [router.state.location.pathname, `typed ${name}`] as const)[0]
}

/** What the form held when the session expired. A form reads what it has written itself: it has the form's own type. */
export const readPersisted = <T>(place: Place): T | undefined => readPageState(...place, (value): value is T => value !== undefined)

/** Says that what a form of this place held has been sent: it is kept no longer, and whoever has found it again begins anew. */
const sentFrom = (place: Place) => (): void => {
  deletePageState(...place)
  emit('typedSent', { at: place.join(' ') })
}

/**
 * What a form holds survives the end of the session: the page gives way to the login screen, and the same person finds on his return what he
 * had typed, in a window once he opens it again. Answers how the form's own call forgets it (`typed` of `useApiMutation`). Not for passwords and codes.
 */
export function usePersistOnExpiry(place: Place, current: () => unknown, reset: () => void): () => void {
  const latest = useRef({ current, reset })
  useEffect(() => {
    latest.current = { current, reset }
  })
  useEffect(() => {
    const stop = on('typedSent', ({ at }) => at === place.join(' ') && latest.current.reset())
    deletePageState(...place)
    return () => {
      stop()
      const expired = readToken() === null && getCurrentMembership() !== undefined
      if (expired) savePageState(...place, latest.current.current())
    }
  }, [place])
  return sentFrom(place)
}

/** `useState` for what is typed in a form, and how its call forgets it. */
export function usePersistedState<T>(name: string, begin: () => T): [value: T, setValue: Dispatch<SetStateAction<T>>, sent: () => void] {
  const place = usePersistKey(name)
  const [begun] = useState(begin)
  const [value, setValue] = useState(() => readPersisted<T>(place) ?? begun)
  const sent = usePersistOnExpiry(
    place,
    () => value,
    () => setValue(begun),
  )
  return [value, setValue, sent]
}
