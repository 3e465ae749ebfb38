import { useQuery } from '@tanstack/react-query'
import type { Sku } from '../../../contract/catalog/shapes.ts'
import { Button } from '../../parts/button.tsx'
import { showNotice } from '../../parts/notify.ts'
import { useCall } from '../../session/use-call.ts'
import { stockWaitApi, WAITS_KEY, waitsQuery } from '../favourite/stock-waits.ts'
import { useAccess, useLogin, whyNot } from '../use-buying.ts'

/** 到货通知, where a sold-out SKU's buttons would be: asks to be told once, and takes it back. Guests log in first. */
export function StockBell({ sku: { skuId }, className }: { sku: Sku; className: string }) {
  const access = useAccess('lookGoods')
  const login = useLogin()
  const waits = useQuery({ ...waitsQuery, enabled: access === 'may' })
  const waiting = waits.data?.some(({ sku }) => sku.skuId === skuId) ?? false
  const toggle = useCall(() => (waiting ? stockWaitApi.delete({ skuIds: [skuId] }) : stockWaitApi.add({ skuId })), {
    refresh: [WAITS_KEY],
    done: () => showNotice(waiting ? '已取消到货通知' : '到货后会在“我的消息”里通知您'),
  })
  return (
    <Button
      size="lg"
      look={waiting ? 'line' : 'primary'}
      className={`flex-1 md:flex-none md:px-16 ${className}`}
      aria-pressed={waiting}
      busy={toggle.isPending}
      disabled={access === 'mayNot'}
      title={access === 'mayNot' ? whyNot('lookGoods') : undefined}
      onClick={() => (access === 'guest' ? login() : toggle.mutate(undefined))}
    >
      {waiting ? '取消到货通知' : '到货通知'}
    </Button>
  )
}
