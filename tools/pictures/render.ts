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
import { type DrawingPngPrinter, openDrawingPngPrinter } from './drawing/print-sheet.ts'
import { drawSheet } from './drawing/sheet.ts'
import { FULL_SIZE_PIXELS, writeDrawingFiles, writePictureFilesOfView } from './encode.ts'
import type { ProductModel } from './forms/solids.ts'
import { buildProductModel } from './goods.ts'
import { hashDrawingSheet, hashProductModel, type RenderManifest, readRenderManifest, writeRenderManifest } from './manifest.ts'
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

const isUpToDate = (slug: string, hash: string, manifest: RenderManifest): boolean =>
  !options.force && manifest[slug]?.hash === hash && existsSync(join(folder, slug, `3-${FULL_SIZE_PIXELS}.avif`))

/** While one view is encoded, the next one is already rendered. */
const photograph = async (camera: ProductCamera, slug: string, { views }: ProductModel): Promise<number> => {
  const encoded: Promise<number>[] = []
  for (const [i, view] of views.entries()) {
    const pixels = await camera.take(view, FULL_SIZE_PIXELS, frames)
    await encoded.at(-1)
    encoded.push(writePictureFilesOfView(join(folder, slug), i + 1, pixels))
  }
  await camera.clear()
  const bytes = await Promise.all(encoded)
  return bytes.reduce((sum, own) => sum + own, 0)
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
  const hash = hashProductModel(drawn)
  const sheet = drawSheet(drawn.sheet)
  const drawing = hashDrawingSheet(sheet)
  await mkdir(join(folder, slug), { recursive: true })
  const known = manifest[slug]
  if (options.force || known?.drawing !== drawing) {
    printer ??= await openDrawingPngPrinter()
    await printSheet(printer, slug, sheet)
    if (known) known.drawing = drawing
  }
  if (isUpToDate(slug, hash, manifest)) continue
  const start = performance.now()
  camera ??= await openProductCamera()
  const bytes = await photograph(camera, slug, drawn)
  manifest[slug] = { form: picture.form, hash, drawing, sizes: pictureSizes, views: drawn.views.length, bytes }
  await writeRenderManifest(folder, manifest)
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(`${i + 1}/${wanted.length} ${slug}: ${Math.round(bytes / 1000)} kB, ${seconds} s`)
}
await camera?.close()
await printer?.close()
await writeRenderManifest(folder, manifest)
