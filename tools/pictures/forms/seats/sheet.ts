import { axis, beside, face, heightMeasure, lengthMeasure, line, note } from '#tools/pictures/forms/paper.ts'
import { closedLine } from '#tools/pictures/forms/profile.ts'
import type { Sheet, Stroke, V2 } from '#tools/pictures/forms/solids.ts'
import { bevelOf, bossOf, type Seat, sideOutline } from './body.ts'

/** Side view of a seat: block, boss, the bore as hidden lines, its axis and its angle. */
export const seatSheet = (seat: Seat, hole: string, extra: readonly Stroke[] = []): Sheet => {
  const { bore, width, height, length, angle } = seat
  const { radius, mouth, depth } = bossOf(seat)
  const at = (along: number, across: number): V2 => beside(mouth, angle, along, across)
  const bevel = bevelOf(seat)
  const half = length / 2
  const bottom = axis(at(-depth - bore * 0.5, 0), at(bore * 0.7, 0))
  // Where the axis meets the base line, the angle is measured.
  const slope = Math.tan((angle * Math.PI) / 180)
  const root: V2 = [mouth[0] - mouth[1] / slope, 0]
  return {
    title: '侧视图',
    strokes: [
      face([at(0, -radius), at(0, radius), at(-depth * 0.94, radius), at(-depth * 0.94, -radius)].map(([x, y]): V2 => [x, Math.max(0, y)])),
      face(
        closedLine(sideOutline(seat))
          .filter(([, y]) => y > bevel)
          .concat([
            [-half, bevel],
            [-half + bevel, 0],
            [half - bevel, 0],
            [half, bevel],
          ]),
      ),
      line([
        [-half, bevel],
        [half, bevel],
      ]),
      line([at(0, bore / 2), at(-depth, bore / 2), at(-depth, -bore / 2), at(0, -bore / 2)], 'hidden'),
      bottom,
      line([root, [half + bore * 0.2, 0]], 'edge'),
      ...extra,
    ],
    measures: [
      lengthMeasure(-half, half, 0, -height * 0.24, `${length}`),
      heightMeasure(at(0, radius)[0], 0, height, -half - height * 0.2, `${height}`),
    ],
    notes: [
      note(at(0, bore * 0.5), [mouth[0] + length * 0.3, height * 1.08], hole),
      note([-half + bevel * 0.5, bevel * 0.5], [-half - length * 0.12, -height * 0.12], '坡口'),
      note([half * 0.55, height * 0.2], [half + length * 0.1, height * 0.16], `宽 ${width}`),
    ],
    angles: [{ at: root, radius: length * 0.46, from: 0, to: angle, text: `${angle}°` }],
  }
}
