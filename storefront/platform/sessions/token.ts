import { TOKEN_STORAGE_KEYS } from '#ui/token-keys.ts'

/**
 * The token of the logged-in person in local storage (specification §9). All tabs share it. Each tab uses the one that it knows, and is
 * notified when another tab has stored a new one.
 */

type Listener = (change: { elsewhere: boolean }) => void
const listeners = new Set<Listener>()
const notifyListeners = (change: { elsewhere: boolean }) => {
  for (const listener of listeners) listener(change)
}

export const readToken = (): string | null => localStorage.getItem(TOKEN_STORAGE_KEYS.mall)

/** The token that this tab's content belongs to; undefined: not read yet. */
let known: string | null | undefined

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_STORAGE_KEYS.mall, token)
  known = token
  notifyListeners({ elsewhere: false })
}

export function clearToken(): void {
  localStorage.removeItem(TOKEN_STORAGE_KEYS.mall)
  known = null
  notifyListeners({ elsewhere: false })
}

/**
 * Checks whether another tab has changed the token, and notifies the listeners if so. Returns true in that case. A tab that was suspended
 * gets no storage event.
 */
export function notifyIfTokenChanged(): boolean {
  const now = readToken()
  const moved = known !== undefined && now !== known
  known = now
  if (moved) notifyListeners({ elsewhere: true })
  return moved
}

/** Calls the listener when the token changes, in this tab or `elsewhere`, which is another tab. Returns the function that stops it. */
export function watchToken(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Starts to watch other tabs: on their storage events, and when this tab becomes visible. */
export function watchTokenChangesInOtherTabs(): void {
  notifyIfTokenChanged()
  for (const event of ['storage', 'pageshow', 'focus']) window.addEventListener(event, notifyIfTokenChanged)
  document.addEventListener('visibilitychange', notifyIfTokenChanged)
}
