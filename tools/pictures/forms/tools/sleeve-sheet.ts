import {
  buildCentreCross,
  buildDrawingCentreLine,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  buildRectangle,
  drawProfileUpright,
} from '#tools/pictures/forms/drawing-elements.ts'
import type { DrawingSheet, ProfileCorner } from '#tools/pictures/forms/solids.ts'

/** Inner diameter, axial length, radial thickness. */
export interface SleeveSizes {
  bore: number
  length: number
  thickness: number
}

export const buildTubeProfile = ({ bore, length, thickness }: SleeveSizes): ProfileCorner[] => {
  const [inner, outer, ease] = [bore / 2, bore / 2 + thickness, thickness * 0.5]
  return [
    [inner, 0],
    [outer - ease, 0, 0.2],
    [outer, ease * 2, 0.6],
    [outer, length - ease * 2, 0.6],
    [outer - ease, length, 0.2],
    [inner, length],
    [inner, 0],
  ]
}

/** A wear washer, dished on the side of the seat. */
export const buildWasherProfile = ({ bore, length, thickness }: SleeveSizes): ProfileCorner[] => {
  const [inner, outer] = [bore / 2, bore / 2 + thickness]
  return [
    [inner, length * 0.12],
    [inner + 0.5, 0, 0.3],
    [inner + thickness * 0.34, 0, 0.8],
    [inner + thickness * 0.5, length * 0.22, 1],
    [outer - 0.6, length * 0.22, 0.4],
    [outer, length * 0.34, 0.5],
    [outer, length * 0.72, 0.7],
    [outer - 1.8, length, 1],
    [inner + 0.8, length, 0.4],
    [inner, length - 0.8],
    [inner, length * 0.12],
  ]
}

export const buildSleeveSheet = (sizes: SleeveSizes): DrawingSheet => {
  const { bore, length, thickness } = sizes
  const outer = bore / 2 + thickness
  const gap = bore * 0.26
  const slit = bore * 0.16
  return {
    title: '主视图',
    strokes: [
      drawProfileUpright(buildTubeProfile(sizes)),
      buildRectangle(-slit / 2, 0, slit / 2, length, 'edge'),
      buildDrawingCentreLine([0, -gap * 0.5], [0, length + gap * 0.5]),
    ],
    measures: [
      buildLengthDimensionLine(-bore / 2, bore / 2, 0, -gap, `Φ${bore}`),
      buildHeightDimensionLine(outer, 0, length, outer + gap, `${length}`),
    ],
    notes: [
      buildNote([outer, length * 0.7], [outer + gap * 1.6, length * 0.84], `壁厚 ${thickness}`),
      buildNote([0, length * 0.4], [-outer - gap * 1.7, length * 0.52], '开口'),
    ],
  }
}

export const buildRingSheet = ({ bore, thickness }: SleeveSizes): DrawingSheet => {
  const r = bore / 2 + thickness / 2
  const arc = (radius: number, flip = false) => {
    const points = Array.from({ length: 61 }, (_, i): [number, number] => {
      const angle = ((-62 + (i * 304) / 60) * Math.PI) / 180
      return [Math.cos(angle) * radius, Math.sin(angle) * radius]
    })
    return flip ? points.toReversed() : points
  }
  const gap = bore * 0.24
  return {
    title: '主视图',
    strokes: [
      { kind: 'path', style: 'outline', closed: true, fill: true, points: [...arc(r + thickness / 2), ...arc(r - thickness / 2, true)] },
      ...buildCentreCross([0, 0], r * 1.3),
    ],
    measures: [buildLengthDimensionLine(-bore / 2, bore / 2, 0, -r - thickness - gap, `Φ${bore}`)],
    notes: [buildNote([r * 0.71, r * 0.71], [r + gap, r * 0.9], `丝径 Φ${thickness}`)],
  }
}

export const buildWasherSheet = (sizes: SleeveSizes): DrawingSheet => {
  const { bore, length, thickness } = sizes
  const outer = bore / 2 + thickness
  const gap = bore * 0.4
  return {
    title: '主视图',
    strokes: [
      drawProfileUpright(buildWasherProfile(sizes).slice(0, -1)),
      {
        kind: 'path',
        style: 'hidden',
        points: [
          [-bore / 2, 0],
          [-bore / 2, length],
        ],
      },
      {
        kind: 'path',
        style: 'hidden',
        points: [
          [bore / 2, 0],
          [bore / 2, length],
        ],
      },
      buildDrawingCentreLine([0, -gap * 0.5], [0, length + gap * 0.5]),
    ],
    measures: [
      buildLengthDimensionLine(-bore / 2, bore / 2, length, length + gap, `Φ${bore}`),
      buildLengthDimensionLine(-outer, outer, length * 0.4, -gap, `Φ${bore + thickness * 2}`),
      buildHeightDimensionLine(outer, 0, length, outer + gap, `${length}`),
    ],
  }
}
