import {
  buildDrawingCentreLine,
  buildFilledOutline,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  drawProfileUpright,
} from '#tools/pictures/forms/drawing-elements.ts'
import { type Dimensions, requireChoiceDimension, requirePositiveDimension } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement, placePartLying } from '#tools/pictures/forms/place-part.ts'
import { computeLargestHeight } from '#tools/pictures/forms/profile.ts'
import type { DrawingSheet, Part, ProductModel, ProfileCorner } from '#tools/pictures/forms/solids.ts'
import { arrangePieces } from './pieces.ts'
import { buildDomeProfile, buildRoundedPointProfile } from './tips.ts'

const crowns = ['ball', 'ballistic', 'conical', 'wedge'] as const
type Crown = (typeof crowns)[number]

const crownHeights: Record<Crown, number> = { ball: 0.42, ballistic: 0.72, conical: 0.6, wedge: 0.58 }

/** The turned outside: chamfered foot, ground cylinder, crown. A wedge is then cut from its blunt blank. */
const profileOf = (crown: Crown, diameter: number, length: number): ProfileCorner[] => {
  const r = diameter / 2
  const shoulder = length - diameter * crownHeights[crown]
  const foot: ProfileCorner[] = [
    [0, 0],
    [r * 0.8, 0, r * 0.03],
    [r, r * 0.24, r * 0.05],
  ]
  if (crown === 'ball') return [...foot, [r, shoulder, r * 0.06], ...buildDomeProfile(r * 0.985, shoulder, length, 2)]
  if (crown === 'ballistic') return [...foot, [r, shoulder, r * 0.06], ...buildDomeProfile(r * 0.985, shoulder, length, 1.55)]
  if (crown === 'conical') return [...foot, [r, shoulder, r * 0.3], ...buildRoundedPointProfile(r * 0.46, 33, length)]
  return [...foot, [r, shoulder, r * 0.2], [r * 0.78, length - r * 0.1, r * 0.3], [r * 0.3, length, r * 0.2], [0, length]]
}

/** A wedge: two flanks that meet in a rounded edge. */
const wedge = (diameter: number, length: number): Part => {
  const r = diameter / 2
  const shoulder = length - diameter * crownHeights.wedge
  const flanks: ProfileCorner[] = [
    [-r * 1.4, -1],
    [r * 1.4, -1],
    [r * 1.4, shoulder - r * 0.3],
    [r * 0.98, shoulder, r * 0.2],
    [r * 0.2, length, r * 0.2],
    [-r * 0.2, length, r * 0.2],
    [-r * 0.98, shoulder, r * 0.2],
    [-r * 1.4, shoulder - r * 0.3],
  ]
  return {
    kind: 'carved',
    finish: 'polished',
    cell: diameter / 34,
    shape: {
      op: 'meet',
      blend: r * 0.16,
      parts: [
        { op: 'turned', profile: profileOf('wedge', diameter, length) },
        { op: 'prism', outline: flanks, depth: diameter * 2, round: 0 },
      ],
    },
  }
}

const sheet = (crown: Crown, diameter: number, length: number, profile: readonly ProfileCorner[]): DrawingSheet => {
  const r = diameter / 2
  const shoulder = length - diameter * crownHeights[crown]
  const gap = diameter * 0.42
  const flank = buildFilledOutline([
    [-r * 0.98, shoulder],
    [r * 0.98, shoulder],
    [r * 0.2, length],
    [-r * 0.2, length],
  ])
  const high = Math.round((length - shoulder) * 10) / 10
  return {
    title: '主视图',
    strokes: [
      ...(crown === 'wedge'
        ? [drawProfileUpright([...profile.slice(0, 3), [r, shoulder], [0, shoulder]]), flank]
        : [drawProfileUpright(profile)]),
      buildDrawingCentreLine([0, -diameter * 0.2], [0, length + diameter * 0.2]),
    ],
    measures: [
      buildLengthDimensionLine(-r, r, r * 0.3, -gap, `Φ${diameter}`),
      buildHeightDimensionLine(0, 0, length, r + gap * 2, `${length}`),
      buildHeightDimensionLine(r, shoulder, length, r + gap, `${high}`),
    ],
    notes: [buildNote([r * 0.9, r * 0.12], [r + gap * 0.4, -gap * 0.4], '45° 倒角')],
  }
}

/** Carbide buttons: several, one standing next to one lying, and a close-up of the crowns. */
export const buildCarbideButtonModel = (numbers: Dimensions): ProductModel => {
  const diameter = requirePositiveDimension(numbers, 'diameter')
  const length = requirePositiveDimension(numbers, 'length')
  const crown = requireChoiceDimension(numbers, 'crown', crowns)
  const profile = profileOf(crown, diameter, length)
  const piece: Part = crown === 'wedge' ? wedge(diameter, length) : { kind: 'turned', profile, finish: 'polished' }
  const top = computeLargestHeight(profile)
  return {
    views: [
      { parts: arrangePieces(piece, profile, length, requirePositiveDimension(numbers, 'count')), from: [0.12, 0.72, 1], fill: 0.84 },
      {
        parts: [
          groupPartAtPlacement(piece, { at: [-diameter * 0.8, 0, -diameter * 0.5], turn: [0, 35, 0] }),
          { kind: 'group', parts: [placePartLying(piece, profile, [0, 0], 158, 60)], at: [diameter * 1.5, 0, diameter * 0.5] },
        ],
        from: [0.1, 0.42, 1],
        fill: 0.74,
      },
      {
        parts: [
          groupPartAtPlacement(piece, { turn: [0, 40, 0] }),
          groupPartAtPlacement(piece, { at: [-diameter * 1.35, 0, -diameter * 0.9], turn: [0, 100, 0] }),
          groupPartAtPlacement(piece, { at: [diameter * 1.25, 0, -diameter * 1.2], turn: [0, -15, 0] }),
        ],
        from: [0.2, 0.5, 1],
        focus: { at: [0, top - diameter * 0.4, 0], radius: diameter * 0.98 },
      },
    ],
    sheet: sheet(crown, diameter, length, profile),
  }
}
