import type { Part, Point3D, ProfileCorner, Shape, SurfaceFinish } from '#tools/pictures/forms/solids.ts'

/** Outer sizes of a can or bottle. */
export interface CanSize {
  width: number
  depth: number
  height: number
}

/** A plastic can of a volume in litres: about as wide as high, and less deep. */
export const computeCanSize = (litres: number): CanSize => {
  const scale = Math.cbrt(litres / 20)
  return litres <= 2
    ? { width: Math.round(92 * Math.cbrt(litres)), depth: Math.round(62 * Math.cbrt(litres)), height: Math.round(232 * Math.cbrt(litres)) }
    : { width: Math.round(290 * scale), depth: Math.round(232 * scale), height: Math.round(398 * scale) }
}

/** From the front: shoulders that slope to the spout on the right, the handle on the left. */
export const buildCanFrontOutline = ({ width, height }: CanSize): ProfileCorner[] => {
  const w = width / 2
  return [
    [-w, 0, width * 0.06],
    [w, 0, width * 0.06],
    [w, height * 0.78, width * 0.09],
    [w * 0.82, height * 0.87, width * 0.06],
    [-w * 0.86, height * 0.95, width * 0.08],
    [-w, height * 0.84, width * 0.09],
  ]
}

/** Blown in one piece: body with ribs, a handle bridging a hole, the neck of the spout. */
export const buildCanShape = (can: CanSize): Shape => {
  const { width, depth, height } = can
  const body: Shape = { op: 'prism', outline: buildCanFrontOutline(can), depth, round: depth * 0.13 }
  const neck: Shape = {
    op: 'put',
    shape: { op: 'rod', radius: width * 0.09, length: height * 0.14, round: 3 },
    at: [width * 0.32, height * 0.87, 0],
  }
  const hole: Shape = {
    op: 'put',
    shape: { op: 'box', size: [width * 0.44, height * 0.1, depth * 3], round: height * 0.048 },
    at: [-width * 0.1, height * 0.8, 0],
  }
  // The handle is pinched from both sides.
  const pinch = (side: 1 | -1): Shape => ({
    op: 'put',
    shape: { op: 'box', size: [width * 0.62, height * 0.34, depth], round: depth * 0.14 },
    at: [-width * 0.1, height * 0.9, side * depth * 0.72],
  })
  const rib = (y: number): Shape => {
    const slab: Shape = {
      op: 'put',
      shape: { op: 'box', size: [width * 2, height * 0.022, depth * 2], round: height * 0.01 },
      at: [0, y, 0],
    }
    const inner: Shape = {
      op: 'prism',
      outline: buildCanFrontOutline({ ...can, width: width * 0.965 }),
      depth: depth * 0.955,
      round: depth * 0.12,
    }
    return { op: 'cut', blend: 0, from: slab, tools: [inner] }
  }
  return {
    op: 'cut',
    blend: depth * 0.035,
    from: {
      op: 'join',
      blend: width * 0.03,
      parts: [{ op: 'cut', blend: depth * 0.1, from: body, tools: [pinch(1), pinch(-1), hole] }, neck],
    },
    tools: [rib(height * 0.1), rib(height * 0.66)],
  }
}

/** A flat bottle with round shoulders. */
export const buildBottleShape = ({ width, depth, height }: CanSize): Shape => {
  const body: Shape = {
    op: 'put',
    shape: { op: 'box', size: [width, height * 0.74, depth], round: depth * 0.2 },
    at: [0, height * 0.37, 0],
  }
  const shoulder: Shape = {
    op: 'turned',
    profile: [
      [0, height * 0.64],
      [depth * 0.4, height * 0.66],
      [depth * 0.4, height * 0.76, 10],
      [width * 0.17, height * 0.86, 6],
      [width * 0.16, height * 0.93],
      [0, height * 0.93],
    ],
  }
  return { op: 'join', blend: width * 0.12, parts: [body, shoulder] }
}

/** A screw cap with its tear-off band. */
export const buildScrewCap = (r: number, tall: number, finish: SurfaceFinish): Part => {
  const profile: ProfileCorner[] = [
    [0, 0],
    [r, 0, r * 0.05],
    [r, tall * 0.9, r * 0.1],
    [r * 0.9, tall, r * 0.08],
    [0, tall],
  ]
  const grips = Array.from({ length: 28 }, (_, i) => ({ turn: [0, (i * 360) / 28, 0] as Point3D }))
  const band: ProfileCorner[] = [
    [r * 0.6, -tall * 0.26],
    [r * 1.06, -tall * 0.26, r * 0.04],
    [r * 1.06, -tall * 0.06, r * 0.04],
    [r * 0.6, -tall * 0.06],
  ]
  return {
    kind: 'group',
    parts: [
      { kind: 'turned', profile, finish },
      { kind: 'turned', profile: band, finish },
      {
        kind: 'copies',
        part: { kind: 'box', size: [r * 0.08, tall * 0.76, r * 0.1], round: r * 0.03, finish, at: [r, tall * 0.46, 0] },
        places: grips,
      },
    ],
  }
}
