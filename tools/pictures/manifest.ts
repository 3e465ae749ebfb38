import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProductView } from './forms/solids.ts'

/** What has been rendered of one product, and from which data. */
export interface RenderedProduct {
  form: string
  /** The hashes of the descriptions that its views were rendered from. While one is the same, that view is not rendered again. */
  hashes: readonly string[]
  /** The same of its dimension drawing. */
  drawing: string
  sizes: readonly number[]
  /** Of each view. */
  bytes: readonly number[]
}
export type RenderManifest = Record<string, RenderedProduct>

/** Raise it when light, surfaces or encoding change, so that all pictures are rendered again. */
const recipe = 1

export const hashProductView = (view: ProductView): string =>
  createHash('sha256')
    .update(JSON.stringify([recipe, view]))
    .digest('hex')
    .slice(0, 16)

/** Of the drawing as SVG text. */
export const hashDrawingSheet = (sheet: string): string => createHash('sha256').update(sheet).digest('hex').slice(0, 16)

export const readRenderManifest = async (folder: string): Promise<RenderManifest> => {
  try {
    return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as RenderManifest
  } catch {
    return {}
  }
}

/** Sorted by slug, so that the same pictures always give the same file. */
export const writeRenderManifest = async (folder: string, manifest: RenderManifest): Promise<void> => {
  const sorted = Object.fromEntries(Object.entries(manifest).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(sorted, null, 1)}\n`)
}
