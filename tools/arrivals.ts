import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { routesOf, type ScreenRoute, screenFile } from './routes.ts'

/** Where people arrive, by an address that somebody sent them or by themselves. */
const ARRIVALS = ['/', '/shop', '/categories', '/detail', '/cart', '/login', '/user_center', '/my_order']

/**
 * Sends for the files of the screen that the address names. The shell's script takes a while to come and to run: what the screen itself needs
 * comes at the same time, not after it. And the head of the page is seen before the shell begins, which keeps a slow phone busy. Runs in the page.
 */
const SENDING = `const address = location.hash.slice(1).split('?')[0] || '/'
const sendFor = (what) => document.head.append(Object.assign(document.createElement('link'), what))
for (const href of FILES[address] ?? []) sendFor({ rel: 'modulepreload', fetchPriority: 'low', href })
// The stage has no prices; wherever they stand, their digits are not to be drawn twice.
if (address === '/') document.getElementById('root').append(document.getElementById('stage').content)
else for (const href of FONTS) sendFor({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href })
// What the shell stands on runs first, with a breath after each file: short pieces of work instead of a long one.
const breath = () => new Promise((resolve) => setTimeout(resolve))
const begin = async () => {
  for (const step of STEPS) await import(step).then(breath)
  await import(SHELL)
}
// A page that nobody sees yet draws nothing to wait for.
if (document.hidden) begin()
else requestAnimationFrame(() => setTimeout(begin))`

/** A chunk and all that it cannot do without. */
function closureOf(bundle: Rolldown.OutputBundle, name: string, found: Set<string> = new Set()): Set<string> {
  const chunk = bundle[name]
  if (found.has(name) || chunk?.type !== 'chunk') return found
  found.add(name)
  for (const needed of chunk.imports) closureOf(bundle, needed, found)
  return found
}

/** What each place of arrival needs beyond the first scripts. Throws where a screen is not where its route says. */
export function filesOfArrivals(bundle: Rolldown.OutputBundle, routes: readonly ScreenRoute[]): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  const first = closureOf(bundle, entry?.fileName ?? '')
  return Object.fromEntries(
    routes
      .filter(({ path }) => ARRIVALS.includes(path))
      .map((route) => {
        const file = screenFile(route)
        const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/storefront/${file}`))
        if (!screen) throw new Error(`no screen ${file}`)
        return [route.path, [...closureOf(bundle, screen.fileName)].filter((name) => !first.has(name)).map((name) => `/${name}`)]
      }),
  )
}

/** The files that the shell stands on, each on those before it. Throws where there is none of that name. */
const stepsIn = (bundle: Rolldown.OutputBundle): string[] =>
  ['libraries', 'ground'].map((name) => {
    const step = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === name)
    if (!step) throw new Error(`no file of ${name}`)
    return `/${step.fileName}`
  })

/** The files of the digits' font. */
const fontsIn = (bundle: Rolldown.OutputBundle): string[] =>
  Object.keys(bundle)
    .filter((name) => name.endsWith('.woff2'))
    .map((name) => `/${name}`)

/** Puts a small script into the page that sends for a screen's files before the shell can ask for them. */
export const arrivals = (): Plugin => ({
  name: 'arrivals',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('the page is not in the bundle')
    const html = String(page.source)
    const [tag = '', shell] = html.match(/<script type="module" crossorigin src="([^"]+)"><\/script>/) ?? []
    if (shell === undefined) throw new Error('the page names no script')
    const source = `{\nconst SHELL = ${JSON.stringify(shell)}\nconst STEPS = ${JSON.stringify(stepsIn(bundle))}\nconst FONTS = ${JSON.stringify(fontsIn(bundle))}\nconst FILES = ${JSON.stringify(filesOfArrivals(bundle, await routesOf('storefront')))}\n${SENDING}\n}\n`
    const fileName = `assets/arrivals-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
    this.emitFile({ type: 'asset', fileName, source })
    // Behind the styles: what is seen first does not wait for what runs.
    page.source = html
      .replace(tag, `<script defer src="/${fileName}"></script>\n    <link rel="modulepreload" crossorigin href="${shell}">`)
      .replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')
  },
})
