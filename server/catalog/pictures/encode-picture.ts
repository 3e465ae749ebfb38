import type { Sharp } from 'sharp'
import { cutOutSizes, pictureSizes } from '#contract/catalog/pictures/picture-urls.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { decodeUploadedPicture } from '#server/people/files/public.ts'
import { loadSharp } from '#server/platform/core/picture-library.ts'

/** A picture of goods in all its sizes and formats, by the last part of their addresses. */
export interface GoodsPictureParts {
  /** The size of the uploaded picture. */
  width: number
  height: number
  parts: ReadonlyMap<string, Buffer>
}

/** The longer side. A smaller picture would be blurred on every screen. */
const SIDE_MIN = 320
const FULL = 960
const WHITE = '#fff'
const CLEAR = '#0000'

/** Quality falls with size: a large picture is shown on dense screens, where losses are less visible. */
const quality = { webp: { 320: 80, 640: 76, 960: 70 }, avif: { 320: 58, 640: 55, 960: 50 } } as const
const CUT_OUT = { quality: 78, alphaQuality: 80 }

async function encodeSquare(square: () => Sharp, cut: boolean): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>()
  const onWhite = (size: number) => square().resize(size, size).flatten({ background: WHITE })
  for (const size of pictureSizes) {
    parts.set(`${size}.webp`, await onWhite(size).webp({ quality: quality.webp[size] }).toBuffer())
    parts.set(`${size}.avif`, await onWhite(size).avif({ quality: quality.avif[size] }).toBuffer())
  }
  if (cut) for (const size of cutOutSizes) parts.set(`cut-${size}.webp`, await square().resize(size, size).webp(CUT_OUT).toBuffer())
  return parts
}

/**
 * Encodes an uploaded picture of goods again: as a square on white that shows all of it, in every size and format, without metadata. A
 * picture with a transparent background also gets a cut-out. Refuses NOT_AN_IMAGE, IMAGE_TOO_LARGE, IMAGE_TOO_SMALL.
 */
export const encodeGoodsPicture = (bytes: Buffer): Promise<GoodsPictureParts> =>
  decodeUploadedPicture(bytes, async (upright) => {
    const { autoOrient, hasAlpha } = await upright.metadata()
    const { width, height } = autoOrient
    if (Math.max(width, height) < SIDE_MIN) refuse('IMAGE_TOO_SMALL')
    // The picture is decoded once; the sizes are made from pixels.
    const { data, info } = await upright
      .resize(FULL, FULL, { fit: 'contain', background: hasAlpha ? CLEAR : WHITE })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const square = () => loadSharp()(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    return { width, height, parts: await encodeSquare(square, hasAlpha) }
  })
