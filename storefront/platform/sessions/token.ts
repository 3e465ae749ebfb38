import { TOKEN_KEYS } from '#ui/token-keys.ts'

/**
 * The token of the person who is logged in, in local storage under one name (specification §9). All tabs share it; each goes by the one that
 * it has taken note of, and is told when another tab has stored another.
 */

type Listener = (change: { elsewhere: boolean }) => void
const listeners = new Set<Listener>()
const tell = (change: { elsewhere: boolean }) => {
  for (const listener of listeners) listener(change)
}

export const readToken = (): string | null => localStorage.getItem(TOKEN_KEYS.mall)

/** The token that what this tab shows belongs to; undefined: none has been asked for yet. */
let noted: string | null | undefined

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_KEYS.mall, token)
  noted = token
  tell({ elsewhere: false })
}

export function clearToken(): void {
  localStorage.removeItem(TOKEN_KEYS.mall)
  noted = null
  tell({ elsewhere: false })
}

/**
 * Looks whether another tab has logged in, off or switched since this one last looked, and tells everybody here if so: true then. A tab that
 * slept hears of it in no other way.
 */
export function detectTokenChange(): boolean {
  const now = readToken()
  const moved = noted !== undefined && now !== noted
  noted = now
  if (moved) tell({ elsewhere: true })
  return moved
}

/** Calls back when the token changes, here or `elsewhere`, which is in another tab. Returns how to stop. */
export function watchToken(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Begins to look at what other tabs do: when they say so, and when somebody comes back to this one. */
export function watchOtherTabs(): void {
  detectTokenChange()
  for (const event of ['storage', 'pageshow', 'focus']) window.addEventListener(event, detectTokenChange)
  document.addEventListener('visibilitychange', detectTokenChange)
}
