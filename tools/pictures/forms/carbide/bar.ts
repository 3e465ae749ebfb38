import {
  buildFilledOutline,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  buildRectangle,
} from '#tools/pictures/forms/drawing-elements.ts'
import {
  computeEvenlySpreadNumber,
  type Dimensions,
  requireChoiceDimension,
  requirePositiveDimension,
} from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import { computeClosedProfileLine } from '#tools/pictures/forms/profile.ts'
import type {
  DimensionLine,
  DrawingSheet,
  Part,
  Point3D,
  ProductModel,
  ProductView,
  ProfileCorner,
  Stroke,
} from '#tools/pictures/forms/solids.ts'

type Edge = 'square' | 'bevel' | 'round'

interface Bar {
  width: number
  thickness: number
  length: number
  edge: Edge
}

/** The pressed section: for bevelled bars across the cutting edge (depth by thickness), else width by thickness. */
const section = ({ width, thickness, length, edge }: Bar): ProfileCorner[] => {
  const deep = edge === 'bevel' ? length : width
  if (edge === 'bevel') {
    const back = Math.min(thickness * 0.7, deep * 0.3)
    return [
      [-deep / 2, 0],
      [deep / 2, 0],
      [deep / 2 - back, thickness],
      [-deep / 2, thickness],
    ]
  }
  const fillet = edge === 'round' ? thickness * 0.42 : 0
  return [
    [-deep / 2, 0, fillet],
    [deep / 2, 0, fillet],
    [deep / 2, thickness, fillet],
    [-deep / 2, thickness, fillet],
  ]
}

const along = ({ width, length, edge }: Bar): number => (edge === 'bevel' ? width : length)
const deepOf = ({ width, length, edge }: Bar): number => (edge === 'bevel' ? length : width)

/** One bar on its broad face, with its long side along x. */
const lain = (bar: Bar): Part => {
  const ease = Math.min(0.5, bar.thickness * 0.06)
  return {
    kind: 'group',
    parts: [{ kind: 'prism', outline: section(bar), depth: along(bar), round: ease, finish: 'carbide' }],
    turn: [0, -90, 0],
  }
}

/** Long bars in a loose bundle, short pieces in staggered rows with some standing. */
const laidOut = (bar: Bar): Part[] => {
  const one = lain(bar)
  const [long, deep] = [along(bar), deepOf(bar)]
  const slender = long > deep * 3.2
  if (slender) {
    // Turned as far as possible without touching.
    const skew = (Math.atan((deep * 0.4) / long) * 180) / Math.PI
    const below = Array.from({ length: 4 }, (_, i): Part => {
      const z = (i - 1.5) * deep * 1.45
      return groupPartAtPlacement(one, {
        at: [(computeEvenlySpreadNumber(i) - 0.5) * long * 0.1, 0, z],
        turn: [0, (computeEvenlySpreadNumber(i, 0.3) - 0.5) * skew, 0],
      })
    })
    const above = [0, 1].map(
      (i): Part =>
        groupPartAtPlacement(one, {
          at: [(i - 0.5) * long * 0.08, bar.thickness, (i - 0.5) * deep * 1.3],
          turn: [0, i === 0 ? 13 : -9, 0],
        }),
    )
    return [groupPartAtPlacement({ kind: 'group', parts: [...below, ...above] }, { turn: [0, 58, 0] })]
  }
  const parts: Part[] = []
  for (let row = 0; row < 3; row++)
    for (let i = 0; i < 3; i++) {
      const n = row * 3 + i
      const at: Point3D = [(i - 1 + (row % 2) * 0.3 - 0.15) * long * 1.3, 0, (row - 1) * deep * 1.75]
      parts.push(groupPartAtPlacement(one, { at, turn: [0, (computeEvenlySpreadNumber(n) - 0.5) * 38 + (n % 2 === 0 ? 0 : 180), 0] }))
    }
  parts.push(groupPartAtPlacement(one, { at: [-long * 0.6, bar.thickness, deep * 0.2], turn: [0, 44, 0] }))
  return parts
}

const sheet = (bar: Bar): DrawingSheet => {
  const { width, thickness, length, edge } = bar
  const [long, deep] = [along(bar), deepOf(bar)]
  const shown = computeClosedProfileLine(section(bar))
  // Very long bars are drawn broken, as is usual.
  const drawnLong = Math.min(long, deep * 5)
  const cut = drawnLong < long
  const start = deep * 0.9 + drawnLong / 2
  const low = -deep / 2
  const left = start - drawnLong / 2
  const right = start + drawnLong / 2
  const wave = (x: number): Stroke => ({
    kind: 'path',
    style: 'edge',
    points: [0, 1, 2, 3, 4].map((i) => [
      x + (i % 2 === 0 ? 0 : i === 1 ? deep * 0.1 : -deep * 0.1),
      low - deep * 0.1 + (i * deep * 1.2) / 4,
    ]),
  })
  const gap = Math.max(deep, thickness) * 0.34
  const measures: DimensionLine[] = [
    buildLengthDimensionLine(-deep / 2, deep / 2, 0, -deep / 2 - gap, `${deep}`),
    buildHeightDimensionLine(-deep / 2, 0, thickness, -deep / 2 - gap, `${thickness}`),
    buildLengthDimensionLine(left, right, low, -deep / 2 - gap, `${long}`),
  ]
  const words = { square: '四边直角', bevel: '单斜口', round: '圆角' }
  return {
    title: '断面与俯视图',
    strokes: [
      buildFilledOutline(shown),
      buildRectangle(left, low, right, -low),
      ...(cut ? [wave(start - deep * 0.12), wave(start + deep * 0.12)] : []),
    ],
    measures,
    notes: [
      buildNote(
        [deep / 2 - thickness * 0.2, thickness * (edge === 'bevel' ? 0.4 : 0.96)],
        [deep * 0.5, deep * 0.5 + gap],
        `${words[edge]} ${width}×${thickness}×${length}`,
      ),
    ],
  }
}

/** Pressed carbide bars and blanks. */
export const buildCarbideBarModel = (numbers: Dimensions): ProductModel => {
  const bar: Bar = {
    width: requirePositiveDimension(numbers, 'width'),
    thickness: requirePositiveDimension(numbers, 'thickness'),
    length: requirePositiveDimension(numbers, 'length'),
    edge: requireChoiceDimension(numbers, 'edge', ['square', 'bevel', 'round']),
  }
  const one = lain(bar)
  const [long, deep] = [along(bar), deepOf(bar)]
  const slender = long > deep * 3.2
  const turn = (-35 * Math.PI) / 180
  const end: Point3D = [Math.cos(turn) * long * 0.5, bar.thickness * 0.5, -Math.sin(turn) * long * 0.5]
  // Long ones lie side by side; short ones show both ends.
  const two: Part[] = slender
    ? [groupPartAtPlacement(one, { at: [0, 0, deep] }), groupPartAtPlacement(one, { at: [long * 0.04, 0, -deep] })]
    : [
        groupPartAtPlacement(one, { turn: [0, 28, 0], at: [0, 0, deep * 0.5] }),
        groupPartAtPlacement(one, { turn: [0, -24, 0], at: [-long * 0.06, 0, -deep * 1.5] }),
      ]
  const pairOf: ProductView = {
    parts: [groupPartAtPlacement({ kind: 'group', parts: two }, { turn: [0, slender ? -54 : 0, 0] })],
    from: [0.1, 0.72, 1],
  }
  const inset: Point3D = slender
    ? [end[0] - Math.cos(turn) * deep * 0.7, end[1], end[2] + Math.sin(turn) * deep * 0.7]
    : [0, bar.thickness * 0.5, 0]
  return {
    views: [
      { parts: laidOut(bar), from: [0.12, 0.8, 1], fill: 0.84 },
      pairOf,
      {
        parts: [
          groupPartAtPlacement(one, { turn: [0, -35, 0] }),
          groupPartAtPlacement(one, { turn: [0, -29, 0], at: [deep * 0.9, 0, -deep * 1.3] }),
        ],
        from: [0.2, 0.7, 1],
        focus: { at: inset, radius: slender ? deep * 1.25 : Math.max(long, deep) * 0.66 },
      },
    ],
    sheet: sheet(bar),
  }
}
