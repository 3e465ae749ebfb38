import { useEffect, useRef } from 'react'

/** Here keys belong to what is typed or to the window. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]'

/** Calls the function of a key that is pressed alone, where nobody types and no window is open. */
export function usePageKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return
      const act = latest.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
