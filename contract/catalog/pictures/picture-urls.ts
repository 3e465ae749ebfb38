import * as z from 'zod/mini'
import { Id } from '#contract/platform/core/fields.ts'

/** The sizes of a picture in pixels: it is a square. Browsers choose by the displayed width. */
export const pictureSizes = [320, 640, 960] as const
/**
 * The cut-out of a picture that was uploaded with a transparent background. It is decoration, and no screen shows it larger than 320 CSS
 * pixels.
 */
export const cutOutSizes = [320, 640] as const
export const pictureFormats = ['avif', 'webp'] as const
export type PictureSize = (typeof pictureSizes)[number]
export type PictureFormat = (typeof pictureFormats)[number]

/** The address of a picture. The content of an address never changes. */
export const getPictureUrl = (id: string, size: PictureSize, format: PictureFormat): string => `/pictures/${id}/${size}.${format}`
export const getCutOutUrl = (id: string, size: (typeof cutOutSizes)[number]): string => `/pictures/${id}/cut-${size}.webp`
export const getGoodsDocumentUrl = (id: string): string => `/documents/${id}.pdf`

/** How many pictures goods can have. */
export const GOODS_PICTURES_MAX = 12
export const PICTURE_ALT_LENGTH_MAX = 100

/** A picture of goods, as the goods name it. */
export const GoodsPicture = z.object({
  id: Id,
  /** What it shows. */
  alt: z.string(),
  /** Whether it is the dimension drawing, which is shown separately. */
  drawing: z.boolean(),
})
export type GoodsPicture = z.output<typeof GoodsPicture>
