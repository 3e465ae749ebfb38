import { send } from '#console/platform/sessions/session.ts'
import { goodsDocumentEndpoints } from '#contract/catalog/pictures/document-api.ts'
import { goodsPictureEndpoints } from '#contract/catalog/pictures/picture-api.ts'
import { IMAGE_BYTES_MAX } from '#contract/people/files/api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const pictureApi = connect(goodsPictureEndpoints, send)
export const documentApi = connect(goodsDocumentEndpoints, send)

const TYPES = ['image/jpeg', 'image/png', 'image/webp']
/** The file types that an input of pictures accepts. */
export const PICTURE_TYPES = TYPES.join(',')

/** Why a file is not sent at all; undefined: it may be a picture. The server checks what is in it. */
export function pictureFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!TYPES.includes(type)) return '仅支持 JPG、PNG、WebP 图片'
  return size > IMAGE_BYTES_MAX ? '图片不能超过 10MB' : undefined
}
