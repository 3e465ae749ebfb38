import { useEffect } from 'react'

/** Long enough for the first screen, which is then not slowed down by what may never be opened. */
const IDLE_MS = 2_000

/** Loads code that a screen shows only when somebody asks for it, after the screen, so that it opens at once. `load` must be the same function each time. */
export function useIdleLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    const soon = setTimeout(() => void load().catch(() => undefined), IDLE_MS)
    return () => clearTimeout(soon)
  }, [load])
}
