import { IMAGE_BYTES_MAX } from '#contract/people/files/api.ts'

const TYPES = ['image/jpeg', 'image/png', 'image/webp']
/** The file types that a file input accepts. */
export const PICTURE_FILE_TYPES = TYPES.join(',')

/** Why a file cannot be uploaded as a picture; undefined if it may be one. The server checks the content. */
export function getPictureFileError({ type, size }: { type: string; size: number }): string | undefined {
  if (!TYPES.includes(type)) return '仅支持 JPG、PNG、WebP 图片'
  if (size > IMAGE_BYTES_MAX) return '图片不能超过 10MB'
  return undefined
}
