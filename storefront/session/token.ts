/** The token of the person who is logged in, in local storage under one name (specification §9). Other tabs are told of a change. */
const KEY = 'yanfeng.token'

type Listener = (change: { elsewhere: boolean }) => void
const listeners = new Set<Listener>()
const tell = () => {
  for (const listener of listeners) listener({ elsewhere: false })
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

/** Calls back when the token changes, here or `elsewhere`, which is in another tab. Returns how to stop. */
export function watchToken(listener: Listener): () => void {
  const storage = (event: StorageEvent) => {
    const ours = event.key === KEY && event.newValue !== event.oldValue
    if (ours || event.key === null) listener({ elsewhere: true })
  }
  listeners.add(listener)
  window.addEventListener('storage', storage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', storage)
  }
}
