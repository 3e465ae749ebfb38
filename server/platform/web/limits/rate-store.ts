import { monotonicNow } from '#server/platform/core/moment.ts'

interface Window {
  count: number
  endsAt: number
}

/** What `@fastify/rate-limit` counts in. */
export interface RateStore {
  incr(key: string, done: (error: Error | null, result: { current: number; ttl: number }) => void, timeWindow: number): void
  child(): RateStore
  /** How many keys are counted. */
  size(): number
}

/** Some megabytes at most, with keys as long as a session's id. */
const KEYS_MAX = 50_000

/**
 * Counts by key within windows of time. Strangers choose keys by coming from many addresses: what has run out is swept with every new key, the
 * oldest first, and beyond `keysMax` the oldest go although they have not.
 */
export function createRateStore(keysMax = KEYS_MAX): RateStore {
  /** The window that began first comes first, which with one length of window is the one that ends first. */
  const windows = new Map<string, Window>()
  const sweep = (now: number) => {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now && windows.size < keysMax) return
      windows.delete(key)
    }
  }
  const store: RateStore = {
    incr(key, done, timeWindow) {
      const now = monotonicNow()
      let window = windows.get(key)
      if (!window || window.endsAt <= now) {
        windows.delete(key)
        sweep(now)
        window = { count: 0, endsAt: now + timeWindow }
        windows.set(key, window)
      }
      window.count++
      done(null, { current: window.count, ttl: window.endsAt - now })
    },
    child: () => store,
    size: () => windows.size,
  }
  return store
}
