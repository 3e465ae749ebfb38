import * as z from 'zod/mini'
import {
  defineEndpoints,
  downloadEndpoint,
  idempotentWriteEndpoint,
  readEndpoint,
  writeEndpoint,
} from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, NullOutput, pageInput, pageOutput, Quantity, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'
import { PositiveYuan } from '#contract/platform/core/money.ts'
import {
  QUOTATION_DRAWING_NAME_LENGTH_MAX,
  QUOTATION_DRAWINGS_MAX,
  QUOTATION_GOODS_NAME_LENGTH_MAX,
  QUOTATION_LINES_MAX,
  QUOTATION_NOTE_LENGTH_MAX,
  QUOTATION_SPEC_LENGTH_MAX,
  QUOTATION_TEXT_LENGTH_MAX,
  QUOTATION_TITLE_LENGTH_MAX,
  QUOTATION_UNIT_LENGTH_MAX,
  QuotationDetail,
  QuotationLineNo,
  QuotationMessageNo,
  QuotationMessageText,
  QuotationNo,
  QuotationRow,
  QuotationStateSchema,
} from './shapes.ts'

const One = z.strictObject({ id: Id })
const moveRefusals = ['QUOTATION_NOT_FOUND', 'QUOTATION_MOVED'] as const

/** A line of a request: a SKU, or parts that the catalog does not list, in words. */
const NewLine = z
  .strictObject({
    skuId: z.optional(Id),
    name: z._default(Text(QUOTATION_GOODS_NAME_LENGTH_MAX), ''),
    spec: z._default(Text(QUOTATION_SPEC_LENGTH_MAX), ''),
    unit: z._default(Text(QUOTATION_UNIT_LENGTH_MAX), ''),
    goodsNum: Quantity,
    /** The unit price that the buyer hopes for, in yuan. */
    wishedPrice: z.optional(PositiveYuan),
    note: z._default(Text(QUOTATION_NOTE_LENGTH_MAX), ''),
  })
  .check(z.refine(({ skuId, name }) => skuId !== undefined || name !== '', { message: '请填写名称，或选择商品', path: ['name'] }))

const Lines = z.array(NewLine).check(
  z.minLength(1, '请至少填写一行'),
  z.maxLength(QUOTATION_LINES_MAX, `一张询价单最多 ${QUOTATION_LINES_MAX} 行`),
  z.refine((lines) => {
    const skuIds = lines.flatMap(({ skuId }) => skuId ?? [])
    return new Set(skuIds).size === skuIds.length
  }, '同一商品请合并为一行'),
)

const NewDrawing = z.strictObject({
  /** An upload for drawings, or a drawing of an earlier request of the company. */
  fileId: Id,
  name: RequiredText(QUOTATION_DRAWING_NAME_LENGTH_MAX, '请填写图纸名称'),
  lineNo: z.optional(QuotationLineNo),
})

const Drawings = z.array(NewDrawing).check(
  z.maxLength(QUOTATION_DRAWINGS_MAX, `一张询价单最多 ${QUOTATION_DRAWINGS_MAX} 份图纸`),
  z.refine((drawings) => new Set(drawings.map(({ fileId }) => fileId)).size === drawings.length, '同一份图纸只能使用一次'),
)
const drawingRefusals = ['FILE_NOT_FOUND', 'QUOTATION_LINE_NOT_FOUND'] as const

/** Reading needs 订单管理, as for orders; asking and deciding needs 下单支付, because an offer leads to an order. */
export const quotationEndpoints = defineEndpoints('/order-api/api/quotation', {
  create: idempotentWriteEndpoint({
    path: 'create',
    summary: '询价：商品或文字描述的配件、数量、期望价格、交货要求、图纸',
    needs: 'buyPay',
    memberLimit: 200,
    input: z.strictObject({
      title: z._default(Text(QUOTATION_TITLE_LENGTH_MAX), ''),
      remark: z._default(Text(QUOTATION_TEXT_LENGTH_MAX), ''),
      addressId: z.optional(Id),
      wantedDay: z.optional(Day),
      lines: Lines,
      drawings: z._default(Drawings, []),
    }),
    output: z.object({ id: Id, quotationNo: QuotationNo }),
    refusals: ['SKU_NOT_FOUND', 'ADDRESS_NOT_FOUND', 'QUOTATION_DAY_PAST', ...drawingRefusals],
  }),
  list: readEndpoint({
    path: 'list',
    summary: '询价单，最新的在前',
    needs: 'lookOrder',
    input: z.strictObject({
      ...pageInput,
      state: z.optional(QuotationStateSchema),
      /** A part of its number or title, or of the name or code of goods. */
      keyword: z.optional(Text(50)),
    }),
    output: pageOutput(QuotationRow),
  }),
  count: readEndpoint({
    path: 'count',
    summary: '各状态的询价单数',
    needs: 'lookOrder',
    input: EmptyInput,
    output: z.array(z.object({ state: QuotationStateSchema, count: z.int() })),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '询价单详情：各行、图纸、各版报价、留言、订单',
    needs: 'lookOrder',
    input: One,
    output: QuotationDetail,
    refusals: ['QUOTATION_NOT_FOUND'],
  }),
  markRead: writeEndpoint({
    path: 'mark-read',
    summary: '把客服的留言标为本企业已读；upTo 为看到的最后一条',
    needs: 'lookOrder',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id, upTo: QuotationMessageNo }),
    output: NullOutput,
    refusals: ['QUOTATION_NOT_FOUND'],
  }),
  sendMessage: writeEndpoint({
    path: 'send-message',
    summary: '给客服留言',
    needs: 'buyPay',
    memberLimit: 500,
    input: z.strictObject({ id: Id, text: QuotationMessageText }),
    output: NullOutput,
    refusals: moveRefusals,
  }),
  addDrawings: writeEndpoint({
    path: 'add-drawings',
    summary: '补充图纸：JPG、PNG、WebP 图片或 PDF，先按“图纸”用途上传',
    needs: 'buyPay',
    memberLimit: 'as many drawings as a request may have.',
    input: z.strictObject({ id: Id, drawings: Drawings.check(z.minLength(1, '请选择图纸')) }),
    output: NullOutput,
    refusals: [...moveRefusals, ...drawingRefusals, 'QUOTATION_DRAWINGS_FULL'],
  }),
  askAgain: writeEndpoint({
    path: 'ask-again',
    summary: '请求重新报价：说明希望怎样调整',
    needs: 'buyPay',
    memberLimit: 500,
    input: z.strictObject({ id: Id, text: QuotationMessageText }),
    output: NullOutput,
    refusals: moveRefusals,
  }),
  finish: writeEndpoint({
    path: 'finish',
    summary: '部分下单后，其余不再下单',
    needs: 'buyPay',
    memberLimit: 'of what was asked for.',
    input: One,
    output: NullOutput,
    refusals: moveRefusals,
  }),
  decline: writeEndpoint({
    path: 'decline',
    summary: '谢绝报价',
    needs: 'buyPay',
    memberLimit: 'of what was asked for.',
    input: z.strictObject({ id: Id, reason: z._default(Text(QUOTATION_TEXT_LENGTH_MAX), '') }),
    output: NullOutput,
    refusals: moveRefusals,
  }),
  withdraw: writeEndpoint({
    path: 'withdraw',
    summary: '撤回询价',
    needs: 'buyPay',
    memberLimit: 'of what was asked for.',
    input: z.strictObject({ id: Id, reason: z._default(Text(QUOTATION_TEXT_LENGTH_MAX), '') }),
    output: NullOutput,
    refusals: moveRefusals,
  }),
})

/** The printed offer, with stamp and hash. */
export const quotationPrintoutEndpoints = defineEndpoints('/order-api/api/quotation-printout', {
  print: downloadEndpoint({
    path: 'print',
    summary: '下载当前报价单（PDF，带印章、校验码）',
    needs: 'lookOrder',
    input: One,
    refusals: ['QUOTATION_NOT_FOUND', 'QUOTATION_NOT_QUOTED'],
  }),
})
