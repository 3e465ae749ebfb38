import type { goodsCompareEndpoints } from '#contract/catalog/goods-compare/api.ts'
import { toPriceViewer } from '#server/catalog/goods/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { compareSkus } from './compare-skus.ts'

export const goodsCompareHandlers: Handlers<typeof goodsCompareEndpoints> = {
  compare: ({ skuIds }, context) => compareSkus(context.db, toPriceViewer(context), skuIds),
}
