import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { STOCK_WAITS_QUERY_KEY, stockWaitApi, stockWaitsQuery } from '#storefront/catalog/goods/favourites/stock-wait-api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { useLoggedIn } from '#storefront/platform/sessions/use-session.ts'

interface Props extends Pick<ComponentProps<typeof Button>, 'size' | 'className'> {
  skuId: string
  /** The name of the goods, if several are on the page. */
  name?: string
}

/**
 * 到货通知, in place of the buttons of a sold-out SKU: subscribes once, and can be undone. Guests log in first, and the subscription is made
 * then.
 */
export function StockWaitButton({ skuId, name, ...look }: Props) {
  const loggedIn = useLoggedIn()
  const { reason: denied } = usePermission('lookGoods', 'goods')
  const waits = useQuery({ ...stockWaitsQuery, enabled: loggedIn && denied === undefined })
  const waiting = waits.data?.some(({ sku }) => sku.skuId === skuId) ?? false
  const toggle = useApiMutation(() => (waiting ? stockWaitApi.delete({ skuIds: [skuId] }) : stockWaitApi.add({ skuId })), {
    invalidates: [STOCK_WAITS_QUERY_KEY],
    onSuccess: () => showNotice(waiting ? '已取消到货通知' : '到货后会在“我的消息”里通知您'),
  })
  const word = waiting ? '取消到货通知' : '到货通知'
  return (
    <Button
      {...look}
      look={waiting ? 'line' : 'primary'}
      aria-label={name === undefined ? undefined : `${word} ${name}`}
      aria-pressed={waiting}
      busy={toggle.isPending}
      blocked={denied}
      onClick={() => toggle.mutate(undefined)}
    >
      {word}
    </Button>
  )
}
