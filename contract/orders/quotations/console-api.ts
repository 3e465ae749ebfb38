import * as z from 'zod/mini'
import { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, NullOutput, pageInput, pageOutput, RequiredText, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { PositiveYuan } from '#contract/platform/core/money.ts'
import {
  ConsoleQuotation,
  ConsoleQuotationRow,
  QUOTATION_DRAWINGS_MAX,
  QUOTATION_LEAD_DAYS_MAX,
  QUOTATION_LINES_MAX,
  QUOTATION_NOTE_LENGTH_MAX,
  QUOTATION_OFFER_VALID_DAYS,
  QUOTATION_TEXT_LENGTH_MAX,
  QuotationLineNo,
  QuotationLineOutcomeSchema,
  QuotationMessageNo,
  QuotationMessageText,
  QuotationStateSchema,
} from './shapes.ts'

const ValidDays = z
  .int('有效天数必须为整数')
  .check(z.minimum(1, '至少 1 天有效'), z.maximum(QUOTATION_OFFER_VALID_DAYS.max, `最多 ${QUOTATION_OFFER_VALID_DAYS.max} 天有效`))

const one = { enterpriseId: Id, id: Id }
const moveRefusals = ['QUOTATION_NOT_FOUND', 'QUOTATION_MOVED'] as const

/** The answer to a line. One that is not offered needs no more than the reason, in its note. */
const OfferLine = z
  .strictObject({
    lineNo: QuotationLineNo,
    outcome: QuotationLineOutcomeSchema,
    /** The asked SKU, or another one in its place. */
    skuId: z.optional(Id),
    salePrice: z.optional(PositiveYuan),
    /** null or left out: not sold on credit. */
    creditPrice: z.optional(z.nullable(PositiveYuan)),
    leadDays: z.optional(
      z
        .int('交货天数必须为整数')
        .check(z.minimum(0, '交货天数不能小于 0'), z.maximum(QUOTATION_LEAD_DAYS_MAX, `交货天数不能超过 ${QUOTATION_LEAD_DAYS_MAX}`)),
    ),
    /** For how many days after today the line holds, if not as long as the offer. */
    validDays: z.optional(ValidDays),
    note: z._default(Text(QUOTATION_NOTE_LENGTH_MAX), ''),
  })
  .check(
    z.refine(({ outcome, skuId }) => outcome !== 'OFFERED' || skuId !== undefined, { message: '请选择供应的商品', path: ['skuId'] }),
    z.refine(({ outcome, salePrice }) => outcome !== 'OFFERED' || salePrice !== undefined, {
      message: '请填写现金价',
      path: ['salePrice'],
    }),
    z.refine(({ salePrice, creditPrice }) => salePrice === undefined || !creditPrice || creditPrice >= salePrice, {
      message: '赊销价不能低于现金价',
      path: ['creditPrice'],
    }),
  )

const OfferLines = z.array(OfferLine).check(
  z.minLength(1, '请逐行报价'),
  z.maxLength(QUOTATION_LINES_MAX, `一张询价单最多 ${QUOTATION_LINES_MAX} 行`),
  z.refine((lines) => new Set(lines.map(({ lineNo }) => lineNo)).size === lines.length, '同一行只能报价一次'),
  z.refine((lines) => lines.some(({ outcome }) => outcome === 'OFFERED'), '请至少报价一行；都不供应时请选择“不予报价”'),
  z.refine((lines) => {
    const skuIds = lines.flatMap(({ outcome, skuId }) => (outcome === 'OFFERED' && skuId !== undefined ? [skuId] : []))
    return new Set(skuIds).size === skuIds.length
  }, '同一商品只能用于一行'),
)

export const consoleQuotationEndpoints = defineEndpoints('/console-api/api/quotation', {
  list: readEndpoint({
    path: 'list',
    summary: '询价单：待报价或买家留言待回复的，等得最久的在前；否则最新的在前',
    needs: { staff: 'quotation' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(QuotationStateSchema),
      /** Only those whose buyer waits for an answer to what he has written. */
      unanswered: z.optional(z.boolean()),
      enterpriseId: z.optional(Id),
      manager: z.optional(AccountManagerFilter),
      /** A part of its number or title, or of the name or code of goods. */
      keyword: z.optional(Text(50)),
      /** The days of its creation. */
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
    }),
    output: pageOutput(ConsoleQuotationRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '询价单详情：各行、图纸、企业现在的价格、库存、各版报价、留言、订单',
    needs: { staff: 'quotation' },
    input: z.strictObject(one),
    output: ConsoleQuotation,
    refusals: ['QUOTATION_NOT_FOUND'],
  }),
  drawing: downloadEndpoint({
    path: 'drawing',
    summary: '查看或下载买家的图纸：逐次记录',
    needs: { staff: 'quotation' },
    input: z.strictObject({
      ...one,
      drawingNo: z.int('图纸不正确').check(z.minimum(1, '图纸不正确'), z.maximum(QUOTATION_DRAWINGS_MAX, '图纸不正确')),
    }),
    refusals: ['QUOTATION_NOT_FOUND', 'QUOTATION_DRAWING_NOT_FOUND'],
  }),
  markRead: writeEndpoint({
    path: 'mark-read',
    summary: '把买家的留言标为已读；upTo 为看到的最后一条',
    needs: { staff: 'quotation' },
    audits: 'row',
    input: z.strictObject({ ...one, upTo: QuotationMessageNo }),
    output: NullOutput,
    refusals: ['QUOTATION_NOT_FOUND'],
  }),
  needNoAnswer: writeEndpoint({
    path: 'need-no-answer',
    summary: '买家的留言无需回复；upTo 为看到的最后一条，其后又有留言的不能这样处理',
    needs: { staff: 'quotation' },
    audits: 'row',
    input: z.strictObject({ ...one, upTo: QuotationMessageNo }),
    output: NullOutput,
    refusals: moveRefusals,
  }),
  skus: readEndpoint({
    path: 'skus',
    summary: '可供替代的商品：一家企业现在的价格和库存',
    needs: { staff: 'quotation' },
    input: z.strictObject({
      enterpriseId: Id,
      skuIds: z.array(Id).check(z.minLength(1, '请选择商品'), z.maxLength(50, '一次最多 50 种商品')),
    }),
    output: z.array(SkuBrief),
  }),
  quote: writeEndpoint({
    path: 'quote',
    summary: '报价：逐行给出现金价、赊销价、交货天数、短于整单的有效天数，或注明不供应；再次报价产生新的版本，已下单的行不变',
    needs: { staff: 'quotation' },
    audits: 'row',
    input: z
      .strictObject({
        ...one,
        rowVersion: RowVersion,
        /** For how many days after today it holds. */
        validDays: z._default(ValidDays, QUOTATION_OFFER_VALID_DAYS.default),
        note: z._default(Text(QUOTATION_TEXT_LENGTH_MAX), ''),
        lines: OfferLines,
        /** A person has confirmed prices far from those that the company pays now. */
        confirmed: z._default(z.boolean(), false),
      })
      .check(
        z.refine(({ validDays, lines }) => lines.every((line) => line.validDays === undefined || line.validDays <= validDays), {
          message: '单行有效天数不能超过整单有效天数',
          path: ['lines'],
        }),
      ),
    output: z.object({ version: z.int() }),
    refusals: [
      ...moveRefusals,
      'ROW_CHANGED',
      'SKU_NOT_FOUND',
      'QUOTATION_LINES_MISSING',
      'QUOTATION_SKU_ORDERED',
      'QUOTATION_VERSIONS_FULL',
      'PRICE_CHANGE_LARGE',
    ],
  }),
  refuse: writeEndpoint({
    path: 'refuse',
    summary: '不予报价，说明原因',
    needs: { staff: 'quotation' },
    audits: 'row',
    input: z.strictObject({ ...one, rowVersion: RowVersion, reason: RequiredText(QUOTATION_TEXT_LENGTH_MAX, '请填写原因') }),
    output: NullOutput,
    refusals: [...moveRefusals, 'ROW_CHANGED'],
  }),
  sendMessage: writeEndpoint({
    path: 'send-message',
    summary: '给买家留言',
    needs: { staff: 'quotation' },
    audits: 'row',
    input: z.strictObject({ ...one, text: QuotationMessageText }),
    output: NullOutput,
    refusals: moveRefusals,
  }),
})

/** The printed offer as its buyer downloads it, for staff who send it in another way. */
export const consoleQuotationPrintoutEndpoints = defineEndpoints('/console-api/api/quotation-printout', {
  print: downloadEndpoint({
    path: 'print',
    summary: '下载一张询价单的当前报价单（PDF，带印章、校验码）：与买家下载的相同',
    needs: { staff: 'quotation' },
    input: z.strictObject(one),
    refusals: ['QUOTATION_NOT_FOUND', 'QUOTATION_NOT_QUOTED'],
  }),
})
