import { BufferAttribute, BufferGeometry } from 'three'
import { createDistanceFunction, type DistanceFunction } from '#tools/pictures/forms/distance.ts'
import type { Shape } from '#tools/pictures/forms/solids.ts'

type Bounds = { low: number[]; high: number[] }

/** Finds the box that contains a shape, starting from a large one in coarse cells. */
const boundsOf = (distance: DistanceFunction): Bounds => {
  let reach = 16
  let bounds: Bounds = { low: [0, 0, 0], high: [0, 0, 0] }
  for (; reach < 20000; reach *= 2) {
    const steps = 24
    const cell = (2 * reach) / steps
    const low = [reach, reach, reach]
    const high = [-reach, -reach, -reach]
    for (let i = 0; i < steps ** 3; i++) {
      const at = [i % steps, Math.floor(i / steps) % steps, Math.floor(i / steps / steps)].map((n) => -reach + (n + 0.5) * cell)
      if (distance(at[0], at[1], at[2]) > cell * 0.9) continue
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], at[k] - cell)
        high[k] = Math.max(high[k], at[k] + cell)
      }
    }
    bounds = { low, high }
    if (low.every((v, k) => v > -reach + cell && high[k] < reach - cell && v <= high[k])) break
  }
  return bounds
}

/** Samples the distance at every grid point near the surface. Far from it, a whole block gets the distance of its centre. */
const sample = (distance: DistanceFunction, low: number[], counts: number[], cell: number): Float32Array => {
  const block = 8
  const [nx, ny, nz] = counts
  const values = new Float32Array(nx * ny * nz)
  const reach = block * cell * 0.5 * Math.sqrt(3) * 1.25
  for (let bz = 0; bz < nz; bz += block)
    for (let by = 0; by < ny; by += block)
      for (let bx = 0; bx < nx; bx += block) {
        const half = (block - 1) / 2
        const middle = distance(low[0] + (bx + half) * cell, low[1] + (by + half) * cell, low[2] + (bz + half) * cell)
        const near = Math.abs(middle) < reach
        for (let z = bz; z < Math.min(nz, bz + block); z++)
          for (let y = by; y < Math.min(ny, by + block); y++)
            for (let x = bx; x < Math.min(nx, bx + block); x++)
              values[(z * ny + y) * nx + x] = near ? distance(low[0] + x * cell, low[1] + y * cell, low[2] + z * cell) : middle
      }
  return values
}

const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1])
const edges = corners.flatMap((_, i) => [1, 2, 4].filter((bit) => (i & bit) === 0).map((bit) => [i, i | bit]))

type Slope = (x: number, y: number, z: number) => [number, number, number]

const slopeOf =
  (distance: DistanceFunction, step: number): Slope =>
  (x, y, z) => {
    const dx = distance(x + step, y, z) - distance(x - step, y, z)
    const dy = distance(x, y + step, z) - distance(x, y - step, z)
    const dz = distance(x, y, z + step) - distance(x, y, z - step)
    const length = Math.hypot(dx, dy, dz) || 1
    return [dx / length, dy / length, dz / length]
  }

/**
 * The point of a cell on the surface: first the mean of the intersections with the cell's edges, then moved towards the tangent planes of
 * these intersections. So the points are exactly on the edges of the body.
 */
const settled = (values: number[], base: number[], cell: number, slope: Slope): number[] | undefined => {
  const cuts: number[][] = []
  for (const [a, b] of edges) {
    if (values[a] < 0 === values[b] < 0) continue
    const t = values[a] / (values[a] - values[b])
    const at = corners[a].map((n, k) => base[k] + (n + t * (corners[b][k] - n)) * cell)
    cuts.push([...at, ...slope(at[0], at[1], at[2])])
  }
  if (cuts.length === 0) return undefined
  const middle = [0, 1, 2].map((k) => cuts.reduce((sum, cut) => sum + cut[k], 0) / cuts.length)
  const point = [...middle]
  for (let pass = 0; pass < 14; pass++) {
    const pull = [0, 0, 0]
    for (const [x, y, z, nx, ny, nz] of cuts) {
      const off = nx * (x - point[0]) + ny * (y - point[1]) + nz * (z - point[2])
      pull[0] += off * nx
      pull[1] += off * ny
      pull[2] += off * nz
    }
    for (let k = 0; k < 3; k++) point[k] += (0.75 * pull[k]) / Math.sqrt(cuts.length)
  }
  return point.map((value, k) => Math.max(base[k] - cell * 0.2, Math.min(base[k] + cell * 1.2, value)))
}

const faces = (own: Int32Array, values: Float32Array, [nx, ny, nz]: number[]): number[] => {
  const index: number[] = []
  const strides = [1, nx, nx * ny]
  for (let z = 1; z < nz - 1; z++)
    for (let y = 1; y < ny - 1; y++)
      for (let x = 1; x < nx - 1; x++) {
        const here = (z * ny + y) * nx + x
        for (let axis = 0; axis < 3; axis++) {
          const inside = values[here] < 0
          if (inside === values[here + strides[axis]] < 0) continue
          const [u, v] = [strides[(axis + 1) % 3], strides[(axis + 2) % 3]]
          const [a, b, c, d] = [own[here - u - v], own[here - v], own[here], own[here - u]]
          if (inside) index.push(a, b, c, a, c, d)
          else index.push(a, c, b, a, d, c)
        }
      }
  return index
}

/** A vertex on an edge of the body has the normal of each face; all other vertices have the normal of the surface. */
const creased = (position: number[], normals: number[], index: number[]): BufferGeometry => {
  const out = { position: [...position], normal: [...normals], index: [...index] }
  const corner = (i: number) => [position[i * 3], position[i * 3 + 1], position[i * 3 + 2]]
  for (let t = 0; t < index.length; t += 3) {
    const [a, b, c] = [corner(index[t]), corner(index[t + 1]), corner(index[t + 2])]
    const [u, v] = [b.map((value, k) => value - a[k]), c.map((value, k) => value - a[k])]
    const flat = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    const length = Math.hypot(...flat)
    if (length < 1e-12) continue
    for (let k = 0; k < 3; k++) {
      const i = index[t + k]
      const along = (flat[0] * normals[i * 3] + flat[1] * normals[i * 3 + 1] + flat[2] * normals[i * 3 + 2]) / length
      if (along > 0.82) continue
      out.index[t + k] = out.position.length / 3
      out.position.push(...corner(i))
      out.normal.push(flat[0] / length, flat[1] / length, flat[2] / length)
    }
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(out.position), 3))
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(out.normal), 3))
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array((out.position.length / 3) * 2), 2))
  geometry.setIndex(out.index)
  return geometry
}

/** The mesh of a shape: one point in every cell that the surface crosses, joined to faces across the crossed grid edges. */
export const createGeometryFromShape = (shape: Shape, cell: number): BufferGeometry => {
  const distance = createDistanceFunction(shape)
  const slope = slopeOf(distance, cell * 0.06)
  const { low, high } = boundsOf(distance)
  const start = low.map((value) => value - 2 * cell)
  const counts = low.map((value, k) => Math.ceil((high[k] - value) / cell) + 5)
  const values = sample(distance, start, counts, cell)
  const [nx, ny, nz] = counts
  const offsets = corners.map(([i, j, k]) => i + j * nx + k * nx * ny)
  const own = new Int32Array(values.length).fill(-1)
  const position: number[] = []
  const normals: number[] = []
  for (let z = 0; z < nz - 1; z++)
    for (let y = 0; y < ny - 1; y++)
      for (let x = 0; x < nx - 1; x++) {
        const here = (z * ny + y) * nx + x
        const first = values[here] < 0
        if (offsets.every((offset) => values[here + offset] < 0 === first)) continue
        const base = [start[0] + x * cell, start[1] + y * cell, start[2] + z * cell]
        const at = settled(
          offsets.map((offset) => values[here + offset]),
          base,
          cell,
          slope,
        )
        if (at === undefined) continue
        own[here] = position.length / 3
        position.push(...at)
        normals.push(...slope(at[0], at[1], at[2]))
      }
  return creased(position, normals, faces(own, values, counts))
}
