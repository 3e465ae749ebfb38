import { onClientEvent } from './events.ts'
import { type CurrentMembership, getCurrentMembership, isSameMembership } from './pending-requests.ts'
import { readToken, watchToken } from './token.ts'

/**
 * Unsent input of a page, kept in memory for one person in one company while he visits other pages. The key is the page's path without the
 * query (specification §4). While the session is expired it waits for that person. It ends at a logout and when somebody else logs in.
 */
interface StoredState {
  owner: CurrentMembership | undefined
  value: unknown
}
const pages = new Map<string, Map<string, StoredState>>()

export function saveUnsentPageInput(pathname: string, key: string, value: unknown): void {
  const page = pages.get(pathname) ?? new Map<string, StoredState>()
  pages.set(pathname, page.set(key, { owner: getCurrentMembership(), value }))
}

/** Reads the kept value if it belongs to this person and has the expected shape. */
export function readUnsentPageInput<T>(pathname: string, key: string, isExpected: (value: unknown) => value is T): T | undefined {
  const found = pages.get(pathname)?.get(key)
  return found && isSameMembership(found.owner, getCurrentMembership()) && isExpected(found.value) ? found.value : undefined
}

export const deleteUnsentPageInput = (pathname: string, key: string): void => void pages.get(pathname)?.delete(key)

// Deletes the values of the previous session, unless the same person logs in to the same company.
onClientEvent('loginSuccess', (membership) => {
  for (const page of pages.values()) for (const [key, found] of page) if (!isSameMembership(found.owner, membership)) page.delete(key)
})
watchToken(({ elsewhere }) => {
  if (elsewhere || (readToken() === null && getCurrentMembership() === undefined)) pages.clear()
})
