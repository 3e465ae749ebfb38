import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { cutOutSizes, pictureSizes } from '#contract/catalog/pictures/picture-urls.ts'

/** The side of a rendered picture. Smaller ones are made from it. */
export const FULL_SIZE_PIXELS = 960

/**
 * Qualities by size. A screen of double density scales larger pictures down more, so they need less quality. Together all pictures stay
 * below 25 MB.
 */
const quality = { webp: { 320: 80, 640: 76, 960: 70 }, avif: { 320: 58, 640: 55, 960: 50 } } as const
const cutQuality = { 320: 80, 640: 74 } as const

/** Warm grey, lighter in the middle, as behind the product cards. */
const middle = [246, 244, 240] as const
const edge = [231, 227, 220] as const

const lerp = (a: number, b: number, t: number): number => a + (b - a) * t

/** A deterministic noise between 0 and 1 by position, which avoids visible steps in the gradient. */
const dither = (x: number, y: number): number => {
  const value = 52.9829189 * ((0.06711056 * x + 0.00583715 * y) % 1)
  return value - Math.floor(value)
}

/** Puts the cut-out on its background. */
const onGround = (cut: Buffer): Buffer => {
  const out = Buffer.alloc(FULL_SIZE_PIXELS * FULL_SIZE_PIXELS * 3)
  for (let y = 0; y < FULL_SIZE_PIXELS; y++)
    for (let x = 0; x < FULL_SIZE_PIXELS; x++) {
      const from = (y * FULL_SIZE_PIXELS + x) * 4
      const to = (y * FULL_SIZE_PIXELS + x) * 3
      const far = Math.min(1, Math.hypot(x / FULL_SIZE_PIXELS - 0.5, y / FULL_SIZE_PIXELS - 0.44) / 0.74)
      const t = far * far * (3 - 2 * far)
      const alpha = (cut[from + 3] ?? 0) / 255
      for (let k = 0; k < 3; k++) {
        const ground = lerp(middle[k] ?? 0, edge[k] ?? 0, t)
        out[to + k] = Math.floor(lerp(ground, cut[from + k] ?? 0, alpha) + dither(x + k * 17, y))
      }
    }
  return out
}

/** Quality of drawings: thin lines on white need more than photographs, and cost less. */
const drawingQuality = { webp: 82, avif: 58 } as const

/** Writes a dimension drawing, which came as PNG, in all sizes and formats. Returns the number of bytes written. */
export const writeDrawingFiles = async (folder: string, png: Buffer): Promise<number> => {
  let bytes = 0
  for (const size of pictureSizes) {
    const scaled = () => sharp(png).resize(size, size)
    const [webp, avif] = [
      scaled().webp({ quality: drawingQuality.webp, effort: 6 }),
      scaled().avif({ quality: drawingQuality.avif, effort: 5 }),
    ]
    for (const [type, picture] of Object.entries({ webp, avif })) {
      const data = await picture.toBuffer()
      bytes += data.length
      await writeFile(join(folder, `drawing-${size}.${type}`), data)
    }
  }
  return bytes
}

/** Writes one view in all sizes and formats; the first view also as a transparent cut-out. Returns the number of bytes written. */
export const writePictureFilesOfView = async (folder: string, view: number, cut: Buffer): Promise<number> => {
  await mkdir(folder, { recursive: true })
  const whole = onGround(cut)
  let bytes = 0
  const write = async (name: string, picture: Sharp) => {
    const data = await picture.toBuffer()
    bytes += data.length
    await writeFile(join(folder, name), data)
  }
  const scaled = (size: number) =>
    sharp(whole, { raw: { width: FULL_SIZE_PIXELS, height: FULL_SIZE_PIXELS, channels: 3 } }).resize(size, size)
  for (const size of pictureSizes) {
    await write(`${view}-${size}.webp`, scaled(size).webp({ quality: quality.webp[size], effort: 6, smartSubsample: true }))
    await write(`${view}-${size}.avif`, scaled(size).avif({ quality: quality.avif[size], effort: 5, chromaSubsampling: '4:2:0' }))
  }
  if (view !== 1) return bytes
  for (const size of cutOutSizes) {
    const small = sharp(cut, { raw: { width: FULL_SIZE_PIXELS, height: FULL_SIZE_PIXELS, channels: 4 } }).resize(size, size)
    await write(`cut-${size}.webp`, small.webp({ quality: cutQuality[size], alphaQuality: 80, effort: 6 }))
  }
  return bytes
}
