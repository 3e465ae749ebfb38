import { useEffect, useState } from 'react'

const PAUSE_MS = 250

/** Returns a text after it has not changed for a moment, so that a search does not run for each letter. */
export function useDebouncedText(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
