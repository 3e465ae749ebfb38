import type { DimensionLine, Point2D, ProfileCorner, SheetNote, Stroke, StrokeStyle } from './solids.ts'

/** A diameter or height: the length between two heights at `x`, its line drawn at `line`. */
export const buildHeightDimensionLine = (x: number, low: number, high: number, line: number, text: string): DimensionLine => ({
  along: 'y',
  from: [x, low],
  to: [x, high],
  line,
  text,
})

/** A length between two positions at height `y`, with its line at `line`. */
export const buildLengthDimensionLine = (left: number, right: number, y: number, line: number, text: string): DimensionLine => ({
  along: 'x',
  from: [left, y],
  to: [right, y],
  line,
  text,
})

export const buildNote = (at: Point2D, elbow: Point2D, text: string): SheetNote => ({ at, elbow, text })

export const buildLine = (points: readonly Point2D[], style: StrokeStyle = 'edge'): Stroke => ({ kind: 'path', points, style })

export const buildFilledOutline = (points: readonly Point2D[], style: StrokeStyle = 'outline'): Stroke => ({
  kind: 'path',
  points,
  style,
  closed: true,
  fill: true,
})

export const buildRectangle = (left: number, low: number, right: number, high: number, style: StrokeStyle = 'outline'): Stroke =>
  buildFilledOutline(
    [
      [left, low],
      [right, low],
      [right, high],
      [left, high],
    ],
    style,
  )

export const buildDrawingCentreLine = (from: Point2D, to: Point2D): Stroke => ({ kind: 'path', points: [from, to], style: 'centre' })

/** The two centre lines of a circle. */
export const buildCentreCross = ([x, y]: Point2D, reach: number): Stroke[] => [
  buildDrawingCentreLine([x - reach, y], [x + reach, y]),
  buildDrawingCentreLine([x, y - reach], [x, y + reach]),
]

/** A body of revolution that lies with its head to the right. */
export const drawProfileLying = (profile: readonly ProfileCorner[], at: Point2D = [0, 0]): Stroke => ({
  kind: 'turned',
  profile,
  turn: -90,
  at,
  fill: true,
})
export const drawProfileUpright = (profile: readonly ProfileCorner[], at: Point2D = [0, 0]): Stroke => ({
  kind: 'turned',
  profile,
  at,
  fill: true,
})

/** A point that is given along and across an axis, which starts at `at` with an angle (degrees). */
export const computePointAlongAndAcrossAxis = (at: Point2D, angle: number, along: number, across: number): Point2D => {
  const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  return [at[0] + c * along - s * across, at[1] + s * along + c * across]
}
