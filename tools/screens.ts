/**
 * `npm run screens` takes a picture of every screen of the mall and the console, on a desktop and on a phone, and arranges them on sheets
 * in dist/screens/. It shows the demo to its main account, to a guest where only guests go, and to staff with all roles. Build first. It
 * prints the problems of the pages.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { launchBrowser } from '#e2e/browser.ts'
import { fixClockAndFonts, TEST_FONT_FACE_CSS, takeFullPage } from '#e2e/fixed-page.ts'
import { openFixedTimeMall } from '#e2e/fixed-time-mall.ts'
import { createScreenInspector } from '#e2e/inspect.ts'
import { logInBuyerByApi, logInStaffByApi } from '#e2e/people.ts'
import { prepareScreenParams } from '#e2e/screen-params.ts'
import { type AppName, openPage, type ScreenSize, screenSizes } from '#e2e/test-mall.ts'
import { openScratchDatabase } from '#server/platform/testing/scratch-database.ts'
import { BUILD_OUTPUT_FOLDER } from './build.ts'
import { MAIN, OPS } from './demo/people.ts'
import { importScreenRoutes, type Route } from './routes.ts'

const FOLDER = path.join(BUILD_OUTPUT_FOLDER, 'screens')
mkdirSync(FOLDER, { recursive: true })
const FOR_GUESTS = ['/login', '/login_error', '/register', '/login_forget_pwd', '/login_forget_success']

/** The visible height of a screen in pixels, and the scale of its picture. */
const SHOWN = 1_300
const SCALE = 0.4
const PER_SHEET = 15
const QUALITY = 68

const database = await openScratchDatabase()
const mall = await openFixedTimeMall(database.appUrl)
const browser = await launchBrowser()
const stage = { browser, base: mall.base }
const member = await logInBuyerByApi(mall, MAIN)
const staff = await logInStaffByApi(mall, OPS)
const at = await prepareScreenParams({ mall, member, staff })

/** Who opens which screens: a guest opens those for guests only. */
interface Look {
  app: AppName
  token: string | undefined
  sees: (screen: string) => boolean
}

const LOOKS: readonly Look[] = [
  { app: 'mall', token: member, sees: (screen) => !FOR_GUESTS.includes(screen) },
  { app: 'mall', token: undefined, sees: (screen) => FOR_GUESTS.includes(screen) },
  { app: 'console', token: staff, sees: () => true },
]

/** The names of each application's sheets, and the file of its routes. */
const APPS: readonly { app: AppName; folder: string; sheet: string }[] = [
  { app: 'mall', folder: 'storefront', sheet: 'sheet' },
  { app: 'console', folder: 'console', sheet: 'console' },
]

type Pictures = ReadonlyMap<string, Buffer>

async function smaller(picture: Buffer): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(picture).metadata()
  return sharp(picture)
    .extract({ left: 0, top: 0, width, height: Math.min(height, SHOWN) })
    .resize({ width: Math.round(width * SCALE) })
    .webp({ quality: 90 })
    .toBuffer()
}

/** The pictures of all screens of an application for a window size, by path. */
async function take(app: AppName, size: ScreenSize, routes: readonly Route[]): Promise<Pictures> {
  const taken = new Map<string, Buffer>()
  for (const { token, sees } of LOOKS.filter((look) => look.app === app)) {
    const visited = await openPage(stage, { app, size, token, prepare: fixClockAndFonts })
    const { open } = createScreenInspector(visited)
    for (const { path: screen } of routes.filter((route) => sees(route.path))) {
      const shown = await open(screen + (at[screen] ?? ''))
      if (shown.split('?')[0] !== screen) console.log(`${app} ${screen} led to ${shown}`)
      for (const complaint of visited.problems.splice(0)) console.log(`${app} ${screen} (${size}) ${complaint}`)
      taken.set(screen, await smaller(await takeFullPage(visited.page)))
    }
    await visited.context.close()
  }
  return taken
}

const STYLE = `${TEST_FONT_FACE_CSS}
  body { margin: 0; padding: 20px; background: #f5f3ee; font: 15px/22px 'PingFang SC'; color: #13201e }
  main { display: grid; grid-template-columns: repeat(3, max-content); gap: 24px 20px; align-items: start }
  figure { margin: 0; display: flex; gap: 8px; align-items: flex-start; flex-wrap: wrap; width: 750px }
  figcaption { width: 100%; font-weight: 600 } img { border: 1px solid #dcd8ce }`

/** Arranges the pictures of some screens side by side, each below its path. */
async function layOut(shown: readonly Route[], taken: ReadonlyMap<ScreenSize, Pictures>): Promise<Buffer> {
  const { page, context } = await openPage(stage, { prepare: fixClockAndFonts })
  const figures = shown.map(({ path: screen, title }) => {
    const pictures = screenSizes.map((size) => `<img src="data:image/webp;base64,${taken.get(size)?.get(screen)?.toString('base64')}">`)
    return `<figure><figcaption>${screen} ${title}</figcaption>${pictures.join('')}</figure>`
  })
  const html = `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><main>${figures.join('')}</main>`
  await page.route('**/sheet', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
  await page.setViewportSize({ width: 2_340, height: 900 })
  await page.goto(`${mall.base}/sheet`)
  const sheet = await sharp(await takeFullPage(page))
    .webp({ quality: QUALITY, effort: 6 })
    .toBuffer()
  await context.close()
  return sheet
}

async function takeSheets(): Promise<void> {
  for (const { app, folder, sheet } of APPS) {
    const routes = await importScreenRoutes(folder)
    const taken = new Map<ScreenSize, Pictures>()
    for (const size of screenSizes) taken.set(size, await take(app, size, routes))
    for (let from = 0, number = 1; from < routes.length; from += PER_SHEET, number++) {
      const bytes = await layOut(routes.slice(from, from + PER_SHEET), taken)
      writeFileSync(path.join(FOLDER, `${sheet}-${number}.webp`), bytes)
      console.log(`dist/screens/${sheet}-${number}.webp ${Math.round(bytes.length / 1_000)} kB`)
    }
  }
}

await takeSheets()
await browser.close()
await mall.close()
await database.close()
// The process of the provider and idle connections would keep the process alive for a while.
process.exit(0)
