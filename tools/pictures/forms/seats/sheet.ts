import {
  buildDrawingCentreLine,
  buildFilledOutline,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildLine,
  buildNote,
  computePointAlongAndAcrossAxis,
} from '#tools/pictures/forms/drawing-elements.ts'
import { computeClosedProfileLine } from '#tools/pictures/forms/profile.ts'
import type { DrawingSheet, Point2D, Stroke } from '#tools/pictures/forms/solids.ts'
import { buildSeatSideOutline, computePickSeatBoss, computeSeatWeldBevelHeight, type SeatDimensions } from './body.ts'

/** Side view of a seat: block, boss, the bore as hidden lines, its axis and its angle. */
export const buildSeatSideViewDrawing = (seat: SeatDimensions, hole: string, extra: readonly Stroke[] = []): DrawingSheet => {
  const { bore, width, height, length, angle } = seat
  const { radius, mouth, depth } = computePickSeatBoss(seat)
  const at = (along: number, across: number): Point2D => computePointAlongAndAcrossAxis(mouth, angle, along, across)
  const bevel = computeSeatWeldBevelHeight(seat)
  const half = length / 2
  const bottom = buildDrawingCentreLine(at(-depth - bore * 0.5, 0), at(bore * 0.7, 0))
  // Where the axis meets the base line, the angle is measured.
  const slope = Math.tan((angle * Math.PI) / 180)
  const root: Point2D = [mouth[0] - mouth[1] / slope, 0]
  return {
    title: '侧视图',
    strokes: [
      buildFilledOutline(
        [at(0, -radius), at(0, radius), at(-depth * 0.94, radius), at(-depth * 0.94, -radius)].map(
          ([x, y]): Point2D => [x, Math.max(0, y)],
        ),
      ),
      buildFilledOutline(
        computeClosedProfileLine(buildSeatSideOutline(seat))
          .filter(([, y]) => y > bevel)
          .concat([
            [-half, bevel],
            [-half + bevel, 0],
            [half - bevel, 0],
            [half, bevel],
          ]),
      ),
      buildLine([
        [-half, bevel],
        [half, bevel],
      ]),
      buildLine([at(0, bore / 2), at(-depth, bore / 2), at(-depth, -bore / 2), at(0, -bore / 2)], 'hidden'),
      bottom,
      buildLine([root, [half + bore * 0.2, 0]], 'edge'),
      ...extra,
    ],
    measures: [
      buildLengthDimensionLine(-half, half, 0, -height * 0.24, `${length}`),
      buildHeightDimensionLine(at(0, radius)[0], 0, height, -half - height * 0.2, `${height}`),
    ],
    notes: [
      buildNote(at(0, bore * 0.5), [mouth[0] + length * 0.3, height * 1.08], hole),
      buildNote([-half + bevel * 0.5, bevel * 0.5], [-half - length * 0.12, -height * 0.12], '坡口'),
      buildNote([half * 0.55, height * 0.2], [half + length * 0.1, height * 0.16], `宽 ${width}`),
    ],
    angles: [{ at: root, radius: length * 0.46, from: 0, to: angle, text: `${angle}°` }],
  }
}
