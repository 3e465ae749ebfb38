import { useEffect, useState } from 'react'

const EVERY_MS = 30_000

/** The current time, updated every half minute, for waiting times. */
export function useNow(): Date {
  const [at, setAt] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return new Date(at)
}
