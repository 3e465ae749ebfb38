import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { GoodsProblem } from '#contract/catalog/goods-editing/problems.ts'
import type { EditorDraft } from './draft.ts'
import type { DraftSnapshot, DraftStore } from './draft-store.ts'

/** The store stays the same, so a cell that reads it is not rendered again when a problem comes or goes. */
export const DraftStoreContext = createContext<DraftStore | undefined>(undefined)
/** What is wrong at a path that should be told beside its field. */
export const FieldProblemsByPathContext = createContext<ReadonlyMap<string, string>>(new Map())

export function useDraftStore(): DraftStore {
  const store = useContext(DraftStoreContext)
  if (!store) throw new Error('outside of the editor')
  return store
}

export const useFieldProblemsByPath = (): ReadonlyMap<string, string> => useContext(FieldProblemsByPathContext)
/** What should be told beside the field at a path; undefined: nothing. */
export const useFieldProblem = (path: string): string | undefined => useFieldProblemsByPath().get(path)

export const useDraftSnapshot = (store: DraftStore): DraftSnapshot => useSyncExternalStore(store.subscribe, store.read)

/** A field of the draft and the function that changes it. The component is rendered again when this field changes. */
export function useDraftField<Name extends keyof EditorDraft>(name: Name): [EditorDraft[Name], (value: EditorDraft[Name]) => void] {
  const store = useDraftStore()
  const value = useSyncExternalStore(store.subscribe, () => store.read().draft[name])
  return [value, (next) => store.change((was) => ({ ...was, [name]: next }))]
}

/**
 * The text of a field at a path: what is typed while it is typed, otherwise the text of its value. A typed text that is no value stays in
 * the field and is told, until something else gives the field a value, such as a pasted block. When the field goes, so does its mark.
 */
export function useTypedText(path: string, text: string) {
  const store = useDraftStore()
  const [typed, setTyped] = useState<{ text: string; rejected: boolean }>()
  const invalid = useSyncExternalStore(store.subscribe, () => store.read().invalid.has(path))
  useEffect(() => () => store.mark(path, undefined), [store, path])
  return {
    shown: typed && (invalid || !typed.rejected) ? typed.text : text,
    /** `fault` undefined: the text is a value. */
    type: (next: string, fault: string | undefined) => {
      setTyped({ text: next, rejected: fault !== undefined })
      store.mark(path, fault)
    },
    settle: () => {
      if (!store.read().invalid.has(path)) setTyped(undefined)
    },
  }
}

/** Fields whose parts have no place of their own. A problem of a part is told at the whole. */
const WHOLE: ReadonlySet<string> = new Set(['pictures', 'documents'])

/** The first problem of each path. */
export function toFieldProblemsByPath(problems: readonly GoodsProblem[]): Map<string, string> {
  const problemsByPath = new Map<string, string>()
  for (const { path, reason } of problems) if (!problemsByPath.has(path)) problemsByPath.set(path, reason)
  for (const { path, reason } of problems) {
    const [head = path] = path.split('.')
    if (WHOLE.has(head) && !problemsByPath.has(head)) problemsByPath.set(head, reason)
  }
  return problemsByPath
}

/** Puts the focus on the field of a problem, or on the nearest one around it. */
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
