import type { goodsCompareEndpoints } from '#contract/catalog/goods-compare/api.ts'
import { readPriceViewer } from '#server/catalog/goods/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { compareSkus } from './compare-skus.ts'

export const goodsCompareHandlers: Handlers<typeof goodsCompareEndpoints> = {
  compare: ({ skuIds }, context) => compareSkus(context.db, readPriceViewer(context), skuIds),
}
