import { Data3DTexture, LinearFilter, LinearMipmapNearestFilter, RepeatWrapping, RGBAFormat } from 'three'

const side = 64

/** A seeded source of numbers between 0 and 1: the same grain on every machine. */
const seeded = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}

const smooth = (t: number) => t * t * (3 - 2 * t)

const addOctave = (into: Float32Array, cells: number, strength: number, random: () => number) => {
  const lattice = Float32Array.from({ length: cells ** 3 }, random)
  const at = (x: number, y: number, z: number) => lattice[((z % cells) * cells + (y % cells)) * cells + (x % cells)]
  const blend = (a: number, b: number, t: number) => a + (b - a) * t
  for (let z = 0, o = 0; z < side; z++)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++, o++) {
        const [fx, fy, fz] = [(x * cells) / side, (y * cells) / side, (z * cells) / side]
        const [ix, iy, iz] = [Math.floor(fx), Math.floor(fy), Math.floor(fz)]
        const [tx, ty, tz] = [smooth(fx - ix), smooth(fy - iy), smooth(fz - iz)]
        const low = blend(blend(at(ix, iy, iz), at(ix + 1, iy, iz), tx), blend(at(ix, iy + 1, iz), at(ix + 1, iy + 1, iz), tx), ty)
        const high = blend(
          blend(at(ix, iy, iz + 1), at(ix + 1, iy, iz + 1), tx),
          blend(at(ix, iy + 1, iz + 1), at(ix + 1, iy + 1, iz + 1), tx),
          ty,
        )
        into[o] += strength * blend(low, high, tz)
      }
}

/**
 * A block of noise that repeats in all three directions: its slope in rgb, its height in alpha. Surfaces read it by their position in
 * millimetres, so that there are no seams and no stretching.
 */
export const createGrainTexture = (): Data3DTexture => {
  const random = seeded(7)
  const height = new Float32Array(side ** 3)
  const octaves: [cells: number, strength: number][] = [
    [4, 0.5],
    [8, 0.34],
    [16, 0.2],
    [32, 0.12],
  ]
  for (const [cells, strength] of octaves) addOctave(height, cells, strength / 1.16, random)
  const index = (x: number, y: number, z: number) => (((z + side) % side) * side + ((y + side) % side)) * side + ((x + side) % side)
  const data = new Uint8Array(side ** 3 * 4)
  const byte = (value: number) => Math.max(0, Math.min(255, Math.round(127.5 + 127.5 * value)))
  for (let z = 0, o = 0; z < side; z++)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++, o += 4) {
        data[o] = byte((height[index(x + 1, y, z)] - height[index(x - 1, y, z)]) * 4)
        data[o + 1] = byte((height[index(x, y + 1, z)] - height[index(x, y - 1, z)]) * 4)
        data[o + 2] = byte((height[index(x, y, z + 1)] - height[index(x, y, z - 1)]) * 4)
        data[o + 3] = Math.round(255 * Math.min(1, Math.max(0, (height[index(x, y, z)] - 0.2) / 0.6)))
      }
  const texture = new Data3DTexture(data, side, side, side)
  texture.format = RGBAFormat
  texture.minFilter = LinearMipmapNearestFilter
  texture.magFilter = LinearFilter
  texture.wrapS = texture.wrapT = texture.wrapR = RepeatWrapping
  texture.generateMipmaps = true
  texture.needsUpdate = true
  return texture
}
