import { TOKEN_STORAGE_KEYS } from '#ui/token-keys.ts'

/**
 * The token of the logged-in person in local storage (specification §9). All tabs share it. Each tab uses the one that it knows, and is
 * notified when another tab has stored a new one.
 */

interface TokenChange {
  /** In another tab. */
  elsewhere: boolean
  /** The person has logged out; otherwise his session has expired, or somebody has logged in. */
  loggedOut: boolean
}

type Listener = (change: TokenChange) => void
const listeners = new Set<Listener>()
const notifyListeners = (change: TokenChange) => {
  for (const listener of listeners) listener(change)
}

/** The hash of the token with which somebody has logged out last. A missing token tells other tabs only that the session has ended. */
const LOGGED_OUT_KEY = 'yanfeng.logged-out'

/** A short hash (djb2), from which the token cannot be computed. */
export const hashToken = (token: string | null): string =>
  token === null ? '' : [...token].reduce((hash, letter) => (Math.imul(hash, 33) ^ letter.charCodeAt(0)) >>> 0, 5_381).toString(36)

export const readToken = (): string | null => localStorage.getItem(TOKEN_STORAGE_KEYS.mall)

/** The token that this tab's content belongs to; undefined: not read yet. */
let known: string | null | undefined

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_STORAGE_KEYS.mall, token)
  known = token
  notifyListeners({ elsewhere: false, loggedOut: false })
}

function rememberLogout(): void {
  const token = readToken()
  try {
    if (token !== null) localStorage.setItem(LOGGED_OUT_KEY, hashToken(token))
  } catch {
    // The storage is full: to other tabs it looks like an expired session, whose drafts wait for their owner.
  }
}

/** Removes the token: the session has expired, or the person has logged out, which is told to the other tabs. */
export function clearToken({ loggedOut = false }: { loggedOut?: boolean } = {}): void {
  if (loggedOut) rememberLogout()
  localStorage.removeItem(TOKEN_STORAGE_KEYS.mall)
  known = null
  notifyListeners({ elsewhere: false, loggedOut })
}

/**
 * Checks whether another tab has changed the token, and notifies the listeners if so. Returns true in that case. A tab that was suspended
 * gets no storage event.
 */
export function notifyIfTokenChanged(): boolean {
  const [before, now] = [known, readToken()]
  known = now
  if (before === undefined || now === before) return false
  notifyListeners({ elsewhere: true, loggedOut: before !== null && localStorage.getItem(LOGGED_OUT_KEY) === hashToken(before) })
  return true
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
