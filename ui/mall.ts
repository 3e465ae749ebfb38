import type { MallCompanyProfile } from '#contract/content/content/api.ts'
import { defaultMallProfile, type MallProfile } from '#contract/content/content/page-profile.ts'

const written = globalThis.document?.querySelector('meta[name=company]')?.getAttribute('content') ?? ''

/**
 * The profile of the mall that the server has written into the page, so that it exists before the first rendering. Pages of Vite's
 * development servers have no such profile and use the neutral one.
 */
export const mallProfile: MallProfile = written.startsWith('{') ? JSON.parse(written) : { ...defaultMallProfile }

/** Replaces the profile by one that was just saved. Components that read `mall` show it at their next rendering. */
export function replaceMallProfile(saved: MallCompanyProfile): void {
  Object.assign(mallProfile, saved)
}
