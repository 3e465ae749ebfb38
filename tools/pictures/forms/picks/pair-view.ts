import { groupPartAtPlacement, locateOnLyingPart, placePartLying } from '#tools/pictures/forms/place-part.ts'
import type { Part, Point3D, ProductView, ProfileCorner } from '#tools/pictures/forms/solids.ts'

interface PairSizes {
  shank: number
  /** The diameter of collar or washer, on whose face the head begins. */
  rim: number
  /** From that face to the point. */
  reach: number
  length: number
}

interface PairLayout {
  /** The place of the standing one behind the lying one, and how far in front the lying one is, in rims. */
  standing: readonly [x: number, z: number]
  lying: number
  roll: number
  from: Point3D
  /** The share of the frame that a millimetre takes, the same for all goods of a form, so that a larger model looks larger. */
  millimetre: number
}

/** The direction in which the lying one points: a little away from the camera. */
const HEADING = 16

const cross = ([a, b, c]: Point3D, [x, y, z]: Point3D): Point3D => [b * z - c * y, c * x - a * z, a * y - b * x]

/** The point at `distance` from another one in a direction. */
const step = ([x, y, z]: Point3D, [a, b, c]: Point3D, distance: number): Point3D => {
  const share = distance / Math.hypot(a, b, c)
  return [x + a * share, y + b * share, z + c * share]
}

/**
 * The first view of a pick or tooth: one stands, one lies in front of it. Models differ little in form, so head length and shank diameter are
 * drawn beside them.
 */
export const buildPairView = (one: Part, whole: readonly ProfileCorner[], sizes: PairSizes, layout: PairLayout): ProductView => {
  const { shank, rim, reach, length } = sizes
  const { from, roll, millimetre } = layout
  const at: Point3D = [rim * layout.standing[0], 0, rim * layout.standing[1]]
  const lying = [-length * 0.5, rim * layout.lying] as const
  const locate = (height: number) => locateOnLyingPart(whole, lying, HEADING, height)
  const foot = locate(shank * 0.1)
  const axis = step([0, 0, 0], locate(length).map((value, i) => value - (foot[i] ?? 0)) as [number, number, number], 1)
  // What is at a right angle to the axis and to the line of sight is seen as long as it is.
  const across = cross(axis, from)
  const face = length - reach
  const right = cross(from, [0, -1, 0])
  const beside = (height: number) => step([at[0], height, at[2]], right, rim / 2)
  const edge = (sign: 1 | -1) => step(foot, across, (sign * shank) / 2)
  return {
    parts: [groupPartAtPlacement(one, { at, turn: [0, -100, 0] }), placePartLying(one, whole, lying, HEADING, roll)],
    from,
    millimetre,
    measures: [
      { points: [beside(length), beside(face), [at[0], length, at[2]]], length: reach, text: `${reach}`, side: 'right' },
      { points: [edge(-1), edge(1), edge(-1)], length: shank, text: `Φ${shank}`, side: 'left' },
    ],
  }
}
