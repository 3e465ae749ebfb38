import { buildBrazeRingProfile, buildTipProfile, type TipShape } from '#tools/pictures/forms/carbide/tips.ts'
import {
  buildDrawingCentreLine,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  drawProfileLying,
} from '#tools/pictures/forms/drawing-elements.ts'
import { type Dimensions, requireChoiceDimension, requireFlagDimension, requirePositiveDimension } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement, placePartLying } from '#tools/pictures/forms/place-part.ts'
import type { DrawingSheet, Part, ProductModel, ProfileCorner, SurfaceFinish } from '#tools/pictures/forms/solids.ts'
import { buildPairView } from './pair-view.ts'

const bodies = ['forged', 'black', 'bronze'] as const
const tipShapes = ['cone', 'cap', 'ballistic'] as const

interface Pick {
  shank: number
  head: number
  collar: number
  tip: number
  reach: number
  length: number
  body: (typeof bodies)[number]
  tipShape: TipShape
  sleeve: boolean
}

const read = (numbers: Dimensions): Pick => ({
  shank: requirePositiveDimension(numbers, 'shank'),
  head: requirePositiveDimension(numbers, 'head'),
  collar: requirePositiveDimension(numbers, 'collar'),
  tip: requirePositiveDimension(numbers, 'tip'),
  reach: requirePositiveDimension(numbers, 'reach'),
  length: requirePositiveDimension(numbers, 'length'),
  body: requireChoiceDimension(numbers, 'body', bodies),
  tipShape: requireChoiceDimension(numbers, 'tipShape', tipShapes),
  sleeve: requireFlagDimension(numbers, 'sleeve'),
})

/** The height where the steel ends and the tip begins, and the radius of the steel there. */
const nose = ({ tip, reach, length, tipShape }: Pick) => {
  const bare = tipShape === 'cap' ? tip * 1.02 : tipShape === 'ballistic' ? tip * 0.95 : tip * 0.9
  const height = Math.min(bare, reach * 0.34)
  return { top: length - height, height, radius: tipShape === 'cap' ? tip * 0.46 : tip * 0.6 }
}

/** Shank with the groove of the retainer near its foot, up to the flange. */
const shankProfile = ({ shank, reach, length, sleeve }: Pick): ProfileCorner[] => {
  const r = shank / 2
  const foot = length - reach
  const groove = sleeve ? foot * 0.62 : shank * 0.14
  const low = sleeve ? foot * 0.16 : foot * 0.14
  const deep = r * (sleeve ? 0.9 : 0.84)
  return [
    [0, 0],
    [r * 0.82, 0, 0.8],
    [r, r * 0.2, 0.8],
    [r, low, 0.7],
    [deep, low + r * 0.06, 0.6],
    [deep, low + groove - r * 0.06, 0.6],
    [r, low + groove, 0.7],
    [r, foot - shank * 0.08, shank * 0.09],
    [r * 1.12, foot + 0.5],
  ]
}

/** From the flange to the seat of the tip: flange, neck for the puller, then the forged cone. */
const headProfile = (pick: Pick): ProfileCorner[] => {
  const { shank, head, collar, reach, length } = pick
  const foot = length - reach
  const { top, radius } = nose(pick)
  const rim = collar / 2
  const thick = reach * 0.115
  const neck = foot + thick * 1.75
  const belly = top - neck - reach * 0.1
  return [
    [shank * 0.3, foot - 0.2],
    [shank * 0.5, foot - 0.2],
    [rim * 0.93, foot, 1.6],
    [rim, foot + rim * 0.07, 2.4],
    [rim, foot + thick, 3],
    [rim * 0.9, foot + thick * 1.35, 5],
    [head * 0.4, neck + reach * 0.01, reach * 0.045],
    [head * 0.4, neck + reach * 0.05, reach * 0.035],
    [head * 0.49, neck + reach * 0.1, 4],
    [head / 2, neck + reach * 0.1 + belly * 0.16, belly * 0.3],
    [radius + (head / 2 - radius) * 0.48, top - belly * 0.36, belly * 0.6],
    [radius, top - 0.6, 1.2],
    [radius - 0.8, top],
    [0, top],
  ]
}

const sleeveProfile = ({ shank, reach, length }: Pick): ProfileCorner[] => {
  const foot = length - reach
  const inner = shank / 2 - shank * 0.035
  const outer = shank / 2 + shank * 0.03
  const low = foot * 0.175
  const high = foot * 0.765
  return [
    [inner, low],
    [outer - 0.4, low, 0.3],
    [outer, low + 1, 0.4],
    [outer, high - 1, 0.4],
    [outer - 0.4, high, 0.3],
    [inner, high],
    [inner, low],
  ]
}

const tipCorners = (pick: Pick): ProfileCorner[] => {
  const { top, height } = nose(pick)
  return buildTipProfile(pick.tipShape, pick.tip, height).map(([r, y, fillet = 0]): ProfileCorner => [r, y + top, fillet])
}

/** The complete outline, for a lying pick and for the drawing. */
const wholeProfile = (pick: Pick): ProfileCorner[] => [
  ...shankProfile(pick).slice(0, -1),
  ...headProfile(pick).slice(2, -1),
  ...tipCorners(pick).slice(1),
]

const parts = (pick: Pick): Part => {
  const { top, radius } = nose(pick)
  const finish: SurfaceFinish = pick.body
  const ring = pick.shank * 0.5 * 0.84
  const all: Part[] = [
    { kind: 'turned', profile: [...shankProfile(pick), [0, pick.length - pick.reach + 0.5]], finish: 'steel' },
    { kind: 'turned', profile: headProfile(pick), finish },
    { kind: 'turned', profile: buildBrazeRingProfile(radius, top), finish: 'braze' },
    { kind: 'turned', profile: tipCorners(pick), finish: 'carbide' },
  ]
  if (pick.sleeve) all.push({ kind: 'turned', profile: sleeveProfile(pick), finish: 'spring', sweep: 318, from: 20 })
  else {
    const foot = pick.length - pick.reach
    const wire = pick.shank * 0.055
    const path = Array.from({ length: 49 }, (_, i): [number, number, number] => {
      const angle = ((30 + (i * 305) / 48) * Math.PI) / 180
      return [Math.cos(angle) * (ring + wire), 0, Math.sin(angle) * (ring + wire)]
    })
    all.push({ kind: 'wire', path, radius: wire, finish: 'spring', at: [0, foot * 0.14 + pick.shank * 0.07, 0] })
  }
  return { kind: 'group', parts: all }
}

const sheet = (pick: Pick): DrawingSheet => {
  const { shank, head, collar, tip, reach, length } = pick
  const foot = length - reach
  const rim = collar / 2
  const gap = collar * 0.24
  return {
    title: '主视图',
    strokes: [
      drawProfileLying(wholeProfile(pick)),
      ...(pick.sleeve ? [drawProfileLying(sleeveProfile(pick))] : []),
      buildDrawingCentreLine([-shank * 0.2, 0], [length + shank * 0.2, 0]),
    ],
    measures: [
      buildHeightDimensionLine(0, -shank / 2, shank / 2, -gap, `Φ${shank}`),
      buildHeightDimensionLine(foot + reach * 0.08, -rim, rim, length + gap, `Φ${collar}`),
      buildLengthDimensionLine(foot, length, 0, -rim - gap, `${reach}`),
      buildLengthDimensionLine(0, length, 0, -rim - gap * 2, `${length}`),
    ],
    notes: [
      buildNote([length - nose(pick).height * 0.9, tip * 0.5], [length - reach * 0.12, rim * 1.25], `刀头 Φ${tip}`),
      buildNote([foot + reach * 0.36, head / 2], [foot + reach * 0.42, rim * 1.62], `齿体 Φ${head}`),
    ],
  }
}

const LAYOUT = { standing: [-0.36, -0.86], lying: 0.56, roll: 228, from: [0.28, 0.36, 1], millimetre: 0.0032 } as const

/** A pick with a conical tip (U, S, B and C series): standing and lying, lying alone, and a close-up of its point. */
export const buildConicalPickModel = (numbers: Dimensions): ProductModel => {
  const pick = read(numbers)
  const { shank, length, collar, reach } = pick
  const one = parts(pick)
  const whole = wholeProfile(pick)
  const topOfBody = length - reach * 0.3
  return {
    views: [
      buildPairView(one, whole, { shank, rim: collar, reach, length }, LAYOUT),
      { parts: [placePartLying(one, whole, [0, 0], 32, 222)], from: [0.05, 0.5, 1] },
      {
        parts: [groupPartAtPlacement(one, { turn: [0, 30, 0] })],
        from: [0.45, 0.62, 1],
        focus: { at: [0, topOfBody, 0], radius: reach * 0.44 },
      },
    ],
    sheet: sheet(pick),
  }
}
