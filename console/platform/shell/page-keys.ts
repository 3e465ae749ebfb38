import { useEffect, useRef } from 'react'

/** Here keys belong to what is typed or to the window. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]'

/** Stored on the device when the keys are off. */
const OFF_KEY = 'console-page-keys-off'

/** Whether single keys do something on this device. Whoever dictates, or presses keys by accident, turns them off. */
export const arePageKeysOn = (): boolean => localStorage.getItem(OFF_KEY) === null

export function setPageKeysOn(on: boolean): void {
  if (on) localStorage.removeItem(OFF_KEY)
  else localStorage.setItem(OFF_KEY, '1')
}

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
      if (!act || !arePageKeysOn()) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
