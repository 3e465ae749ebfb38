import { createContext, use, useEffect, useSyncExternalStore } from 'react'

/** A form that has begun with what was typed before, and how it is emptied. */
interface RestoredForm {
  clear: () => void
}

/** A page or a window, with its forms that were restored. */
export interface RestoredFormArea {
  list: () => readonly RestoredForm[]
  watch: (listener: () => void) => () => void
  /** Returns the function that removes the form again. */
  add: (form: RestoredForm) => () => void
}

export function createRestoredFormArea(): RestoredFormArea {
  let forms: readonly RestoredForm[] = []
  const watchers = new Set<() => void>()
  const set = (next: readonly RestoredForm[]) => {
    forms = next
    for (const listener of watchers) listener()
  }
  return {
    list: () => forms,
    watch: (listener) => {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    add: (form) => {
      set([...forms, form])
      return () => set(forms.filter((known) => known !== form))
    },
  }
}

/** The area of the page; windows have their own. */
export const pageRestoredFormArea = createRestoredFormArea()
export const RestoredFormAreaContext = createContext(pageRestoredFormArea)

/** While the form is restored, its page or window says so, and offers to empty it. */
export function useRestoredFormNotice(restored: boolean, clear: () => void): void {
  const area = use(RestoredFormAreaContext)
  useEffect(() => (restored ? area.add({ clear }) : undefined), [area, restored, clear])
}

/** The quiet line that something typed before is there again. */
export function RestoredFormNotice({ area, className = '' }: { area: RestoredFormArea; className?: string }) {
  const forms = useSyncExternalStore(area.watch, area.list, area.list)
  if (forms.length === 0) return null
  const clearAll = () => {
    for (const { clear } of forms) clear()
  }
  return (
    <p role="status" className={`flex flex-wrap items-center gap-x-3 text-sm text-mute ${className}`}>
      已恢复未提交的内容
      <button type="button" className="finger text-jade hover:underline" onClick={clearAll}>
        清除
      </button>
    </p>
  )
}
