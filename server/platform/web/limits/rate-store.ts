import { type Clock, monotonicNowMs } from '#server/platform/core/moment.ts'
import { waitWithTimeout } from '#server/platform/core/within-time.ts'

const MINUTE_MS = 60_000
/** A few megabytes at most, with keys as long as a session id. */
const KEYS_MAX = 50_000
/** How long a request waits for the pool, and how long the pool is not asked again after a timeout. */
const PATIENCE_MS = 1_000
/** With several processes, the part of a limit that they admit without the pool: an eighth, in equal shares. */
const OWN_PART = 8

/** How much of a caller's pool this process requests in a minute. */
export interface RatePoolRequest {
  key: string
  minute: Date
  count: number
}

export interface RateStoreOptions {
  clock: Clock
  /** Takes from the pools that all processes share. Returns for each demand how much they have taken so far, including this. */
  take(demands: readonly RatePoolRequest[]): Promise<readonly number[]>
  keysMax?: number
}

/** The result for the plugin: the number of requests, or a number above the limit, and the milliseconds until the next minute. */
type Done = (error: Error | null, result: { current: number; ttl: number }) => void

/** The store of counts for `@fastify/rate-limit`. */
export interface RateStore {
  incr(key: string, done: Done, timeWindow: number, max: number): void
  child(): RateStore
  /** How many keys are stored. */
  size(): number
  /** How many processes share each limit from a caller's next minute on. */
  setProcesses(count: number): void
}

interface Window {
  key: string
  minute: Date
  used: number
  /** What this process may admit: its share, and its part of the pool. */
  allowed: number
  /** What all processes together may take beyond their shares, and the last known rest of it. */
  pool: number
  left: number
  waiting: ((admitted: boolean) => void)[]
}

const refuseLate = (): never => {
  throw new Error('the pool of rates did not answer')
}

const admit = (window: Window): boolean => {
  if (window.used >= window.allowed) return false
  window.used++
  return true
}

/** Answers waiting requests: as many as are allowed, and all of them if the pool is empty. */
function settle(window: Window, more: boolean): void {
  for (const done of window.waiting.splice(0)) {
    if (admit(window)) done(true)
    else if (more) window.waiting.push(done)
    else done(false)
  }
}

/**
 * Takes from the pools for waiting requests, for all windows at once and one statement at a time. A window requests half of its process's
 * part of the rest, so that a process holds less unused towards the end.
 */
function createPoolTaker(take: RateStoreOptions['take'], processes: () => number) {
  const hungry = new Set<Window>()
  let asking = false
  let silentUntil = 0

  const takeFor = async (asked: readonly Window[]) => {
    const demands = asked.map(({ key, minute, left, waiting }) => {
      return { key, minute, count: Math.min(left, Math.max(waiting.length, Math.ceil(left / (2 * processes())))) }
    })
    const taken = await waitWithTimeout(take(demands), PATIENCE_MS, refuseLate)
    for (const [at, window] of asked.entries()) {
      const count = demands[at]?.count ?? 0
      const after = taken[at] ?? window.pool
      window.allowed += Math.min(count, Math.max(0, window.pool - (after - count)))
      window.left = Math.max(0, window.pool - after)
      settle(window, window.left > 0)
    }
  }
  const takeWhileHungry = async () => {
    asking = true
    while (hungry.size > 0) {
      const asked = [...hungry]
      await takeFor(asked).catch(() => {
        silentUntil = monotonicNowMs() + PATIENCE_MS
        for (const window of asked) settle(window, false)
      })
      for (const window of asked) if (window.waiting.length === 0) hungry.delete(window)
    }
    asking = false
  }
  return {
    /** Calls `done` when the pool has answered, or at once if the pool is empty or has failed to answer a moment ago. */
    wait(window: Window, done: (admitted: boolean) => void): void {
      if (window.left === 0 || monotonicNowMs() < silentUntil) {
        done(false)
        return
      }
      window.waiting.push(done)
      hungry.add(window)
      if (!asking) void takeWhileHungry()
    },
  }
}

/**
 * Counts by key within minutes of the clock, together with the other processes of the mall, if there are any. Each admits a small share by
 * itself, so a quiet caller costs no statement; the rest of the limit is a pool that they take from. While the pool does not answer, only
 * the share is admitted. Strangers can create keys from many addresses, so beyond `keysMax` the oldest are dropped.
 */
export function createRateStore({ clock, take, keysMax = KEYS_MAX }: RateStoreOptions): RateStore {
  /** The windows of the current minute, oldest first. */
  const windows = new Map<string, Window>()
  let minute = 0
  let processes = 1
  const pools = createPoolTaker(take, () => processes)

  const openWindow = (key: string, max: number): Window => {
    const share = processes === 1 ? max : Math.floor(max / (OWN_PART * processes))
    const pool = max - processes * share
    return { key, minute: new Date(minute * MINUTE_MS), used: 0, allowed: share, pool, left: pool, waiting: [] }
  }
  const windowOf = (key: string, max: number, now: number): Window => {
    const current = Math.floor(now / MINUTE_MS)
    if (current !== minute) windows.clear()
    minute = current
    const known = windows.get(key)
    if (known) return known
    const [oldest] = windows.keys()
    if (oldest !== undefined && windows.size >= keysMax) windows.delete(oldest)
    const opened = openWindow(key, max)
    windows.set(key, opened)
    return opened
  }
  const store: RateStore = {
    incr(key, done, _, max) {
      const now = clock().getTime()
      const window = windowOf(key, max, now)
      const ttl = MINUTE_MS - (now % MINUTE_MS)
      const answer = (admitted: boolean) => done(null, { current: admitted ? window.used : max + 1, ttl })
      if (admit(window)) answer(true)
      else pools.wait(window, answer)
    },
    child: () => store,
    size: () => windows.size,
    setProcesses(count) {
      processes = count
    },
  }
  return store
}
