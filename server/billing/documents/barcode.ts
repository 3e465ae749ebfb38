import type { BarcodeBar } from '#contract/orders/fulfilment/code128.ts'
import type { PdfPart } from '#server/adapters/pdf/public.ts'

/** The width of a bar in points, 0.35 mm. Scanners need at least a third of a millimetre from a distance, a quarter when held close. */
const MODULE = 1
const BAR_HEIGHT = 34

/** A barcode with its text below. `module` is the width of its narrowest bar in points, `height` that of all. */
export function buildBarcode(
  { bars, modules }: { bars: readonly BarcodeBar[]; modules: number },
  text: string,
  { module = MODULE, height = BAR_HEIGHT }: { module?: number; height?: number } = {},
): PdfPart {
  const boxes = bars.map(({ at, width }) => ({
    type: 'rect' as const,
    x: at * module,
    y: 0,
    w: width * module,
    h: height,
    color: '#000',
  }))
  // A transparent box gives the barcode its full width, so that the elements next to it keep their distance.
  const whole = { type: 'rect' as const, x: 0, y: 0, w: modules * module, h: height, color: '#fff' }
  return { stack: [{ canvas: [whole, ...boxes] }, { text, fontSize: 8, margin: [0, 2, 0, 0] }] }
}
