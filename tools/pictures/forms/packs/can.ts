import {
  buildDrawingCentreLine,
  buildFilledOutline,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  buildRectangle,
} from '#tools/pictures/forms/drawing-elements.ts'
import { type Dimensions, requireChoiceDimension, requirePositiveDimension, requireTextDimension } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import { type Colour, colours, type DrawingSheet, type Part, type ProductModel, type SurfaceFinish } from '#tools/pictures/forms/solids.ts'
import { buildBottleShape, buildCanFrontOutline, buildCanShape, buildScrewCap, type CanSize, computeCanSize } from './can-shape.ts'
import { getLabelAccentColour } from './drum.ts'
import { buildPail, buildPailSheet, computePailSize } from './pail.ts'

const capColours: Partial<Record<Colour, SurfaceFinish>> = {
  white: 'plastic-blue',
  red: 'plastic-black',
  green: 'plastic-black',
  grey: 'plastic-red',
  blue: 'plastic-red',
}

const canPart = (can: CanSize, litres: number, colour: Colour, title: string): Part => {
  const { width, depth, height } = can
  const small = litres <= 2
  const finish: SurfaceFinish = colour === 'white' ? 'bottle' : `plastic-${colour}`
  const cap = capColours[colour] ?? 'plastic-black'
  const art = {
    style: 'plate' as const,
    title,
    lines: [`净含量 ${litres} L`, small ? '按 1 : 1000 兑入油箱' : '使用前摇匀 · 密封避光存放'],
    accent: getLabelAccentColour(colour),
  }
  const tall = small ? height * 0.48 : height * 0.42
  return {
    kind: 'group',
    parts: [
      { kind: 'carved', shape: small ? buildBottleShape(can) : buildCanShape(can), cell: height / 100, finish },
      groupPartAtPlacement(buildScrewCap(small ? width * 0.2 : width * 0.115, small ? height * 0.11 : height * 0.075, cap), {
        at: small ? [0, height * 0.89, 0] : [width * 0.32, height * 0.915, 0],
      }),
      { kind: 'label', art, width: width * 0.74, height: tall, at: [0, small ? height * 0.34 : height * 0.38, depth / 2 + 0.4] },
    ],
  }
}

const sheet = (can: CanSize, small: boolean): DrawingSheet => {
  const { width, depth, height } = can
  const w = width / 2
  const gap = width * 0.24
  const neck = small ? 0 : width * 0.32
  const cap = small ? width * 0.2 : width * 0.115
  return {
    title: '主视图',
    strokes: [
      buildRectangle(neck - cap, height * (small ? 0.86 : 0.88), neck + cap, height),
      small
        ? buildFilledOutline([
            [-w, 0],
            [w, 0],
            [w, height * 0.7],
            [width * 0.18, height * 0.86],
            [-width * 0.18, height * 0.86],
            [-w, height * 0.7],
          ])
        : buildFilledOutline(buildCanFrontOutline(can).map(([x, y]) => [x, y])),
      ...(small ? [] : [buildRectangle(-width * 0.3, height * 0.76, width * 0.1, height * 0.84, 'edge')]),
      buildRectangle(-width * 0.37, height * 0.17, width * 0.37, height * 0.59, 'edge'),
      buildDrawingCentreLine([0, -gap * 0.3], [0, height + gap * 0.3]),
    ],
    measures: [buildLengthDimensionLine(-w, w, 0, -gap, `${width}`), buildHeightDimensionLine(w, 0, height, w + gap, `${height}`)],
    notes: [buildNote([w * 0.5, height * 0.1], [w + gap * 1.5, height * 0.06], `厚 ${depth}`)],
  }
}

/** Oils and cutting fluids: a bottle, a plastic can, or (18 litres) a pail with spout. */
export const buildFluidCanModel = (numbers: Dimensions): ProductModel => {
  const litres = requirePositiveDimension(numbers, 'litres')
  const colour = requireChoiceDimension(numbers, 'colour', colours)
  const title = requireTextDimension(numbers, 'label')
  const bucket = litres === 18
  const sizes = computePailSize(litres)
  const can = computeCanSize(litres)
  const one = bucket
    ? buildPail(sizes, colour, title, [`净含量 ${litres} L`, 'GB 11122 · 密封防水'], true)
    : canPart(can, litres, colour, title)
  const [wide, tall] = bucket ? [sizes.top, sizes.height] : [can.width, can.height]
  return {
    views: [
      { parts: [groupPartAtPlacement(one, { turn: [0, 20, 0] })], from: [0.1, 0.3, 1], fill: 0.8 },
      {
        parts: [
          groupPartAtPlacement(one, { turn: [0, 32, 0], at: [-wide * 0.5, 0, -wide * 0.36] }),
          groupPartAtPlacement(one, { turn: [0, -24, 0], at: [wide * 0.66, 0, wide * 0.4] }),
        ],
        from: [0.05, 0.38, 1],
        fill: 0.84,
      },
      {
        parts: [groupPartAtPlacement(one, { turn: [0, 16, 0] })],
        from: [0.2, 0.6, 1],
        focus: { at: [wide * 0.05, tall * 0.82, 0], radius: Math.max(wide * 0.56, tall * 0.26) },
      },
    ],
    sheet: bucket ? buildPailSheet(sizes) : sheet(can, litres <= 2),
  }
}
