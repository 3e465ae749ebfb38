import {
  buildDrawingCentreLine,
  buildFilledOutline,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  buildRectangle,
} from '#tools/pictures/forms/drawing-elements.ts'
import { type Dimensions, requireCountDimensionOrZero, requirePositiveDimension } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import { computeClosedProfileLine } from '#tools/pictures/forms/profile.ts'
import type { DrawingSheet, Part, Point3D, ProductModel, ProfileCorner, Shape } from '#tools/pictures/forms/solids.ts'

interface Tooth {
  width: number
  thickness: number
  length: number
  shank: number
  tips: number
}

/** The length of the square shank, and how far the carbide reaches back from the edge. */
const lengths = ({ length, thickness }: Tooth) => ({ neck: length * 0.52, carbide: thickness * 0.72, plate: thickness * 0.3 })

/** From the side, the middle of the shank at height 0: flat belly, back running down to the seat of the carbide. */
const sideOutline = (tooth: Tooth): ProfileCorner[] => {
  const { thickness, length } = tooth
  const { neck, carbide, plate } = lengths(tooth)
  const h = thickness / 2
  return [
    [neck - 8, -h * 0.8],
    [neck + 2, -h, 5],
    [length - carbide * 0.4, -h * 0.55, 20],
    [length - 1.6, h - plate - 1, 2],
    [length - 1.6, h - plate],
    [length - carbide, h - plate, 0.4],
    [length - carbide, h, 1],
    [neck + length * 0.1, h, 12],
    [neck - 8, h * 0.8],
  ]
}

const planOutline = ({ width, shank, length, ...rest }: Tooth): ProfileCorner[] => {
  const { neck } = lengths({ width, shank, length, ...rest })
  const [half, root] = [width / 2, shank / 2]
  return [
    [neck - 30, -root],
    [neck + length * 0.06, -root * 1.06, 12],
    [neck + length * 0.2, -half, 10],
    [length + 9, -half],
    [length + 9, half],
    [neck + length * 0.2, half, 10],
    [neck + length * 0.06, root * 1.06, 12],
    [neck - 30, root],
  ]
}

const shapeOf = (tooth: Tooth): Shape => {
  const { width, thickness, shank, length } = tooth
  const { neck } = lengths(tooth)
  const blade: Shape = {
    op: 'meet',
    blend: 2.4,
    parts: [
      { op: 'prism', outline: sideOutline(tooth), depth: width * 2, round: 0 },
      { op: 'put', shape: { op: 'prism', outline: planOutline(tooth), depth: thickness * 6, round: 0 }, turn: [90, 0, 0] },
    ],
  }
  const long = neck + length * 0.06
  const bar: Shape = { op: 'put', shape: { op: 'box', size: [long, shank, shank], round: 3 }, at: [long / 2, 0, 0] }
  const notch: Shape = {
    op: 'put',
    shape: { op: 'rod', radius: shank * 0.12, length: shank * 3, round: 0 },
    at: [neck * 0.3, shank * 0.54, 0],
    turn: [90, 0, 0],
  }
  return { op: 'cut', blend: 1.4, from: { op: 'join', blend: 6, parts: [blade, bar] }, tools: [notch] }
}

/** The row of carbide pieces along the edge, their faces ground to one bevel, solder in the joints. */
const edge = (tooth: Tooth): Part[] => {
  const { width, thickness, length, tips } = tooth
  const { carbide, plate } = lengths(tooth)
  const h = thickness / 2
  const wide = (width - 1.6) / tips
  const section: ProfileCorner[] = [
    [-carbide + 0.5, 0.3],
    [0.6, 0.3, 0.4],
    [3.4, plate * 0.86, 0.5],
    [3, plate + 0.4, 0.5],
    [-carbide + 0.5, plate + 0.4, 0.4],
  ]
  const piece: Part = { kind: 'prism', outline: section, depth: wide - 0.9, round: 0.5, finish: 'carbide' }
  const bed: Part = {
    kind: 'box',
    size: [carbide + 0.6, plate * 0.9, width - 5],
    round: 0.4,
    finish: 'braze',
    at: [length - carbide / 2 - 0.7, h - plate * 0.5, 0],
  }
  const at = (i: number): Point3D => [length - 0.4, h - plate, (i - (tips - 1) / 2) * wide]
  return [bed, { kind: 'copies', part: piece, places: Array.from({ length: tips }, (_, i) => ({ at: at(i) })) }]
}

const sheet = (tooth: Tooth): DrawingSheet => {
  const { width, thickness, length, shank, tips } = tooth
  const { neck } = lengths(tooth)
  const half = width / 2
  const wide = width / tips
  const { carbide } = lengths(tooth)
  const gap = width * 0.2
  return {
    title: '俯视图',
    strokes: [
      buildFilledOutline(computeClosedProfileLine(planOutline(tooth)).map(([x, y]) => [Math.min(length, Math.max(neck * 0.9, x)), y])),
      buildRectangle(0, -shank / 2, neck + length * 0.05, shank / 2),
      ...Array.from({ length: tips }, (_, i) => buildRectangle(length - carbide, -half + i * wide, length, -half + (i + 1) * wide, 'edge')),
      buildDrawingCentreLine([-length * 0.06, 0], [length * 1.06, 0]),
    ],
    measures: [
      buildLengthDimensionLine(0, length, -half, -half - gap, `${length}`),
      buildHeightDimensionLine(0, -shank / 2, shank / 2, -gap, `□${shank}`),
      buildHeightDimensionLine(length, -half, half, length + gap, `${width}`),
    ],
    notes: [
      buildNote([length - carbide * 0.5, half * 0.8], [length * 0.62, half + gap * 0.8], `合金 ${tips} 片`),
      buildNote([neck + length * 0.16, half * 0.5], [length * 0.34, half + gap * 0.8], `厚 ${thickness}`),
    ],
  }
}

/** A flat tooth with a square shank: a pair, the belly side, and a close-up of the edge. */
export const buildFlatToothModel = (numbers: Dimensions): ProductModel => {
  const tooth: Tooth = {
    width: requirePositiveDimension(numbers, 'width'),
    thickness: requirePositiveDimension(numbers, 'thickness'),
    length: requirePositiveDimension(numbers, 'length'),
    shank: requirePositiveDimension(numbers, 'shank'),
    tips: requireCountDimensionOrZero(numbers, 'tips'),
  }
  const { length, shank, thickness, width } = tooth
  const body: Part = { kind: 'carved', shape: shapeOf(tooth), cell: length / 112, finish: 'forged' }
  const one: Part = { kind: 'group', parts: [body, ...edge(tooth)], at: [-length / 2, shank / 2, 0] }
  const turned = (angle: number, at: Point3D): Part => groupPartAtPlacement({ kind: 'group', parts: [one] }, { turn: [0, angle, 0], at })
  const standing: Part = { kind: 'group', parts: [body, ...edge(tooth)], turn: [0, -60, 90] }
  return {
    views: [
      {
        parts: [
          turned(-36, [width * 0.2, 0, width * 0.5]),
          groupPartAtPlacement(standing, { at: [-width * 0.5, 0, -width * 0.55], turn: [0, -30, 0] }),
        ],
        from: [0.14, 0.5, 1],
      },
      { parts: [turned(28, [0, 0, 0])], from: [0.1, 0.62, 1] },
      {
        parts: [turned(-52, [0, 0, 0])],
        from: [0.24, 0.75, 1],
        focus: { at: [length * 0.25, shank / 2 + thickness * 0.3, length * 0.32], radius: width * 0.62 },
      },
    ],
    sheet: sheet(tooth),
  }
}
