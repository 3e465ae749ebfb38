import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, uploadEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, NullOutput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { libraryKeepers, libraryPageInput } from './picture-api.ts'

export const documentKinds = {
  certificate: { label: '合格证' },
  test: { label: '检测报告' },
  drawing: { label: '图纸' },
  msds: { label: 'MSDS' },
  other: { label: '其他' },
} as const

export const DOCUMENT_BYTES_MAX = 20 * 1024 * 1024

/** A document of the library. */
export const LibraryDocument = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(keysOf(documentKinds)),
  /** null: it does not end. */
  validUntil: z.nullable(Day),
  bytes: z.int(),
  createdAt: Instant,
  staffName: z.string(),
  used: z.boolean(),
})
export type LibraryDocument = z.output<typeof LibraryDocument>

export const documentFields = {
  name: RequiredText(80, '请填写文件名称'),
  kind: z.enum(keysOf(documentKinds), '请选择文件类型'),
  validUntil: z.optional(Day),
}

export const goodsDocumentEndpoints = defineEndpoints('/console-api/api/goods-document', {
  upload: uploadEndpoint({
    path: 'upload',
    summary: '上传商品文件：PDF，不超过 20 MB；相同的文件只存一份',
    needs: libraryKeepers,
    input: z.strictObject(documentFields),
    output: LibraryDocument,
    refusals: ['NOT_A_PDF', 'DOCUMENT_TOO_LARGE'],
    fileLimit: { bytesMax: DOCUMENT_BYTES_MAX, tooLarge: 'DOCUMENT_TOO_LARGE' },
  }),
  list: readEndpoint({
    path: 'list',
    summary: '文件库：最新的在前；未使用的一天后自动删除',
    needs: libraryKeepers,
    input: libraryPageInput,
    output: pageOutput(LibraryDocument),
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除未使用的文件',
    needs: libraryKeepers,
    audits: 'row',
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_IN_USE'],
  }),
})
