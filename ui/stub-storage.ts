import { vi } from 'vitest'

/** Gives tests outside a browser a local and a session storage. Tests can read and change the values directly. */
export function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>()
  for (const name of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(name, {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
  return stored
}
