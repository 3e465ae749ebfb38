/**
 * Renders the pictures of the demo catalog: node tools/pictures/render.ts [slug…] [--form name] [--force]. Products whose pictures are up
 * to date are skipped, so it can be stopped and started again at any time.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { pictureSizes } from '#contract/catalog/pictures/picture-urls.ts'
import { demoGoods } from '#tools/demo/catalog/catalog.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'
import { composeView } from './compose.ts'
import { type DrawingPngPrinter, openDrawingPngPrinter } from './drawing/print-sheet.ts'
import { drawSheet } from './drawing/sheet.ts'
import { FULL_SIZE_PIXELS, writeDrawingFiles, writePictureFilesOfView } from './encode.ts'
import type { ProductModel } from './forms/solids.ts'
import { buildProductModel } from './goods.ts'
import {
  hashDrawingSheet,
  hashProductView,
  type RenderedProduct,
  type RenderManifest,
  readRenderManifest,
  writeRenderManifest,
} from './manifest.ts'
import { openProductCamera, type ProductCamera } from './product-camera.ts'

const folder = join(import.meta.dirname, '../demo/pictures')
/** Each frame has sixteen lamps, so this number of frames makes 128. */
const frames = 8

const { values: options, positionals: slugs } = parseArgs({
  allowPositionals: true,
  options: { force: { type: 'boolean' }, form: { type: 'string' } },
})

const isWanted = ({ slug, picture }: DemoGoods): boolean =>
  (slugs.length === 0 || slugs.includes(slug)) && (options.form === undefined || picture.form === options.form)

const isUpToDate = (slug: string, view: number, hash: string, manifest: RenderManifest): boolean =>
  !options.force && manifest[slug]?.hashes[view] === hash && existsSync(join(folder, slug, `${view + 1}-${FULL_SIZE_PIXELS}.avif`))

/** Renders the views that are out of date. While one view is encoded, the next one is already rendered. Returns the bytes of all. */
const photograph = async (studio: Studio, slug: string, { views }: ProductModel, known: RenderedProduct | undefined): Promise<number[]> => {
  const { camera } = studio
  const bytes: (number | Promise<number>)[] = [...(known?.bytes ?? [])]
  for (const [i, view] of views.entries()) {
    if (isUpToDate(slug, i, hashProductView(view), manifest)) continue
    const pixels = await camera.take(view, FULL_SIZE_PIXELS, frames)
    const composition = await composeView(studio, view, FULL_SIZE_PIXELS)
    await Promise.all(bytes)
    bytes[i] = writePictureFilesOfView(join(folder, slug), i + 1, pixels, composition)
  }
  await camera.clear()
  return Promise.all(bytes)
}

/** The drawing is quickly printed, and independent of the light and the surfaces that the photographs depend on. */
const printSheet = async (printer: DrawingPngPrinter, slug: string, sheet: string): Promise<number> =>
  writeDrawingFiles(join(folder, slug), await printer.print(sheet, FULL_SIZE_PIXELS))

/** Pictures of products that are not in the catalog any more. */
const sweep = async (manifest: RenderManifest): Promise<void> => {
  const known = new Set(demoGoods.map(({ slug }) => slug))
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || known.has(entry.name)) continue
    await rm(join(folder, entry.name), { recursive: true })
    delete manifest[entry.name]
  }
}

interface Studio {
  camera: ProductCamera
  printer: DrawingPngPrinter
}

sharp.concurrency(1)
await mkdir(folder, { recursive: true })
const manifest = await readRenderManifest(folder)
await sweep(manifest)
const wanted = demoGoods.filter(isWanted)
if (wanted.length === 0) throw new Error('no such goods in the catalog')
let camera: ProductCamera | undefined
let printer: DrawingPngPrinter | undefined
for (const [i, goods] of wanted.entries()) {
  const { slug, picture } = goods
  const drawn = buildProductModel(goods)
  const hashes = drawn.views.map(hashProductView)
  const sheet = drawSheet(drawn.sheet)
  const drawing = hashDrawingSheet(sheet)
  await mkdir(join(folder, slug), { recursive: true })
  const known = manifest[slug]
  if (options.force || known?.drawing !== drawing) {
    printer ??= await openDrawingPngPrinter()
    await printSheet(printer, slug, sheet)
    if (known) known.drawing = drawing
  }
  if (hashes.every((hash, view) => isUpToDate(slug, view, hash, manifest))) continue
  const start = performance.now()
  camera ??= await openProductCamera()
  printer ??= await openDrawingPngPrinter()
  const bytes = await photograph({ camera, printer }, slug, drawn, known)
  manifest[slug] = { form: picture.form, hashes, drawing, sizes: pictureSizes, bytes }
  await writeRenderManifest(folder, manifest)
  const seconds = Math.round((performance.now() - start) / 1000)
  const sum = bytes.reduce((total, own) => total + own, 0)
  console.log(`${i + 1}/${wanted.length} ${slug}: ${Math.round(sum / 1000)} kB, ${seconds} s`)
}
await camera?.close()
await printer?.close()
await writeRenderManifest(folder, manifest)
