import { monotonicNow } from '#server/platform/core/moment.ts'

interface Window {
  count: number
  endsAt: number
}

/** The store of counts for `@fastify/rate-limit`. */
export interface RateStore {
  incr(key: string, done: (error: Error | null, result: { current: number; ttl: number }) => void, timeWindow: number): void
  child(): RateStore
  /** How many keys are stored. */
  size(): number
}

/** A few megabytes at most, with keys as long as a session's id. */
const KEYS_MAX = 50_000

/**
 * Counts by key within time windows. Strangers can create keys from many addresses. So every new key sweeps the ended windows, and beyond
 * `keysMax` the oldest are deleted before they end.
 */
export function createRateStore(keysMax = KEYS_MAX): RateStore {
  /** In the order in which the windows began. All have the same length, so they end in this order. */
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
