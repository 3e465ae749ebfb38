import type { Plugin, Rolldown } from 'vite'
import { APP_VERSION } from '#contract/platform/core/envelope.ts'
import { TOKEN_STORAGE_KEYS } from '#ui/token-keys.ts'
import { findScreenFileOfRoute, importPrefetchCalls, importScreenRoutes, type ScreenRoute } from './routes.ts'

/** The paths on which people arrive, by a shared link or by themselves. */
const ARRIVALS = ['/', '/shop', '/categories', '/detail', '/cart', '/login', '/user_center', '/my_order', '/order_info', '/credit_account']

/** The path, and the search parameters that it may have. */
const ADDRESS = `const [place, query] = location.hash.slice(1).split('?')
const address = place || '/'`

/**
 * Fetches what the screen needs while the styles and the shell's script are still loading: its files, its first calls, and the picture of
 * the stage or, on all other screens, the font of the digits, so that prices are not rendered twice. It runs in the page, before its styles.
 */
const SENDING = `${ADDRESS}
const sendFor = (what) => document.head.append(Object.assign(document.createElement('link'), what))
const stage = document.querySelector('meta[name=stage]').content
if (address !== '/') for (const href of FONTS) sendFor({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href })
else if (stage) {
  const imageSrcset = STAGE.imageSrcset.replaceAll('{}', stage)
  sendFor({ rel: 'preload', as: 'image', fetchPriority: 'high', imageSrcset, imageSizes: STAGE.imageSizes })
}
for (const href of FILES[address] ?? []) sendFor({ rel: 'modulepreload', href })
const token = localStorage.getItem(TOKEN)
const search = new URLSearchParams(query)
const headers = { AppVersion: VERSION, 'Content-Type': 'application/json', ...(token === null ? {} : { Authorization: token }) }
window.prefetched = {}
const hasAllPermissions = async (user) => {
  // The screen reads the answer itself, so this reads a copy, which must be made first.
  const { data } = await user.then((answer) => answer.clone().json())
  return data?.permCode === null && !data.inPunchOut
}
for (const { path, wire, field, bare, who, afterUser } of CALLS[address] ?? []) {
  if (who === (token === null ? 'member' : 'guest') || (bare && query) || (field && !search.has(field))) continue
  const body = JSON.stringify(field ? { ...wire, [field]: search.get(field) } : wire)
  const send = () => fetch(path, { method: 'POST', headers, body })
  const answer = afterUser ? hasAllPermissions(window.prefetched[USER].answer).then((has) => (has ? send() : undefined)) : send()
  window.prefetched[path] = { body, token, answer }
  // The consumer of the promise handles a rejection.
  answer.then((sent) => sent ?? delete window.prefetched[path], () => {})
}`

/** How long the shell waits for the picture of the hero. */
const PATIENCE_MS = 500

/**
 * Shows the hero on the home page. The shell, which keeps a slow phone busy, starts after that is visible. It runs at the end of the page.
 */
const SHOWING = `${ADDRESS}
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const root = document.getElementById('root')
if (address === '/') root.append(document.getElementById('stage').content)
// A late picture does not delay the shell.
const seen = Promise.race([root.querySelector('img')?.decode().catch(() => {}), later(${PATIENCE_MS})])
// The base of the shell runs first, with a pause after each file: several short tasks instead of a long one.
const begin = async () => {
  for (const step of STEPS) await import(step).then(() => later(0))
  await import(SHELL)
}
// A hidden page does not render, so there is nothing to wait for.
if (document.hidden) begin()
else seen.then(() => requestAnimationFrame(() => setTimeout(begin)))`

/** A chunk and all chunks that it imports. */
function closureOf(bundle: Rolldown.OutputBundle, name: string, found: Set<string> = new Set()): Set<string> {
  const chunk = bundle[name]
  if (found.has(name) || chunk?.type !== 'chunk') return found
  found.add(name)
  for (const needed of chunk.imports) closureOf(bundle, needed, found)
  return found
}

/** The files that each of these screens needs besides the first scripts. Throws if a screen is not where its route says. */
export function computePreloadedFilesByScreenPath(bundle: Rolldown.OutputBundle, routes: readonly ScreenRoute[]): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  const first = closureOf(bundle, entry?.fileName ?? '')
  return Object.fromEntries(
    routes
      .filter(({ path }) => ARRIVALS.includes(path))
      .map((route) => {
        const file = findScreenFileOfRoute(route)
        const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/storefront/${file}`))
        if (!screen) throw new Error(`no screen ${file}`)
        return [route.path, [...closureOf(bundle, screen.fileName)].filter((name) => !first.has(name)).map((name) => `/${name}`)]
      }),
  )
}

/** The files of the shell's base, each after those that it imports. Throws if there is none of that name. */
const stepsIn = (bundle: Rolldown.OutputBundle): string[] =>
  ['libraries', 'base'].map((name) => {
    const step = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === name)
    if (!step) throw new Error(`no file of ${name}`)
    return `/${step.fileName}`
  })

/** The files of the digits' font. */
const fontsIn = (bundle: Rolldown.OutputBundle): string[] =>
  Object.keys(bundle)
    .filter((name) => name.endsWith('.woff2'))
    .map((name) => `/${name}`)

/**
 * The srcset and sizes of the stage's picture, with '{}' in place of its id: the server fills what is in a page, and a script must stay as its
 * hash is. Throws if there is none.
 */
function stagePicture(html: string): { imageSrcset: string; imageSizes: string } {
  const [, imageSrcset, imageSizes] = /<template id="stage">.*?srcset="([^"]+)"\s+sizes="([^"]+)"/s.exec(html) ?? []
  if (imageSrcset === undefined || imageSizes === undefined) throw new Error('the stage has no picture')
  return { imageSrcset: imageSrcset.replaceAll('__STAGE__', '{}'), imageSizes }
}

/** An inline script, which the content security policy allows by its hash. */
function script(words: Record<string, unknown>, source: string): string {
  const constants = Object.entries(words).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
  return `<script>{\n${constants.join('')}${source}\n}</script>`
}

/** The links of a kind in the page, and the page without them. */
function takeOut(html: string, kind: string): { rest: string; taken: string[] } {
  const tag = new RegExp(` *<link rel="${kind}"[^>]*>\\n`, 'g')
  return { rest: html.replaceAll(tag, ''), taken: html.match(tag) ?? [] }
}

/**
 * Adds two small scripts to the page: one fetches a screen's files and answers before the shell can, the other shows the first content and
 * starts the shell. A script after the styles would wait for them.
 */
export const createScreenPreloadPlugin = (): Plugin => ({
  name: 'entry-preload',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('the page is not in the bundle')
    const html = String(page.source)
    const [tag = '', shell] = html.match(/ *<script type="module" crossorigin src="([^"]+)"><\/script>\n/) ?? []
    if (shell === undefined) throw new Error('the page names no script')
    const scripts = takeOut(html.replace(tag, `    <link rel="modulepreload" crossorigin href="${shell}">\n`), 'modulepreload')
    const styles = takeOut(scripts.rest, 'stylesheet')
    const prefetch = await importPrefetchCalls('storefront')
    const words = {
      STAGE: stagePicture(html),
      FONTS: fontsIn(bundle),
      FILES: computePreloadedFilesByScreenPath(bundle, await importScreenRoutes('storefront')),
      CALLS: prefetch.prefetchCallsByPath,
      USER: prefetch.USER_CALL_PATH,
      TOKEN: TOKEN_STORAGE_KEYS.mall,
      VERSION: APP_VERSION,
    }
    // Early, because they take longest, but after the styles.
    const shellFiles = scripts.taken.map((link) => link.replace('<link', '<link fetchpriority="low"'))
    const head = [...shellFiles, `    ${script(words, SENDING)}\n`, ...styles.taken].join('')
    page.source = styles.rest
      .replace(/(<meta name="viewport"[^>]*>\n)/, `$1${head}`)
      .replace('</body>', `${script({ SHELL: shell, STEPS: stepsIn(bundle) }, SHOWING)}\n  </body>`)
  },
})
