import { TOKEN_STORAGE_KEYS } from '#ui/token-keys.ts'

/** The token of the logged-in staff member in local storage. Other tabs are notified of a change. */

const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

export const readToken = (): string | null => localStorage.getItem(TOKEN_STORAGE_KEYS.console)

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_STORAGE_KEYS.console, token)
  notifyListeners()
}

export function clearToken(): void {
  localStorage.removeItem(TOKEN_STORAGE_KEYS.console)
  notifyListeners()
}

/** Calls the listener when the token changes, in this tab or in another. Returns the function that stops it. */
export function watchToken(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key === TOKEN_STORAGE_KEYS.console || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', elsewhere)
  }
}
