import { useEffect } from 'react'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { Button, type ButtonKind } from './button.tsx'
import { clearWaitingOrder, readWaitingOrder } from './waiting-order-storage.ts'

const isConfirmation = (path: string): boolean => path.startsWith('/order_info')

/** 继续支付订单, 继续提交订单: leads back to the order that waits for what the buyer does here. Renders nothing if none waits. */
export function ContinueOrderButton({ look = 'call' }: { look?: ButtonKind }) {
  const router = useRouter()
  const path = readWaitingOrder()
  if (path === undefined) return null
  return (
    <Button look={look} onClick={() => router.history.push(path)}>
      {isConfirmation(path) ? '继续提交订单' : '继续支付订单'}
    </Button>
  )
}

/** The line above a form that an order waits for, or its confirmation, of which there is no order yet. `then`: what can be done after it. */
export function WaitingOrderNotice({ then }: { then: string }) {
  const path = readWaitingOrder()
  if (path === undefined) return null
  const waiting = isConfirmation(path) ? '待提交' : '待支付'
  return (
    <section
      aria-label={`${waiting}的订单`}
      className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-panel border border-gold-line bg-white px-4 py-3 md:mb-4"
    >
      <p className="text-sm">
        有订单{waiting}：{then}
      </p>
      <ContinueOrderButton look="plain" />
    </section>
  )
}

/** On a page of an order: who is there needs no way back to it. */
export function useClearWaitingOrder(): void {
  useEffect(clearWaitingOrder, [])
}
