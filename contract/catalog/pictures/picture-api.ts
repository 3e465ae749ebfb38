import * as z from 'zod/mini'
import { IMAGE_BYTES_MAX } from '#contract/people/files/api.ts'
import { defineEndpoints, readEndpoint, uploadEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, NullOutput, pageInput, pageOutput, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { PICTURE_ALT_LENGTH_MAX } from './picture-urls.ts'

/** A page of the library; `unused`: only what no goods have used. */
export const goodsLibraryPageInput = z.strictObject({ ...pageInput, unused: z.optional(z.boolean('筛选条件不正确')) })

/** A picture of the library. */
export const GoodsLibraryPicture = z.object({
  id: Id,
  alt: z.string(),
  /** The size of the uploaded picture. */
  width: z.int(),
  height: z.int(),
  /** Of all its sizes together. */
  bytes: z.int(),
  createdAt: Instant,
  /** Empty: it belongs to the demo. */
  staffName: z.string(),
  /** Whether goods have used it, so that it stays. */
  used: z.boolean(),
  rowVersion: RowVersion,
})
export type GoodsLibraryPicture = z.output<typeof GoodsLibraryPicture>

export const consoleGoodsPictureEndpoints = defineEndpoints('/console-api/api/goods-picture', {
  upload: uploadEndpoint({
    path: 'upload',
    summary: '上传商品图片：重新编码，去除元数据，白底正方形；相同的图片只存一份',
    needs: { staff: 'goods' },
    input: z.strictObject({ alt: z.optional(Text(PICTURE_ALT_LENGTH_MAX)) }),
    output: GoodsLibraryPicture,
    refusals: ['NOT_AN_IMAGE', 'IMAGE_TOO_LARGE', 'IMAGE_TOO_SMALL'],
    fileLimit: { bytesMax: IMAGE_BYTES_MAX, tooLarge: 'IMAGE_TOO_LARGE' },
  }),
  list: readEndpoint({
    path: 'list',
    summary: '图片库：最新的在前；未使用的一天后自动删除',
    needs: { staff: 'goods' },
    input: goodsLibraryPageInput,
    output: pageOutput(GoodsLibraryPicture),
  }),
  saveAlt: writeEndpoint({
    path: 'save-alt',
    summary: '修改图片说明',
    needs: { staff: 'goods' },
    audits: 'row',
    input: z.strictObject({ id: Id, alt: Text(PICTURE_ALT_LENGTH_MAX), rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['PICTURE_NOT_FOUND', 'ROW_CHANGED'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除未使用的图片',
    needs: { staff: 'goods' },
    audits: 'row',
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: ['PICTURE_NOT_FOUND', 'PICTURE_IN_USE'],
  }),
})
