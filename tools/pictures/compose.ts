import { pictureSizes } from '#contract/catalog/pictures/picture-urls.ts'
import type { DrawingPngPrinter } from './drawing/print-sheet.ts'
import { drawViewMeasures, type PlacedMeasure } from './drawing/view-measures.ts'
import type { Point2D, ProductView } from './forms/solids.ts'
import type { ProductCamera } from './product-camera.ts'

/** How a view is shown on its ground: smaller or larger than the camera saw it, and with measures drawn over each size. */
export interface Composition {
  scale: number
  /** How far it stands above the middle, as a share of the frame: at the foot of a card there is the stock. */
  raised: number
  overlays: ReadonlyMap<number, Buffer>
}

const RAISED = 0.02

/** The height of the text as a share of the frame. Sizes of cards need larger text than the gallery. */
const LETTER: Record<(typeof pictureSizes)[number], number> = { 320: 0.072, 640: 0.072, 960: 0.046 }

/** Returns undefined for a view that is shown as the camera saw it. */
export async function composeView(
  { camera, printer }: { camera: ProductCamera; printer: DrawingPngPrinter },
  view: ProductView,
  pixels: number,
): Promise<Composition | undefined> {
  const { measures = [], millimetre } = view
  const [first] = measures
  if (millimetre === undefined || first === undefined) return undefined
  const found = await camera.locate(
    view,
    pixels,
    measures.flatMap(({ points }) => [...points]),
  )
  const [top = [0, 0], low = [0, 1]] = found
  const scale = (millimetre * first.length) / Math.hypot(top[0] - low[0], top[1] - low[1])
  const place = ([x, y] = [0, 0] as Point2D): Point2D => [0.5 + (x - 0.5) * scale, 0.5 + (y - 0.5) * scale - RAISED]
  const placed = measures.map(({ text, side }, i): PlacedMeasure => {
    const [a, b, touch] = found.slice(i * 3, i * 3 + 3)
    return { text, side, points: [place(a), place(b), place(touch)] }
  })
  const overlays = new Map<number, Buffer>()
  for (const size of pictureSizes) overlays.set(size, await printer.printOver(drawViewMeasures(placed, size, LETTER[size]), size))
  return { scale, raised: RAISED, overlays }
}
