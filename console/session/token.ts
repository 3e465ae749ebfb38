/** The token of the person of the platform who is logged in, in local storage under one name. Other tabs are told of a change. */
const KEY = 'yanfeng.console.token'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const readToken = (): string | null => localStorage.getItem(KEY)

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token)
  tell()
}

export function clearToken(): void {
  localStorage.removeItem(KEY)
  tell()
}

/** Calls back when the token changes, here or in another tab. Returns how to stop. */
export function watchToken(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', elsewhere)
  }
}
