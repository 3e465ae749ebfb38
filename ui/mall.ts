import type { SiteInfo } from '#contract/content/content/api.ts'
import { neutralPageProfile, type PageProfile } from '#contract/content/content/page-profile.ts'

const written = globalThis.document?.querySelector('meta[name=company]')?.getAttribute('content') ?? ''

/**
 * The profile of the mall that the server has written into the page, so that it exists before the first rendering. Pages of Vite's
 * development servers have no such profile and use the neutral one.
 */
export const mallProfile: PageProfile = written.startsWith('{') ? JSON.parse(written) : { ...neutralPageProfile }

/** Replaces the profile by one that was just saved. Components that read `mall` show it at their next rendering. */
export function replaceMall(saved: SiteInfo): void {
  Object.assign(mallProfile, saved)
}
