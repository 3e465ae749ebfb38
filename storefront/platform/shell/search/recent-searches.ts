import { onClientEvent } from '#storefront/platform/sessions/events.ts'
import type { CurrentMembership } from '#storefront/platform/sessions/pending-requests.ts'
import { watchToken } from '#storefront/platform/sessions/token.ts'

const RECENT_SEARCHES_MAX = 8

/** Whose searches they are; undefined: a guest's. */
type SearchOwner = CurrentMembership | undefined

/** Each person has his own in each company on a device. Those of a guest are of this visit only. */
const placeOf = (owner: SearchOwner): [storage: Storage, key: string] =>
  owner === undefined
    ? [sessionStorage, 'yanfeng.searches.guest']
    : [localStorage, `yanfeng.searches.${owner.userId}.${owner.enterpriseId}`]

/** The texts that were searched for last on this device, the newest first. */
export function readRecentSearches(owner: SearchOwner): string[] {
  try {
    const [storage, key] = placeOf(owner)
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, RECENT_SEARCHES_MAX) : []
  } catch {
    return []
  }
}

/** Puts a text before the others. */
export function saveRecentSearch(owner: SearchOwner, text: string): void {
  const others = readRecentSearches(owner).filter((one) => one !== text)
  try {
    const [storage, key] = placeOf(owner)
    storage.setItem(key, JSON.stringify([text, ...others].slice(0, RECENT_SEARCHES_MAX)))
  } catch {
    // The storage is full or blocked: the search is not remembered.
  }
}

export function clearRecentSearches(owner: SearchOwner): void {
  try {
    const [storage, key] = placeOf(owner)
    storage.removeItem(key)
  } catch {
    // The storage is blocked: it has nothing.
  }
}

// Whoever comes next sees nothing of a guest.
const clearGuest = () => clearRecentSearches(undefined)
onClientEvent('loginSuccess', clearGuest)
watchToken(clearGuest)
