import type { suggestionEndpoints } from '#contract/catalog/suggestions/api.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { isUnsearchable } from '#server/catalog/goods/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { type FindPurchases, suggest } from './suggest.ts'

/** What a company has ordered is read by a function from above, because orders are made of goods. */
export const createSuggestionHandlers = (findPurchases: FindPurchases): Handlers<typeof suggestionEndpoints> => ({
  suggest: async ({ keyword }, { db, caller }) => {
    const seesOrders = caller.kind === 'member' && hasPermission(caller, 'lookOrder')
    return suggest(db, isUnsearchable(keyword) ? undefined : keyword, {
      enterpriseId: seesOrders ? caller.enterpriseId : undefined,
      findPurchases,
    })
  },
})
