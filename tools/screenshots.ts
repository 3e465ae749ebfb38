/**
 * `npm run screenshots` takes the pictures of docs/screens.md from the demo, at both widths, and keeps them in docs/screenshots/. Build first. With
 * `-- --only NAME` it takes those alone whose names begin so; with `-- --large FOLDER` it writes them there, whole and in full size.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser } from '#e2e/browser.ts'
import { fixClockAndFonts, takeFullPage } from '#e2e/fixed-page.ts'
import { openFixedTimeMall } from '#e2e/fixed-time-mall.ts'
import { createScreenInspector } from '#e2e/inspect.ts'
import { logInBuyerByApi, logInStaffByApi } from '#e2e/people.ts'
import { openPage, screenSizes } from '#e2e/test-mall.ts'
import { openScratchDatabase } from '#server/platform/testing/scratch-database.ts'
import { FIN, MAIN, OPS } from './demo/people.ts'
import { findDemoRecords } from './screenshots/demo-records.ts'
import { formatScreenshotPath, type Screenshot, screenshotGroups, screenshotWidths, type Viewer } from './screenshots/groups.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, large: { type: 'string' } } })
const DOCS = path.join(import.meta.dirname, '..', 'docs')
const viewers: readonly Viewer[] = ['buyer', 'staff', 'finance']

/** The visible height from the top, in pixels of the screen, and the width of the kept picture. */
const cuts = { desk: { shown: 1_150, width: 900 }, phone: { shown: 1_300, width: 320 } } as const
const QUALITY = 55

const database = await openScratchDatabase()
const mall = await openFixedTimeMall(database.appUrl, { whole: true })
const browser = await launchBrowser()
const [buyer, staff, finance] = [await logInBuyerByApi(mall, MAIN), await logInStaffByApi(mall, OPS), await logInStaffByApi(mall, FIN)]
const tokens: Record<Viewer, string> = { buyer, staff, finance }
const records = await findDemoRecords({ mall, member: buyer, staff })

/** Types into the finder. What it shows stands above the screen, so only the window is taken. */
async function takeFinder(page: Page, text: string): Promise<Buffer> {
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: '查找' }).fill(text)
  await page.getByRole('option').first().waitFor()
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}

async function keep(one: Screenshot, size: keyof typeof cuts, picture: Buffer): Promise<number> {
  const target = formatScreenshotPath(one, screenshotWidths[size])
  if (values.large !== undefined) {
    writeFileSync(path.join(values.large, `${path.basename(target, '.webp')}.png`), picture)
    return 0
  }
  const { width = 0, height = 0 } = await sharp(picture).metadata()
  const { shown, width: kept } = cuts[size]
  const bytes = await sharp(picture)
    .extract({ left: 0, top: 0, width, height: Math.min(height, shown) })
    .resize({ width: kept })
    .webp({ quality: QUALITY, effort: 6 })
    .toBuffer()
  writeFileSync(path.join(DOCS, target), bytes)
  return bytes.length
}

async function takeAll(): Promise<void> {
  const shots = screenshotGroups.flatMap((group) => group.shots).filter(({ name }) => name.startsWith(values.only))
  mkdirSync(values.large ?? path.join(DOCS, 'screenshots'), { recursive: true })
  let total = 0
  for (const viewer of viewers)
    for (const size of screenSizes) {
      const app = viewer === 'buyer' ? 'mall' : 'console'
      const own = shots.filter((one) => one.viewer === viewer)
      const visited = await openPage({ browser, base: mall.base }, { app, size, token: tokens[viewer], prepare: fixClockAndFonts })
      const { open } = createScreenInspector(visited)
      for (const one of own) {
        const shown = await open(one.screen + (records[viewer][one.screen] ?? ''))
        if (shown.split('?')[0] !== one.screen) console.log(`${one.name} led to ${shown}`)
        const picture = one.finds === undefined ? await takeFullPage(visited.page) : await takeFinder(visited.page, one.finds)
        total += await keep(one, size, picture)
        for (const complaint of visited.problems.splice(0)) console.log(`${one.name} (${size}) ${complaint}`)
      }
      await visited.context.close()
    }
  console.log(`${shots.length} screens at two widths, ${Math.round(total / 1_000)} kB`)
}

await takeAll()
await browser.close()
await mall.close()
await database.close()
// The process of the provider and idle connections would keep the process alive for a while.
process.exit(0)
