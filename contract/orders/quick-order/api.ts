import * as z from 'zod/mini'
import { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { endpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { QUICK_CODE_MAX, QUICK_QUANTITY_MAX, QUICK_ROWS_MAX } from './rows.ts'

/** What became of a row. Only `FOUND` can be ordered as it stands. */
export const quickStatuses = {
  FOUND: '可下单',
  AMBIGUOUS: '请选择规格',
  UNKNOWN: '未找到',
  OFF_SHELF: '已下架',
  BAD_QUANTITY: '数量有误',
  OFF_STEP: '起订量不符',
  SHORT: '库存不足',
  MERGED: '已合并',
} as const
export type QuickStatus = keyof typeof quickStatuses

export const QuickResult = z.object({
  rowNo: z.int(),
  status: z.enum(keysOf(quickStatuses)),
  /** What it was taken for; null while nobody knows. */
  skuId: z.nullable(Id),
  /** What it may be, the likeliest first: for the buyer to choose from. */
  candidates: z.array(Id),
  /** How many, with those of the rows merged into it; null where that cannot be read. */
  goodsNum: z.nullable(z.int()),
  /** A quantity that could be had instead; null: none. */
  offered: z.nullable(z.int()),
  /** The row that this one's quantity was added to. */
  mergedInto: z.nullable(z.int()),
  /** Why it cannot be ordered as it stands: the rule and the number; null where it can. */
  why: z.nullable(z.string()),
})
export type QuickResult = z.output<typeof QuickResult>

/** Each SKU is named once, however many rows ask for it. */
export const QuickAnswer = z.object({ rows: z.array(QuickResult), skus: z.array(SkuBrief) })
export type QuickAnswer = z.output<typeof QuickAnswer>

const QuickInput = z.strictObject({
  rowNo: z.int('行号不正确').check(z.minimum(1, '行号不正确'), z.maximum(9_999_999, '行号不正确')),
  code: Text(QUICK_CODE_MAX),
  /** As it was typed; the server says what it reads. */
  quantity: Text(QUICK_QUANTITY_MAX),
  /** Chosen by the buyer among the candidates: the code is not looked up then. */
  skuId: z.optional(Id),
})

export const quickOrder = endpoints('/goods-api/api/quick-order', {
  match: readEndpoint({
    path: 'match',
    summary: '批量下单：逐行匹配编码、型号或客户物料编码，每行给出结果',
    needs: 'lookGoods',
    input: z.strictObject({
      rows: z
        .array(QuickInput)
        .check(z.minLength(1, '请粘贴或上传要下单的商品'), z.maxLength(QUICK_ROWS_MAX, `一次最多 ${QUICK_ROWS_MAX} 行`)),
    }),
    output: QuickAnswer,
  }),
})
