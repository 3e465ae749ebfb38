import type { Point2D, ProfileCorner } from './solids.ts'

/** A point of a resolved outline with its outward normal. A sharp corner is two points at the same position. */
export interface ProfileRing {
  x: number
  y: number
  nx: number
  ny: number
}

const arcStep = 9
const smoothBelow = 26

const radians = (degrees: number): number => (degrees * Math.PI) / 180

interface Side {
  dx: number
  dy: number
  length: number
}

const side = (a: Point2D, b: Point2D): Side => {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const length = Math.hypot(dx, dy)
  return length === 0 ? { dx: 0, dy: 0, length } : { dx: dx / length, dy: dy / length, length }
}

/** The arc that rounds a corner between two sides; its end normals are those of the sides, so that faces stay flat. */
const rounded = (corner: ProfileCorner, before: Side, after: Side, fillet: number): ProfileRing[] => {
  const cos = before.dx * after.dx + before.dy * after.dy
  const cross = before.dx * after.dy - before.dy * after.dx
  const bend = Math.atan2(cross, cos)
  const half = Math.tan(Math.abs(bend) / 2)
  const reach = Math.min(fillet * half, before.length * 0.49, after.length * 0.49)
  const radius = reach / half
  const start: Point2D = [corner[0] - before.dx * reach, corner[1] - before.dy * reach]
  const turn = Math.sign(bend)
  const centre: Point2D = [start[0] - before.dy * radius * turn, start[1] + before.dx * radius * turn]
  const steps = Math.max(2, Math.ceil(Math.abs(bend) / radians(arcStep)))
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = (bend * i) / steps
    const dx = before.dx * Math.cos(angle) - before.dy * Math.sin(angle)
    const dy = before.dx * Math.sin(angle) + before.dy * Math.cos(angle)
    return { x: centre[0] + dy * radius * turn, y: centre[1] - dx * radius * turn, nx: dy, ny: -dx }
  })
}

const cornerRings = (corner: ProfileCorner, before: Side, after: Side): ProfileRing[] => {
  const bend = Math.abs(Math.atan2(before.dx * after.dy - before.dy * after.dx, before.dx * after.dx + before.dy * after.dy))
  const fillet = corner[2] ?? 0
  const [x, y] = corner
  if (fillet > 0 && bend > radians(3)) return rounded(corner, before, after, fillet)
  if (bend < radians(smoothBelow)) {
    const nx = before.dy + after.dy
    const ny = -(before.dx + after.dx)
    const length = Math.hypot(nx, ny) || 1
    return [{ x, y, nx: nx / length, ny: ny / length }]
  }
  return [
    { x, y, nx: before.dy, ny: -before.dx },
    { x, y, nx: after.dy, ny: -after.dx },
  ]
}

/** Returns whether a profile ends where it began (a ring round the axis) rather than at the axis. */
export const isClosedProfile = (corners: readonly ProfileCorner[]): boolean => {
  const first = corners[0]
  const last = corners.at(-1)
  return corners.length > 3 && first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1]
}

/** Resolves fillets and normals. On the way up along the outside, outward is to the right. A loop goes up outside and down inside. */
export const computeProfileRings = (corners: readonly ProfileCorner[]): ProfileRing[] => {
  const distinct = corners.filter((corner, i) => {
    const previous = corners[i - 1]
    return previous === undefined || Math.hypot(corner[0] - previous[0], corner[1] - previous[1]) > 1e-6
  })
  const loop = isClosedProfile(corners)
  return distinct.flatMap((corner, i): ProfileRing[] => {
    const previous = distinct[i - 1]
    const next = distinct[i + 1]
    const at: Point2D = [corner[0], corner[1]]
    if (previous && next) return cornerRings(corner, side([previous[0], previous[1]], at), side(at, [next[0], next[1]]))
    const lone = previous ? side([previous[0], previous[1]], at) : next ? side(at, [next[0], next[1]]) : undefined
    if (lone === undefined) return []
    // Only on the axis is a crown smooth: its normal is the axis if the last side is nearly flat.
    const onAxis = !loop && Math.abs(at[0]) < 1e-6 && Math.abs(lone.dy) < 0.35
    return [{ x: at[0], y: at[1], nx: onAxis ? 0 : lone.dy, ny: onAxis ? Math.sign(-lone.dx) : -lone.dx }]
  })
}

/** The same resolution for a closed outline whose last corner joins its first. */
export const computeClosedProfileRings = (corners: readonly ProfileCorner[]): ProfileRing[] =>
  corners.flatMap((corner, i) => {
    const previous = corners[(i + corners.length - 1) % corners.length] ?? corner
    const next = corners[(i + 1) % corners.length] ?? corner
    const at: Point2D = [corner[0], corner[1]]
    return cornerRings(corner, side([previous[0], previous[1]], at), side(at, [next[0], next[1]]))
  })

const points = (resolved: readonly ProfileRing[]): Point2D[] =>
  resolved
    .map(({ x, y }): Point2D => [x, y])
    .filter((point, i, all) => i === 0 || point[0] !== all[i - 1]?.[0] || point[1] !== all[i - 1]?.[1])

export const computeProfileLine = (corners: readonly ProfileCorner[]): Point2D[] => points(computeProfileRings(corners))
export const computeClosedProfileLine = (corners: readonly ProfileCorner[]): Point2D[] => points(computeClosedProfileRings(corners))

/** The enclosed area; above 0 if the outline is counter-clockwise. */
export const computeSignedPolygonArea = (line: readonly Point2D[]): number => {
  const twice = line.map((a, i) => {
    const b = line[(i + 1) % line.length] ?? a
    return a[0] * b[1] - b[0] * a[1]
  })
  return twice.reduce((sum, part) => sum + part, 0) / 2
}

/** The largest radius of a profile. */
export const computeLargestRadius = (corners: readonly ProfileCorner[]): number => Math.max(...corners.map(([r]) => r))
export const computeLargestHeight = (corners: readonly ProfileCorner[]): number => Math.max(...corners.map(([, y]) => y))
