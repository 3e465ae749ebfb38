import { defaultMallProfile, type MallProfile } from '#contract/content/content/page-profile.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import { waitWithTimeout } from '#server/platform/core/within-time.ts'

/** The recent profile of the mall. Every page needs it, so it is not read for each page. */
export type MallProfileReader = () => Promise<MallProfile>

const FRESH_MS = 500
/** A page does not wait longer for the database. It then uses the last profile. */
const PATIENCE_MS = 1_000

/**
 * Keeps the profile in memory for half a second, so that a change is on all nodes within one. While the database does not answer, the last
 * known profile is used.
 */
export function createCachedMallProfileReader(read: () => Promise<MallProfile>): MallProfileReader {
  let known = defaultMallProfile
  let at = Number.NEGATIVE_INFINITY
  let reading: Promise<MallProfile> | undefined
  const refresh = async () => {
    try {
      const site = await read()
      // The object stays the same while the profile does, so that values derived from it are computed once.
      if (JSON.stringify(site) !== JSON.stringify(known)) known = site
    } catch {
      // The calls of the page report the problem. The page itself does not change.
    }
    at = monotonicNowMs()
    reading = undefined
    return known
  }
  return () => {
    if (monotonicNowMs() - at < FRESH_MS) return Promise.resolve(known)
    reading ??= refresh()
    return waitWithTimeout(reading, PATIENCE_MS, () => known)
  }
}

/** Computes a value from the profile, and computes it again only when the profile has changed. */
export function memoizeByMallProfile<T>(company: MallProfileReader, make: (site: MallProfile) => Promise<T>): () => Promise<T> {
  let last: { site: MallProfile; made: Promise<T> } | undefined
  return async () => {
    const site = await company()
    if (last?.site !== site) last = { site, made: make(site) }
    return last.made
  }
}
