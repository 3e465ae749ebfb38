import { createContext, useContext, useSyncExternalStore } from 'react'
import type { GoodsProblem } from '#contract/catalog/goods-editing/problems.ts'
import type { Draft } from './draft.ts'
import type { DraftSnapshot, DraftStore } from './draft-store.ts'

interface Editor {
  store: DraftStore
  /** What is wrong at a path that should be told beside its field. */
  told: ReadonlyMap<string, string>
}

export const EditorContext = createContext<Editor | undefined>(undefined)

function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('outside of the editor')
  return editor
}

export const useDraftStore = (): DraftStore => useEditor().store
/** What should be told beside the field at a path; undefined: nothing. */
export const useFieldProblem = (path: string): string | undefined => useEditor().told.get(path)
export const useFieldProblems = (): ReadonlyMap<string, string> => useEditor().told

export const useDraftSnapshot = (store: DraftStore): DraftSnapshot => useSyncExternalStore(store.subscribe, store.read)

/** A field of the draft and the function that changes it. The component is rendered again when this field changes. */
export function useDraftField<Name extends keyof Draft>(name: Name): [Draft[Name], (value: Draft[Name]) => void] {
  const store = useDraftStore()
  const value = useSyncExternalStore(store.subscribe, () => store.read().draft[name])
  return [value, (next) => store.change((was) => ({ ...was, [name]: next }))]
}

/** The first problem of each path. */
export function toFieldProblems(problems: readonly GoodsProblem[]): Map<string, string> {
  const told = new Map<string, string>()
  for (const { path, reason } of problems) if (!told.has(path)) told.set(path, reason)
  return told
}

/** Puts the focus on the field of a problem, or on the nearest one around it. */
export function focusPath(path: string): void {
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
