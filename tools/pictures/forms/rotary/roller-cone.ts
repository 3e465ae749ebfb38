import { buildDomeProfile } from '#tools/pictures/forms/carbide/tips.ts'
import {
  buildDrawingCentreLine,
  buildFilledOutline,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  drawProfileUpright,
} from '#tools/pictures/forms/drawing-elements.ts'
import {
  type Dimensions,
  requireChoiceDimension,
  requireCountDimensionOrZero,
  requirePositiveDimension,
} from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type {
  DrawingSheet,
  Part,
  PartPlacement,
  Point2D,
  Point3D,
  ProductModel,
  ProfileCorner,
  Shape,
} from '#tools/pictures/forms/solids.ts'
import { buildBallRacePlugProfile, buildConeLegShape } from './cone-leg.ts'

interface Cone {
  diameter: number
  width: number
  teeth: 'insert' | 'milled'
  rows: number
}

/** The cone stands on its back face: heel, gauge, then the flanks up to the nose. */
const coneProfile = ({ diameter, width }: Cone): ProfileCorner[] => {
  const r = diameter / 2
  return [
    [0, 0],
    [r * 0.66, 0, 1.5],
    [r * 0.7, width * 0.03, 1.5],
    [r * 0.97, width * 0.17, 3],
    [r * 0.985, width * 0.3, 4],
    [r * 0.8, width * 0.52, 12],
    [r * 0.42, width * 0.86, 10],
    [r * 0.26, width * 0.95, 6],
    [0, width * 0.95],
  ]
}

interface Row {
  at: Point2D
  /** The direction of the inserts, in degrees above the horizontal. */
  lean: number
  many: number
}

/** Rows of teeth from the gauge to the nose, each perpendicular to the flank below it. */
const rowsOf = ({ diameter, width, rows }: Cone): Row[] => {
  const r = diameter / 2
  const start: Point2D = [r * 0.955, width * 0.345]
  const end: Point2D = [r * 0.4, width * 0.855]
  return Array.from({ length: rows }, (_, i) => {
    const t = i / (rows - 1)
    const at: Point2D = [start[0] + (end[0] - start[0]) * t ** 0.9, start[1] + (end[1] - start[1]) * t ** 1.04]
    return { at, lean: 30 + 22 * t, many: Math.max(6, Math.round(((2 * Math.PI * at[0]) / diameter) * (i === 0 ? 6.4 : 5.4))) }
  })
}

const insertOf = (diameter: number): { radius: number; profile: ProfileCorner[] } => {
  const radius = diameter * 0.048 + 1.4
  const out = radius * 1.3
  return {
    radius,
    profile: [
      [0, -radius],
      [radius, -radius],
      [radius, out * 0.28, radius * 0.12],
      ...buildDomeProfile(radius * 0.98, out * 0.28, out * 1.15, 1.75),
    ],
  }
}

/** Carbide inserts pressed into the cone; the heel has a row of its own. */
const inserts = (cone: Cone): Part[] => {
  const { diameter, width } = cone
  const { profile, radius } = insertOf(diameter)
  const ringOf = ({ at, lean, many }: Row, phase: number): PartPlacement[] =>
    Array.from({ length: many }, (_, k): PartPlacement => {
      const angle = 360 * ((k + phase) / many)
      const spin = (angle * Math.PI) / 180
      return { at: [at[0] * Math.cos(spin), at[1], -at[0] * Math.sin(spin)], turn: [0, angle, lean - 90] }
    })
  const rows = rowsOf(cone)
  const places = rows.flatMap((row, i) => ringOf(row, (i * 0.382) % 1))
  const nose: PartPlacement = { at: [0, width * 0.94, 0] }
  const heel: Row = { at: [(diameter / 2) * 0.955, width * 0.23], lean: -6, many: (rows[0]?.many ?? 12) + 2 }
  const flat: ProfileCorner[] = [
    [0, -2],
    [radius * 0.78, -2],
    [radius * 0.78, radius * 0.2, 0.5],
    [radius * 0.6, radius * 0.36, 0.5],
    [0, radius * 0.4],
  ]
  return [
    { kind: 'copies', part: { kind: 'turned', profile, finish: 'polished', facets: 30 }, places: [...places, nose] },
    { kind: 'copies', part: { kind: 'turned', profile: flat, finish: 'carbide', facets: 24 }, places: ringOf(heel, 0.5) },
  ]
}

/** Teeth milled from the cone itself: wedges in rings, their flanks hardfaced. */
const milledShape = (cone: Cone): Shape => {
  const { diameter, width } = cone
  const rows = rowsOf(cone).map(({ at, lean, many }, i): Shape => {
    const pitch = (2 * Math.PI * at[0]) / Math.max(7, Math.round(many * 0.72))
    const tall = diameter * 0.098
    const wedge: ProfileCorner[] = [
      [-tall * 1.4, -pitch * 0.5],
      [-tall * 1.4, pitch * 0.5],
      [tall, pitch * 0.09, 2],
      [tall, -pitch * 0.09, 2],
    ]
    // The wedge lies in the plane of radius and tangent; its depth runs along the flank.
    const tooth: Shape = {
      op: 'put',
      shape: { op: 'prism', outline: wedge, depth: width * (i === 0 ? 0.2 : 0.15), round: 2 },
      turn: [90, 0, 0],
    }
    const leaning: Shape = { op: 'put', shape: tooth, at: [at[0], at[1], 0], turn: [0, 0, lean] }
    return { op: 'around', shape: leaning, count: Math.max(7, Math.round(many * 0.72)), phase: i * 17 }
  })
  return { op: 'join', blend: 3, parts: [{ op: 'turned', profile: coneProfile({ ...cone, diameter: diameter * 0.96 }) }, ...rows] }
}

/** Leg and cone together: the leg stands on its welding end, and the cone points outwards and slightly up. */
const assembled = (cone: Cone): Part => {
  const { diameter, width, teeth } = cone
  const wheel: Part[] =
    teeth === 'insert'
      ? [{ kind: 'turned', profile: coneProfile(cone), finish: 'bare' }, ...inserts(cone)]
      : [{ kind: 'carved', shape: milledShape(cone), cell: diameter / 118, finish: 'grey' }]
  const seal: ProfileCorner[] = [
    [diameter * 0.2, -width * 0.08],
    [diameter * 0.31, -width * 0.08],
    [diameter * 0.31, width * 0.02],
    [diameter * 0.2, width * 0.02],
  ]
  const tall = diameter * 1.16
  const thick = width * 0.44
  const up = 16
  const journal: Point3D = [thick * 0.52, tall * 0.6, 0]
  return {
    kind: 'group',
    parts: [
      { kind: 'carved', shape: buildConeLegShape(cone), cell: diameter / 76, finish: 'cast' },
      { kind: 'group', parts: [...wheel, { kind: 'turned', profile: seal, finish: 'rubber' }], at: journal, turn: [0, 0, up - 90] },
      {
        kind: 'turned',
        profile: buildBallRacePlugProfile(diameter * 0.075),
        finish: 'steel',
        at: [-thick + 0.2, tall * 0.42, 0],
        turn: [0, 0, 90],
      },
    ],
  }
}

const sheet = (cone: Cone): DrawingSheet => {
  const { diameter, width, teeth, rows } = cone
  const r = diameter / 2
  const { radius } = insertOf(diameter)
  const gap = diameter * 0.16
  const teethDrawn = rowsOf(cone).flatMap(({ at, lean }) =>
    [1, -1].map((side) => {
      const point = (along: number, across: number): Point2D => {
        const angle = (lean * Math.PI) / 180
        return [
          side * (at[0] + Math.cos(angle) * along - Math.sin(angle) * across),
          at[1] + Math.sin(angle) * along + Math.cos(angle) * across,
        ]
      }
      const w = radius
      return buildFilledOutline([
        point(-1, -w),
        point(w * 0.6, -w),
        point(w * 1.3, -w * 0.4),
        point(w * 1.3, w * 0.4),
        point(w * 0.6, w),
        point(-1, w),
      ])
    }),
  )
  return {
    title: '轮体主视图',
    strokes: [...teethDrawn, drawProfileUpright(coneProfile(cone)), buildDrawingCentreLine([0, -width * 0.12], [0, width * 1.16])],
    measures: [
      buildLengthDimensionLine(-r, r, width * 0.22, -gap, `Φ${diameter}`),
      buildHeightDimensionLine(r * 0.3, 0, width, r + gap * 1.4, `${width}`),
    ],
    notes: [
      buildNote(
        [rowsOf(cone)[1]?.at[0] ?? r, (rowsOf(cone)[1]?.at[1] ?? 0) + radius],
        [r * 0.9, width * 1.08],
        `${teeth === 'insert' ? '镶齿' : '铣齿'} ${rows} 排`,
      ),
    ],
  }
}

/** A roller cone of a core barrel on its leg: from the front, from the side, and a close-up of its teeth. */
export const buildRollerConeModel = (numbers: Dimensions): ProductModel => {
  const cone: Cone = {
    diameter: requirePositiveDimension(numbers, 'diameter'),
    width: requirePositiveDimension(numbers, 'width'),
    teeth: requireChoiceDimension(numbers, 'teeth', ['insert', 'milled']),
    rows: requireCountDimensionOrZero(numbers, 'rows'),
  }
  const { diameter, width } = cone
  const one = assembled(cone)
  const turned = (angle: number): Part => groupPartAtPlacement(one, { turn: [0, angle, 0] })
  const turn = (-62 * Math.PI) / 180
  const out = width * 0.62
  return {
    views: [
      { parts: [turned(-54)], from: [0.2, 0.34, 1] },
      { parts: [turned(-6)], from: [0.1, 0.36, 1] },
      {
        parts: [turned(-62)],
        from: [0.1, 0.3, 1],
        focus: { at: [Math.cos(turn) * out, diameter * 0.74, -Math.sin(turn) * out], radius: diameter * 0.52 },
      },
    ],
    sheet: sheet(cone),
  }
}
