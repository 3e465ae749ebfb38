import * as z from 'zod/mini'
import { BinField } from '#contract/catalog/inventory/api.ts'
import { TypedSkuCode } from '#contract/catalog/suppliers/api.ts'
import {
  defineEndpoints,
  downloadEndpoint,
  idempotentUploadEndpoint,
  idempotentWriteEndpoint,
  readEndpoint,
  writeEndpoint,
} from '#contract/platform/core/endpoint.ts'
import { Id, IntegerId, NullOutput, pageInput, pageOutput, RequiredText, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import {
  CountedUnits,
  CountRowResult,
  recountScopes,
  STOCK_COUNT_BYTES_MAX,
  STOCK_COUNT_LINES_MAX,
  StockCount,
  StockCountEntryLine,
  StockCountLine,
  StockCountNo,
  StockCountStateSchema,
  StockCountValue,
  stockCountParts,
} from './shapes.ts'

const one = { id: Id }
const refusals = ['STOCK_COUNT_NOT_FOUND', 'STOCK_COUNT_STATE'] as const
const openRefusals = ['WAREHOUSE_NOT_FOUND', 'WAREHOUSE_CLOSED', 'STOCK_COUNT_EMPTY', 'STOCK_COUNT_LARGE', 'STOCK_COUNT_OVERLAP'] as const
const LineNo = z.int().check(z.minimum(1), z.maximum(STOCK_COUNT_LINES_MAX))
const fileLimit = { bytesMax: STOCK_COUNT_BYTES_MAX, tooLarge: 'STOCK_COUNT_FILE_LARGE' } as const
const FileName = RequiredText(200, '请选择文件')
const LINES_AT_ONCE = 200

/** The fields that every new sheet has, however its SKUs are chosen. */
export const stockCountFields = { warehouseId: Id, blind: z.boolean(), note: z._default(Text(100), '') }

export const consoleStockCountEndpoints = defineEndpoints('/console-api/api/stock-count', {
  list: readEndpoint({
    path: 'list',
    summary: '盘点单，最新的在前；待审核、盘点中的，等得久的在前',
    needs: { staff: 'stockCountView' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(StockCountStateSchema),
      countNo: z.optional(StockCountNo),
      warehouseId: z.optional(Id),
    }),
    output: pageOutput(StockCount),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一张盘点单：进度和差异合计；看得到成本的人另有差异金额',
    needs: { staff: 'stockCountView' },
    /** `own`: the reader has counted for it, so somebody else decides. */
    input: z.strictObject(one),
    output: z.object({ count: StockCount, value: z.nullable(StockCountValue), own: z.boolean() }),
    refusals: ['STOCK_COUNT_NOT_FOUND'],
  }),
  lines: readEndpoint({
    path: 'lines',
    summary: '一张盘点单的商品，按货位排列：开单和录入时的账面、实盘、差异、录入后的变动；盲盘的盘点单提交后才显示账面',
    needs: { staff: 'stockCountView' },
    input: z.strictObject({
      ...pageInput,
      ...one,
      part: z.optional(z.enum(keysOf(stockCountParts), '范围不正确')),
      keyword: z.optional(Text(60)),
    }),
    output: pageOutput(StockCountLine),
    refusals: ['STOCK_COUNT_NOT_FOUND'],
  }),
  entry: readEndpoint({
    path: 'entry',
    summary: '录入实盘数量用的整张盘点单，含商品条码',
    needs: { staff: 'stockCountView' },
    input: z.strictObject(one),
    output: z.object({ count: StockCount, lines: z.array(StockCountEntryLine) }),
    refusals: ['STOCK_COUNT_NOT_FOUND'],
  }),
  create: writeEndpoint({
    path: 'create',
    summary: '新建盘点单：按货位范围、分类或商品编码选定一个仓库的商品，记下开单时的账面数量；一个规格同时只在一张盘点单中',
    needs: { staff: 'stockCountEdit' },
    audits: 'warehouse',
    input: z.strictObject({
      ...stockCountFields,
      binFrom: z._default(BinField, ''),
      binTo: z._default(BinField, ''),
      goodsCategory: z.optional(IntegerId),
      /** If codes are given, these SKUs alone, also those of which nothing should lie there. */
      skuCodes: z._default(z.array(TypedSkuCode).check(z.maxLength(STOCK_COUNT_LINES_MAX, `最多 ${STOCK_COUNT_LINES_MAX} 个规格`)), []),
    }),
    output: z.object({ ...one, lines: z.int() }),
    refusals: [...openRefusals, 'STOCK_COUNT_LINES'],
  }),
  createFromFile: idempotentUploadEndpoint({
    path: 'create-from-file',
    summary: '按文件新建盘点单：CSV 或 XLSX，第一列或“编码”列为商品编码',
    needs: { staff: 'stockCountEdit' },
    audits: 'warehouse',
    input: z.strictObject({ ...stockCountFields, fileName: FileName }),
    output: z.object({ ...one, lines: z.int() }),
    refusals: [...openRefusals, 'STOCK_COUNT_LINES', 'STOCK_COUNT_FILE', 'STOCK_COUNT_FILE_LARGE'],
    fileLimit,
  }),
  enter: idempotentWriteEndpoint({
    path: 'enter',
    summary: '录入实盘数量（含订单已占用、还在仓内的）：差异按录入时的账面计算；别人刚录入过的不会被覆盖',
    needs: { staff: 'stockCountEdit' },
    audits: 'row',
    input: z.strictObject({
      ...one,
      lines: z
        .array(
          z.strictObject({
            lineNo: LineNo,
            /** null: not counted after all. */
            counted: z.nullable(CountedUnits),
            /** What the person saw there before; null: nothing. */
            before: z.nullable(CountedUnits),
          }),
        )
        .check(
          z.minLength(1, '请填写实盘数量'),
          z.maxLength(LINES_AT_ONCE, `一次最多 ${LINES_AT_ONCE} 行`),
          z.refine((lines) => new Set(lines.map(({ lineNo }) => lineNo)).size === lines.length, '同一行商品只能出现一次'),
        ),
    }),
    output: NullOutput,
    refusals: [...refusals, 'STOCK_COUNT_LINE_NOT_FOUND', 'STOCK_COUNT_LINE_TYPED'],
  }),
  importCounts: idempotentUploadEndpoint({
    path: 'import-counts',
    summary: '导入实盘数量：CSV 或 XLSX，按表头识别商品编码和实盘数量，逐行给出结果；差异按导入时的账面计算',
    needs: { staff: 'stockCountEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, fileName: FileName }),
    output: z.object({ fileName: z.string(), recorded: z.int(), refused: z.int(), rows: z.array(CountRowResult) }),
    refusals: [...refusals, 'STOCK_COUNT_FILE', 'STOCK_COUNT_FILE_LARGE'],
    fileLimit,
  }),
  submit: writeEndpoint({
    path: 'submit',
    summary: '提交审核：须全部录入，或写明不盘没有录入的行',
    needs: { staff: 'stockCountEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, leaveOut: z._default(z.boolean(), false), rowVersion: RowVersion }),
    output: NullOutput,
    refusals: [...refusals, 'STOCK_COUNT_UNFINISHED', 'ROW_CHANGED'],
  }),
  approve: idempotentWriteEndpoint({
    path: 'approve',
    summary: '审核过账：由没有参与盘点的另一人把差异记入库存流水；盘亏不能动用订单已占用的数量',
    needs: { staff: 'stockCountDecide' },
    audits: 'row',
    input: z.strictObject({ ...one, rowVersion: RowVersion }),
    output: z.object({ surplus: z.int(), shortage: z.int() }),
    refusals: [...refusals, 'STOCK_COUNT_RESERVED', 'STOCK_COUNT_MOVED', 'SECOND_PERSON_NEEDED', 'SECOND_PERSON_TIED', 'ROW_CHANGED'],
  }),
  reject: writeEndpoint({
    path: 'reject',
    summary: '退回重盘：清空有差异的或全部实盘数量，写明原因',
    needs: { staff: 'stockCountDecide' },
    audits: 'row',
    input: z.strictObject({
      ...one,
      recount: z.enum(keysOf(recountScopes), '请选择重盘范围'),
      reason: RequiredText(100, '请填写原因'),
      rowVersion: RowVersion,
    }),
    output: NullOutput,
    refusals: [...refusals, 'ROW_CHANGED'],
  }),
  cancel: writeEndpoint({
    path: 'cancel',
    summary: '取消还没有过账的盘点单，库存不变',
    needs: { staff: 'stockCountEdit' },
    audits: 'row',
    input: z.strictObject(one),
    output: NullOutput,
    refusals,
  }),
})

/** The paper that people count with. */
export const consoleStockCountPrintoutEndpoints = defineEndpoints('/console-api/api/stock-count-printout', {
  print: downloadEndpoint({
    path: 'print',
    summary: '下载盘点表（PDF）：按货位排列，带条码和空白的实盘栏；盲盘的不印账面数量',
    needs: { staff: 'stockCountView' },
    input: z.strictObject(one),
    refusals: ['STOCK_COUNT_NOT_FOUND'],
  }),
})
