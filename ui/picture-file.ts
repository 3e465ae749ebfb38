import { IMAGE_BYTES_MAX, PDF_TYPE } from '#contract/people/files/api.ts'

const TYPES = ['image/jpeg', 'image/png', 'image/webp']
/** The file types that a file input accepts. */
export const PICTURE_FILE_TYPES = TYPES.join(',')

/** The same for drawings, which may also be PDF files. */
export const DRAWING_FILE_TYPES = [...TYPES, PDF_TYPE, '.pdf'].join(',')

/** Why a file cannot be uploaded as a drawing; undefined if it may be one. Some systems know no type of a PDF, so its name counts. */
export function getDrawingFileError({ name, type, size }: { name: string; type: string; size: number }): string | undefined {
  if (!TYPES.includes(type) && type !== PDF_TYPE && !(type === '' && /\.pdf$/i.test(name)))
    return '图纸仅支持 JPG、PNG、WebP 图片和 PDF 文件'
  if (size > IMAGE_BYTES_MAX) return '图纸不能超过 10 MB'
  return undefined
}

/** Why a file cannot be uploaded as a picture; undefined if it may be one. The server checks the content. */
export function getPictureFileError({ type, size }: { type: string; size: number }): string | undefined {
  if (!TYPES.includes(type)) return '仅支持 JPG、PNG、WebP 图片'
  if (size > IMAGE_BYTES_MAX) return '图片不能超过 10MB'
  return undefined
}
