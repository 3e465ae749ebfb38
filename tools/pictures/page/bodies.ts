import { BufferAttribute, BufferGeometry, ShapeUtils, Vector2, Vector3 } from 'three'
import {
  computeClosedProfileRings,
  computeLargestRadius,
  computeProfileLine,
  computeProfileRings,
  isClosedProfile,
} from '#tools/pictures/forms/profile.ts'
import type { Point3D, ProfileCorner } from '#tools/pictures/forms/solids.ts'

interface Net {
  position: number[]
  normal: number[]
  uv: number[]
  index: number[]
}

const newNet = (): Net => ({ position: [], normal: [], uv: [], index: [] })

const asGeometry = (net: Net): BufferGeometry => {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(net.position), 3))
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(net.normal), 3))
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(net.uv), 2))
  geometry.setIndex(net.index)
  return geometry
}

/** The flat ends of a body with a sweep below 360. */
const cap = (net: Net, corners: readonly ProfileCorner[], angle: number, side: 1 | -1) => {
  const line = computeProfileLine(corners)
  const flat = isClosedProfile(corners) ? line.slice(0, -1) : line
  const first = net.position.length / 3
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  for (const [r, y] of flat) {
    net.position.push(r * cos, y, r * sin)
    net.normal.push(-sin * side, 0, cos * side)
    net.uv.push(0, 0)
  }
  const triangles = ShapeUtils.triangulateShape(
    flat.map(([r, y]) => new Vector2(r, y)),
    [],
  )
  for (const [a, b, c] of triangles) net.index.push(first + a, first + (side > 0 ? b : c), first + (side > 0 ? c : b))
}

/** A body of revolution with exact normals: faces stay flat up to their fillets, sharp corners stay sharp. */
export const createTurnedBody = (
  corners: readonly ProfileCorner[],
  sweep = 360,
  from = 0,
  facets = Math.min(192, 72 + computeLargestRadius(corners) * 1.6),
): BufferGeometry => {
  const resolved = computeProfileRings(corners)
  const around = Math.max(6, Math.round((facets * sweep) / 360))
  const net = newNet()
  const start = (from * Math.PI) / 180
  const turn = (sweep * Math.PI) / 180
  for (const { x, y, nx, ny } of resolved)
    for (let i = 0; i <= around; i++) {
      const angle = start + (turn * i) / around
      net.position.push(x * Math.cos(angle), y, x * Math.sin(angle))
      net.normal.push(nx * Math.cos(angle), ny, nx * Math.sin(angle))
      net.uv.push(i / around, y)
    }
  for (let j = 1; j < resolved.length; j++) {
    const [a, b] = [resolved[j - 1], resolved[j]]
    if (Math.hypot(a.x - b.x, a.y - b.y) < 1e-7) continue
    for (let i = 0; i < around; i++) {
      const low = (j - 1) * (around + 1) + i
      const high = low + around + 1
      net.index.push(low, high, low + 1, low + 1, high, high + 1)
    }
  }
  if (sweep < 360) {
    cap(net, corners, start, -1)
    cap(net, corners, start + turn, 1)
  }
  return asGeometry(net)
}

/** A round wire along a path. Its frame does not twist, and its ends are rounded. */
export const createWire = (path: readonly Point3D[], radius: number, closed = false): BufferGeometry => {
  const points = path.map(([x, y, z]) => new Vector3(x, y, z))
  const count = points.length
  const net = newNet()
  const around = 20
  const along = (i: number) => {
    const before = points[closed ? (i + count - 1) % count : Math.max(0, i - 1)]
    const after = points[closed ? (i + 1) % count : Math.min(count - 1, i + 1)]
    return after.clone().sub(before).normalize()
  }
  let across = Math.abs(along(0).y) > 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0)
  const ring = (middle: Vector3, way: Vector3, r: number, lean: number) => {
    across = across.clone().addScaledVector(way, -across.dot(way)).normalize()
    const up = new Vector3().crossVectors(way, across)
    for (let k = 0; k <= around; k++) {
      const angle = (2 * Math.PI * k) / around
      const out = across.clone().multiplyScalar(Math.cos(angle)).addScaledVector(up, Math.sin(angle))
      const at = middle.clone().addScaledVector(out, r)
      const normal = out.multiplyScalar(Math.cos(lean)).addScaledVector(way, Math.sin(lean))
      net.position.push(at.x, at.y, at.z)
      net.normal.push(normal.x, normal.y, normal.z)
      net.uv.push(k / around, 0)
    }
  }
  const end = (i: number, side: 1 | -1) => {
    for (let k = 0; k <= 4; k++) {
      const lean = ((side > 0 ? k : 4 - k) / 4) * (Math.PI / 2) * side
      const middle = points[i].clone().addScaledVector(along(i), Math.sin(lean) * radius * 0.8)
      ring(middle, along(i), Math.cos(lean) * radius, lean)
    }
  }
  if (!closed) end(0, -1)
  points.forEach((point, i) => {
    ring(point, along(i), radius, 0)
  })
  if (closed) ring(points[0], along(0), radius, 0)
  else end(count - 1, 1)
  const total = net.position.length / 3 / (around + 1)
  for (let j = 1; j < total; j++)
    for (let k = 0; k < around; k++) {
      const low = (j - 1) * (around + 1) + k
      net.index.push(low, low + 1, low + around + 1, low + 1, low + around + 2, low + around + 1)
    }
  return asGeometry(net)
}

/** An extruded outline. Its rims are rounded by moving the outline in along its normals, so its corners get at least that fillet. */
export const createPrism = (outline: readonly ProfileCorner[], depth: number, round: number): BufferGeometry => {
  const net = newNet()
  const eased = outline.map(([x, y, fillet = 0]): ProfileCorner => [x, y, Math.max(fillet, round * 1.05)])
  const resolved = computeClosedProfileRings(round > 0 ? eased : outline)
  const count = resolved.length
  const levels = round > 0 ? 5 : 1
  const ring = (lean: number, side: 1 | -1) => {
    const [inward, z] = [round * (1 - Math.cos(lean)), side * (depth / 2 - round * (1 - Math.sin(lean)))]
    for (const { x, y, nx, ny } of resolved) {
      net.position.push(x - nx * inward, y - ny * inward, z)
      net.normal.push(nx * Math.cos(lean), ny * Math.cos(lean), side * Math.sin(lean))
      net.uv.push(0, 0)
    }
  }
  for (let k = levels - 1; k >= 0; k--) ring(levels > 1 ? ((k / (levels - 1)) * Math.PI) / 2 : 0, -1)
  for (let k = 0; k < levels; k++) ring(levels > 1 ? ((k / (levels - 1)) * Math.PI) / 2 : 0, 1)
  for (let j = 1; j < levels * 2; j++)
    for (let i = 0; i < count; i++) {
      const next = (i + 1) % count
      const [a, b, c, d] = [(j - 1) * count + i, (j - 1) * count + next, j * count + next, j * count + i]
      net.index.push(a, b, c, a, c, d)
    }
  const inset = resolved.map(({ x, y, nx, ny }) => new Vector2(x - nx * round, y - ny * round))
  const distinct = inset.filter((point, i) => point.distanceTo(inset[(i + 1) % count]) > 1e-6)
  const triangles = ShapeUtils.triangulateShape(distinct, [])
  for (const side of [-1, 1]) {
    const first = net.position.length / 3
    for (const point of distinct) {
      net.position.push(point.x, point.y, (side * depth) / 2)
      net.normal.push(0, 0, side)
      net.uv.push(0, 0)
    }
    for (const [a, b, c] of triangles) net.index.push(first + a, first + (side > 0 ? b : c), first + (side > 0 ? c : b))
  }
  return asGeometry(net)
}
