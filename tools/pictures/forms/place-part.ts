import { computeProfileLine } from './profile.ts'
import type { Part, PartPlacement, Point2D, Point3D, ProfileCorner } from './solids.ts'

/** The height of the centre of mass of a solid of revolution. */
const centreOfMass = (profile: readonly ProfileCorner[]): number => {
  const line = computeProfileLine(profile)
  let volume = 0
  let moment = 0
  line.forEach((b, i) => {
    const a = line[i - 1]
    if (a === undefined) return
    const slice = (b[1] - a[1]) * (a[0] * a[0] + a[0] * b[0] + b[0] * b[0])
    volume += slice
    moment += (slice * (a[1] + b[1])) / 2
  })
  return volume === 0 ? 0 : moment / volume
}

/** The outer side of the convex hull from the bottom up, which a lying body can touch the ground with. */
const hull = (profile: readonly ProfileCorner[]): Point2D[] => {
  const sorted = computeProfileLine(profile).toSorted((a, b) => a[1] - b[1] || b[0] - a[0])
  const outer: Point2D[] = []
  for (const point of sorted) {
    for (;;) {
      const last = outer.at(-1)
      const before = outer.at(-2)
      if (last === undefined || before === undefined) break
      const turn = (last[0] - before[0]) * (point[1] - before[1]) - (last[1] - before[1]) * (point[0] - before[0])
      if (turn > 0) break
      outer.pop()
    }
    outer.push(point)
  }
  return outer
}

/** The resting position of a lying body of revolution: the tilt of its axis and the height of its origin. */
export const computeRestingPose = (profile: readonly ProfileCorner[]): { tilt: number; lift: number } => {
  const middle = centreOfMass(profile)
  const outer = hull(profile)
  const index = Math.max(
    1,
    outer.findIndex(([, y]) => y > middle),
  )
  const a = outer[index - 1] ?? [0, 0]
  const b = outer[index] ?? a
  const slope = Math.atan2(b[0] - a[0], b[1] - a[1])
  return { tilt: (slope * 180) / Math.PI, lift: a[0] * Math.cos(slope) - a[1] * Math.sin(slope) }
}

/**
 * A body of revolution that lies on the ground in its resting position: its foot at `at`, its head in the direction `heading` (0 is to the
 * right, 90 away from the camera), rolled by `roll` about its own axis.
 */
export const placePartLying = (part: Part, profile: readonly ProfileCorner[], at: Point2D, heading: number, roll = 0): Part => {
  const { tilt, lift } = computeRestingPose(profile)
  const flat: Part = { kind: 'group', parts: [{ kind: 'group', parts: [part], turn: [0, roll, 0] }], turn: [0, 0, -90 + tilt] }
  return { kind: 'group', parts: [flat], at: [at[0], lift, at[1]], turn: [0, heading, 0] }
}

/** The place in space of the point at `height` on the axis of a body that `placePartLying` has laid down. */
export const locateOnLyingPart = (profile: readonly ProfileCorner[], at: Point2D, heading: number, height: number): Point3D => {
  const { tilt, lift } = computeRestingPose(profile)
  const [lean, turn] = [((tilt - 90) * Math.PI) / 180, (heading * Math.PI) / 180]
  const along = -height * Math.sin(lean)
  return [at[0] + along * Math.cos(turn), lift + height * Math.cos(lean), at[1] - along * Math.sin(turn)]
}

export const groupPartAtPlacement = (part: Part, place: PartPlacement): Part => ({ kind: 'group', parts: [part], ...place })
