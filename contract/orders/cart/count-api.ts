import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput } from '#contract/platform/core/fields.ts'

export const CART_PATH_PREFIX = '/goods-api/api/goods-shopping-cart'

export const CartLineCountOutput = z.object({ count: z.int() })

/**
 * The only cart call that the header of every screen makes. It is in its own file, so that screens need not load the shapes of the cart.
 */
export const cartCountDefinitions = {
  count: readEndpoint({
    path: 'count',
    summary: '购物车商品种数',
    needs: 'login',
    duringPunchOut: true,
    input: EmptyInput,
    output: CartLineCountOutput,
  }),
}
export const cartLineCountEndpoints = defineEndpoints(CART_PATH_PREFIX, cartCountDefinitions)
