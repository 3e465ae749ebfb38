import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page, Route } from 'playwright-core'
import { FIXED_TIME } from './fixed-time-mall.ts'

const { resolve } = createRequire(import.meta.url)
const FONTS = '/fonts-of-tests/'
const WEIGHTS = [400, 600] as const

/** The first font family of the screens, so that no font of the machine is used. The last file is tried first. */
const faceOf = (weight: number, script: string, range: string): string =>
  `@font-face{font-family:"PingFang SC";font-weight:${weight};src:url(${FONTS}${script}-${weight});${range}}`
/** Registers our own fonts as those of the screens, for pages that `holdStill` has prepared. */
export const TEST_FONT_FACE_CSS = WEIGHTS.map(
  (weight) =>
    faceOf(weight, 'chinese-simplified', '') +
    faceOf(weight, '107', 'unicode-range:U+2103') +
    faceOf(weight, 'latin', 'unicode-range:U+20-7E'),
).join('')

const fontFile = (name: string): Buffer => readFileSync(resolve(`@fontsource/noto-sans-sc/files/noto-sans-sc-${name}-normal.woff2`))

async function withFaces(route: Route): Promise<void> {
  const answer = await route.fetch()
  await route.fulfill({ response: answer, body: `${await answer.text()}${TEST_FONT_FACE_CSS}` })
}

const sendFont = (route: Route): Promise<void> =>
  route.fulfill({ contentType: 'font/woff2', body: fontFile(new URL(route.request().url()).pathname.slice(FONTS.length)) })

/** One picture is used for all goods, because a better picture of goods is not a change of the screens. */
const PART =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="320" height="320"><path d="M160 40l30 70v60h-10v110h-40V170h-10v-60z" fill="#8a8f8c"/></svg>'

/** Gives a page fixed fonts and a fixed clock. Call it before the page opens. */
export async function fixClockAndFonts(page: Page): Promise<void> {
  await page.clock.setFixedTime(FIXED_TIME)
  await page.route('**/assets/*.css', withFaces)
  await page.route(`**${FONTS}*`, sendFont)
}

/** The same, and one picture for all goods, for screens that are compared. */
export async function fixPageClockFontsAndPictures(page: Page): Promise<void> {
  await fixClockAndFonts(page)
  await page.route(/\/pictures\/[^/]+\/[^/]+\.(?:avif|webp)$/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: PART }))
}

/**
 * Replaces random content by zeros, such as the end of an order number, the number of a document and a checksum. The number of unread messages becomes nine, because
 * every change of the demo changes it. Random pictures and QR codes are hidden. It runs in the page.
 */
const STEADY = `{
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const steady = text.data
      .replace(/(?<=20\\d{6})[\\dA-F]{10}|(?<=DPK)\\d{12}/g, (drawn) => '0'.repeat(drawn.length))
      .replace(/[\\da-f]{64}/g, '0'.repeat(64))
      .replace(/(?<=单据 ?)[\\dA-F]{12}|^[\\dA-F]{12}$/g, '0'.repeat(12))
      .replace(/^\\d+$/, (count) => (text.parentElement.closest('sup') ? '9' : count))
    if (steady !== text.data) text.data = steady
  }
  for (const drawn of document.querySelectorAll('svg[shape-rendering="crispEdges"] path, img[alt="图形验证码"]')) drawn.style.visibility = 'hidden'
  // Forces a new layout: a select is one pixel lower if its font was loaded after it.
  document.body.style.display = 'none'
  document.body.getBoundingClientRect()
  document.body.style.display = ''
}`

const ALL_THERE = `Promise.all([
  document.fonts.ready,
  ...Array.from(document.images, (image) => image.complete || !image.checkVisibility() ||
    new Promise((done) => ['load', 'error'].forEach((end) => image.addEventListener(end, done, { once: true })))),
])`

/** The body of a page keeps the height of an earlier, larger window. It runs in the page. */
const AS_HIGH = `for (const main of document.querySelectorAll('main')) main.style.minHeight = getComputedStyle(main).minHeight`
/** QR codes in the footer, which load when they are scrolled into view. Below the window they are never triggered. */
const CODES = 3

const PATIENCE_MS = 1_000
const TRIES = 20

/**
 * Makes the window as high as its page, so that lazy content loads. If the page has grown since, its footer is below the window again. So
 * it is repeated once, and only then, because some screens grow with the window.
 */
async function unroll(page: Page, width: number): Promise<void> {
  await page.evaluate(AS_HIGH)
  const downloads = page.getByRole('navigation', { name: '下载' })
  const codes = downloads.getByRole('img', { includeHidden: true })
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.setViewportSize({ width, height })
    if ((await downloads.count()) === 0) return
    const last = codes.nth(CODES - 1)
    const came = await last.waitFor({ timeout: PATIENCE_MS }).then(
      () => true,
      () => false,
    )
    if (came) return
  }
  throw new Error(`the foot of ${page.url()} never came`)
}

/** Takes a picture of the whole page as a PNG. `steady`: without random content. */
export async function takeFullPage(page: Page, { steady = false } = {}): Promise<Buffer> {
  const before = page.viewportSize() ?? { width: 0, height: 0 }
  await unroll(page, before.width)
  await page.evaluate(ALL_THERE)
  if (steady) await page.evaluate(STEADY)
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await page.setViewportSize(before)
  return picture
}
