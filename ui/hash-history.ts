import { createBrowserHistory, createMemoryHistory, type RouterHistory } from '@tanstack/react-router'

type Place = RouterHistory['location']

/** A browser would read what follows two slashes as the name of another site. */
const OTHER_SITE = /^[\\/]{2,}/

/** Reads the screen out of the hash; `state` is the history entry's own, missing where somebody typed the address. */
export function locationOfHash(hash: string, state: Place['state'] | null): Place {
  const screen = (hash.slice(1) || '/').replace(OTHER_SITE, '/')
  const { location } = createMemoryHistory({ initialEntries: [screen] })
  return state === null ? location : { ...location, state }
}

/**
 * The history of an application whose screens are named by the hash alone. What stands before the hash belongs to whoever sent the visitor
 * (WeChat adds `?from=singlemessage`, campaigns `?utm_source=…`): no screen reads it, and it stays in the address, where `location.search`
 * has it, however far the visitor goes. The router's own hash history adds it to the query of the screen.
 */
export const createHashHistory = (): RouterHistory =>
  createBrowserHistory({
    parseLocation: () => locationOfHash(window.location.hash, window.history.state),
    createHref: (screen) => `${window.location.pathname}${window.location.search}#${screen}`,
  })
