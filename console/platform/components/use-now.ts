import { useEffect, useState } from 'react'

const EVERY_MS = 30_000

/** The instant of now, moved on every half minute, for how long something has waited. */
export function useNow(): Date {
  const [at, setAt] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return new Date(at)
}
