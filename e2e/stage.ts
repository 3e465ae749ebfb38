import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { freePort, type LoadServer, startLoadServer } from '../bench/cluster.ts'
import { openOutside } from '../server/outside.ts'
import { openDatabase } from '../server/platform/db.ts'
import { type Keys, keysFrom } from '../server/platform/keys.ts'
import { systemClock } from '../server/platform/moment.ts'
import { openScratchDatabase } from '../server/testing/scratch-database.ts'
import { fillDemo } from '../tools/demo/fill-demo.ts'
import { openBrowser } from './browser.ts'

/** The real server with the built screens and the demo's people, and a browser in front of it. */
export interface Stage {
  base: string
  appUrl: string
  ownerUrl: string
  keys: Keys
  server: LoadServer
  browser: Browser
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const scratch = await openScratchDatabase()
  const secret = randomBytes(32)
  const keys = keysFrom(secret)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-stage-'))
  const database = openDatabase({ url: scratch.appUrl, poolSize: 8 })
  await fillDemo(database.db, {
    keys,
    outside: openOutside({ sms: undefined, s3: undefined, dataDir }, database.db, keys),
    now: systemClock(),
  })
  await database.close()
  const server = await startLoadServer({
    database: { appUrl: scratch.appUrl, ownerUrl: scratch.ownerUrl, secret },
    port: await freePort(),
    // Where the demo's papers lie.
    env: { DATA_DIR: dataDir },
  })
  const browser = await openBrowser()
  return {
    ...{ base: server.base, appUrl: scratch.appUrl, ownerUrl: scratch.ownerUrl, keys, server, browser },
    async close() {
      await browser.close()
      await server.stop()
      await scratch.close()
    },
  }
}

const SIZES = { desk: { width: 1_440, height: 900 }, phone: { width: 390, height: 844 } } as const

/** What a page complained about: errors of scripts, of the console, of the content policy. */
export interface Visit {
  context: BrowserContext
  page: Page
  complaints: string[]
}

/** Somebody opens the mall on a desk or a phone. Every complaint of the page is kept. */
export async function visit(
  { browser, base }: Stage,
  { size = 'desk', path = '/' }: { size?: keyof typeof SIZES; path?: string } = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: SIZES[size], locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${base}/#${path}`)
  return { context, page, complaints }
}
