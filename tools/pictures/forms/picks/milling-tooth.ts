import { buildBrazeRingProfile, buildRoundedPointProfile } from '#tools/pictures/forms/carbide/tips.ts'
import {
  buildDrawingCentreLine,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  drawProfileLying,
} from '#tools/pictures/forms/drawing-elements.ts'
import { type Dimensions, requireChoiceDimension, requirePositiveDimension } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement, placePartLying } from '#tools/pictures/forms/place-part.ts'
import type { DrawingSheet, Part, ProductModel, ProfileCorner } from '#tools/pictures/forms/solids.ts'
import { buildPairView } from './pair-view.ts'

interface Tooth {
  shank: number
  tip: number
  head: number
  washer: number
  reach: number
  length: number
  body: 'black' | 'blue' | 'grey'
  sleeve: 'gold' | 'steel'
}

const read = (numbers: Dimensions): Tooth => ({
  shank: requirePositiveDimension(numbers, 'shank'),
  tip: requirePositiveDimension(numbers, 'tip'),
  head: requirePositiveDimension(numbers, 'head'),
  washer: requirePositiveDimension(numbers, 'washer'),
  reach: requirePositiveDimension(numbers, 'reach'),
  length: requirePositiveDimension(numbers, 'length'),
  body: requireChoiceDimension(numbers, 'body', ['black', 'blue', 'grey']),
  sleeve: requireChoiceDimension(numbers, 'sleeve', ['gold', 'steel']),
})

/** Heights: the washer's underside, its top, and where the carbide begins. */
const heights = ({ washer, tip, reach, length }: Tooth) => {
  const foot = length - reach
  return { foot, seat: foot + washer * 0.11, top: length - tip * 0.98 }
}

const shankProfile = (tooth: Tooth): ProfileCorner[] => {
  const r = tooth.shank / 2
  const { seat, foot } = heights(tooth)
  return [
    [0, 0],
    [r * 0.84, 0, 0.4],
    [r, r * 0.16, 0.5],
    [r, foot * 0.13, 0.5],
    [r * 0.86, foot * 0.16, 0.4],
    [r * 0.86, foot * 0.22, 0.4],
    [r, foot * 0.25, 0.5],
    [r, seat],
    [0, seat],
  ]
}

/** The clamping sleeve: it has a small gap to the shank below and reaches up to the washer. */
const sleeveProfile = (tooth: Tooth): ProfileCorner[] => {
  const { foot } = heights(tooth)
  const inner = tooth.shank / 2 + tooth.shank * 0.015
  const outer = inner + Math.max(0.8, tooth.shank * 0.065)
  const low = foot * 0.2
  return [
    [inner, low],
    [outer - 0.5, low, 0.3],
    [outer, low + 0.9, 0.6],
    [outer, foot - 0.9, 0.5],
    [outer - 0.4, foot - 0.1, 0.3],
    [inner, foot - 0.1],
    [inner, low],
  ]
}

/** The wear washer, dished towards the seat. */
const washerProfile = (tooth: Tooth): ProfileCorner[] => {
  const { foot, seat } = heights(tooth)
  const [inner, outer] = [tooth.shank * 0.52, tooth.washer / 2]
  const thick = seat - foot
  return [
    [inner, foot - thick * 0.2],
    [tooth.shank * 0.66, foot - thick * 0.2, 0.4],
    [tooth.shank * 0.8, foot, 0.6],
    [outer - 0.6, foot, 0.4],
    [outer, foot + 0.6, 0.5],
    [outer, seat - thick * 0.35, 0.6],
    [outer * 0.84, seat, 1.2],
    [inner, seat],
    [inner, foot - thick * 0.2],
  ]
}

const bodyProfile = (tooth: Tooth): ProfileCorner[] => {
  const { head, tip, shank } = tooth
  const { seat, top } = heights(tooth)
  const tall = top - seat
  const r = head / 2
  const nose = tip * 0.56
  return [
    [shank * 0.3, seat],
    [r * 0.84, seat, 0.8],
    [r, seat + tall * 0.07, tall * 0.08],
    [r, seat + tall * 0.19, tall * 0.09],
    [r * 0.78, seat + tall * 0.27, tall * 0.06],
    [r * 0.74, seat + tall * 0.31, tall * 0.03],
    [r * 0.74, seat + tall * 0.4, tall * 0.03],
    [r * 0.88, seat + tall * 0.46, tall * 0.05],
    [r * 0.86, seat + tall * 0.62, tall * 0.25],
    [nose + (r * 0.86 - nose) * 0.45, seat + tall * 0.84, tall * 0.4],
    [nose, top - 0.3, 0.6],
    [nose - 0.5, top],
    [0, top],
  ]
}

/** The cap of carbide: skirt, valley, and a blunt nose. */
const tipCorners = (tooth: Tooth): ProfileCorner[] => {
  const { top } = heights(tooth)
  const r = tooth.tip / 2
  const tall = tooth.length - top
  const shape: ProfileCorner[] = [
    [0, -0.6],
    [r * 0.92, -0.6, 0.2],
    [r, tall * 0.05, 0.4],
    [r, tall * 0.2, tall * 0.1],
    [r * 0.66, tall * 0.38, tall * 0.14],
    [r * 0.52, tall * 0.56, tall * 0.14],
    ...buildRoundedPointProfile(r * 0.3, 26, tall),
  ]
  return shape.map(([x, y, fillet = 0]): ProfileCorner => [x, y + top, fillet])
}

const wholeProfile = (tooth: Tooth): ProfileCorner[] => [
  ...shankProfile(tooth).slice(0, -2),
  ...washerProfile(tooth).slice(2, -3),
  ...bodyProfile(tooth).slice(1, -2),
  ...tipCorners(tooth).slice(1),
]

const assembled = (tooth: Tooth): Part => {
  const metal = tooth.sleeve === 'gold' ? 'zinc' : 'bare'
  const { top } = heights(tooth)
  return {
    kind: 'group',
    parts: [
      { kind: 'turned', profile: shankProfile(tooth), finish: 'steel' },
      { kind: 'turned', profile: sleeveProfile(tooth), finish: metal, sweep: 300, from: 30 },
      { kind: 'turned', profile: washerProfile(tooth), finish: tooth.sleeve === 'gold' ? 'bronze' : 'bare' },
      { kind: 'turned', profile: bodyProfile(tooth), finish: tooth.body },
      { kind: 'turned', profile: buildBrazeRingProfile(tooth.tip * 0.56, top), finish: 'braze' },
      { kind: 'turned', profile: tipCorners(tooth), finish: 'carbide' },
    ],
  }
}

const sheet = (tooth: Tooth): DrawingSheet => {
  const { shank, tip, head, washer, reach, length } = tooth
  const { foot, seat, top } = heights(tooth)
  const gap = washer * 0.26
  return {
    title: '主视图',
    strokes: [
      drawProfileLying(shankProfile(tooth)),
      drawProfileLying(sleeveProfile(tooth)),
      drawProfileLying(bodyProfile(tooth)),
      drawProfileLying(tipCorners(tooth)),
      drawProfileLying(washerProfile(tooth)),
      buildDrawingCentreLine([-shank * 0.3, 0], [length + shank * 0.3, 0]),
    ],
    measures: [
      buildHeightDimensionLine(0, -shank / 2, shank / 2, -gap, `Φ${shank}`),
      buildHeightDimensionLine(foot, -washer / 2, washer / 2, length + gap, `Φ${washer}`),
      buildLengthDimensionLine(foot, length, 0, -washer / 2 - gap, `${reach}`),
      buildLengthDimensionLine(0, length, 0, -washer / 2 - gap * 2, `${length}`),
    ],
    notes: [
      buildNote([top + tip * 0.12, tip / 2], [length - tip * 0.3, washer * 0.6], `刀头 Φ${tip}`),
      buildNote([seat + (top - seat) * 0.13, head / 2], [seat + reach * 0.2, washer * 0.8], `齿体 Φ${head}`),
    ],
  }
}

const LAYOUT = { standing: [-0.3, -0.9], lying: 0.58, roll: 222, from: [0.28, 0.38, 1], millimetre: 0.0056 } as const

/** A tooth of a road milling drum (W series): standing and lying, lying alone, and a close-up of its tip. */
export const buildMillingToothModel = (numbers: Dimensions): ProductModel => {
  const tooth = read(numbers)
  const { shank, length, washer, tip, reach } = tooth
  const one = assembled(tooth)
  const whole = wholeProfile(tooth)
  return {
    views: [
      buildPairView(one, whole, { shank, rim: washer, reach, length }, LAYOUT),
      { parts: [placePartLying(one, whole, [0, 0], 32, 218)], from: [0.05, 0.5, 1] },
      {
        parts: [groupPartAtPlacement(one, { turn: [0, 30, 0] })],
        from: [0.45, 0.6, 1],
        focus: { at: [0, length - tip * 0.85, 0], radius: reach * 0.5 },
      },
    ],
    sheet: sheet(tooth),
  }
}
