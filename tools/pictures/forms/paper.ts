import type { Corner, Measure, Note, Stroke, Style, V2 } from './solids.ts'

/** A diameter or height: the length between two heights at `x`, its line drawn at `line`. */
export const heightMeasure = (x: number, low: number, high: number, line: number, text: string): Measure => ({
  along: 'y',
  from: [x, low],
  to: [x, high],
  line,
  text,
})

/** A length between two positions at height `y`, with its line at `line`. */
export const lengthMeasure = (left: number, right: number, y: number, line: number, text: string): Measure => ({
  along: 'x',
  from: [left, y],
  to: [right, y],
  line,
  text,
})

export const note = (at: V2, elbow: V2, text: string): Note => ({ at, elbow, text })

export const line = (points: readonly V2[], style: Style = 'edge'): Stroke => ({ kind: 'path', points, style })

export const face = (points: readonly V2[], style: Style = 'outline'): Stroke => ({ kind: 'path', points, style, closed: true, fill: true })

export const rectangle = (left: number, low: number, right: number, high: number, style: Style = 'outline'): Stroke =>
  face(
    [
      [left, low],
      [right, low],
      [right, high],
      [left, high],
    ],
    style,
  )

export const axis = (from: V2, to: V2): Stroke => ({ kind: 'path', points: [from, to], style: 'centre' })

/** The two centre lines of a circle. */
export const centreCross = ([x, y]: V2, reach: number): Stroke[] => [
  axis([x - reach, y], [x + reach, y]),
  axis([x, y - reach], [x, y + reach]),
]

/** A body of revolution that lies with its head to the right. */
export const layDown = (profile: readonly Corner[], at: V2 = [0, 0]): Stroke => ({ kind: 'turned', profile, turn: -90, at, fill: true })
export const standUp = (profile: readonly Corner[], at: V2 = [0, 0]): Stroke => ({ kind: 'turned', profile, at, fill: true })

/** A point that is given along and across an axis, which starts at `at` with an angle (degrees). */
export const beside = (at: V2, angle: number, along: number, across: number): V2 => {
  const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  return [at[0] + c * along - s * across, at[1] + s * along + c * across]
}
