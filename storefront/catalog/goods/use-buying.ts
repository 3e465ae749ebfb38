import { useQueryClient } from '@tanstack/react-query'
import { cartEndpoints } from '#contract/orders/cart/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useNavigate, useRouter } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatCount } from '#ui/format.ts'

/** The calls that add goods to the cart. The other calls of the cart are in orders/cart. */
export const addToCartApi = createApiClient({ add: cartEndpoints.add, addMany: cartEndpoints.addMany }, sendOrHoldUntilLogin)

/** Sends a guest to the login screen, and after the login to `target` (by default the current page). */
export function useGoToLogin(): (target?: string) => void {
  const router = useRouter()
  const navigate = useNavigate()
  return (target) => void navigate({ to: '/login', search: { redirectUrl: target ?? router.getState().location.href } })
}

/** The SKU that is added to the cart, and its name for the notice. */
export interface AddToCartInput {
  skuId: string
  goodsNum: number
  name: string
  unit: string
}

/** Adds to the cart: the badge shows the new count at once, an open cart is fetched again, and a notice is shown. */
export function useAddToCart() {
  const queries = useQueryClient()
  return useApiMutation(({ skuId, goodsNum }: AddToCartInput) => addToCartApi.add({ skuId, goodsNum }), {
    onSuccess: ({ count: lines }, { name, goodsNum, unit }) => {
      queries.setQueryData(['cart', 'count'], { count: lines })
      void queries.invalidateQueries({ queryKey: ['cart'], predicate: ({ queryKey }) => queryKey[1] !== 'count' })
      emitClientEvent('addToCart', { count: lines })
      showNotice(`已加入购物车：${name} × ${formatCount(goodsNum)} ${unit}`)
    },
  })
}
