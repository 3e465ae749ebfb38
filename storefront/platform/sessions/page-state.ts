import { on } from './events.ts'
import { type CurrentMembership, getCurrentMembership } from './pending-requests.ts'
import { readToken, watchToken } from './token.ts'

/**
 * What a person has typed on a page and not sent yet, kept while he looks elsewhere and comes back. Keyed by the page's address before
 * the query (specification §4). It lives in memory alone, for one person in one company: while his session has expired it waits for him, and
 * it ends when he logs off, and when somebody else sits down.
 */
interface Kept {
  owner: CurrentMembership | undefined
  value: unknown
}
const pages = new Map<string, Map<string, Kept>>()

const isOf = ({ owner }: Kept, seat: CurrentMembership | undefined): boolean =>
  owner?.userId === seat?.userId && owner?.enterpriseId === seat?.enterpriseId

export function savePageState(pathname: string, key: string, value: unknown): void {
  const page = pages.get(pathname) ?? new Map<string, Kept>()
  pages.set(pathname, page.set(key, { owner: getCurrentMembership(), value }))
}

/** What was kept, as long as it is this person's and still looks like what the caller expects. */
export function readPageState<T>(pathname: string, key: string, is: (value: unknown) => value is T): T | undefined {
  const found = pages.get(pathname)?.get(key)
  return found && isOf(found, getCurrentMembership()) && is(found.value) ? found.value : undefined
}

export const deletePageState = (pathname: string, key: string): void => void pages.get(pathname)?.delete(key)

// What was typed in one session belongs to nobody in the next, unless the same person comes back to the same company.
on('loginSuccess', (seat) => {
  for (const page of pages.values()) for (const [key, found] of page) if (!isOf(found, seat)) page.delete(key)
})
watchToken(({ elsewhere }) => {
  if (elsewhere || (readToken() === null && getCurrentMembership() === undefined)) pages.clear()
})
