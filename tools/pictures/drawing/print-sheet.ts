import type { Page } from 'playwright-core'
import { launchBrowser } from '#e2e/browser.ts'

/** Prints drawings as PNG, with the fonts that come with the project, so that they look the same on every machine. */
export interface DrawingPngPrinter {
  print: (svg: string, size: number) => Promise<Buffer>
  /** Without the white of the paper. */
  printOver: (svg: string, size: number) => Promise<Buffer>
  close: () => Promise<void>
}

const pageOf = (svg: string, size: number, ground: string): string =>
  `<!doctype html><html lang="zh-CN"><style>body{margin:0;background:${ground}}svg{display:block;width:${size}px;height:${size}px}</style><body>${svg}`

const printOn = async (page: Page, svg: string, size: number, omitBackground: boolean): Promise<Buffer> => {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(pageOf(svg, size, omitBackground ? 'none' : '#fff'))
  return page.screenshot({ omitBackground })
}

/** A square of white paper: the drawing is in its middle. */
export const openDrawingPngPrinter = async (): Promise<DrawingPngPrinter> => {
  const browser = await launchBrowser()
  const page = await browser.newPage()
  return {
    print: (svg, size) => printOn(page, svg, size, false),
    printOver: (svg, size) => printOn(page, svg, size, true),
    close: () => browser.close(),
  }
}
