import {
  buildDrawingCentreLine,
  buildFilledOutline,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildLine,
  buildNote,
} from '#tools/pictures/forms/drawing-elements.ts'
import {
  type Dimensions,
  requireChoiceDimension,
  requireCountDimensionOrZero,
  requirePositiveDimension,
} from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import { computeClosedProfileLine } from '#tools/pictures/forms/profile.ts'
import type { DrawingSheet, Part, Point3D, ProductModel, ProfileCorner, Shape } from '#tools/pictures/forms/solids.ts'

interface Tooth {
  width: number
  height: number
  length: number
  pocket: number
  edge: 'point' | 'flat' | 'tiger'
  tips: number
}

const read = (numbers: Dimensions): Tooth => ({
  width: requirePositiveDimension(numbers, 'width'),
  height: requirePositiveDimension(numbers, 'height'),
  length: requirePositiveDimension(numbers, 'length'),
  pocket: requirePositiveDimension(numbers, 'pocket'),
  edge: requireChoiceDimension(numbers, 'edge', ['point', 'flat', 'tiger']),
  tips: requireCountDimensionOrZero(numbers, 'tips'),
})

/** From the side: the root with its lip, then both faces running together to the edge. Root at x = 0, edge at x = length. */
const sideOutline = ({ height, length, pocket, edge }: Tooth): ProfileCorner[] => {
  const thin = edge === 'flat' ? height * 0.1 : height * 0.13
  const low = height * 0.16
  return [
    [0, 0],
    [pocket * 1.1, 0, 8],
    [length * 0.72, low * 0.7, 60],
    [length, low, 2.5],
    [length, low + thin, 2.5],
    [length * 0.66, height * 0.6, 70],
    [pocket * 1.05, height * 0.94, 14],
    [pocket * 0.62, height, 5],
    [0, height, 3],
  ]
}

/** From above, half the outline from the root to the edge. */
const flank = ({ width, length, pocket, edge }: Tooth): ProfileCorner[] => {
  const half = width / 2
  if (edge === 'flat') {
    return [
      [-8, half * 0.9],
      [pocket * 0.8, half * 0.9, 12],
      [length * 0.62, half * 0.84, 30],
      [length * 0.86, half, 14],
      [length + 8, half],
    ]
  }
  if (edge === 'point') {
    return [
      [-8, half],
      [pocket * 0.9, half, 20],
      [length * 0.66, half * 0.6, 60],
      [length + 8, half * 0.24],
    ]
  }
  return [
    [-8, half * 0.94],
    [pocket, half * 0.94, 16],
    [length * 0.6, half * 0.86, 40],
    [length * 0.93, half, 8],
    [length + 1, half * 0.86, 3],
    [length * 0.97, half * 0.7, 4],
    [length * 0.82, half * 0.4, 9],
    [length, half * 0.2, 3],
  ]
}

const planOutline = (tooth: Tooth): ProfileCorner[] => {
  const upper = flank(tooth)
  const lower = upper.map(([x, y, fillet = 0]): ProfileCorner => [x, -y, fillet])
  return [...lower, ...upper.toReversed()]
}

const shapeOf = (tooth: Tooth): Shape => {
  const { width, height, pocket, tips } = tooth
  const sides: Shape = { op: 'prism', outline: sideOutline(tooth), depth: width * 3, round: 0 }
  const plan: Shape = { op: 'put', shape: { op: 'prism', outline: planOutline(tooth), depth: height * 6, round: 0 }, turn: [90, 0, 0] }
  const wall = Math.min(width, height) * 0.15
  // The pocket narrows inwards, as the nose of the root does.
  const hollow: ProfileCorner[] = [
    [-9, wall * 0.9],
    [pocket, height * 0.26, 5],
    [pocket, height * 0.6, 5],
    [-9, height - wall],
  ]
  const hole: Shape =
    tips > 0
      ? { op: 'put', shape: { op: 'rod', radius: height * 0.11, length: height * 4, round: 0 }, at: [pocket * 0.52, height / 2, 0] }
      : {
          op: 'put',
          shape: { op: 'rod', radius: height * 0.12, length: width * 4, round: 0 },
          at: [pocket * 0.5, height * 0.48, 0],
          turn: [90, 0, 0],
        }
  const cuts: Shape[] = [{ op: 'prism', outline: hollow, depth: width - wall * 2.6, round: 3 }, hole]
  return { op: 'cut', blend: 2.2, from: { op: 'meet', blend: height * 0.11, parts: [sides, plan] }, tools: cuts }
}

/** Plates of carbide in pockets of the upper face: side by side on a point, one on each prong of a tiger tooth. */
const inlays = (tooth: Tooth): Part[] => {
  const { tips, width, height, length, edge } = tooth
  const tiger = edge === 'tiger'
  const slope = (0.31 * height) / (0.34 * length)
  const lean = (Math.atan(slope) * 180) / Math.PI
  const long = length * (tiger ? 0.17 : 0.22)
  return Array.from({ length: tips }, (_, i): Part => {
    const wide = width * (tiger ? (i === 1 ? 0.15 : 0.1) : 0.13)
    const z = tiger ? (i - 1) * width * 0.425 : (i - (tips - 1) / 2) * width * 0.15
    const x = length * (tiger ? (i === 1 ? 0.905 : 0.895) : 0.875)
    const y = height * 0.6 - slope * (x - 0.66 * length)
    return {
      kind: 'group',
      at: [x, y, z],
      turn: [0, 0, -lean],
      parts: [
        { kind: 'box', size: [long, 6, wide], round: 0.9, finish: 'carbide', at: [0, -0.4, 0] },
        { kind: 'box', size: [long + 1, 5, wide + 0.9], round: 0.5, finish: 'braze', at: [0, -1.7, 0] },
      ],
    }
  })
}

const sheet = (tooth: Tooth): DrawingSheet => {
  const { width, height, length, pocket, tips } = tooth
  const gap = height * 0.36
  const wall = Math.min(width, height) * 0.15
  const hole = tips > 0 ? pocket * 0.52 : pocket * 0.5
  return {
    title: '侧视图',
    strokes: [
      buildFilledOutline(computeClosedProfileLine(sideOutline(tooth))),
      buildLine(
        [
          [0, wall],
          [pocket, height * 0.26],
          [pocket, height * 0.6],
          [0, height - wall],
        ],
        'hidden',
      ),
      ...(tips > 0
        ? [buildDrawingCentreLine([hole, -height * 0.16], [hole, height * 1.16])]
        : [{ kind: 'circle' as const, at: [hole, height * 0.48] as const, radius: height * 0.12, style: 'outline' as const }]),
    ],
    measures: [
      buildLengthDimensionLine(0, length, 0, -gap, `${length}`),
      buildLengthDimensionLine(0, pocket, height * 0.5, height + gap, `${pocket}`),
      buildHeightDimensionLine(0, 0, height, -gap, `${height}`),
    ],
    notes: [
      buildNote(
        [length * 0.6, height * 0.36],
        [length * 0.62, height + gap * 0.6],
        tips > 0 ? `宽 ${width} · 合金 ${tips} 片` : `宽 ${width}`,
      ),
    ],
  }
}

/** A tooth of a digging bucket on its root: a pair, one from behind with its pocket, and a close-up of the edge. */
export const buildAugerToothModel = (numbers: Dimensions): ProductModel => {
  const tooth = read(numbers)
  const { length, height, width } = tooth
  const body: Part = { kind: 'carved', shape: shapeOf(tooth), cell: length / 112, finish: 'forged' }
  const one: Part = { kind: 'group', parts: [body, ...inlays(tooth)] }
  const focus: Point3D = [length * 0.34, height * 0.28, 0]
  return {
    views: [
      {
        parts: [
          groupPartAtPlacement(
            { kind: 'group', parts: [groupPartAtPlacement(one, { at: [-length / 2, 0, 0] })] },
            { turn: [0, -34, 0], at: [width * 0.1, 0, width * 0.4] },
          ),
          groupPartAtPlacement(
            { kind: 'group', parts: [groupPartAtPlacement(one, { at: [-length / 2, 0, 0] })] },
            { turn: [0, 152, 0], at: [width * 0.35, 0, -width * 1.25] },
          ),
        ],
        from: [0.1, 0.62, 1],
      },
      { parts: [groupPartAtPlacement(one, { turn: [0, 152, 0] })], from: [0.1, 0.5, 1] },
      {
        parts: [
          groupPartAtPlacement({ kind: 'group', parts: [groupPartAtPlacement(one, { at: [-length / 2, 0, 0] })] }, { turn: [0, -50, 0] }),
        ],
        from: [0.2, 0.7, 1],
        focus: { at: [focus[0] * 0.64, focus[1], focus[0] * 0.77], radius: length * 0.36 },
      },
    ],
    sheet: sheet(tooth),
  }
}
