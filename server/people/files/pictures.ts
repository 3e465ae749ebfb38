import sharp, { type Sharp } from 'sharp'
import type { FilePurpose } from '#contract/people/files/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { createConcurrencyLimiter } from '#server/platform/core/concurrency-limiter.ts'

/** Two pictures at once, 24 wait, eight of them of one company; who comes then is asked to come again: decoding takes memory by the pixel. */
const lane = createConcurrencyLimiter({ atOnce: 2, waiting: 24, waitingEach: 8 })
const PIXELS_MAX = 40_000_000
const SECONDS_MAX = 10

// One picture takes one core, and what was decoded is not kept.
sharp.concurrency(1)
sharp.cache(false)

/** A picture as we made it anew. */
export interface EncodedPicture {
  type: string
  bytes: Buffer
  width: number
  height: number
}

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) => signature.every((byte, index) => bytes[at + index] === byte)
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

/** Whether the first bytes are those of a JPEG, a PNG or a WebP. A file's name and its type of the form say nothing. */
const isPicture = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0xff, 0xd8, 0xff]) ||
  startsWith(bytes, [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]) ||
  (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8))

const FACE_PX = 320
/** As wide as the stage of the first page on a dense screen. */
const BANNER = { width: 1_600, height: 800 }
/** Enough to read the smallest print of a licence, and a bound for what is stored. */
const PAPER_PX = 4_096

/** What everybody looks at on a page, not what anybody reads. */
const SHOWN_PX = 1_280

/** What a picture is drawn for: what members bring, or what staff put on the first page. */
type Use = FilePurpose | 'banner'

/** The size and format of each purpose's pictures. */
const asFace = (image: Sharp) => image.resize(FACE_PX, FACE_PX, { fit: 'cover' }).webp({ quality: 82 })
const asBanner = (image: Sharp) => image.resize({ ...BANNER, fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 })
const asPaper = (image: Sharp) =>
  image.resize(PAPER_PX, PAPER_PX, { fit: 'inside', withoutEnlargement: true }).flatten({ background: '#fff' }).jpeg({ quality: 88 })

const asShown = (image: Sharp) => image.resize(SHOWN_PX, SHOWN_PX, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 })
const sizes: Partial<Record<Use, (image: Sharp) => Sharp>> = { avatar: asFace, comment: asShown, banner: asBanner }

/** Opens what members brought, within bounds. Without the check of the first bytes before it, it would draw SVG too. */
const decode = (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })

async function draw(bytes: Buffer, use: Use): Promise<EncodedPicture> {
  if (!isPicture(bytes)) refuse('NOT_AN_IMAGE')
  const upright = decode(bytes).timeout({ seconds: SECONDS_MAX }).autoOrient().toColourspace('srgb')
  const { data, info } = await (sizes[use] ?? asPaper)(upright).toBuffer({ resolveWithObject: true })
  return { type: info.format === 'webp' ? 'image/webp' : 'image/jpeg', bytes: data, width: info.width, height: info.height }
}

/**
 * The picture in what somebody has uploaded, drawn anew: upright, in sRGB, without the place, time and device that a camera adds, and
 * without whatever else the file held. Refuses what is no JPEG, PNG or WebP, or has more than 40 million pixels.
 */
export const reencodePicture = (bytes: Buffer, use: Use): Promise<EncodedPicture> =>
  lane.run(() =>
    draw(bytes, use).catch((error: Error) => {
      if (error.name === 'Refusal') throw error
      return refuse(/pixel limit|timeout/i.test(error.message) ? 'IMAGE_TOO_LARGE' : 'NOT_AN_IMAGE')
    }),
  )
