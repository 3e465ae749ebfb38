/**
 * `node bench/long-cart.ts`: a cart, a confirmation page and an order of 200 lines on a phone with a processor four times slower; build first.
 * `shown`: from the arrival of the answer until its first line is painted, at most 1 s; `ready`: until all lines of the cart are there and the
 * page is idle; `blocked`: how much longer than 50 ms its tasks took together; the others: from a press until its effect is painted, at
 * most 100 ms. Medians of --rounds of turns (5); --write replaces the section of docs/benchmarks.md. --before FOLDER measures the cart of another
 * folder of the program, built as well, in turns of the same run.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { CART_LINES_PER_MEMBER_MAX } from '#contract/orders/cart/api.ts'
import { launchBrowser } from '#e2e/browser.ts'
import { createTypedApiClients, logInBuyerByApi } from '#e2e/people.ts'
import { TOKEN_STORAGE_KEYS } from '#ui/token-keys.ts'
import { findFreeLoopbackPort, openLoadDatabase, startLoadServer } from './cluster.ts'
import { median } from './compare/figures.ts'
import { runBenchAndWriteSection } from './compare/write-benchmarks.ts'
import { createLoadWorld } from './world.ts'

const { values } = parseArgs({
  options: { before: { type: 'string' }, rounds: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
})
const INTERACTION_LIMIT_MS = 100
const SHOWN_LIMIT_MS = 1_000
const SLOWER = 4
const PATIENCE_MS = 60_000
const SETTLED_MS = 1_000
const PHONE = { width: 390, height: 844 }

const LINE = 'main section[aria-labelledby^=shop] li, main section[aria-labelledby=lines] li'
/** Notes tasks that block, and when the first line is painted. It runs in the page, before its scripts. */
const WATCH = `
  window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (document.querySelector('${LINE}')) requestAnimationFrame(() => setTimeout(() => (window.shownAt ??= performance.now())))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

const answeredAt = (path: string) => `performance.getEntriesByType('resource').find(({ name }) => name.includes('${path}')).responseEnd`
const SHOWN = 'new Promise((done) => { const look = () => window.shownAt ? done(shownAt) : setTimeout(look, 10); look() })'
const IDLE = 'new Promise((done) => requestIdleCallback(() => done(performance.now())))'
const BLOCKED = 'tasks.reduce((sum, { duration }) => sum + duration - 50, 0)'

const BAR = `document.querySelector('section[aria-label="结算"]').textContent`
/** What is pressed in the cart, and what its effect changes. They follow each other: each is taken back by the next. */
const PRESSES = {
  'one more of a line': [`document.querySelector('main li button[aria-label^="增加"]')`, BAR],
  'a line taken out': [`document.querySelector('main li input[type=checkbox]')`, BAR],
  'a line put back': [`document.querySelector('main li input[type=checkbox]')`, BAR],
  'all lines taken out': [`document.querySelector('section[aria-label="结算"] input[type=checkbox]')`, BAR],
  'all lines put back': [`document.querySelector('section[aria-label="结算"] input[type=checkbox]')`, BAR],
  'a shop folded': [`document.querySelector('main button[aria-expanded="true"]')`, `document.querySelectorAll('main [hidden]').length`],
  'a shop unfolded': [`document.querySelector('main button[aria-expanded="false"]')`, `document.querySelectorAll('main [hidden]').length`],
} as const
const PRESS_NAMES = Object.keys(PRESSES) as (keyof typeof PRESSES)[]

/** Presses a part of the page. Resolves with the time until its effect is painted. */
const buildPress = ([pressed, effect]: readonly [string, string]) => `new Promise((done) => {
  const [before, begun] = [${effect}, performance.now()]
  const look = () => requestAnimationFrame(() => ${effect} === before ? look() : setTimeout(() => done(performance.now() - begun)))
  ${pressed}.click()
  look()
})`

type Figures = Record<string, number>

/** From the arrival of the answer of `path` until the first line of the screen is painted. */
async function measureShown(page: Page, url: string, path: string): Promise<number> {
  await page.goto(url)
  await page.locator(LINE).first().waitFor({ state: 'attached' })
  return (await page.evaluate<number>(SHOWN)) - (await page.evaluate<number>(answeredAt(path)))
}

async function measureCart(page: Page, base: string): Promise<Figures> {
  const shown = await measureShown(page, `${base}/#/cart`, '/goods-shopping-cart/list')
  // The page's policy allows no script of a text, so it is polled from here.
  await page
    .locator('main li input[type=checkbox]')
    .nth(CART_LINES_PER_MEMBER_MAX - 1)
    .waitFor({ state: 'attached' })
  const ready = (await page.evaluate<number>(IDLE)) - (await page.evaluate<number>(answeredAt('/goods-shopping-cart/list')))
  const figures: Figures = { 'cart shown': shown, 'cart ready': ready, 'cart blocked': await page.evaluate<number>(BLOCKED) }
  for (const name of PRESS_NAMES) {
    figures[name] = await page.evaluate<number>(buildPress(PRESSES[name]))
    // The server has answered this press before the next one. The page's stream of messages keeps the network busy.
    await wait(SETTLED_MS)
    await page.evaluate(IDLE)
  }
  return figures
}

async function openPhone(browser: Browser, token: string): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  await context.addInitScript(`localStorage.setItem('${TOKEN_STORAGE_KEYS.mall}', ${JSON.stringify(token)})`)
  await context.addInitScript(WATCH)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

/** A first visit of each screen: nothing is cached but the login. */
async function visit(browser: Browser, token: string, measure: (page: Page) => Promise<Figures>): Promise<Figures> {
  const page = await openPhone(browser, token)
  const figures = await measure(page)
  await page.context().close()
  return figures
}

const limitOf = (name: string): number | undefined =>
  name.endsWith('shown') ? SHOWN_LIMIT_MS : name in PRESSES ? INTERACTION_LIMIT_MS : undefined

/** Prints the medians of some turns beside their limits. Returns how many are above. */
function printMedians(runs: readonly Figures[]): number {
  const print = (text: string) => process.stdout.write(`${text}\n`)
  print(`${CART_LINES_PER_MEMBER_MAX} lines, processor ${SLOWER} times slower, medians of ${runs.length} turns, ms`)
  let above = 0
  for (const name of Object.keys(runs[0] ?? {})) {
    const [value, limit] = [median(runs.map((run) => run[name] ?? Number.NaN)), limitOf(name)]
    const isAbove = limit !== undefined && value > limit
    if (isAbove) above++
    print(
      `${isAbove ? '✗' : limit === undefined ? ' ' : '✓'} ${name.padEnd(24)}${String(Math.round(value)).padStart(7)}${limit === undefined ? '' : `  of ${limit}`}`,
    )
  }
  return above
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
const before = values.before === undefined ? undefined : servers[0]
const browser = await launchBrowser()
try {
  const at = servers.at(-1) ?? { base: '' }
  const [buyer] = world.buyers
  const token = await logInBuyerByApi(at, buyer?.mobile ?? '')
  const api = createTypedApiClients(at, token)
  const lines = world.skuIds.map((skuId) => ({ skuId, goodsNum: 1 }))
  await api.cart.addMany({ lines })
  const { quote } = await api.order.preview({ lines, method: 'credit' as const })
  const place = { name: '压测', mobile: buyer?.mobile ?? '', areaCode: '440305', detail: '高新南一道', isDefault: true }
  const { id: addressId } = await api.address.add(place)
  const { orders } = await api.order.submit({ lines, method: 'credit' as const, addressId, quote })
  const runs: Figures[] = []
  const runsBefore: Figures[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    if (before) runsBefore.push(await visit(browser, token, (page) => measureCart(page, before.base)))
    const cart = await visit(browser, token, (page) => measureCart(page, at.base))
    const others = {
      'confirmation page shown': [`${at.base}/#/order_info`, '/order/preview'],
      'order shown': [`${at.base}/#/my_order_detail?orderNo=${orders[0]?.orderNo}`, '/order/detail'],
    } as const
    for (const [name, [url, path]] of Object.entries(others))
      Object.assign(cart, await visit(browser, token, async (page) => ({ [name]: await measureShown(page, url, path) })))
    runs.push(cart)
  }
  if (before) printMedians(runsBefore)
  const report = async () => printMedians(runs)
  const above = await (values.write ? runBenchAndWriteSection('Lists of 200 lines', 'node bench/long-cart.ts --write', report) : report())
  process.exitCode = above === 0 ? 0 : 1
} finally {
  await browser.close()
  for (const server of servers) await server.stop()
  await world.database.close()
  database.close()
  database.remove()
}
// Idle connections would keep the process alive for a while.
process.exit()
