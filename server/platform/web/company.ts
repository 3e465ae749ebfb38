import { neutralPageProfile, type PageProfile } from '#contract/content/content/page-profile.ts'
import { monotonicNow } from '#server/platform/core/moment.ts'
import { withinTime } from '#server/platform/core/within-time.ts'

/** The profile of the mall as it was a moment ago. Every page needs it, so it is not read for each. */
export type CompanyReader = () => Promise<PageProfile>

const FRESH_MS = 500
/** A page does not wait longer for the database: it is the last profile's then. */
const PATIENCE_MS = 1_000

/**
 * Keeps the profile in memory for half a second, so that a change is on all nodes within one. While the database does not answer, the last
 * known profile stands.
 */
export function createCompanyReader(read: () => Promise<PageProfile>): CompanyReader {
  let known = neutralPageProfile
  let at = Number.NEGATIVE_INFINITY
  let reading: Promise<PageProfile> | undefined
  const refresh = async () => {
    try {
      const site = await read()
      // The same object while the profile is the same, so that what is made from it is made once.
      if (JSON.stringify(site) !== JSON.stringify(known)) known = site
    } catch {
      // The calls of the page say what is wrong. The page itself is the same.
    }
    at = monotonicNow()
    reading = undefined
    return known
  }
  return () => {
    if (monotonicNow() - at < FRESH_MS) return Promise.resolve(known)
    reading ??= refresh()
    return withinTime(reading, PATIENCE_MS, () => known)
  }
}

/** Makes something from the profile, and makes it again only when the profile has changed. */
export function createCompanyView<T>(company: CompanyReader, make: (site: PageProfile) => Promise<T>): () => Promise<T> {
  let last: { site: PageProfile; made: Promise<T> } | undefined
  return async () => {
    const site = await company()
    if (last?.site !== site) last = { site, made: make(site) }
    return last.made
  }
}
