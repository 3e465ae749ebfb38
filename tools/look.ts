/**
 * Takes pictures of screens at 390 and 1440 px, as a logged-in person or as a guest: node tools/look.ts --base http://127.0.0.1:8080 --out
 * /tmp/look [--user 13800000001] [--width 390] [--forced-colors] /shop '/detail?goodsId=…'. It prints the problems of the pages.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '#e2e/browser.ts'
import { TOKEN_STORAGE_KEYS } from '#ui/token-keys.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string', default: 'http://127.0.0.1:8080' },
    api: { type: 'string' },
    out: { type: 'string', default: '/tmp/look' },
    user: { type: 'string' },
    pwd: { type: 'string', default: 'Demo123456' },
    width: { type: 'string', multiple: true, default: ['390', '1440'] },
    wait: { type: 'string', default: '400' },
    console: { type: 'boolean', default: false },
    'forced-colors': { type: 'boolean', default: false },
  },
})

const LOADED = "document.querySelector('main, .ant-layout-content') && !document.querySelector('.skeleton, .bar, .ant-spin-spinning')"
const LOADED_MS = 8_000
const HEIGHTS: Record<string, number> = { 390: 844, 1440: 900 }

async function tokenOf(user: string): Promise<string> {
  const [path, body] = user.includes('@')
    ? ['/api/console-api/api/staff/log-in', { email: user, pwd: values.pwd }]
    : ['/api/user-api/api/security/login-by-mobile', { mobile: user, pwd: values.pwd }]
  const answer = await fetch(`${values.api ?? values.base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data, msg } = (await answer.json()) as { data: { token: string } | null; msg: string }
  if (!data) throw new Error(`${user}: ${msg}`)
  return data.token
}

const nameOf = (route: string, width: string) => `${route.replace(/[^\w]+/g, '_').replace(/^_|_$/g, '') || 'home'}-${width}.png`

async function look(browser: Browser, width: string, token: string | undefined): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: Number(width), height: HEIGHTS[width] ?? 900 },
    deviceScaleFactor: 1,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    forcedColors: values['forced-colors'] ? 'active' : 'none',
  })
  const key = TOKEN_STORAGE_KEYS[values.console ? 'console' : 'mall']
  if (token !== undefined)
    await context.addInitScript(
      `if (location.protocol !== "about:") localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(token)})`,
    )
  const page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && console.log(`[${width}] ${message.text()}`))
  page.on('pageerror', (error) => console.log(`[${width}] ${error.message}`))
  for (const route of positionals) {
    await page.goto('about:blank')
    await page.goto(`${values.base}${values.console ? '/console/' : '/'}#${route}`)
    // A logged-in person has a stream of live updates that never ends. So the page is complete when no other request is pending.
    const begun = performance.now()
    while (!(await page.evaluate(LOADED)) && performance.now() - begun < LOADED_MS) await page.waitForTimeout(100)
    await page.waitForTimeout(Number(values.wait))
    const file = path.join(values.out, nameOf(route, width))
    await page.screenshot({ path: file, fullPage: true })
    console.log(file)
  }
  await context.close()
}

mkdirSync(values.out, { recursive: true })
const token = values.user === undefined ? undefined : await tokenOf(values.user)
const browser = await launchBrowser()
for (const width of values.width) await look(browser, width, token)
await browser.close()
