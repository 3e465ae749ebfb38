/**
 * Measures how fast the built mall is for somebody who opens it first, with the production server and the demo, on a phone and on a desk:
 *   npm run lighthouse [-- --runs 3]
 * This is not Lighthouse itself, but its arithmetic: the same limits put on line and processor by the browser, the same measures and the
 * published curves and weights. Speed Index is not taken; its tenth of the weight is spread over the others.
 */
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { freePort, startLoadServer } from '../bench/cluster.ts'
import { openBrowser } from '../e2e/browser.ts'
import { apiOf, buyerToken } from '../e2e/people.ts'
import { playDemo } from '../e2e/play-demo.ts'
import { systemClock } from '../server/platform/moment.ts'
import { openScratchDatabase } from '../server/testing/scratch-database.ts'
import { MAIN } from './demo/people.ts'
import { MEASURING, type Measured, type Measures, measuresOf, scoreOf } from './lighthouse-score.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } })

const KBIT = 1_000 / 8
/** The line and the processor of either device, as the browser is told to imitate them. */
const DEVICES = {
  mobile: {
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    slower: 4,
    line: { latency: 150 * 3.75, downloadThroughput: 1_638.4 * KBIT * 0.9, uploadThroughput: 750 * KBIT * 0.9 },
  },
  desktop: {
    viewport: { width: 1_350, height: 940 },
    deviceScaleFactor: 1,
    isMobile: false,
    slower: 1,
    line: { latency: 40, downloadThroughput: 10_240 * KBIT, uploadThroughput: 10_240 * KBIT },
  },
} as const
type Device = keyof typeof DEVICES

/** So long nothing may happen before a page counts as loaded, and so long it is waited for. */
const QUIET_MS = 2_500
const LIMIT_MS = 45_000

interface Visitor {
  base: string
  path: string
  token: string | undefined
}

/** One first visit: nothing is kept from an earlier one. */
async function measure(browser: Browser, device: Device, { base, path, token }: Visitor): Promise<Measured> {
  const { line, slower, ...screen } = DEVICES[device]
  const kept = token === undefined ? [] : [{ origin: base, localStorage: [{ name: 'yanfeng.token', value: token }] }]
  const context = await browser.newContext({ ...screen, locale: 'zh-CN', storageState: { cookies: [], origins: kept } })
  const page = await context.newPage()
  await page.addInitScript(MEASURING)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  let bytes = 0
  let last = performance.now()
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    last = performance.now()
  })
  await page.goto(`${base}/#${path}`)
  const begun = performance.now()
  while (performance.now() - last < QUIET_MS && performance.now() - begun < LIMIT_MS) await page.waitForTimeout(100)
  const measured = await page.evaluate<Omit<Measured, 'bytes'>>('window.measured()')
  await context.close()
  return { ...measured, bytes }
}

const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

function print(device: Device, path: string, runs: readonly Measures[]): void {
  const of = (name: keyof Measures) => median(runs.map((run) => run[name]))
  const middle: Measures = { fcp: of('fcp'), lcp: of('lcp'), tbt: of('tbt'), cls: of('cls'), bytes: of('bytes') }
  const figures = [
    ...[device.padEnd(8), path.padEnd(8), String(scoreOf(device, middle)).padStart(5)],
    ...[middle.fcp, middle.lcp, middle.tbt].map((ms) => `${Math.round(ms)} ms`.padStart(9)),
    ...[String(Math.round(middle.cls * 1_000) / 1_000).padStart(6), `${Math.round(middle.bytes / 1_000)} kB`.padStart(8)],
  ]
  console.log(figures.join(' '))
}

const scratch = await openScratchDatabase()
const { secret, dataDir } = await playDemo(scratch.appUrl, systemClock())
const database = { appUrl: scratch.appUrl, ownerUrl: scratch.ownerUrl, secret }
const server = await startLoadServer({ database, port: await freePort(), env: { DATA_DIR: dataDir } })
const browser = await openBrowser()
const member = await buyerToken(server, MAIN)
const [pick] = (await apiOf(server, member).goods.list({ keyword: 'KT-U84-22', pageSize: 1 })).dataList
const visitors = { '/': {}, '/shop': {}, '/detail': { search: `?goodsId=${pick?.goodsId}` }, '/cart': { token: member } }

console.log("Not Lighthouse itself: its throttling, curves and weights, without Speed Index. Medians; a busy machine's are too high.\n")
console.log('device   screen   score       FCP       LCP       TBT    CLS    bytes')
for (const device of ['mobile', 'desktop'] as const) {
  for (const [path, { search = '', token }] of Object.entries<{ search?: string; token?: string }>(visitors)) {
    const runs: Measures[] = []
    for (let run = 0; run < Number(values.runs); run++)
      runs.push(measuresOf(await measure(browser, device, { base: server.base, path: path + search, token })))
    print(device, path, runs)
  }
}
await browser.close()
await server.stop()
await scratch.close()
// Idle connections would keep us for a while.
process.exit(0)
