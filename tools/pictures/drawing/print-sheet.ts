import type { Page } from 'playwright-core'
import { launchBrowser } from '#e2e/browser.ts'

/** Prints drawings as PNG, with the fonts that come with the project, so that they look the same on every machine. */
export interface DrawingPngPrinter {
  print: (svg: string, size: number) => Promise<Buffer>
  close: () => Promise<void>
}

const pageOf = (svg: string, size: number): string =>
  `<!doctype html><html lang="zh-CN"><style>body{margin:0;background:#fff}svg{display:block;width:${size}px;height:${size}px}</style><body>${svg}`

const printOn = async (page: Page, svg: string, size: number): Promise<Buffer> => {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(pageOf(svg, size))
  return page.screenshot()
}

/** A square of white paper: the drawing is in its middle. */
export const openDrawingPngPrinter = async (): Promise<DrawingPngPrinter> => {
  const browser = await launchBrowser()
  const page = await browser.newPage()
  return { print: (svg, size) => printOn(page, svg, size), close: () => browser.close() }
}
