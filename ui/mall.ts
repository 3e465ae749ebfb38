import type { SiteInfo } from '#contract/content/content/api.ts'
import { neutralSite } from '#contract/content/content/neutral-site.ts'

/** The profile of the mall that the server has written into the page, so that it is there before anything is drawn. */
export const mall: SiteInfo =
  JSON.parse(globalThis.document?.querySelector('meta[name=company]')?.getAttribute('content') ?? 'null') ?? neutralSite
