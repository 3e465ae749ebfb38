import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { BUILD_OUTPUT_FOLDER } from '#tools/build.ts'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { closeContexts, shareBrowser } from './browser.ts'
import { comparePictures } from './compare-pictures.ts'
import { fixClockAndFonts, fixPageClockFontsAndPictures, takeFullPage } from './fixed-page.ts'
import { type FixedTimeMall, openFixedTimeMall } from './fixed-time-mall.ts'
import { MIGRATED_DATABASE } from './global-setup.ts'
import { createScreenInspector } from './inspect.ts'
import { logInBuyerByApi, logInStaffByApi } from './people.ts'
import { readmePictures, toReadmePicture } from './readme-pictures.ts'
import { prepareScreenParams } from './screen-params.ts'
import { type OpenedPage, openPage, type ScreenSize } from './test-mall.ts'

/** The accepted pictures of the screens. `npm run golden` takes them again. */
const GOLDEN = path.join(import.meta.dirname, 'golden')
/** The pictures of the README. `npm run golden -- -t README` takes only these again. */
const README = path.join(import.meta.dirname, '..', 'docs', 'screens')
/** The folder for current pictures that differ. */
const CHANGED = path.join(BUILD_OUTPUT_FOLDER, 'golden')
const renewing = process.env.GOLDEN === 'renew'

/** Each screen at the width that shows most. */
const SCREENS = {
  desk: {
    guest: { home: '/', categories: '/categories' },
    member: {
      shop: '/shop',
      cart: '/cart',
      cashier: '/order_pay_password',
      credit: '/credit_account',
      statement: '/my_bill_detail',
      orders: '/my_order',
    },
  },
  phone: {
    guest: { login: '/login' },
    member: { home: '/', detail: '/detail', checkout: '/order_info', order: '/my_order_detail' },
  },
} as const satisfies Record<ScreenSize, Record<string, Record<string, string>>>

let mall: FixedTimeMall
let browser: Browser
let member: string
let staff: string
let at: Readonly<Record<string, string>>
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await copyDatabase(MIGRATED_DATABASE)
  drop = database.drop
  mall = await openFixedTimeMall(database.appUrl)
  browser = await shareBrowser()
  member = await logInBuyerByApi(mall, MAIN)
  staff = await logInStaffByApi(mall, OPS)
  at = await prepareScreenParams({ mall, member, staff })
})
afterAll(async () => {
  if (browser) await closeContexts(browser)
  await mall?.close()
  await drop?.()
})

const toGolden = (picture: Buffer) => sharp(picture).webp({ lossless: true, effort: 6 }).toBuffer()

/** Compares a picture with the one in a file. If they differ, the current one is kept for people to look at. */
async function changeOf(file: string, picture: Buffer, toFile?: (picture: Buffer) => Promise<Buffer>): Promise<string[]> {
  const { name } = path.parse(file)
  if (renewing) {
    writeFileSync(file, toFile ? await toFile(picture) : picture)
    return []
  }
  if (!existsSync(file)) return [`${name}: there is no picture of it`]
  const difference = await comparePictures(readFileSync(file), picture)
  if (!difference) return []
  mkdirSync(CHANGED, { recursive: true })
  writeFileSync(path.join(CHANGED, `${name}.png`), await sharp(picture).png().toBuffer())
  writeFileSync(path.join(CHANGED, `${name}-marked.png`), difference.highlighted)
  return [`${name}: ${difference.text}; see dist/golden/${name}.png and ${name}-marked.png`]
}

const TRIES = 6

/**
 * Takes a picture when the screen is stable: two pictures in a row are the same. It waits a moment, because loaded content may load more.
 */
async function atRest({ page }: OpenedPage, settle: () => Promise<void>): Promise<Buffer> {
  let before = await takeFullPage(page, { steady: true })
  for (let tries = 0; tries < TRIES; tries++) {
    await settle()
    const now = await takeFullPage(page, { steady: true })
    if (now.equals(before)) break
    before = now
  }
  return before
}

const walks = (['desk', 'phone'] as const).flatMap((size) => (['guest', 'member'] as const).map((who) => [size, who] as const))

test.concurrent.each(walks)('key screens on a %s match their reference pictures for a %s', async (size, who) => {
  const visited = await openPage(
    { browser, base: mall.base },
    { size, token: who === 'member' ? member : undefined, prepare: fixPageClockFontsAndPictures },
  )
  const { open, settle } = createScreenInspector(visited)
  const changes: string[] = []
  for (const [name, screen] of Object.entries<string>(SCREENS[size][who])) {
    await open(screen + (at[screen] ?? ''))
    changes.push(...(await changeOf(path.join(GOLDEN, `${name}-${size}.webp`), await atRest(visited, settle), toGolden)))
  }
  await visited.context.close()
  expect([...changes, ...visited.problems]).toEqual([])
})

/** Two of the three are of screens above, so a landing leaves them out. */
const comparedReadmePictures = renewing ? readmePictures : selectByTestTier({ landing: [], release: readmePictures })

test.concurrent.each(comparedReadmePictures)('the README picture $name matches the screen', async (picture) => {
  const { name, app, size, screen } = picture
  const visited = await openPage(
    { browser, base: mall.base },
    { app, size, token: app === 'mall' ? member : staff, prepare: fixClockAndFonts },
  )
  const { open, settle } = createScreenInspector(visited)
  await open(screen + (at[screen] ?? ''))
  const shown = await toReadmePicture(await atRest(visited, settle), picture)
  const changes = await changeOf(path.join(README, `${name}.webp`), shown)
  await visited.context.close()
  expect([...changes, ...visited.problems]).toEqual([])
})

/** Replaces the price in a cell. */
const cell = (price: string, { fill = '#0d3b35', left = 20 } = {}): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><rect width="300" height="120" fill="#fff"/><rect x="${left}" y="20" width="120" height="40" rx="4" fill="${fill}"/><path d="M20 100h${price.length * 10}" stroke="#a3430b"/><circle cx="200" cy="60" r="30" fill="none" stroke="#13201e"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

test('pictures compare equal despite antialiasing, and different if something moves or changes colour or text', async () => {
  const before = await cell('40.40')
  expect(await comparePictures(before, before)).toBeUndefined()
  const smoother = await sharp(before).linear(0.99, 1).png().toBuffer()
  expect(await comparePictures(before, smoother)).toBeUndefined()
  expect(await comparePictures(before, await cell('40.40', { left: 21 }))).toMatchObject({ text: expect.stringContaining('px differ') })
  expect(await comparePictures(before, await cell('40.40', { fill: '#14443e' }))).toMatchObject({
    text: expect.stringContaining('px differ'),
  })
  expect(await comparePictures(before, await cell('40'))).toMatchObject({ text: expect.stringContaining('px differ') })
  const wider = await sharp(before).resize({ width: 301 }).png().toBuffer()
  expect(await comparePictures(before, wider)).toMatchObject({ text: '301×120 px, and was 300×120' })
})
