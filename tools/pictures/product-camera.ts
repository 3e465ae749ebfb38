import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Page, chromium as playwright } from 'playwright-core'
import { build } from 'vite'
import type { Point2D, Point3D, ProductView } from './forms/solids.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
]

interface Browser {
  executablePath: string
  args: string[]
  env?: Record<string, string>
}

/** The system's Chromium, else the one from npm, with its compressed libraries. */
const findBrowser = async (own = '/usr/bin/chromium'): Promise<Browser> => {
  if (existsSync(own)) return { executablePath: own, args: flags }
  const { default: packed, inflate } = await import('@sparticuz/chromium')
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')
  const libraries = join(await inflate(join(bin, 'al2023.tar.br')), 'lib')
  return {
    executablePath: await packed.executablePath(),
    args: [...flags, '--no-zygote'],
    env: { ...(process.env as Record<string, string>), LD_LIBRARY_PATH: libraries },
  }
}

/** The code of the page as one script, bundled in memory. */
const pageCode = async (): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      write: false,
      minify: false,
      lib: { entry: 'page/main.ts', formats: ['iife'], name: 'pictures' },
    },
  })
  const first = Array.isArray(result) ? result[0] : result
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined
  if (chunk === undefined) throw new Error('the page was not built')
  return chunk.code
}

declare global {
  var takePicture: (view: ProductView, size: number, frames: number) => string
  var locateInPicture: (view: ProductView, size: number, points: readonly Point3D[]) => Point2D[]
  var clearTable: () => void
}

const loaded = async (page: Page, code: string): Promise<void> => {
  page.on('pageerror', (error) => console.error(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(message.text())
  })
  await page.setContent('<!doctype html><html lang="zh-CN"><body></body></html>')
  await page.addScriptTag({ content: code })
}

export interface ProductCamera {
  take: (view: ProductView, size: number, frames: number) => Promise<Buffer>
  /** Where points in space are in the picture of a view, as shares of the frame from its upper left. */
  locate: (view: ProductView, size: number, points: readonly Point3D[]) => Promise<Point2D[]>
  /** Deletes the meshes of the last product. */
  clear: () => Promise<void>
  close: () => Promise<void>
}

/** A studio in a headless browser with software rendering, so that it renders the same on every machine. */
export const openProductCamera = async (): Promise<ProductCamera> => {
  const [found, code] = await Promise.all([findBrowser(), pageCode()])
  const browser = await playwright.launch({ ...found, headless: true })
  const page = await browser.newPage()
  await loaded(page, code)
  return {
    take: async (view, size, frames) => {
      const text = await page.evaluate(([a, b, c]) => takePicture(a, b, c), [view, size, frames] as const)
      return Buffer.from(text, 'base64')
    },
    locate: (view, size, points) => page.evaluate(([a, b, c]) => locateInPicture(a, b, c), [view, size, points] as const),
    clear: () => page.evaluate(() => clearTable()),
    close: () => browser.close(),
  }
}
