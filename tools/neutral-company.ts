import type { Plugin } from 'vite'
import { neutralSite } from '#contract/content/content/neutral-site.ts'
import { fillCompany } from '#server/platform/web/company-html.ts'

/** Fills the pages of Vite's development servers as the mall's own server does, with the profile of a mall that nobody has named yet. */
export const neutralCompany: Plugin = {
  name: 'neutral-company',
  apply: 'serve',
  transformIndexHtml: { order: 'pre', handler: (html) => fillCompany(html, neutralSite) },
}
