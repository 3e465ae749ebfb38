import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Calls `leave` whenever somebody leaves the screen that is shown: for another address, by a link, Back or Forward. An entry that is replaced on the
 * same path is the same screen. It is called before the next screen is loaded. Returns what ends it.
 */
export function onLeave(history: Pick<RouterHistory, 'location' | 'subscribe'>, leave: () => void): () => void {
  let path = history.location.pathname
  return history.subscribe(({ location, action }) => {
    const stays = action.type === 'REPLACE' && location.pathname === path
    path = location.pathname
    if (!stays) leave()
  })
}

/** The same for as long as a component is mounted: whatever it has opened over the screen closes here. */
export function useOnLeave(leave: () => unknown): void {
  const { history } = useRouter()
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => onLeave(history, () => latest.current()), [history])
}
