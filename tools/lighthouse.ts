/**
 * Measures the built mall for a first visit, with the production server and the demo, behind HAProxy as in deploy/, with TLS and HTTP/2, on a
 * phone and on a desktop: npm run lighthouse [-- --runs 3 --device mobile --path /shop --findings]; --findings prints the audits that are not
 * perfect, --write replaces the section of docs/benchmarks.md. Build first. Lighthouse is installed into node_modules/.lighthouse at the first
 * use. Its times depend on this machine: on a busy one they are too high.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { findFreeLoopbackPort } from '#bench/cluster.ts'
import { runBenchAndWriteSection } from '#bench/compare/write-benchmarks.ts'
import { startProxiedServers } from '#bench/proxied-servers.ts'
import { launchBrowser } from '#e2e/browser.ts'
import { createTypedApiClients, logInBuyerByApi } from '#e2e/people.ts'
import { playDemo } from '#e2e/play-demo.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { openScratchDatabase } from '#server/platform/testing/scratch-database.ts'
import { TOKEN_STORAGE_KEYS } from '#ui/token-keys.ts'
import { MAIN } from './demo/people.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const VERSION = '13.5.0'
const HOME = path.join(import.meta.dirname, '..', 'node_modules', '.lighthouse')
const AUDITS = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  si: 'speed-index',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
} as const
const CATEGORIES = { score: 'performance', access: 'accessibility', practice: 'best-practices', seo: 'seo' } as const
type Measures = Record<keyof typeof AUDITS | keyof typeof CATEGORIES, number>
/** Screens that a guest does not see. */
const FOR_MEMBERS = ['/cart', '/my_order', '/order_info', '/credit_account']

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    device: { type: 'string', multiple: true, default: ['mobile', 'desktop'] },
    path: { type: 'string', multiple: true, default: ['/', '/shop', '/detail', '/login', ...FOR_MEMBERS] },
    findings: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

/** The parts of Lighthouse that are used (https://github.com/GoogleChrome/lighthouse). */
interface Lighthouse {
  default(url: string, flags: object, config?: object): Promise<{ lhr: Report }>
  desktopConfig: object
}
interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; numericValue: number; displayValue?: string }>
}

async function fetchLighthouse(): Promise<Lighthouse> {
  const main = path.join(HOME, 'node_modules', 'lighthouse', 'core', 'index.js')
  if (!existsSync(main)) {
    mkdirSync(HOME, { recursive: true })
    writeFileSync(path.join(HOME, 'package.json'), '{}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', `lighthouse@${VERSION}`], { cwd: HOME, stdio: 'inherit' })
  }
  return import(pathToFileURL(main).href)
}

interface Visit {
  base: string
  path: string
  token: string | undefined
  device: string
}

/** One first visit: nothing is cached but the login. */
async function measure({ default: measureAt, desktopConfig }: Lighthouse, { base, path: at, token, device }: Visit): Promise<Measures> {
  const port = await findFreeLoopbackPort()
  const browser = await launchBrowser({ port })
  if (token !== undefined) {
    const led = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const page = await (led.contexts()[0] ?? (await led.newContext())).newPage()
    await page.goto(`${base}/icon.svg`)
    await page.evaluate(`localStorage.setItem('${TOKEN_STORAGE_KEYS.mall}', ${JSON.stringify(token)})`)
    await page.close()
  }
  const flags = { port, onlyCategories: Object.values(CATEGORIES), logLevel: 'error', disableStorageReset: token !== undefined }
  const { lhr } = await measureAt(`${base}/#${at}`, flags, device === 'desktop' ? desktopConfig : undefined)
  await browser.close()
  if (values.findings) printFindings(lhr)
  const figures = Object.entries(AUDITS).map(([name, audit]) => [name, lhr.audits[audit]?.numericValue ?? Number.NaN])
  const scores = Object.entries(CATEGORIES).map(([name, category]) => [name, (lhr.categories[category]?.score ?? Number.NaN) * 100])
  return Object.fromEntries([...figures, ...scores]) as Measures
}

/** The audits that count and are not perfect. */
function printFindings({ categories, audits }: Report): void {
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  for (const { id } of counted) {
    const { score, title, displayValue = '' } = audits[id] ?? { score: null, title: '' }
    if (score !== null && score < 1) print(`    ${id} ${score.toFixed(2)}: ${title} ${displayValue}`)
  }
}

const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

function printMedians(device: string, screen: string, runs: readonly Measures[]): void {
  const of = (name: keyof Measures) => median(runs.map((run) => run[name]))
  const times = (['fcp', 'lcp', 'si', 'tbt'] as const).map((name) => `${Math.round(of(name))} ms`.padStart(9))
  const rest = [of('cls').toFixed(3).padStart(6), `${Math.round(of('bytes') / 1_000)} kB`.padStart(8)]
  const scores = (Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[]).map((name) => String(Math.round(of(name))).padStart(8))
  print([device.padEnd(8), screen.padEnd(16), ...scores, ...times, ...rest].join(' '))
}

const lighthouse = await fetchLighthouse()
const scratch = await openScratchDatabase()
const { secret, dataDir } = await playDemo(scratch.appUrl, systemClock())
const database = { appUrl: scratch.appUrl, ownerUrl: scratch.ownerUrl, secret }
const servers = await startProxiedServers({ database, count: 1, env: { DATA_DIR: dataDir }, tls: true })
const [base = ''] = servers.bases
const member = await logInBuyerByApi({ base }, MAIN)
const [pick] = (await createTypedApiClients({ base }, member).goods.list({ keyword: 'KT-U84-22', pageSize: 1 })).dataList
const searches: Record<string, string> = { '/detail': `?goodsId=${pick?.goodsId}`, '/order_info': `?skuId=${pick?.skuId}&goodsNum=20` }

async function measureScreens(): Promise<void> {
  print('device   screen              score   access practice      seo       FCP       LCP        SI       TBT    CLS    bytes')
  for (const device of values.device) {
    for (const screen of values.path) {
      const visit = {
        base: servers.base,
        path: screen + (searches[screen] ?? ''),
        token: FOR_MEMBERS.includes(screen) ? member : undefined,
        device,
      }
      const runs: Measures[] = []
      for (let run = 0; run < Number(values.runs); run++) runs.push(await measure(lighthouse, visit))
      printMedians(device, screen, runs)
    }
  }
}

await (values.write
  ? runBenchAndWriteSection('Lighthouse', `npm run lighthouse -- ${process.argv.slice(2).join(' ')}`, measureScreens)
  : measureScreens())
await servers.stop()
await scratch.close()
// Idle connections would keep the process alive for a while.
process.exit(0)
