import { useSyncExternalStore } from 'react'

/** The buttons on the page, by id, the oldest first. The first one renders the bar, so that a page with many buttons has one bar. */
const buttons = new Set<string>()
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

export function registerCompareButton(id: string): void {
  buttons.add(id)
  notifyListeners()
}
export function unregisterCompareButton(id: string): void {
  buttons.delete(id)
  notifyListeners()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const owner = (): string | undefined => buttons.values().next().value

export const useIsCompareBarRenderer = (id: string): boolean => useSyncExternalStore(watch, owner, owner) === id
