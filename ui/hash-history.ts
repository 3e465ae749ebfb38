import { createBrowserHistory, createMemoryHistory, type RouterHistory } from '@tanstack/react-router'

type Place = RouterHistory['location']

/** A browser reads the text after two slashes as the name of another site. */
const OTHER_SITE = /^[\\/]{2,}/

/** Parses the location from the hash. `state` is that of the history entry; it is missing if somebody typed the URL. */
export function parseHashLocation(hash: string, state: Place['state'] | null): Place {
  const screen = (hash.slice(1) || '/').replace(OTHER_SITE, '/')
  const { location } = createMemoryHistory({ initialEntries: [screen] })
  return state === null ? location : { ...location, state }
}

/**
 * A router history for an application whose routes are in the hash only. The query before the hash belongs to the sender of the link
 * (WeChat adds `?from=singlemessage`, campaigns add `?utm_source=…`). No screen reads it, and it stays in the URL. The router's own hash
 * history would add it to the search parameters of the screen.
 */
export const createHashHistory = (): RouterHistory =>
  createBrowserHistory({
    parseLocation: () => parseHashLocation(window.location.hash, window.history.state),
    createHref: (screen) => `${window.location.pathname}${window.location.search}#${screen}`,
  })
