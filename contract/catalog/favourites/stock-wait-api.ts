import * as z from 'zod/mini'
import { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, NullOutput } from '#contract/platform/core/fields.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'

export const STOCK_WAITS_MAX = 100

/** 到货通知: a sold-out SKU. The person gets one message when it is available again. */
export const StockWait = z.object({ sku: SkuBrief, since: Instant })
export type StockWait = z.output<typeof StockWait>

/** Separate from the favourites, which every page loads. */
export const stockWaitEndpoints = defineEndpoints('/goods-api/api/stock-wait', {
  list: readEndpoint({
    path: 'list',
    summary: '等待到货通知的规格，最近登记的在前',
    needs: 'lookGoods',
    input: EmptyInput,
    output: z.array(StockWait),
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '登记到货通知：再次有货时发送一次消息；已登记的不变',
    needs: 'lookGoods',
    memberLimit: '100 SKUs of a person.',
    input: z.strictObject({ skuId: Id }),
    output: NullOutput,
    refusals: ['SKU_NOT_FOUND', 'STOCK_THERE', 'STOCK_WAITS_FULL'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '取消到货通知，可一次多个',
    needs: 'lookGoods',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({
      skuIds: z.array(Id).check(z.minLength(1, '请选择商品规格'), z.maxLength(STOCK_WAITS_MAX, `一次最多 ${STOCK_WAITS_MAX} 个`)),
    }),
    output: NullOutput,
  }),
})
