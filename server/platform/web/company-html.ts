import type { MallCompanyProfile } from '#contract/content/content/api.ts'
import type { MallProfile } from '#contract/content/content/page-profile.ts'
import { escapeHtml } from '#server/platform/core/html.ts'

/** The address of a logo in one of its sizes. The content of an address never changes. */
const logoAddress = (id: string, part: string): string => `/company/${id}/${part}`

/** The icons that the pages name, and the logo size that replaces each. */
const ICONS = [
  [/(<link rel="icon") href="[^"]+" type="image\/svg\+xml"/, '192.png'],
  [/(<link rel="apple-touch-icon") href="[^"]+"/, '180.png'],
] as const

/** The begin and the end of the built-in mark in the head that is visible before any script runs. */
const [MARK, MARK_END] = ['<svg viewBox="0 0 40 40" aria-hidden="true" class="', '</svg>']

function withLogo(html: string, logoId: string): string {
  const page = ICONS.reduce((all, [icon, part]) => all.replace(icon, `$1 href="${logoAddress(logoId, part)}"`), html)
  const begin = page.indexOf(MARK)
  if (begin < 0) return page
  const classes = page.slice(begin + MARK.length, page.indexOf('"', begin + MARK.length))
  const end = page.indexOf(MARK_END, begin) + MARK_END.length
  return `${page.slice(0, begin)}<img src="${logoAddress(logoId, '192.png')}" alt="" class="${classes}">${page.slice(end)}`
}

const STAGE_PLACE = '__STAGE__'

/** The page of a mall whose stage has no picture: the `img` whose address names one is taken out. */
function withoutHeroPicture(html: string): string {
  const place = html.indexOf(STAGE_PLACE, html.indexOf('<img'))
  const begin = html.lastIndexOf('<img', place)
  return begin < 0 || place < 0 ? html : html.slice(0, begin) + html.slice(html.indexOf('>', place) + 1)
}

/**
 * Fills a page with the profile of the mall: its names at `__NAME__`, `__TAGLINE__` and the like, its logo instead of the built-in mark, the picture of its stage,
 * and the whole profile for the scripts, so that the visible page does not change later.
 */
export function fillPageWithMallProfile(html: string, site: MallProfile): string {
  const texts: Readonly<Record<string, string>> = {
    __NAME__: site.name,
    __SHORT_NAME__: site.shortName,
    __TAGLINE__: site.tagline,
    __INTRODUCTION__: [site.name, site.introduction].filter(Boolean).join('：'),
    [STAGE_PLACE]: site.stage?.pictureId ?? '',
    __COMPANY__: JSON.stringify(site),
  }
  const named = site.logoId === null ? html : withLogo(html, site.logoId)
  const page = site.stage === null ? withoutHeroPicture(named) : named
  return page.replace(/__[A-Z_]+?__/g, (place) => (texts[place] === undefined ? place : escapeHtml(texts[place])))
}

/** The icons of the installed mall that are made from its logo. */
const manifestIcons = (logoId: string) => [
  { src: logoAddress(logoId, '192.png'), sizes: '192x192', type: 'image/png' },
  { src: logoAddress(logoId, '512.png'), sizes: '512x512', type: 'image/png' },
  { src: logoAddress(logoId, 'maskable-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** The manifest of the installed mall with its names, its introduction and its icons. */
export function fillWebAppManifest(manifest: string, { name, shortName, introduction, logoId }: MallCompanyProfile): string {
  const named = { ...(JSON.parse(manifest) as object), name, short_name: shortName, description: introduction }
  return JSON.stringify(logoId === null ? named : { ...named, icons: manifestIcons(logoId) })
}
