import { useEffect, useRef } from 'react'
import { isDialogOpen } from '#console/platform/components/page-dom.ts'

/** Here keys belong to what is typed or to the window. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]'

/** Stored on the device when the keys are off. */
const OFF_KEY = 'console-page-keys-off'

/** Whether single keys do something on this device. Whoever dictates, or presses keys by accident, turns them off. */
export const areShortcutKeysOn = (): boolean => localStorage.getItem(OFF_KEY) === null

export function setShortcutKeysOn(on: boolean): void {
  if (on) localStorage.removeItem(OFF_KEY)
  else localStorage.setItem(OFF_KEY, '1')
}

/**
 * Calls the function of a key that is pressed alone, where nobody types and no window is open. `otherwise` gets a key without a function,
 * unless it is held down, and returns whether it did something.
 */
export function useShortcutKeys(keys: Readonly<Record<string, () => void>>, otherwise: (key: string) => boolean = () => false): void {
  const latest = useRef({ keys, otherwise })
  useEffect(() => {
    latest.current = { keys, otherwise }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return
      if (!areShortcutKeysOn() || isDialogOpen()) return
      const act = latest.current.keys[event.key]
      if (act) act()
      else if (event.repeat || !latest.current.otherwise(event.key)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
