import type { SiteInfo } from '#contract/content/content/api.ts'
import { neutralPageProfile, type PageProfile } from '#contract/content/content/page-profile.ts'

const written = globalThis.document?.querySelector('meta[name=company]')?.getAttribute('content') ?? ''

/**
 * The profile of the mall that the server has written into the page, so that it is there before anything is drawn. Pages of Vite's
 * development servers are not filled: they have that of a mall whose people have not written their own yet.
 */
export const mallProfile: PageProfile = written.startsWith('{') ? JSON.parse(written) : { ...neutralPageProfile }

/** Puts a profile that was just saved in its place. What reads `mall` when it is drawn again shows it. */
export function replaceMall(saved: SiteInfo): void {
  Object.assign(mallProfile, saved)
}
