import type { searchSuggestionEndpoints } from '#contract/catalog/suggestions/api.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { isUnsearchableKeyword, toPriceViewer } from '#server/catalog/goods/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { type NearestGoodsSearch, type OwnOrderSearch, readSearchSuggestions } from './suggest.ts'

/** What a company has ordered is read by functions that are passed in, because orders are above goods. */
export const createSuggestionHandlers = (
  orders: OwnOrderSearch,
  findNearestGoodsIds: NearestGoodsSearch,
): Handlers<typeof searchSuggestionEndpoints> => ({
  suggest: async ({ keyword }, context) => {
    const { db, caller } = context
    const seesOrders = caller.kind === 'member' && hasPermission(caller, 'lookOrder')
    return readSearchSuggestions(db, isUnsearchableKeyword(keyword) ? undefined : keyword, {
      viewer: toPriceViewer(context),
      buyerId: seesOrders ? caller.enterpriseId : undefined,
      orders,
      findNearestGoodsIds,
    })
  },
})
