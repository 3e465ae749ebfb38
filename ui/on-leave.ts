import type { RouterHistory } from '@tanstack/react-router'

/**
 * Calls `leave` whenever a person leaves the current screen: by a link, Back or Forward. A replaced entry with the same path is the same
 * screen. It is called before the next screen is loaded. Returns a function that unsubscribes.
 */
export function subscribeToScreenLeave(history: Pick<RouterHistory, 'location' | 'subscribe'>, leave: () => void): () => void {
  let place = history.location
  return history.subscribe(({ location, action }) => {
    // Back that a screen has refused is announced too, without another location.
    const stays = location === place || (action.type === 'REPLACE' && location.pathname === place.pathname)
    place = location
    if (!stays) leave()
  })
}
