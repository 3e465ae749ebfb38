import { cartReturnEndpoints } from '#contract/orders/cart/return-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Button, type DisabledReason } from '#storefront/platform/components/button.tsx'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { clearEndedSession } from '#storefront/platform/sessions/session.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'

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
  return (
    <Button
      look={cartIds.length > 0 ? 'call' : 'line'}
      size={size}
      busy={back.isPending}
      blocked={blockedBy?.reason}
      aria-describedby={blockedBy?.id}
      onClick={() => back.mutate(undefined)}
    >
      {cartIds.length > 0 ? '返回采购系统' : '不带商品返回采购系统'}
    </Button>
  )
}
