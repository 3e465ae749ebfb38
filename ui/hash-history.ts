import { createBrowserHistory, createMemoryHistory, type RouterHistory } from '@tanstack/react-router'

type Place = RouterHistory['location']

/** A browser reads the text after two slashes as the name of another site. */
const OTHER_SITE = /^[\\/]{2,}/

/** Parses the location from the hash. `state` is that of the history entry; null: it has none. */
export function parseHashLocation(hash: string, state: Place['state'] | null): Place {
  const screen = (hash.slice(1) || '/').replace(OTHER_SITE, '/')
  const { location } = createMemoryHistory({ initialEntries: [screen] })
  return state === null ? location : { ...location, state }
}

/**
 * The state of the entry after a location. An entry has no state if somebody typed its URL. It needs its number in the history: a screen that
 * is not left returns to its own entry by the difference of the numbers.
 */
export function getNextHistoryState({ state }: Pick<Place, 'state'>): Place['state'] {
  const key = `typed-${state.__TSR_index + 1}`
  return { __TSR_index: state.__TSR_index + 1, key, __TSR_key: key }
}

/**
 * A router history for an application whose routes are in the hash only. The query before the hash belongs to the sender of the link
 * (WeChat adds `?from=singlemessage`, campaigns add `?utm_source=…`). No screen reads it, and it stays in the URL. The router's own hash
 * history would add it to the search parameters of the screen.
 */
export function createHashHistory(): RouterHistory {
  let history: RouterHistory | undefined
  const readState = (): Place['state'] | null => {
    if (window.history.state !== null || history === undefined) return window.history.state
    const state = getNextHistoryState(history.location)
    // Not the function of `window.history`, with which the router notices changes of its own.
    History.prototype.replaceState.call(window.history, state, '')
    return state
  }
  history = createBrowserHistory({
    parseLocation: () => parseHashLocation(window.location.hash, readState()),
    createHref: (screen) => `${window.location.pathname}${window.location.search}#${screen}`,
  })
  return history
}
