import * as z from 'zod/mini'
import { VisibleCrossReference } from '#contract/catalog/goods/cross-reference.ts'
import { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { QUICK_ORDER_CODE_LENGTH_MAX, QUICK_ORDER_QUANTITY_LENGTH_MAX, QUICK_ORDER_ROWS_MAX } from './rows.ts'

/** The result of a row. Only `FOUND` can be ordered without a change. */
export const quickOrderRowStatuses = {
  FOUND: '可下单',
  AMBIGUOUS: '请确认',
  UNKNOWN: '未找到',
  OFF_SHELF: '已下架',
  SHOP_PAUSED: '暂停营业',
  BAD_QUANTITY: '数量有误',
  OFF_STEP: '起订量不符',
  SHORT: '库存不足',
  MERGED: '已合并',
} as const
export type QuickOrderRowStatus = keyof typeof quickOrderRowStatuses

export const QuickOrderCandidate = z.object({
  skuId: Id,
  /** The quantity in its own unit: 两箱 is 20 of one and 100 of another; null: it is not sold so. */
  goodsNum: z.nullable(z.int()),
  /** The enterprise has ordered it within a year. */
  bought: z.boolean(),
  /** The text names this part of another maker, to which it corresponds; null: it was found otherwise. */
  crossReference: z.nullable(VisibleCrossReference),
})
export type QuickOrderCandidate = z.output<typeof QuickOrderCandidate>

export const QuickOrderRowResult = z.object({
  rowNo: z.int(),
  status: z.enum(keysOf(quickOrderRowStatuses)),
  /** The SKU that was found; null while it is unknown. */
  skuId: z.nullable(Id),
  /** The possible SKUs, the most likely first. Nothing is ordered before the buyer has confirmed one. */
  candidates: z.array(QuickOrderCandidate),
  /** The quantity, including that of rows that were merged into this one; null if it cannot be read. */
  goodsNum: z.nullable(z.int()),
  /** The SKU was found by this part of another maker, which it replaces fully; null: it was found otherwise. */
  crossReference: z.nullable(VisibleCrossReference),
  /** A quantity that could be ordered instead; null: none. */
  offered: z.nullable(z.int()),
  /** The row that this row's quantity was added to. */
  mergedInto: z.nullable(z.int()),
  /** Why it cannot be ordered without a change: the rule and the number; null if it can. */
  why: z.nullable(z.string()),
})
export type QuickOrderRowResult = z.output<typeof QuickOrderRowResult>

/** Each SKU is listed once, even if several rows name it. */
export const QuickOrderMatches = z.object({ rows: z.array(QuickOrderRowResult), skus: z.array(SkuBrief) })
export type QuickOrderMatches = z.output<typeof QuickOrderMatches>

const QuickInput = z.strictObject({
  rowNo: z.int('行号不正确').check(z.minimum(1, '行号不正确'), z.maximum(9_999_999, '行号不正确')),
  code: Text(QUICK_ORDER_CODE_LENGTH_MAX),
  /** The text as it was typed. The server parses it. */
  quantity: Text(QUICK_ORDER_QUANTITY_LENGTH_MAX),
  /** The SKU that the buyer chose among the candidates. Then the code is not looked up. */
  skuId: z.optional(Id),
})

export const quickOrderEndpoints = defineEndpoints('/goods-api/api/quick-order', {
  match: readEndpoint({
    path: 'match',
    summary: '批量下单：逐行匹配编码、型号或客户物料编码，每行给出结果',
    needs: 'lookGoods',
    input: z.strictObject({
      rows: z
        .array(QuickInput)
        .check(z.minLength(1, '请粘贴或上传要下单的商品'), z.maxLength(QUICK_ORDER_ROWS_MAX, `一次最多 ${QUICK_ORDER_ROWS_MAX} 行`)),
    }),
    output: QuickOrderMatches,
  }),
})
