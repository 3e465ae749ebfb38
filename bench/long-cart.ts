/**
 * `node bench/long-cart.ts --before FOLDER`: how fast a cart of 200 lines is on a phone with a processor four times slower, here and in
 * another folder of the program, in turns of one run on the same database. Build both first. --rounds of turns, default 5. `shown`: from
 * the arrival of the answer until its first line is painted; `ready`: until all lines are there and the page is idle; `blocked`: how much
 * longer than 50 ms its tasks took together; `press`: from a press on 增加 until the new sum is painted.
 */
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { CART_LINES_PER_MEMBER_MAX } from '#contract/orders/cart/api.ts'
import { launchBrowser } from '#e2e/browser.ts'
import { createTypedApiClients, logInBuyerByApi } from '#e2e/people.ts'
import { TOKEN_STORAGE_KEYS } from '#ui/token-keys.ts'
import { findFreeLoopbackPort, openLoadDatabase, startLoadServer } from './cluster.ts'
import { median } from './compare/figures.ts'
import { createLoadWorld } from './world.ts'

const { values } = parseArgs({ options: { before: { type: 'string' }, rounds: { type: 'string', default: '5' } } })
const SLOWER = 4
const PATIENCE_MS = 60_000
const PHONE = { width: 390, height: 844 }

/** Notes tasks that block, and when the first line is painted. It runs in the page, before its scripts. */
const WATCH = `
  window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (document.querySelector('main li')) requestAnimationFrame(() => setTimeout(() => (window.shownAt ??= performance.now())))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

const ANSWERED = `performance.getEntriesByType('resource').find(({ name }) => name.includes('/goods-shopping-cart/list')).responseEnd`
const IDLE = 'new Promise((done) => requestIdleCallback(() => done(performance.now())))'
const BLOCKED = 'tasks.reduce((sum, { duration }) => sum + duration - 50, 0)'
/** Presses 增加 of the first line. Resolves with the time until the new sum of the cart is painted. */
const PRESS = `new Promise((done) => {
  const bar = document.querySelector('section[aria-label="结算"]')
  const [before, begun] = [bar.textContent, performance.now()]
  const look = () => requestAnimationFrame(() =>
    bar.textContent === before ? look() : setTimeout(() => done(performance.now() - begun)))
  document.querySelector('main li button[aria-label^="增加"]').click()
  look()
})`

const columns = ['shown', 'ready', 'blocked', 'press'] as const
type Figures = Record<(typeof columns)[number], number>

async function measure(page: Page, base: string): Promise<Figures> {
  await page.goto(`${base}/#/cart`)
  // The page's policy allows no script of a text, so it is polled from here.
  await page
    .locator('main li input[type=checkbox]')
    .nth(CART_LINES_PER_MEMBER_MAX - 1)
    .waitFor({ state: 'attached' })
  const readyAt = await page.evaluate<number>(IDLE)
  const answeredAt = await page.evaluate<number>(ANSWERED)
  const shownAt = await page.evaluate<number>('shownAt')
  const blocked = await page.evaluate<number>(BLOCKED)
  return { shown: shownAt - answeredAt, ready: readyAt - answeredAt, blocked, press: await page.evaluate<number>(PRESS) }
}

async function visit(browser: Browser, base: string, token: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  await context.addInitScript(`localStorage.setItem('${TOKEN_STORAGE_KEYS.mall}', ${JSON.stringify(token)})`)
  await context.addInitScript(WATCH)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const figures = await measure(page, base)
  await context.close()
  return figures
}

const database = await openLoadDatabase()
const world = await createLoadWorld({
  url: database.appUrl,
  secret: database.secret,
  buyers: 1,
  skus: CART_LINES_PER_MEMBER_MAX,
  stock: 900,
})
const roots = [...(values.before === undefined ? [] : [values.before]), process.cwd()]
const servers: Awaited<ReturnType<typeof startLoadServer>>[] = []
for (const root of roots) servers.push(await startLoadServer({ database, root, port: await findFreeLoopbackPort() }))
const browser = await launchBrowser()
try {
  const token = await logInBuyerByApi(servers[0] ?? { base: '' }, world.buyers[0]?.mobile ?? '')
  await createTypedApiClients(servers[0] ?? { base: '' }, token).cart.addMany({
    lines: world.skuIds.map((skuId) => ({ skuId, goodsNum: 1 })),
  })
  const runs: Figures[][] = roots.map(() => [])
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [at, { base }] of servers.entries()) runs[at]?.push(await visit(browser, base, token))
  console.log(`${CART_LINES_PER_MEMBER_MAX} lines, processor ${SLOWER} times slower, medians of ${values.rounds} turns, ms`)
  const medians = runs.map((all) => columns.map((column) => median(all.map((one) => one[column]))))
  for (const [at, root] of roots.entries())
    console.log(`${root}: ${columns.map((column, place) => `${column} ${Math.round(medians[at]?.[place] ?? 0)}`).join('  ')}`)
  const [before, here] = medians
  if (before && here)
    console.log(
      `ratio: ${columns.map((column, place) => `${column} ${((here[place] ?? 0) / (before[place] ?? 1)).toFixed(2)}`).join('  ')}`,
    )
} finally {
  await browser.close()
  for (const server of servers) await server.stop()
  await world.database.close()
  database.close()
  database.remove()
}
// Idle connections would keep the process alive for a while.
process.exit(0)
