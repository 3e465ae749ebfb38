import { computeClosedProfileLine, computeProfileLine, isClosedProfile } from './profile.ts'
import type { PartPlacement, Point2D, Point3D, Shape } from './solids.ts'

/** The signed distance of a point from the surface of a shape; below 0 inside. */
export type DistanceFunction = (x: number, y: number, z: number) => number

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The rotation matrix of a position, row by row: first about z, then y, then x. */
const turning = (turn: Point3D = [0, 0, 0]): readonly number[] => {
  const [a, b, c] = [radians(turn[0]), radians(turn[1]), radians(turn[2])]
  const [ca, sa, cb, sb, cc, sc] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b), Math.cos(c), Math.sin(c)]
  return [
    cb * cc,
    -cb * sc,
    sb,
    ca * sc + sa * sb * cc,
    ca * cc - sa * sb * sc,
    -sa * cb,
    sa * sc - ca * sb * cc,
    sa * cc + ca * sb * sc,
    ca * cb,
  ]
}

const put = (inner: DistanceFunction, { at = [0, 0, 0], turn }: PartPlacement): DistanceFunction => {
  const [px, py, pz] = at
  if (turn === undefined) return (x, y, z) => inner(x - px, y - py, z - pz)
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = turning(turn)
  return (x, y, z) => {
    const [u, v, w] = [x - px, y - py, z - pz]
    return inner(a * u + d * v + g * w, b * u + e * v + h * w, c * u + f * v + i * w)
  }
}

/** Distance to a closed polygon in the plane. */
const polygon = (line: readonly Point2D[]): ((x: number, y: number) => number) => {
  const count = line.length
  const xs = Float64Array.from(line, ([x]) => x)
  const ys = Float64Array.from(line, ([, y]) => y)
  return (x, y) => {
    let nearest = Number.POSITIVE_INFINITY
    let inside = false
    for (let i = 0, j = count - 1; i < count; j = i++) {
      const [ax, ay, bx, by] = [xs[j] as number, ys[j] as number, xs[i] as number, ys[i] as number]
      const [ex, ey, wx, wy] = [bx - ax, by - ay, x - ax, y - ay]
      const t = Math.max(0, Math.min(1, (wx * ex + wy * ey) / (ex * ex + ey * ey || 1)))
      const [dx, dy] = [wx - ex * t, wy - ey * t]
      nearest = Math.min(nearest, dx * dx + dy * dy)
      if (ay > y !== by > y && x < (ex * (y - ay)) / ey + ax) inside = !inside
    }
    return inside ? -Math.sqrt(nearest) : Math.sqrt(nearest)
  }
}

/** A two-dimensional distance with a height: both rims are rounded. */
const extruded = (flat: number, height: number, round: number): number => {
  const [a, b] = [flat + round, height + round]
  return Math.min(Math.max(a, b), 0) + Math.hypot(Math.max(a, 0), Math.max(b, 0)) - round
}

/** The smaller of two distances, with a fillet at the joint. */
const joined = (a: number, b: number, blend: number): number => {
  if (blend <= 0) return Math.min(a, b)
  const overlap = Math.max(blend - Math.abs(a - b), 0) / blend
  return Math.min(a, b) - (overlap * overlap * blend) / 4
}

const around = (inner: DistanceFunction, count: number, phase: number): DistanceFunction => {
  const step = (2 * Math.PI) / count
  const start = radians(phase)
  return (x, y, z) => {
    const r = Math.hypot(x, z)
    const angle = Math.atan2(z, x) - start
    const own = angle - step * Math.round(angle / step)
    return inner(r * Math.cos(own), y, r * Math.sin(own))
  }
}

const gathered = (parts: readonly Shape[], blend: number, sign: 1 | -1): DistanceFunction => {
  const all = parts.map(createDistanceFunction)
  return (x, y, z) => {
    let value = Number.POSITIVE_INFINITY
    for (const one of all) {
      const own = sign * one(x, y, z)
      value = value === Number.POSITIVE_INFINITY ? own : joined(value, own, blend)
    }
    return sign * value
  }
}

/** Compiles a tree of shapes to one distance function. */
export const createDistanceFunction = (shape: Shape): DistanceFunction => {
  switch (shape.op) {
    case 'box': {
      const [hx, hy, hz] = shape.size.map((length) => length / 2 - shape.round) as [number, number, number]
      return (x, y, z) => {
        const [dx, dy, dz] = [Math.abs(x) - hx, Math.abs(y) - hy, Math.abs(z) - hz]
        const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0))
        return outside + Math.min(Math.max(dx, dy, dz), 0) - shape.round
      }
    }
    case 'prism': {
      const flat = polygon(computeClosedProfileLine(shape.outline))
      return (x, y, z) => extruded(flat(x, y), Math.abs(z) - shape.depth / 2, shape.round)
    }
    case 'turned': {
      // Mirrored at the axis, so that the axis itself is not an edge.
      const line = computeProfileLine(shape.profile)
      const loop = isClosedProfile(shape.profile)
      const flat = polygon(loop ? line : [...line, ...line.toReversed().map(([x, y]): Point2D => [-x, y])])
      return (x, y, z) => flat(Math.hypot(x, z), y)
    }
    case 'rod':
      return (x, y, z) => extruded(Math.hypot(x, z) - shape.radius, Math.abs(y) - shape.length / 2, shape.round)
    case 'ball':
      return (x, y, z) => Math.hypot(x, y, z) - shape.radius
    case 'join':
      return gathered(shape.parts, shape.blend, 1)
    case 'meet':
      return gathered(shape.parts, shape.blend, -1)
    case 'cut': {
      const from = createDistanceFunction(shape.from)
      const tools = shape.tools.map(createDistanceFunction)
      return (x, y, z) => tools.reduce((rest, tool) => -joined(-rest, tool(x, y, z), shape.blend), from(x, y, z))
    }
    case 'around':
      return around(createDistanceFunction(shape.shape), shape.count, shape.phase)
    case 'put':
      return put(createDistanceFunction(shape.shape), shape)
  }
}
