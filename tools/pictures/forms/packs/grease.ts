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
import { type Colour, colours, type DrawingSheet, type Part, type ProductModel, type ProfileCorner } from '#tools/pictures/forms/solids.ts'
import { buildDrumProfile, getLabelAccentColour } from './drum.ts'
import { buildPail, buildPailSheet, computePailSize } from './pail.ts'

/** The open-head drum of 180 kg: a lid held by a clamped ring. */
const openDrum = (colour: Colour, title: string): Part => {
  const [diameter, height] = [572, 880]
  const r = diameter / 2
  const ring: ProfileCorner[] = [
    [r - 4, height - 18],
    [r + 17, height - 18, 5],
    [r + 17, height + 8, 6],
    [r - 10, height + 8, 5],
    [r - 10, height - 2],
  ]
  const lid: ProfileCorner[] = [
    [r - 6, height + 2],
    [r - 12, height + 3, 3],
    [r - 24, height - 14, 8],
    [r * 0.62, height - 12, 14],
    [r * 0.55, height - 4, 8],
    [0, height - 4],
  ]
  return {
    kind: 'group',
    parts: [
      { kind: 'turned', profile: buildDrumProfile(diameter, height), finish: `paint-${colour}` },
      { kind: 'turned', profile: lid, finish: `paint-${colour}` },
      { kind: 'turned', profile: ring, finish: 'bare', sweep: 356, from: 118 },
      { kind: 'box', size: [150, 16, 9], round: 3, finish: 'bare', at: [-60, height - 5, r + 22], turn: [0, -12, 0] },
      {
        kind: 'label',
        art: {
          style: 'drum',
          title,
          lines: ['净含量 180 kg', 'GB/T 7323 · 密封防尘 · 直立存放'],
          accent: getLabelAccentColour(colour),
          hazard: false,
        },
        width: 470,
        height: 205,
        bend: r + 0.8,
        at: [0, height / 2, 0],
      },
    ],
  }
}

const drumSheet = (): DrawingSheet => {
  const [diameter, height] = [572, 880]
  const r = diameter / 2
  return {
    title: '主视图',
    strokes: [
      drawProfileUpright(buildDrumProfile(diameter, height)),
      buildRectangle(-r - 17, height - 18, r + 17, height + 8),
      buildRectangle(-r * 0.72, height * 0.385, r * 0.72, height * 0.615, 'edge'),
      buildDrawingCentreLine([0, -50], [0, height + 60]),
    ],
    measures: [
      buildLengthDimensionLine(-r, r, height * 0.2, -120, `Φ${diameter}`),
      buildHeightDimensionLine(r, 0, height, r + 140, `${height}`),
    ],
    notes: [buildNote([r + 14, height - 6], [r + 60, height + 80], '抱箍')],
  }
}

/** Grease in a pail or in a drum. */
export const buildGreasePailModel = (numbers: Dimensions): ProductModel => {
  const kg = requirePositiveDimension(numbers, 'kg')
  const colour = requireChoiceDimension(numbers, 'colour', colours)
  const title = requireTextDimension(numbers, 'label')
  const big = kg > 60
  const sizes = computePailSize(kg * 1.15)
  const one = big ? openDrum(colour, title) : buildPail(sizes, colour, title, [`净含量 ${kg} kg`, '通用轴承润滑 · 密封防尘'], false)
  const [wide, tall] = big ? [572, 880] : [sizes.top, sizes.height]
  return {
    views: [
      { parts: [groupPartAtPlacement(one, { turn: [0, 14, 0] })], from: [0.16, 0.34, 1], fill: 0.8 },
      {
        parts: [
          groupPartAtPlacement(one, { turn: [0, 30, 0], at: [-wide * 0.5, 0, -wide * 0.4] }),
          groupPartAtPlacement(one, { turn: [0, -14, 0], at: [wide * 0.66, 0, wide * 0.42] }),
        ],
        from: [0.05, 0.42, 1],
        fill: 0.84,
      },
      {
        parts: [groupPartAtPlacement(one, { turn: [0, -20, 0] })],
        from: [0.2, 0.7, 1],
        focus: { at: [0, tall * 0.84, 0], radius: wide * 0.56 },
      },
    ],
    sheet: big ? drumSheet() : buildPailSheet(sizes),
  }
}
