import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { cartReturnEndpoints } from '#contract/orders/cart/return-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Button, type DisabledReason } from '#storefront/platform/components/button.tsx'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { clearEndedSession } from '#storefront/platform/sessions/session.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { CART_KEY } from './use-cart.ts'

const cartReturnApi = createApiClient(cartReturnEndpoints, sendOrHoldUntilLogin)

interface Props {
  cartIds: readonly string[]
  size?: 'lg' | 'sm'
  blockedBy?: DisabledReason | undefined
}

/** 返回采购系统: in place of 去结算 when a procurement system has opened the mall. Without selected goods it goes back with an empty cart. */
export function ReturnCartButton({ cartIds, size = 'lg', blockedBy }: Props) {
  const back = useApiMutation(() => cartReturnApi.returnCart({ cartIds: [...cartIds] }), {
    onSuccess: ({ returnPath }) => {
      location.replace(returnPath)
      clearEndedSession()
    },
  })
  const queries = useQueryClient()
  const isCartChanging = useIsMutating({ mutationKey: CART_KEY }) > 0
  // The server takes the quantities that it has. Those of a change that is under way are not yet there, and the page shows only after this press
  // that it has begun.
  const press = () => {
    if (queries.isMutating({ mutationKey: CART_KEY }) === 0) back.mutate(undefined)
  }
  return (
    <Button
      look={cartIds.length > 0 ? 'call' : 'line'}
      size={size}
      busy={back.isPending || isCartChanging}
      blocked={blockedBy?.reason}
      aria-describedby={blockedBy?.id}
      onClick={press}
    >
      {cartIds.length > 0 ? '返回采购系统' : '不带商品返回采购系统'}
    </Button>
  )
}
