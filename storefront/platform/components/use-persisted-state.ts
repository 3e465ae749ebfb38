import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { isScreenBroken, useRouter } from '#storefront/platform/routing/routing.tsx'
import {
  deleteFormDraft,
  findFormDraft,
  getFormDraftOwner,
  isFormDraftOwnerHere,
  pickTypedValues,
  restoreTypedValues,
  saveFormDraft,
  type TypedValues,
  toFilledJson,
} from '#storefront/platform/sessions/draft/form-draft.ts'
import { emitClientEvent, onClientEvent } from '#storefront/platform/sessions/events.ts'
import { deleteUnsentPageInput, readUnsentPageInput, saveUnsentPageInput } from '#storefront/platform/sessions/page-state.ts'
import { getCurrentMembership } from '#storefront/platform/sessions/pending-requests.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'
import { useRestoredFormNotice } from './restored-draft.tsx'
import { getCurrentTime } from './use-now.ts'

/** Deletes the stored values of a form that was sent. `resets`: it is emptied too, because it has restored them meanwhile. */
export type ClearStoredForm = (options?: { resets?: boolean }) => void

const SAVED_AFTER_MS = 300

type FormPlace = readonly [pathname: string, key: string]

interface StoredForm<T> {
  place: FormPlace
  sent: ClearStoredForm
  /** The values of the form in which nobody has typed anything. */
  begun: T
  /** The values that it begins with now: stored ones, else suggested ones. */
  values: T
  restored: boolean
}

/** The place of a form with this name on this page. */
function useFormPlace(name: string): FormPlace {
  const router = useRouter()
  return useState((): FormPlace => [router.getState().location.pathname, `typed ${name}`])[0]
}

/** The function that deletes what is stored of a form on this page, for a call that is made outside of the form. */
export function useClearStoredForm(name: string): ClearStoredForm {
  const place = useFormPlace(name)
  return ({ resets = false } = {}) => {
    deleteUnsentPageInput(...place)
    deleteFormDraft(place.join(' '))
    emitClientEvent('typedSent', { at: place.join(' '), resets })
  }
}

/**
 * What is stored of a form on this page: its values from when the session expired, else from before a reload. `name` distinguishes the forms of
 * a page, and the objects that a form is about. A form reads only what it has written itself, so the type is the form's own. `suggest` fills
 * fields that the page may not know again after a reload, so a draft is not compared with them.
 */
export function useStoredForm<T>(name: string, begin: () => T, suggest = (begun: T): T => begun): StoredForm<T> {
  const place = useFormPlace(name)
  const sent = useClearStoredForm(name)
  const [stored] = useState(() => {
    const begun = begin()
    const typed = readUnsentPageInput(...place, (value): value is TypedValues => value !== undefined)
    const found = (typed && restoreTypedValues(begun, typed)) ?? findFormDraft(place.join(' '), begun, getCurrentTime())
    return { place, begun, values: found ?? suggest(begun), restored: found !== undefined }
  })
  return { ...stored, sent }
}

interface FormAccess {
  current: () => unknown
  reset: () => void
}

interface StoredFormOptions {
  /** Whether the values stay while the person is on other pages. Otherwise a form that is left or closed is given up. */
  staysWhileAway?: boolean
}

/**
 * Keeps a form's values until it is sent or given up: over a reload, and when the session ends, so that the same person finds them after the
 * login, in a window when he opens it again. Fields by the names of `unstoredFieldNames` are never kept. Returns the function with
 * which the form's call deletes the values, and the one that it calls after a change.
 */
export function useKeepFormValues<T>(
  { place, sent, begun, values: first, restored: isRestored }: StoredForm<T>,
  access: FormAccess,
  { staysWhileAway = false }: StoredFormOptions = {},
): { sent: ClearStoredForm; changed: () => void } {
  const [restored, setRestored] = useState(isRestored)
  const latest = useRef(access)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sentValues = useRef<string>(undefined)
  const touched = useRef(isRestored)
  const [writer] = useState(getFormDraftOwner)
  useEffect(() => {
    latest.current = access
  })
  // A draft that was not restored is another form's, or waits for the values that it began with: only who types replaces or ends it.
  const isTouched = useCallback(() => {
    touched.current ||= toFilledJson(latest.current.current()) !== toFilledJson(first)
    return touched.current
  }, [first])
  const save = useCallback(() => {
    clearTimeout(timer.current)
    if (!isTouched()) return
    const values = latest.current.current()
    if (JSON.stringify(values) === sentValues.current) deleteFormDraft(place.join(' '))
    else saveFormDraft(place.join(' '), writer, { base: begun, values, now: getCurrentTime() })
  }, [place, begun, writer, isTouched])
  const changed = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(save, SAVED_AFTER_MS)
  }, [save])
  const clear = useCallback(() => {
    latest.current.reset()
    deleteFormDraft(place.join(' '))
    setRestored(false)
  }, [place])
  useRestoredFormNotice(restored, clear)
  useEffect(() => {
    const stop = onClientEvent('typedSent', ({ at, resets }) => {
      if (at !== place.join(' ')) return
      clearTimeout(timer.current)
      if (resets) latest.current.reset()
      sentValues.current = JSON.stringify(latest.current.current())
      setRestored(false)
    })
    deleteUnsentPageInput(...place)
    window.addEventListener('pagehide', save)
    document.addEventListener('visibilitychange', save)
    return () => {
      stop()
      window.removeEventListener('pagehide', save)
      document.removeEventListener('visibilitychange', save)
      const expired = readToken() === null && getCurrentMembership() !== undefined
      if (expired && isTouched()) saveUnsentPageInput(...place, pickTypedValues(begun, latest.current.current()))
      if (expired || staysWhileAway || isScreenBroken()) return save()
      clearTimeout(timer.current)
      // If the session has ended, nobody has given up anything.
      if (isTouched() && isFormDraftOwnerHere(writer)) deleteFormDraft(place.join(' '))
    }
  }, [place, begun, save, writer, staysWhileAway, isTouched])
  return { sent, changed }
}

/** `useState` for typed values of a form, with the function that deletes the stored values. */
export function usePersistedState<T>(
  name: string,
  begin: () => T,
): [value: T, setValue: Dispatch<SetStateAction<T>>, sent: ClearStoredForm] {
  const stored = useStoredForm(name, begin)
  const [value, setValue] = useState(stored.values)
  const { sent, changed } = useKeepFormValues(stored, { current: () => value, reset: () => setValue(stored.begun) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new value is a change
  useEffect(changed, [changed, value])
  return [value, setValue, sent]
}
