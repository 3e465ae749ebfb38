import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, uploadEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, NullOutput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { goodsLibraryPageInput } from './picture-api.ts'

export const goodsDocumentKinds = {
  certificate: { label: '合格证' },
  test: { label: '检测报告' },
  drawing: { label: '图纸' },
  msds: { label: 'MSDS' },
  other: { label: '其他' },
} as const

export const GOODS_DOCUMENT_BYTES_MAX = 20 * 1024 * 1024

/** A document of the library. */
export const GoodsLibraryDocument = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(keysOf(goodsDocumentKinds)),
  /** null: it does not end. */
  validUntil: z.nullable(Day),
  bytes: z.int(),
  createdAt: Instant,
  staffName: z.string(),
  used: z.boolean(),
})
export type GoodsLibraryDocument = z.output<typeof GoodsLibraryDocument>

export const goodsDocumentFields = {
  name: RequiredText(80, '请填写文件名称'),
  kind: z.enum(keysOf(goodsDocumentKinds), '请选择文件类型'),
  validUntil: z.optional(Day),
}

export const consoleGoodsDocumentEndpoints = defineEndpoints('/console-api/api/goods-document', {
  upload: uploadEndpoint({
    path: 'upload',
    summary: '上传商品文件：PDF，不超过 20 MB；相同的文件只存一份',
    needs: { staff: 'goods' },
    input: z.strictObject(goodsDocumentFields),
    output: GoodsLibraryDocument,
    refusals: ['NOT_A_PDF', 'DOCUMENT_TOO_LARGE'],
    fileLimit: { bytesMax: GOODS_DOCUMENT_BYTES_MAX, tooLarge: 'DOCUMENT_TOO_LARGE' },
  }),
  list: readEndpoint({
    path: 'list',
    summary: '文件库：最新的在前；未使用的一天后自动删除',
    needs: { staff: 'goods' },
    input: goodsLibraryPageInput,
    output: pageOutput(GoodsLibraryDocument),
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除未使用的文件',
    needs: { staff: 'goods' },
    audits: 'row',
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_IN_USE'],
  }),
})
