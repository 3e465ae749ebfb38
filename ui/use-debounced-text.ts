import { useEffect, useState } from 'react'

const PAUSE_MS = 250

/** Returns a text after it has not changed for a moment, so that a search does not run for each letter. */
export function useDebouncedText(text: string, pauseMs = PAUSE_MS): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
