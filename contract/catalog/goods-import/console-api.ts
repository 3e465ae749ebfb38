import * as z from 'zod/mini'
import { consoleGoodsEndpoints } from '#contract/catalog/goods-editing/console-api.ts'
import { priceChangeConfirmedSchema } from '#contract/catalog/pricing/console-api.ts'
import {
  defineEndpoints,
  downloadEndpoint,
  idempotentUploadEndpoint,
  readEndpoint,
  writeEndpoint,
} from '#contract/platform/core/endpoint.ts'
import { Id, IntegerId, NullOutput, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'
import { defineExportOfList, exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { GOODS_IMPORT_ARCHIVE_BYTES_MAX, GoodsImport, GoodsImportModeSchema, GoodsImportRow, GoodsImportRowResultSchema } from './shapes.ts'

/** A field of a form is always text. */
const formFlag = z.optional(z.literal('yes', '请勾选或留空'))

export const consoleGoodsImportEndpoints = defineEndpoints('/console-api/api/goods-import', {
  try: idempotentUploadEndpoint({
    path: 'try',
    summary: '上传商品表格并试算：XLSX、CSV（UTF-8、GBK），或含一个表格和图片、PDF 的 ZIP；每行一个规格，按商品编码归并；试算在后台进行',
    needs: { staff: 'goods' },
    input: z.strictObject({
      fileName: Text(200).check(z.minLength(1, '请选择文件')),
      mode: GoodsImportModeSchema,
      /** Empty cells empty their fields; left out: empty cells change nothing. */
      clearEmpty: formFlag,
    }),
    output: GoodsImport,
    refusals: ['GOODS_FILE_UNREADABLE', 'GOODS_FILE_TOO_LARGE'],
    fileLimit: { bytesMax: GOODS_IMPORT_ARCHIVE_BYTES_MAX, tooLarge: 'GOODS_FILE_TOO_LARGE' },
  }),
  state: readEndpoint({
    path: 'state',
    summary: '一次商品导入的状态、进度和各结果的行数',
    needs: { staff: 'goods' },
    input: z.strictObject({ id: Id }),
    output: GoodsImport,
    refusals: ['GOODS_IMPORT_NOT_FOUND'],
  }),
  list: readEndpoint({
    path: 'list',
    summary: '商品导入记录，最近的在前，保留 30 天',
    needs: { staff: 'goods' },
    input: z.strictObject(pageInput),
    output: pageOutput(GoodsImport),
  }),
  rows: readEndpoint({
    path: 'rows',
    summary: '一次商品导入的逐行结果，可按结果筛选',
    needs: { staff: 'goods' },
    input: z.strictObject({
      ...pageInput,
      id: Id,
      result: z.optional(GoodsImportRowResultSchema),
      /** Only rows with prices that must be confirmed. */
      questions: z.optional(z.boolean()),
    }),
    output: pageOutput(GoodsImportRow),
    refusals: ['GOODS_IMPORT_NOT_FOUND'],
  }),
  apply: writeEndpoint({
    path: 'apply',
    summary: '导入试算过的内容：逐个商品发布；试算之后变动过的商品不导入；价格变动过大或低于成本的须确认',
    needs: { staff: 'goods' },
    audits: 'row',
    input: z.strictObject({
      id: Id,
      /** The code that the trial returned. */
      seen: Text(64).check(z.minLength(1, '请先试算')),
      confirmed: priceChangeConfirmedSchema,
    }),
    output: NullOutput,
    refusals: ['GOODS_IMPORT_NOT_FOUND', 'GOODS_IMPORT_STATE_WRONG', 'GOODS_IMPORT_MOVED', 'PRICE_CHANGE_LARGE', 'PRICE_BELOW_COST'],
  }),
  stop: writeEndpoint({
    path: 'stop',
    summary: '停止试算或导入：已导入的商品保留，其余的不再导入',
    needs: { staff: 'goods' },
    audits: 'row',
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: ['GOODS_IMPORT_NOT_FOUND', 'GOODS_IMPORT_STATE_WRONG'],
  }),
  result: downloadEndpoint({
    path: 'result',
    summary: '导入结果：上传的表格加上“导入结果”和“原因”两列',
    needs: { staff: 'goods' },
    input: z.strictObject({ id: Id, format: SheetFormat }),
    refusals: ['GOODS_IMPORT_NOT_FOUND', ...exportRefusals],
  }),
  template: downloadEndpoint({
    path: 'template',
    summary: '某分类的商品导入模板（Excel）：含该分类的参数列，可选的值为下拉选项',
    needs: { staff: 'goods' },
    unrecorded: 'An empty form.',
    input: z.strictObject({ categoryId: IntegerId }),
    refusals: ['CATEGORY_NOT_FOUND'],
  }),
})

export const consoleGoodsExportEndpoints = defineEndpoints('/console-api/api/export', {
  goods: defineExportOfList(consoleGoodsEndpoints.list, 'goods', '商品的全部内容：与商品导入同一格式，每行一个规格，不含草稿'),
})
