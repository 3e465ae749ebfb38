const RECENT_SEARCHES_MAX = 8

/** Each company has its own on a device; guests share one list. */
const keyOf = (enterpriseId: string | undefined): string => `yanfeng.searches.${enterpriseId ?? 'guest'}`

/** The texts that were searched for last on this device, the newest first. */
export function readRecentSearches(enterpriseId: string | undefined): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(enterpriseId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, RECENT_SEARCHES_MAX) : []
  } catch {
    return []
  }
}

/** Puts a text before the others. */
export function saveRecentSearch(enterpriseId: string | undefined, text: string): void {
  const others = readRecentSearches(enterpriseId).filter((one) => one !== text)
  try {
    localStorage.setItem(keyOf(enterpriseId), JSON.stringify([text, ...others].slice(0, RECENT_SEARCHES_MAX)))
  } catch {
    // The storage is full or blocked: the search is not remembered.
  }
}

export function clearRecentSearches(enterpriseId: string | undefined): void {
  try {
    localStorage.removeItem(keyOf(enterpriseId))
  } catch {
    // The storage is blocked: it has nothing.
  }
}
