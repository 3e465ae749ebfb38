import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { GoodsPublishingProblem } from '#contract/catalog/goods-editing/problems.ts'
import type { EditorDraft } from './draft.ts'
import type { DraftSnapshot, DraftStore } from './draft-store.ts'

/** The store object never changes, so a cell that reads it is not rendered again when a problem appears or disappears. */
export const DraftStoreContext = createContext<DraftStore | undefined>(undefined)
/** The problem at a path that is shown beside its field. */
export const FieldProblemsByPathContext = createContext<ReadonlyMap<string, string>>(new Map())

export function useDraftStore(): DraftStore {
  const store = useContext(DraftStoreContext)
  if (!store) throw new Error('outside of the editor')
  return store
}

export const useFieldProblemsByPath = (): ReadonlyMap<string, string> => useContext(FieldProblemsByPathContext)
/** The text to show beside the field at a path; undefined: none. */
export const useFieldProblem = (path: string): string | undefined => useFieldProblemsByPath().get(path)

export const useDraftSnapshot = (store: DraftStore): DraftSnapshot => useSyncExternalStore(store.subscribe, store.read)

/** A field of the draft and its setter. The component is rendered again when this field changes. */
export function useDraftField<Name extends keyof EditorDraft>(name: Name): [EditorDraft[Name], (value: EditorDraft[Name]) => void] {
  const store = useDraftStore()
  const value = useSyncExternalStore(store.subscribe, () => store.read().draft[name])
  return [value, (next) => store.change((was) => ({ ...was, [name]: next }))]
}

/**
 * The text of a field at a path: the typed text while a person types, otherwise the text of its value. A text that cannot be parsed stays
 * in the field and is reported, until the field gets another value, for example from a pasted block. The mark disappears with the field.
 */
export function useTypedFieldText(path: string, text: string) {
  const store = useDraftStore()
  const [typed, setTyped] = useState<{ text: string; rejected: boolean }>()
  const invalid = useSyncExternalStore(store.subscribe, () => store.read().invalid.has(path))
  useEffect(() => () => store.mark(path, undefined), [store, path])
  return {
    shown: typed && (invalid || !typed.rejected) ? typed.text : text,
    /** `fault` undefined: the text is valid. */
    type: (next: string, fault: string | undefined) => {
      setTyped({ text: next, rejected: fault !== undefined })
      store.mark(path, fault)
    },
    settle: () => {
      if (!store.read().invalid.has(path)) setTyped(undefined)
    },
  }
}

/** Fields whose parts are not shown separately. A problem of a part is shown at the whole field. */
const WHOLE: ReadonlySet<string> = new Set(['pictures', 'documents'])

/** The first problem of each path. */
export function toFieldProblemsByPath(problems: readonly GoodsPublishingProblem[]): Map<string, string> {
  const problemsByPath = new Map<string, string>()
  for (const { path, reason } of problems) if (!problemsByPath.has(path)) problemsByPath.set(path, reason)
  for (const { path, reason } of problems) {
    const [head = path] = path.split('.')
    if (WHOLE.has(head) && !problemsByPath.has(head)) problemsByPath.set(head, reason)
  }
  return problemsByPath
}

/** Focuses the field of a problem, or the nearest field around it. */
export function focusFieldAtPath(path: string): void {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length--) {
    const place = document.querySelector(`[data-path="${CSS.escape(parts.slice(0, length).join('.'))}"]`)
    if (!(place instanceof HTMLElement)) continue
    const control = place.matches('input, textarea, button') ? place : place.querySelector('input:not([disabled]), textarea, button')
    place.scrollIntoView({ block: 'center' })
    if (control instanceof HTMLElement) control.focus({ preventScroll: true })
    return
  }
}
