import type { searchSuggestionEndpoints } from '#contract/catalog/suggestions/api.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { isUnsearchableKeyword } from '#server/catalog/goods/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { type FindPurchasedSkus, readSearchSuggestions } from './suggest.ts'

/** The purchases of a company are read by a function that is passed in, because orders are above goods. */
export const createSuggestionHandlers = (findPurchases: FindPurchasedSkus): Handlers<typeof searchSuggestionEndpoints> => ({
  suggest: async ({ keyword }, { db, caller }) => {
    const seesOrders = caller.kind === 'member' && hasPermission(caller, 'lookOrder')
    return readSearchSuggestions(db, isUnsearchableKeyword(keyword) ? undefined : keyword, {
      enterpriseId: seesOrders ? caller.enterpriseId : undefined,
      findPurchases,
    })
  },
})
