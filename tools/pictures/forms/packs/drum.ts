import {
  buildDrawingCentreLine,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  buildRectangle,
  drawProfileUpright,
} from '#tools/pictures/forms/drawing-elements.ts'
import { type Dimensions, requireChoiceDimension, requirePositiveDimension, requireTextDimension } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import {
  type Colour,
  colours,
  type DrawingSheet,
  type Part,
  type ProductModel,
  type ProfileCorner,
  type SurfaceFinish,
} from '#tools/pictures/forms/solids.ts'

/** A closed steel drum of 200 litres: diameter of the shell and height over the chimes. */
const shell = { diameter: 572, height: 880 }

/** Smooth waves of the shell: rolling hoops at a third and two thirds, small beads near the ends. */
const wave = (r: number, y: number, out: number, half: number): ProfileCorner[] =>
  Array.from({ length: 13 }, (_, i): ProfileCorner => {
    const t = i / 12
    return [r + out * Math.sin(Math.PI * t) ** 1.4, y - half + 2 * half * t]
  })

export const buildDrumProfile = (diameter: number, height: number): ProfileCorner[] => {
  const r = diameter / 2
  const chime = r + diameter * 0.014
  const lip = diameter * 0.034
  return [
    [0, lip * 0.6],
    [r - lip * 0.5, lip * 0.6],
    [r - lip * 0.1, 0, 3],
    [chime, 0, 4],
    [chime, lip, 4],
    [r, lip * 1.3, 4],
    ...wave(r, height * 0.085, diameter * 0.008, height * 0.009),
    ...wave(r, height * 0.12, diameter * 0.008, height * 0.009),
    ...wave(r, height / 3, diameter * 0.03, height * 0.03),
    ...wave(r, (height * 2) / 3, diameter * 0.03, height * 0.03),
    ...wave(r, height * 0.88, diameter * 0.008, height * 0.009),
    ...wave(r, height * 0.915, diameter * 0.008, height * 0.009),
    [r, height - lip * 1.3, 4],
    [chime, height - lip, 4],
    [chime, height, 5],
    [r - lip * 0.2, height, 5],
    [r - lip * 0.5, height - lip * 0.9, 4],
    [r * 0.96, height - lip, 3],
    [r * 0.6, height - lip * 0.9, 12],
    [r * 0.5, height - lip * 0.55, 8],
    [0, height - lip * 0.55],
  ]
}

/** A bung: threaded flange crimped into the lid, the plug with its lugs. */
const bung = (radius: number): Part => {
  const flange: ProfileCorner[] = [
    [radius * 1.05, 0],
    [radius * 1.5, 0, 1],
    [radius * 1.42, radius * 0.18, 2],
    [radius * 1.1, radius * 0.24, 2],
    [radius * 1.05, radius * 0.1],
  ]
  const plug: ProfileCorner[] = [
    [radius * 1.02, 0],
    [radius * 1.02, radius * 0.2, 1.5],
    [radius * 0.98, radius * 0.38, 2],
    [radius * 0.7, radius * 0.34, 1.5],
    [radius * 0.62, radius * 0.12, 1],
    [0, radius * 0.12],
  ]
  const lug: Part = {
    kind: 'box',
    size: [radius * 0.9, radius * 0.24, radius * 0.24],
    round: radius * 0.06,
    finish: 'chrome',
    at: [0, radius * 0.24, 0],
  }
  return {
    kind: 'group',
    parts: [{ kind: 'turned', profile: flange, finish: 'chrome' }, { kind: 'turned', profile: plug, finish: 'chrome' }, lug],
  }
}

const accents: Record<Colour, string> = {
  blue: '#c2410c',
  green: '#0f6b5c',
  orange: '#1d4f86',
  grey: '#b3261e',
  red: '#13201e',
  yellow: '#13201e',
  black: '#b9500f',
  white: '#0f6b5c',
  pine: '#b9500f',
}
export const getLabelAccentColour = (colour: Colour): string => accents[colour]

const steelDrum = (colour: Colour, title: string, diesel: boolean): Part => {
  const { diameter, height } = shell
  const finish: SurfaceFinish = `paint-${colour}`
  const r = diameter / 2
  const lid = height - diameter * 0.034 * 0.55
  const lines = diesel
    ? ['国Ⅵ 车用柴油  净含量 200 L', 'GB 19147 · 易燃液体 3 类 · 远离火源']
    : ['净含量 200 L', '密封防潮 · 防晒 · 直立存放']
  return {
    kind: 'group',
    parts: [
      { kind: 'turned', profile: buildDrumProfile(diameter, height), finish },
      groupPartAtPlacement(bung(30), { at: [-r * 0.72 * 0.78, lid - 6, r * 0.72 * 0.62] }),
      groupPartAtPlacement(bung(16), { at: [r * 0.72 * 0.7, lid - 6, -r * 0.72 * 0.7] }),
      {
        kind: 'label',
        art: { style: 'drum', title, lines, accent: accents[colour], hazard: diesel },
        width: 470,
        height: 205,
        bend: r + 0.8,
        at: [0, height / 2, 0],
      },
    ],
  }
}

const sheet = (diameter: number, height: number): DrawingSheet => {
  const r = diameter / 2
  const gap = diameter * 0.2
  return {
    title: '主视图',
    strokes: [
      drawProfileUpright(buildDrumProfile(diameter, height)),
      buildRectangle(-r * 0.72, height * 0.385, r * 0.72, height * 0.615, 'edge'),
      buildDrawingCentreLine([0, -gap * 0.4], [0, height + gap * 0.4]),
    ],
    measures: [
      buildLengthDimensionLine(-r, r, height * 0.2, -gap, `Φ${diameter}`),
      buildHeightDimensionLine(r, 0, height, r + gap * 1.2, `${height}`),
    ],
    notes: [buildNote([r * 0.3, height - 8], [r * 1.1, height + gap * 0.45], '大桶塞 G2 / 小桶塞 G3/4')],
  }
}

/** A drum of 200 litres: upright, from above with its bungs, and a close-up of its label. */
export const buildDieselDrumModel = (numbers: Dimensions): ProductModel => {
  requirePositiveDimension(numbers, 'litres')
  const colour = requireChoiceDimension(numbers, 'colour', colours)
  const title = requireTextDimension(numbers, 'label')
  const { diameter, height } = shell
  const one = steelDrum(colour, title, title.includes('柴油'))
  const lying: Part = {
    kind: 'group',
    parts: [
      {
        kind: 'group',
        parts: [groupPartAtPlacement(one, { turn: [0, -32, 0] })],
        turn: [0, 0, -90],
        at: [-height / 2, (diameter / 2) * 1.06, 0],
      },
    ],
    at: [diameter * 0.35, 0, diameter * 0.72],
    turn: [0, 10, 0],
  }
  return {
    views: [
      { parts: [groupPartAtPlacement(one, { turn: [0, 14, 0] })], from: [0.2, 0.34, 1], fill: 0.82 },
      {
        parts: [groupPartAtPlacement(one, { turn: [0, 24, 0], at: [-diameter * 0.2, 0, -diameter * 0.5] }), lying],
        from: [0.1, 0.4, 1],
        fill: 0.84,
      },
      {
        parts: [groupPartAtPlacement(one, { turn: [0, 10, 0] })],
        from: [0.25, 0.75, 1],
        focus: { at: [0, height * 0.86, 0], radius: diameter * 0.56 },
      },
    ],
    sheet: sheet(diameter, height),
  }
}
