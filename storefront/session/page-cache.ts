import { on } from './events.ts'
import { readToken, watchToken } from './token.ts'

/**
 * What a person has typed on a page and not sent yet, kept while he looks elsewhere and comes back. Keyed by the page's address before
 * the query (specification §4). It lives in memory alone and ends with the session.
 */
const pages = new Map<string, Map<string, unknown>>()

export function keep(pathname: string, key: string, value: unknown): void {
  const page = pages.get(pathname) ?? new Map<string, unknown>()
  pages.set(pathname, page.set(key, value))
}

/** What was kept, as long as it still looks like what the caller expects. */
export function kept<T>(pathname: string, key: string, is: (value: unknown) => value is T): T | undefined {
  const value = pages.get(pathname)?.get(key)
  return is(value) ? value : undefined
}

// Logging in, out or switching is another session: what was typed in the one before belongs to nobody here.
on('loginSuccess', () => pages.clear())
watchToken(({ elsewhere }) => {
  if (elsewhere || readToken() === null) pages.clear()
})
