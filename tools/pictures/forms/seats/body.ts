import { type Dimensions, requirePositiveDimension } from '#tools/pictures/forms/numbers.ts'
import type { Part, Point2D, Point3D, ProfileCorner, Shape, SurfaceFinish } from '#tools/pictures/forms/solids.ts'

/** The sizes of a seat. `stamp` is the text that is stamped into its side. */
export interface SeatDimensions {
  bore: number
  width: number
  height: number
  length: number
  angle: number
  stamp: string
}

export const parseSeatDimensions = (numbers: Dimensions): SeatDimensions => ({
  bore: requirePositiveDimension(numbers, 'bore'),
  width: requirePositiveDimension(numbers, 'width'),
  height: requirePositiveDimension(numbers, 'height'),
  length: requirePositiveDimension(numbers, 'length'),
  angle: requirePositiveDimension(numbers, 'angle'),
  stamp: typeof numbers.stamp === 'string' ? numbers.stamp : '',
})

/** The boss round the bore: its radius, the middle of its mouth, the direction of the bore, and its largest depth. */
export const computePickSeatBoss = ({ bore, width, height, length, angle }: SeatDimensions) => {
  const lean = (angle * Math.PI) / 180
  const way: Point2D = [Math.cos(lean), Math.sin(lean)]
  const radius = width * 0.49
  const mouth: Point2D = [length / 2 - radius * way[1], height - radius * way[0]]
  const depth = (mouth[1] - height * 0.13 - (bore / 2) * way[0]) / way[1]
  return { radius, mouth, way, depth }
}

/** The machined lining of the bore is this thick. */
export const computeBoreLiningThickness = ({ bore }: SeatDimensions): number => Math.max(1.2, bore * 0.06)
export const computeMeshCellSize = ({ length, height }: SeatDimensions): number => Math.max(length, height) / 90

/** Places something that stands on y = 0 with its head up onto the mouth of the bore, `out` mm along the axis. */
export const placePartOnMouth = (seat: SeatDimensions, part: Part, out: number): Part => {
  const { mouth, way } = computePickSeatBoss(seat)
  const at: Point3D = [mouth[0] + way[0] * out, mouth[1] + way[1] * out, 0]
  return { kind: 'group', parts: [part], at, turn: [0, 0, seat.angle - 90] }
}

export const placeShapeOnMouth = (seat: SeatDimensions, shape: Shape, out: number): Shape => {
  const { mouth, way } = computePickSeatBoss(seat)
  return { op: 'put', shape, at: [mouth[0] + way[0] * out, mouth[1] + way[1] * out, 0], turn: [0, 0, seat.angle - 90] }
}

/** The side of the block below the boss. */
export const buildSeatSideOutline = (seat: SeatDimensions): ProfileCorner[] => {
  const { height, length } = seat
  const { radius, mouth, way } = computePickSeatBoss(seat)
  const half = length / 2
  const under = mouth[1] - radius * way[0]
  return [
    [-half, 0],
    [half, 0],
    [half, under * 0.86, 3],
    [half - length * 0.03, under * 0.98, 4],
    [mouth[0] - way[0] * 4, mouth[1] - way[1] * 4, 4],
    [mouth[0] - way[0] * radius * 0.7 - way[1] * radius * 0.62, mouth[1] - way[1] * radius * 0.7 + way[0] * radius * 0.62, 10],
    [-half + length * 0.14, height * 0.56, 10],
    [-half, height * 0.36, 6],
  ]
}

/** How high the weld bevel goes. */
export const computeSeatWeldBevelHeight = ({ height }: SeatDimensions): number => height * 0.11
const blockWidth = 0.88

/** Block and boss, forged in one piece, with the window behind them through which a worn pick is driven out. */
export const buildForgedBody = (seat: SeatDimensions, boreRadius: number): Shape => {
  const { width, length, height } = seat
  const { radius, depth } = computePickSeatBoss(seat)
  const ease = width * 0.045
  const block: Shape = { op: 'prism', outline: buildSeatSideOutline(seat), depth: width * blockWidth, round: ease }
  const boss = placeShapeOnMouth(seat, { op: 'rod', radius, length: depth * 1.6, round: ease * 0.6 }, -depth * 0.8)
  const bore = placeShapeOnMouth(seat, { op: 'rod', radius: boreRadius, length: depth * 2, round: 0 }, 0)
  const window: Shape = {
    op: 'put',
    shape: { op: 'box', size: [length * 0.5, height * 0.24, seat.bore * 0.6], round: seat.bore * 0.1 },
    at: [-length * 0.48, height * 0.36, 0],
  }
  const solid: Shape = { op: 'join', blend: width * 0.07, parts: [block, boss] }
  const room: Shape = {
    op: 'put',
    shape: { op: 'box', size: [length * 3, height * 3, width * 3], round: ease },
    at: [length, height * 1.5 + computeSeatWeldBevelHeight(seat) - ease, 0],
  }
  return { op: 'cut', blend: 1, from: { op: 'meet', blend: 0, parts: [solid, room] }, tools: [bore, window] }
}

/** The foot of the block: its four sides cut back for the weld, down to the flat base. */
export const buildWeldFoot = (seat: SeatDimensions, finish: SurfaceFinish = 'milled'): Part => {
  const bevel = computeSeatWeldBevelHeight(seat)
  const side = (half: number): ProfileCorner[] => [
    [-half + bevel * 0.85, 0],
    [half - bevel * 0.85, 0],
    [half, bevel],
    [-half, bevel],
  ]
  const { length, width } = seat
  return {
    kind: 'carved',
    finish,
    cell: bevel / 9,
    shape: {
      op: 'meet',
      blend: 0.7,
      parts: [
        { op: 'prism', outline: side(length / 2), depth: width * 2, round: 0 },
        { op: 'put', shape: { op: 'prism', outline: side((width * blockWidth) / 2), depth: length * 2, round: 0 }, turn: [0, 90, 0] },
      ],
    },
  }
}

/** The machined bore with its countersink, and the faced ring round the mouth. */
export const buildMachinedBore = (seat: SeatDimensions, finish: SurfaceFinish = 'steel'): Part => {
  const { radius, depth } = computePickSeatBoss(seat)
  const r = seat.bore / 2
  const wall = computeBoreLiningThickness(seat)
  const profile: ProfileCorner[] = [
    [r, -depth],
    [r + wall, -depth],
    [r + wall, -1],
    [radius * 0.9, -1],
    [radius * 0.9, 0.25, 0.3],
    [r + wall * 0.8, 0.25, 0.4],
    [r, -wall * 1.1, 0.4],
    [r, -depth],
  ]
  return placePartOnMouth(seat, { kind: 'turned', profile, finish }, 0)
}

/** The number that is stamped into the front of the block, below the mouth. */
export const buildSeatStamp = (seat: SeatDimensions, finish: SurfaceFinish): Part[] => {
  if (seat.stamp === '') return []
  const { radius, mouth, way } = computePickSeatBoss(seat)
  const under = (mouth[1] - radius * way[0]) * 0.86
  const room = under - computeSeatWeldBevelHeight(seat)
  const height = Math.min(room * 0.56, (seat.width * 0.62) / (seat.stamp.length * 0.62))
  const width = height * (seat.stamp.length * 0.62 + 0.4)
  const at: Point3D = [seat.length / 2 + 0.05, computeSeatWeldBevelHeight(seat) + room * 0.5, 0]
  return [{ kind: 'label', art: { style: 'stamp', text: seat.stamp, finish }, width, height, at, turn: [0, 90, 0] }]
}
