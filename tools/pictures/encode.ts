import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { cutOutSizes, pictureSizes } from '#contract/catalog/pictures/picture-urls.ts'
import type { Composition } from './compose.ts'

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

const FULL = { width: FULL_SIZE_PIXELS, height: FULL_SIZE_PIXELS } as const

/** The cut-out in its size in the frame. What leaves the frame is only shadow. */
const scaleCut = async (cut: Buffer, { scale, raised }: Composition): Promise<Buffer> => {
  const side = Math.round(FULL_SIZE_PIXELS * scale)
  const small = await sharp(cut, { raw: { ...FULL, channels: 4 } })
    .resize(side, side)
    .png()
    .toBuffer()
  const room = { width: FULL_SIZE_PIXELS * 2, height: FULL_SIZE_PIXELS * 2, channels: 4 as const }
  const left = Math.round(FULL_SIZE_PIXELS - side / 2)
  const whole = await sharp({ create: { ...room, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: small, left, top: left - Math.round(FULL_SIZE_PIXELS * raised) }])
    .raw()
    .toBuffer()
  const middle = FULL_SIZE_PIXELS / 2
  return sharp(whole, { raw: room })
    .extract({ left: middle, top: middle, ...FULL })
    .raw()
    .toBuffer()
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
export const writePictureFilesOfView = async (folder: string, view: number, cut: Buffer, composition?: Composition): Promise<number> => {
  await mkdir(folder, { recursive: true })
  const whole = onGround(composition ? await scaleCut(cut, composition) : cut)
  let bytes = 0
  const write = async (name: string, picture: Sharp) => {
    const data = await picture.toBuffer()
    bytes += data.length
    await writeFile(join(folder, name), data)
  }
  for (const size of pictureSizes) {
    const overlay = composition?.overlays.get(size)
    const bare = await sharp(whole, { raw: { ...FULL, channels: 3 } })
      .resize(size, size)
      .raw()
      .toBuffer()
    const drawn = await sharp(bare, { raw: { width: size, height: size, channels: 3 } })
      .composite(overlay ? [{ input: overlay }] : [])
      .removeAlpha()
      .raw()
      .toBuffer()
    const scaled = () => sharp(drawn, { raw: { width: size, height: size, channels: 3 } })
    await write(`${view}-${size}.webp`, scaled().webp({ quality: quality.webp[size], effort: 6, smartSubsample: true }))
    await write(`${view}-${size}.avif`, scaled().avif({ quality: quality.avif[size], effort: 5, chromaSubsampling: '4:2:0' }))
  }
  if (view !== 1) return bytes
  for (const size of cutOutSizes) {
    const small = sharp(cut, { raw: { ...FULL, channels: 4 } }).resize(size, size)
    await write(`cut-${size}.webp`, small.webp({ quality: cutQuality[size], alphaQuality: 80, effort: 6 }))
  }
  return bytes
}
