import type { Sharp } from 'sharp'
import { type FilePurpose, mayFileBePdf, PDF_TYPE } from '#contract/people/files/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { createConcurrencyLimiter } from '#server/platform/core/concurrency-limiter.ts'
import { loadSharp } from '#server/platform/core/picture-library.ts'
import { beginsAsPdf, requirePlainPdf } from './pdf/plain-pdf.ts'

/**
 * Two pictures are decoded at once; 24 can wait, eight of them of one enterprise; further calls are refused. Decoding needs memory for
 * every pixel.
 */
const lane = createConcurrencyLimiter({ concurrency: 2, queueMax: 24, queueMaxPerOwner: 8 })
const PIXELS_MAX = 40_000_000
const SECONDS_MAX = 10

/** A picture after it was encoded again. */
export interface EncodedPicture {
  type: string
  bytes: Buffer
  width: number
  height: number
}

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) => signature.every((byte, index) => bytes[at + index] === byte)
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

/** Whether the first bytes are those of a JPEG, PNG or WebP. The file name and the content type of the form are not trusted. */
const isPicture = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0xff, 0xd8, 0xff]) ||
  startsWith(bytes, [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]) ||
  (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8))

const FACE_PX = 320
/** The width of the banner on the home page on a high-resolution screen. */
const BANNER = { width: 1_600, height: 800 }
/** Large enough to read the smallest print of a licence, and a limit for the stored size. */
const DOCUMENT_PX = 4_096

/** Large enough for pictures on a page that contain no text to read. */
const SHOWN_PX = 1_280

/** The use of a picture: a purpose of members, or a banner of staff. */
type Use = FilePurpose | 'banner'

/** The size and format for each purpose. */
const asFace = (image: Sharp) => image.resize(FACE_PX, FACE_PX, { fit: 'cover' }).webp({ quality: 82 })
const asBanner = (image: Sharp) => image.resize({ ...BANNER, fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 })
const toDocumentPage = (image: Sharp) =>
  image.resize(DOCUMENT_PX, DOCUMENT_PX, { fit: 'inside', withoutEnlargement: true }).flatten({ background: '#fff' }).jpeg({ quality: 88 })

const asShown = (image: Sharp) => image.resize(SHOWN_PX, SHOWN_PX, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 })
const sizes: Partial<Record<Use, (image: Sharp) => Sharp>> = { avatar: asFace, comment: asShown, banner: asBanner }

/** Decodes an uploaded picture within limits. The first bytes are checked before, because the library would also render SVG. */
const decode = (bytes: Uint8Array) => loadSharp()(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })

async function draw(upright: Sharp, use: Use): Promise<EncodedPicture> {
  const { data, info } = await (sizes[use] ?? toDocumentPage)(upright).toBuffer({ resolveWithObject: true })
  return { type: info.format === 'webp' ? 'image/webp' : 'image/jpeg', bytes: data, width: info.width, height: info.height }
}

/**
 * Gives `draw` an uploaded picture: rotated upright and in sRGB. Refuses files that are not JPEG, PNG or WebP by their first bytes, and
 * pictures of more than 40 million pixels. Only a few are worked on at once.
 */
export const decodeUploadedPicture = <T>(bytes: Buffer, draw: (upright: Sharp) => Promise<T>): Promise<T> =>
  lane.run(async () => {
    if (!isPicture(bytes)) refuse('NOT_AN_IMAGE')
    try {
      return await draw(decode(bytes).timeout({ seconds: SECONDS_MAX }).autoOrient().toColourspace('srgb'))
    } catch (error) {
      if (!(error instanceof Error) || error.name === 'Refusal') throw error
      return refuse(/pixel limit|timeout/i.test(error.message) ? 'IMAGE_TOO_LARGE' : 'NOT_AN_IMAGE')
    }
  })

/**
 * A drawing: a picture is encoded again, a PDF stays as it is. Refuses NOT_A_DRAWING, PDF_NOT_PLAIN, IMAGE_TOO_LARGE.
 */
async function encodeDrawing(bytes: Buffer): Promise<EncodedPicture> {
  if (isPicture(bytes)) return reencodePicture(bytes, 'drawing')
  if (!beginsAsPdf(bytes)) refuse('NOT_A_DRAWING')
  await lane.run(() => requirePlainPdf(bytes))
  return { type: PDF_TYPE, bytes, width: 0, height: 0 }
}

/** Encodes what a member has uploaded for a purpose. Refuses as `reencodePicture` and `encodeDrawing` do. */
export const encodeUpload = (bytes: Buffer, purpose: FilePurpose): Promise<EncodedPicture> =>
  mayFileBePdf(purpose) ? encodeDrawing(bytes) : reencodePicture(bytes, purpose)

/**
 * Decodes an uploaded picture and encodes it again: rotated upright, in sRGB, without metadata such as place, time and camera, and without
 * anything else in the file. Refuses files that are not JPEG, PNG or WebP, or that have more than 40 million pixels.
 */
export const reencodePicture = (bytes: Buffer, use: Use): Promise<EncodedPicture> =>
  decodeUploadedPicture(bytes, (upright) => draw(upright, use))
