import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { fixClockAndFonts, TEST_FONT_FACE_CSS, takeFullPage } from '#e2e/fixed-page.ts'
import { openPage, type ScreenSize, viewports } from '#e2e/test-mall.ts'

/** What a screen showed at a step. */
export interface Frame {
  what: string
  /** The picture that it was designed by, which stands beside it. */
  design: Buffer | undefined
  picture: Buffer
}

/** The width of a frame in a strip, and how many stand in a row. */
const SHOWN = { desk: { width: 480, row: 3 }, phone: { width: 240, row: 5 } } as const
const QUALITY = 62
/** Pictures are denser than they are shown, so that their text can be read. */
const DENSITY = 1.5

const STYLE = `${TEST_FONT_FACE_CSS}
  body { margin: 0; padding: 20px; background: #f5f3ee; font: 15px/22px 'PingFang SC'; color: #13201e }
  h1 { margin: 0 0 14px; font-size: 18px } main { display: grid; gap: 18px; align-items: start }
  figure { margin: 0 } figcaption { margin-bottom: 6px } img { display: block; width: 100%; border: 1px solid #dcd8ce }`

/** The picture that a screen of this width was designed by, in a folder of such pictures: its visible part. */
export async function readDesignPicture(
  folder: string | undefined,
  name: string | undefined,
  size: ScreenSize,
): Promise<Buffer | undefined> {
  const { width, height } = viewports[size]
  const file = path.join(folder ?? '', `${name}-${width}.png`)
  if (folder === undefined || name === undefined || !existsSync(file)) return undefined
  const whole = await sharp(readFileSync(file)).resize({ width }).png().toBuffer({ resolveWithObject: true })
  return sharp(whole.data)
    .extract({ left: 0, top: 0, width, height: Math.min(height, whole.info.height) })
    .png()
    .toBuffer()
}

const smaller = async (picture: Buffer, width: number): Promise<string> => {
  const bytes = await sharp(picture).resize({ width }).webp({ quality: 88 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

/** Arranges the frames of an act in rows, each below its words, with the design beside a screen that has one. */
export async function renderFilmStrip(
  stage: { browser: Browser; base: string },
  { title, size, frames }: { title: string; size: ScreenSize; frames: readonly Frame[] },
): Promise<Buffer> {
  const { width, row } = SHOWN[size]
  const figure = async (words: string, picture: Buffer) =>
    `<figure><figcaption>${words}</figcaption><img src="${await smaller(picture, width * DENSITY)}"></figure>`
  const figures: string[] = []
  for (const [at, { what, design, picture }] of frames.entries()) {
    if (design) figures.push(await figure('设计', design))
    figures.push(await figure(`${at + 1} ${what}`, picture))
  }
  const main = `<main style="grid-template-columns:repeat(${row},${width}px)">${figures.join('')}</main>`
  const html = `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><h1>${title}</h1>${main}`
  const { page, context } = await openPage(stage, { prepare: fixClockAndFonts })
  await page.route('**/strip', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
  await page.setViewportSize({ width: row * (width + 18) + 22, height: 900 })
  await page.goto(`${stage.base}/strip`)
  const strip = await takeFullPage(page)
  await context.close()
  return sharp(strip).webp({ quality: QUALITY, effort: 6 }).toBuffer()
}
