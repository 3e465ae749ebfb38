import * as z from 'zod/mini'
import { endpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput } from '#contract/platform/core/fields.ts'

export const CART_PREFIX = '/goods-api/api/goods-shopping-cart'

export const Count = z.object({ count: z.int() })

/** Of the cart's calls the one that every screen's head makes: it comes without the shapes of the cart itself. */
export const cartCountEndpoints = {
  count: readEndpoint({ path: 'count', summary: '购物车商品种数', needs: 'login', input: EmptyInput, output: Count }),
}
export const cartCount = endpoints(CART_PREFIX, cartCountEndpoints)
