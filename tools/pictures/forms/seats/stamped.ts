import type { Dimensions } from '#tools/pictures/forms/numbers.ts'
import type { Part, ProductModel, ProfileCorner, Shape } from '#tools/pictures/forms/solids.ts'
import {
  buildMachinedBore,
  buildSeatSideOutline,
  buildSeatStamp,
  computeBoreLiningThickness,
  computeMeshCellSize,
  computePickSeatBoss,
  parseSeatDimensions,
  placeShapeOnMouth,
  type SeatDimensions,
} from './body.ts'
import { buildSeatSideViewDrawing } from './sheet.ts'
import { buildSeatViews, turnSeatUpsideDown } from './weld.ts'

const inset = (outline: readonly ProfileCorner[], by: number, [cx, cy]: readonly [number, number]): ProfileCorner[] =>
  outline.map(([x, y, fillet = 0]) => {
    const [dx, dy] = [x - cx, y - cy]
    const length = Math.hypot(dx, dy) || 1
    return [x - (dx / length) * by * 1.25, y <= 0.001 ? -by * 2 : y - (dy / length) * by * 1.25, Math.max(0, fillet - by * 0.5)]
  })

/** A shell of plate pressed hot round the tube that holds the pick: hollow from below, ribs at the sides, lightening holes. */
const pressed = (seat: SeatDimensions, hole: Shape): Shape => {
  const { width, height, length, bore } = seat
  const { radius, depth } = computePickSeatBoss(seat)
  const plate = width * 0.16
  const outline = buildSeatSideOutline(seat)
  const shell: Shape = { op: 'prism', outline, depth: width * 0.84, round: plate * 0.62 }
  const hollow: Shape = {
    op: 'prism',
    outline: inset(outline, plate, [0, height * 0.36]),
    depth: width * 0.84 - plate * 2,
    round: plate * 0.3,
  }
  const tube = placeShapeOnMouth(seat, { op: 'rod', radius, length: depth * 1.04, round: plate * 0.3 }, -depth * 0.52)
  const rib: Shape = {
    op: 'put',
    shape: { op: 'rod', radius: height * 0.1, length: width * 2, round: 0 },
    at: [-length * 0.26, height * 0.24, 0],
    turn: [90, 0, 0],
  }
  const floor: Shape = {
    op: 'put',
    shape: { op: 'box', size: [length * 4, height * 4, width * 4], round: plate * 0.2 },
    at: [length * 1.5, height * 2, 0],
  }
  const made: Shape = { op: 'join', blend: plate * 0.5, parts: [{ op: 'cut', blend: 1, from: shell, tools: [hollow] }, tube] }
  return {
    op: 'cut',
    blend: 0.8,
    from: { op: 'meet', blend: 0, parts: [made, floor] },
    tools: [hole, rib, placeShapeOnMouth(seat, { op: 'box', size: [1, 1, 1], round: 0 }, bore * 9)],
  }
}

/** A square socket, its four corners relieved so that sand can get out. */
const square = (seat: SeatDimensions): Shape => {
  const side = seat.bore
  const { depth } = computePickSeatBoss(seat)
  const corner = side / 2 - side * 0.02
  const relief = [-1, 1].flatMap((x) =>
    [-1, 1].map(
      (z): Shape => ({
        op: 'put',
        shape: { op: 'rod', radius: side * 0.085, length: depth * 2.4, round: 0 },
        at: [x * corner, 0, z * corner],
      }),
    ),
  )
  return placeShapeOnMouth(
    seat,
    { op: 'join', blend: 0, parts: [{ op: 'box', size: [side, depth * 2.2, side], round: side * 0.02 }, ...relief] },
    0,
  )
}

/** A pressed seat, for picks with a round shank or flat teeth with a square one. */
export const buildStampedSeatModel = (numbers: Dimensions): ProductModel => {
  const seat = parseSeatDimensions(numbers)
  const flat = numbers.socket === 'square'
  const { depth } = computePickSeatBoss(seat)
  const hole = flat
    ? square(seat)
    : placeShapeOnMouth(
        seat,
        { op: 'rod', radius: seat.bore / 2 + computeBoreLiningThickness(seat) * 0.7, length: depth * 2.4, round: 0 },
        0,
      )
  const parts: Part[] = [
    { kind: 'carved', shape: pressed(seat, hole), cell: computeMeshCellSize(seat), finish: 'grey' },
    ...(flat ? [] : [buildMachinedBore(seat)]),
    ...buildSeatStamp(seat, 'grey'),
  ]
  return {
    views: buildSeatViews(seat, parts, [turnSeatUpsideDown(seat, parts)]),
    sheet: buildSeatSideViewDrawing(seat, flat ? `方孔 ${seat.bore}` : `孔 Φ${seat.bore}`),
  }
}
