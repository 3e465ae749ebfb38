import type { Point2D, ViewMeasure } from '#tools/pictures/forms/solids.ts'

/** A measure where it is in the picture: its points as shares of the frame from the upper left. */
export type PlacedMeasure = Pick<ViewMeasure, 'text' | 'side'> & { points: readonly [top: Point2D, low: Point2D, touch: Point2D] }

const INK = '#13201e'
const FACE = "'Barlow Semi Condensed',sans-serif"
/** How far its line is from the product, and how far its text from the line, as shares of the frame. */
const LINE_GAP = 0.035
const TEXT_GAP = 0.014

const path = (points: readonly Point2D[]): string => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`

/** Extension lines, the dimension line with a stroke across each end, and the number beside or above it. */
function drawMeasure({ points, text, side }: PlacedMeasure, size: number, letter: number): string {
  const sign = side === 'left' ? -1 : 1
  const [a, b, touch] = points.map(([x, y]): Point2D => [x * size, y * size]) as [Point2D, Point2D, Point2D]
  const tall = Math.hypot(b[0] - a[0], b[1] - a[1])
  const out: Point2D = [(sign * (b[1] - a[1])) / tall, (sign * (a[0] - b[0])) / tall]
  const moved = ([x, y]: Point2D, far: number): Point2D => [x + out[0] * far, y + out[1] * far]
  const [gap, past] = [LINE_GAP * size, size * 0.008]
  const [top, low] = [moved(a, gap), moved(b, gap)]
  const lines = [
    [moved(touch, past), moved(a, gap + past)],
    [moved(b, past), moved(b, gap + past)],
    [top, low],
  ] as const
  const wide = text.length * letter * 0.5
  const [x, y, anchor] =
    side === 'right'
      ? [Math.max(top[0], low[0]) + TEXT_GAP * size, (top[1] + low[1]) / 2 + letter * 0.35, 'start']
      : [Math.max(top[0] + letter * 0.25, wide + size * 0.02), top[1] - TEXT_GAP * size, 'end']
  return [
    `<path d="${lines.map(path).join('')}" fill="none" stroke="${INK}" stroke-width="${(letter * 0.06).toFixed(2)}" stroke-linecap="round"/>`,
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${text}</text>`,
  ].join('')
}

/** Measures over a picture as SVG without a ground. `letter` is the height of the text as a share of the frame. */
export const drawViewMeasures = (measures: readonly PlacedMeasure[], size: number, letter: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" font-family="${FACE}" font-weight="600" font-size="${(letter * size).toFixed(1)}" fill="${INK}">${measures.map((one) => drawMeasure(one, size, letter * size)).join('')}</svg>`
