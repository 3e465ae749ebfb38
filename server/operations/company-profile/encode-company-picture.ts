import type { Sharp } from 'sharp'
import type { MallCompanyPictureUse } from '#contract/operations/settings/company-picture-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { LARGE_LOGO_FILE_NAME, STAMP_FILE_NAME } from '#server/content/content/public.ts'
import { decodeUploadedPicture } from '#server/people/files/public.ts'

const CLEAR = '#0000'
/** The background of icons that a system crops to its own shape. */
const GROUND = '#f5f3ee'
/** A smaller logo would be blurred as an icon. */
const SIDE_MIN = 320
const STAMP_PX = 600

interface Size {
  side: number
  /** The width of the logo in it. Systems round the corners, which must not touch the logo. */
  share: number
  background: string
}
const logoSizes: Readonly<Record<string, Size>> = {
  [LARGE_LOGO_FILE_NAME]: { side: 512, share: 1, background: CLEAR },
  '192.png': { side: 192, share: 1, background: CLEAR },
  '180.png': { side: 180, share: 0.74, background: GROUND },
  'maskable-512.png': { side: 512, share: 0.62, background: GROUND },
}
/** The sizes of a logo that are served. */
export const logoFileNames: ReadonlySet<string> = new Set(Object.keys(logoSizes))

async function drawLogo(logo: Sharp, { side, share, background }: Size): Promise<Buffer> {
  const inner = Math.round(side * share)
  const before = Math.floor((side - inner) / 2)
  const after = side - inner - before
  const image = logo.clone().resize(inner, inner, { fit: 'contain', background: CLEAR })
  const placed = image.extend({ top: before, left: before, bottom: after, right: after, background: CLEAR })
  return (background === CLEAR ? placed : placed.flatten({ background })).png({ compressionLevel: 9 }).toBuffer()
}

/**
 * Encodes an uploaded logo as a square in every size, or a stamp as it is printed, without metadata. Refuses NOT_AN_IMAGE, IMAGE_TOO_LARGE,
 * IMAGE_TOO_SMALL.
 */
export const encodeMallCompanyPicture = (bytes: Buffer, use: MallCompanyPictureUse): Promise<ReadonlyMap<string, Buffer>> =>
  decodeUploadedPicture(bytes, async (upright) => {
    const { autoOrient } = await upright.metadata()
    if (Math.max(autoOrient.width, autoOrient.height) < SIDE_MIN) refuse('IMAGE_TOO_SMALL')
    if (use === 'stamp') {
      const stamp = upright.resize(STAMP_PX, STAMP_PX, { fit: 'inside', withoutEnlargement: true })
      return new Map([[STAMP_FILE_NAME, await stamp.png({ compressionLevel: 9 }).toBuffer()]])
    }
    const parts = new Map<string, Buffer>()
    for (const [part, size] of Object.entries(logoSizes)) parts.set(part, await drawLogo(upright, size))
    return parts
  })
