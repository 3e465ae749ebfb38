import {
  buildCentreCross,
  buildDrawingCentreLine,
  buildFilledOutline,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  buildRectangle,
} from '#tools/pictures/forms/drawing-elements.ts'
import {
  type Dimensions,
  requireChoiceDimension,
  requireCountDimensionOrZero,
  requirePositiveDimension,
} from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import { computeClosedProfileLine } from '#tools/pictures/forms/profile.ts'
import type { DrawingSheet, Part, ProductModel, ProfileCorner, Shape, Stroke } from '#tools/pictures/forms/solids.ts'
import { type BlockTooth, buildCarbidePlates, computeBlockHeights } from './block-carbide.ts'
import { buildFastener } from './fasteners.ts'

/** From the side (x is the thickness): the block, its head leaning forward, the shelf of the carbide cut into the front. */
const sideOutline = (tooth: BlockTooth): ProfileCorner[] => {
  const { thickness, length, mount } = tooth
  const { steel, bed } = computeBlockHeights(tooth)
  const t = thickness / 2
  const plate = thickness * 0.3
  const foot: ProfileCorner[] =
    mount === 'weld'
      ? [
          [-t + 9, 0],
          [t - 9, 0],
          [t, 11],
        ]
      : [
          [-t, 0, mount === 'pin' ? t * 0.8 : 3],
          [t, 0, mount === 'pin' ? t * 0.8 : 3],
        ]
  return [
    ...foot,
    [t, bed, 0.6],
    [t - plate, bed, 0.6],
    [t - plate, steel, 1.5],
    [t - plate - thickness * 0.16, steel, 3],
    [-t, length * 0.7, 7],
    ...(mount === 'weld' ? ([[-t, 11]] as ProfileCorner[]) : []),
  ]
}

const shapeOf = (tooth: BlockTooth): Shape => {
  const { width, thickness, length, mount } = tooth
  const { hole, bore, bed } = computeBlockHeights(tooth)
  const block: Shape = { op: 'prism', outline: sideOutline(tooth), depth: width, round: 2.2 }
  const cuts: Shape[] = []
  if (mount !== 'weld') {
    cuts.push({ op: 'put', shape: { op: 'rod', radius: bore / 2, length: width * 3, round: 0 }, at: [0, hole, 0], turn: [90, 0, 0] })
  }
  if (mount === 'bolt') {
    // The foot is cut to a tongue that goes between the cheeks of its seat; steps on both sides take the thrust.
    const cheek = (side: 1 | -1): Shape => ({
      op: 'put',
      shape: { op: 'box', size: [thickness * 2, length * 0.5, width * 0.4], round: 2 },
      at: [0, length * 0.25 - 1, side * width * 0.52],
    })
    cuts.push(cheek(1), cheek(-1))
  }
  if (mount === 'pin') {
    const groove = (side: 1 | -1): Shape => ({
      op: 'put',
      shape: { op: 'rod', radius: 4, length: width * 3, round: 0 },
      at: [side * thickness * 0.5, bed * 0.72, 0],
      turn: [90, 0, 0],
    })
    cuts.push(groove(1), groove(-1))
  }
  return { op: 'cut', blend: 1.2, from: block, tools: cuts }
}

const sheet = (tooth: BlockTooth): DrawingSheet => {
  const { width, thickness, length, tips, mount } = tooth
  const { hole, bore, bed } = computeBlockHeights(tooth)
  const t = thickness / 2
  const gap = thickness * 0.4
  const through: Stroke[] =
    mount === 'weld'
      ? []
      : [{ kind: 'circle', at: [0, hole], radius: bore / 2, style: 'outline', fill: true }, ...buildCentreCross([0, hole], bore * 0.8)]
  return {
    title: '侧视图',
    strokes: [
      buildFilledOutline(computeClosedProfileLine(sideOutline(tooth))),
      buildRectangle(t - thickness * 0.3, bed, t + 0.8, length),
      buildDrawingCentreLine([0, -length * 0.06], [0, length * 1.06]),
      ...through,
    ],
    measures: [
      buildHeightDimensionLine(-t, 0, length, -t - gap, `${length}`),
      buildLengthDimensionLine(-t, t, 0, -gap, `${thickness}`),
      ...(mount === 'weld' ? [] : [buildHeightDimensionLine(0, 0, hole, t + gap, `${Math.round(hole)}`)]),
    ],
    notes: [
      buildNote([t - thickness * 0.1, length - 4], [t + gap, length * 1.02], `合金 ${tips} 片`),
      buildNote([t * 0.6, length * 0.52], [t + gap, length * 0.6], `宽 ${width}`),
      ...(mount === 'weld'
        ? [buildNote([t - 4, 5], [t + gap, length * 0.12], '坡口')]
        : [buildNote([bore * 0.4, hole + bore * 0.3], [t + gap, length * 0.42], `孔 Φ${bore}`)]),
    ],
  }
}

/** A block tooth of a core barrel or casing shoe, with its fasteners. */
export const buildCoreBarrelToothModel = (numbers: Dimensions): ProductModel => {
  const tooth: BlockTooth = {
    width: requirePositiveDimension(numbers, 'width'),
    thickness: requirePositiveDimension(numbers, 'thickness'),
    length: requirePositiveDimension(numbers, 'length'),
    tips: requireCountDimensionOrZero(numbers, 'tips'),
    mount: requireChoiceDimension(numbers, 'mount', ['bolt', 'weld', 'pin']),
  }
  const { length, width, thickness } = tooth
  const body: Part = { kind: 'carved', shape: shapeOf(tooth), cell: length / 105, finish: 'grey' }
  const one: Part = { kind: 'group', parts: [body, ...buildCarbidePlates(tooth)] }
  const lain = groupPartAtPlacement(one, { at: [-length * 0.4, width / 2, width * 1.15], turn: [90, 0, -70] })
  return {
    views: [
      {
        parts: [groupPartAtPlacement(one, { turn: [0, -48, 0] }), ...buildFastener(tooth, [-length * 0.45, 0, width * 1.3])],
        from: [0.16, 0.44, 1],
      },
      { parts: [groupPartAtPlacement(one, { turn: [0, 40, 0], at: [length * 0.12, 0, -width * 0.4] }), lain], from: [0.1, 0.5, 1] },
      {
        parts: [groupPartAtPlacement(one, { turn: [0, -52, 0] })],
        from: [0.3, 0.7, 1],
        focus: { at: [0, length - thickness * 0.5, 0], radius: width * 0.86 },
      },
    ],
    sheet: sheet(tooth),
  }
}
