import {
  buildDrawingCentreLine,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  buildRectangle,
  drawProfileLying,
} from '#tools/pictures/forms/drawing-elements.ts'
import { type Dimensions, requireChoiceDimension, requirePositiveDimension, requireTextDimension } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import { colours, type DrawingSheet, type Part, type Point3D, type ProductModel, type ProfileCorner } from '#tools/pictures/forms/solids.ts'
import { getLabelAccentColour } from './drum.ts'

/** A cartridge of a weight in grams: a tube of 53.5 mm whose length is computed from its volume. */
const sizesOf = (grams: number) => ({ diameter: 53.5, length: Math.round(235 * Math.max(0.75, grams / 400)) })

/** The tube, with its inner foot plug and the tear-off lid above. */
const tubeProfile = (diameter: number, length: number): ProfileCorner[] => {
  const r = diameter / 2
  return [
    [0, 9],
    [r - 4, 9, 2],
    [r - 3, 1, 1],
    [r - 0.6, 0, 0.6],
    [r, 1.4, 0.8],
    [r, length - 9],
    [0, length - 9],
  ]
}

const capProfile = (diameter: number, length: number): ProfileCorner[] => {
  const r = diameter / 2
  return [
    [r - 0.4, length - 13],
    [r + 1.4, length - 13, 0.8],
    [r + 1.6, length - 2, 1.6],
    [r - 0.6, length, 1.2],
    [r - 4, length, 1.2],
    [r - 5.4, length - 5, 1.6],
    [0, length - 5],
  ]
}

const tab = (length: number): Part => {
  const loop = Array.from({ length: 25 }, (_, i): Point3D => {
    const angle = (i / 24) * Math.PI * 2
    return [Math.cos(angle) * 9.5, 0, Math.sin(angle) * 7]
  })
  return { kind: 'wire', path: loop.slice(0, -1), radius: 1.5, finish: 'plastic-red', closed: true, at: [6, length - 3.2, 5] }
}

const cartridge = (grams: number, colour: (typeof colours)[number], title: string): Part => {
  const { diameter, length } = sizesOf(grams)
  const art = {
    style: 'plate' as const,
    title,
    lines: [`净含量 ${grams} g`, '重载铰接销 · 液压锤钎杆套'],
    accent: getLabelAccentColour(colour),
  }
  return {
    kind: 'group',
    parts: [
      { kind: 'turned', profile: tubeProfile(diameter, length), finish: `plastic-${colour}` },
      { kind: 'turned', profile: capProfile(diameter, length), finish: 'plastic-red' },
      tab(length),
      { kind: 'label', art, width: 56, height: length * 0.56, bend: diameter / 2 + 0.15, at: [0, length * 0.48, 0] },
    ],
  }
}

const sheet = (diameter: number, length: number): DrawingSheet => {
  const r = diameter / 2
  return {
    title: '主视图',
    strokes: [
      drawProfileLying(tubeProfile(diameter, length)),
      drawProfileLying(capProfile(diameter, length)),
      buildRectangle(length * 0.2, -r * 0.8, length * 0.76, r * 0.8, 'edge'),
      buildDrawingCentreLine([-14, 0], [length + 14, 0]),
    ],
    measures: [buildLengthDimensionLine(0, length, -r, -r - 26, `${length}`), buildHeightDimensionLine(0, -r, r, -24, `Φ${diameter}`)],
    notes: [buildNote([length - 4, r * 0.6], [length - 24, r + 20], '拉环盖')],
  }
}

/** Grease cartridges for the grease gun: two standing and one lying, one lying, and a close-up of the pull ring. */
export const buildGreaseCartridgeModel = (numbers: Dimensions): ProductModel => {
  const grams = requirePositiveDimension(numbers, 'grams')
  const colour = requireChoiceDimension(numbers, 'colour', colours)
  const one = cartridge(grams, colour, requireTextDimension(numbers, 'label'))
  const { diameter, length } = sizesOf(grams)
  const lain = (at: Point3D, heading: number): Part => ({
    kind: 'group',
    parts: [
      {
        kind: 'group',
        parts: [groupPartAtPlacement(one, { turn: [0, -38, 0] })],
        turn: [0, 0, -90],
        at: [-length / 2, diameter / 2 + 1.6, 0],
      },
    ],
    at,
    turn: [0, heading, 0],
  })
  return {
    views: [
      {
        parts: [
          groupPartAtPlacement(one, { turn: [0, 16, 0], at: [-diameter * 1.0, 0, -diameter * 0.9] }),
          groupPartAtPlacement(one, { turn: [0, -2, 0], at: [diameter * 0.5, 0, -diameter * 1.2] }),
          lain([diameter * 0.3, 0, diameter * 0.75], 16),
        ],
        from: [0.1, 0.4, 1],
      },
      { parts: [lain([0, 0, 0], 24), lain([diameter * 0.1, 0, -diameter * 1.4], 14)], from: [0.1, 0.62, 1] },
      {
        parts: [groupPartAtPlacement(one, { turn: [0, 10, 0] })],
        from: [0.15, 0.62, 1],
        focus: { at: [0, length * 0.86, 0], radius: diameter * 0.95 },
      },
    ],
    sheet: sheet(diameter, length),
  }
}
