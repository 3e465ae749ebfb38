import { Suspense, useState } from 'react'
import type { OrderRow } from '#contract/orders/orders/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { useIdleLoad } from '#storefront/platform/components/use-idle-load.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { type OrderButtonName, orderButtonLabels, toOrderButtons, toOrderRowButtons } from './order-view.ts'
import type { OrderQuestion } from './order-windows.tsx'
import { useBuyAgain, usePayOrder } from './use-order.ts'

/** A list has ten orders, and few of them are acted on. */
const windows = async () => (await import('./order-windows.tsx')).OrderWindows
const OrderWindows = lazyPart(windows)

type Actable = Pick<OrderRow, 'orderNo' | 'tradeId' | 'state' | 'method' | 'payable' | 'actions' | 'lines'>

/** The actions on an order: the buttons, the most important first, and their confirmations. */
export function OrderActions({ order, row = false }: { order: Actable; row?: boolean }) {
  const [asking, setAsking] = useState<OrderQuestion>()
  const paying = usePayOrder(order)
  const again = useBuyAgain()
  const { reason: denied } = usePermission('addCart')
  const go = useGo(order)
  const isAsking = [asking, paying.asking, paying.repricing, paying.changing.unmet].some((one) => one !== undefined)
  const [hasAsked, setHasAsked] = useState(false)
  if (isAsking && !hasAsked) setHasAsked(true)
  useIdleLoad(windows)
  const act: Record<OrderButtonName, () => void> = {
    pay: () => paying.pay(order.method),
    online: () => paying.pay('online'),
    transfer: () => paying.pay('transfer'),
    again: () => again.add(order.lines.filter(({ gift }) => !gift)),
    cancel: () => setAsking('cancel'),
    askCancel: () => setAsking('askCancel'),
    withdrawCancel: () => setAsking('withdrawCancel'),
    receive: () => setAsking('receive'),
    ...go,
  }
  const busy: Partial<Record<OrderButtonName, boolean>> = { again: again.busy, online: paying.busy, transfer: paying.busy }
  const presses = row ? toOrderRowButtons(order) : toOrderButtons(order)
  return (
    <>
      {presses.map((press, at) => {
        const shut = press === 'again' ? denied : undefined
        return (
          <Button
            key={press}
            look={at === 0 && strong.has(press) ? 'primary' : 'line'}
            size={row ? 'sm' : 'md'}
            busy={busy[press] ?? false}
            blocked={shut}
            onClick={act[press]}
          >
            {orderButtonLabels[press]}
          </Button>
        )
      })}
      {hasAsked && (
        <Suspense>
          <OrderWindows order={order} asking={asking} close={() => setAsking(undefined)} paying={paying} />
        </Suspense>
      )}
      {again.dialog}
    </>
  )
}

/** The actions that move an order on. The first button is highlighted if it is one of these. */
const strong: ReadonlySet<OrderButtonName> = new Set(['pay', 'online', 'transfer', 'receive', 'comment', 'again'])

function useGo({ orderNo, tradeId }: Actable) {
  const navigate = useNavigate()
  return {
    changeMethod: () => void navigate({ to: '/order_pay_password', search: { tradeId } }),
    afterSale: () => void navigate({ to: '/after_sale', search: { orderNo } }),
    contact: () => void navigate({ to: '/service_contact', search: { orderNo } }),
    comment: () => void navigate({ to: '/my_comment', search: { orderNo } }),
  }
}
