import {
  buildDrawingCentreLine,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  drawProfileUpright,
} from '#tools/pictures/forms/drawing-elements.ts'
import { type Dimensions, requireChoiceDimension, requirePositiveDimension } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement, placePartLying } from '#tools/pictures/forms/place-part.ts'
import type { DrawingSheet, Part, PartPlacement, ProductModel, ProfileCorner } from '#tools/pictures/forms/solids.ts'
import { arrangePieces } from './pieces.ts'
import { buildDomeProfile, buildRoundedPointProfile } from './tips.ts'

const shapes = ['cone', 'cap', 'ballistic', 'wedge'] as const
type Shape = (typeof shapes)[number]

/** The blank of a tip, its underside at 0: chamfered skirt, then the working end. */
const profileOf = (shape: Shape, diameter: number, height: number, skirt: number): ProfileCorner[] => {
  const r = diameter / 2
  if (shape === 'cap') {
    return [
      [0, r * 0.1],
      [r * 0.42, r * 0.1, r * 0.05],
      [r * 0.5, 0, r * 0.04],
      [r * 0.93, 0, r * 0.06],
      [r, r * 0.1, r * 0.08],
      [r, skirt * 0.72, r * 0.3],
      [r * 0.66, skirt + (height - skirt) * 0.2, r * 0.4],
      [r * 0.52, skirt + (height - skirt) * 0.42, r * 0.4],
      ...buildRoundedPointProfile(r * 0.27, 22, height),
    ]
  }
  const foot: ProfileCorner[] = [
    [0, 0],
    [r * 0.86, 0, r * 0.05],
    [r, r * 0.15, r * 0.06],
  ]
  if (shape === 'ballistic') return [...foot, [r, skirt, r * 0.5], ...buildDomeProfile(r * 0.99, skirt, height, 1.6)]
  if (shape === 'wedge') return [...foot, [r, skirt, r * 0.2], [r * 0.35, height, r * 0.3], [0, height]]
  return [...foot, [r, skirt, r * 0.3], ...buildRoundedPointProfile(r * 0.22, 27, height)]
}

/** Four small bumps keep the gap for the solder. */
const withBumps = (profile: readonly ProfileCorner[], shape: Shape, diameter: number): Part => {
  const body: Part = { kind: 'turned', profile, finish: 'carbide' }
  const out = diameter * (shape === 'cap' ? 0.36 : 0.28)
  const places = [45, 135, 225, 315].map((angle): PartPlacement => {
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
    return { at: [c * out, diameter * 0.025, s * out] }
  })
  return { kind: 'group', parts: [body, { kind: 'copies', part: { kind: 'ball', radius: diameter * 0.045, finish: 'carbide' }, places }] }
}

const sheet = (diameter: number, height: number, skirt: number, profile: readonly ProfileCorner[]): DrawingSheet => {
  const r = diameter / 2
  const gap = diameter * 0.36
  return {
    title: '主视图',
    strokes: [drawProfileUpright(profile), buildDrawingCentreLine([0, -diameter * 0.2], [0, height + diameter * 0.2])],
    measures: [
      buildLengthDimensionLine(-r, r, r * 0.3, -gap, `Φ${diameter}`),
      buildHeightDimensionLine(r, 0, skirt, r + gap, `${skirt}`),
      buildHeightDimensionLine(0, 0, height, r + gap * 2, `${height}`),
    ],
    notes: [buildNote([-r * 0.1, height - r * 0.1], [r * 0.7, height + gap * 0.5], '喷砂')],
  }
}

/** Carbide tips for brazing into picks and teeth. */
export const buildCarbideTipModel = (numbers: Dimensions): ProductModel => {
  const diameter = requirePositiveDimension(numbers, 'diameter')
  const height = requirePositiveDimension(numbers, 'height')
  const skirt = requirePositiveDimension(numbers, 'skirt')
  const shape = requireChoiceDimension(numbers, 'shape', shapes)
  const profile = profileOf(shape, diameter, height, skirt)
  const piece = withBumps(profile, shape, diameter)
  return {
    views: [
      { parts: arrangePieces(piece, profile, height, requirePositiveDimension(numbers, 'count')), from: [0.12, 0.72, 1], fill: 0.84 },
      {
        parts: [
          groupPartAtPlacement(piece, { at: [-diameter * 0.75, 0, -diameter * 0.5] }),
          { kind: 'group', parts: [placePartLying(piece, profile, [0, 0], 152, 45)], at: [diameter * 1.6, 0, diameter * 0.5] },
        ],
        from: [0.1, 0.42, 1],
        fill: 0.74,
      },
      {
        parts: [
          groupPartAtPlacement(piece, {}),
          groupPartAtPlacement(piece, { at: [-diameter * 1.4, 0, -diameter * 0.9] }),
          groupPartAtPlacement(piece, { at: [diameter * 1.3, 0, -diameter * 1.2] }),
        ],
        from: [0.2, 0.5, 1],
        focus: { at: [0, height * 0.6, 0], radius: Math.max(diameter, height * 0.62) },
      },
    ],
    sheet: sheet(diameter, height, skirt, profile),
  }
}
