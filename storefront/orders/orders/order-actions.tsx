import { useState } from 'react'
import { paymentMethods, priceTypeLabels } from '#contract/orders/orders/amounts.ts'
import type { OrderRow } from '#contract/orders/orders/shapes.ts'
import { ConfirmDropCouponDialog } from '#storefront/orders/checkout/order-changes-dialog.tsx'
import { PayTradeDialog } from '#storefront/orders/checkout/pay-password.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { CancelOrRequestCancelOrderDialog } from './cancel-dialog.tsx'
import { type OrderButtonName, orderButtonLabels, toOrderButtons, toOrderRowButtons } from './order-view.ts'
import { useBuyAgain, useOrderActions, usePayOrder } from './use-order.ts'

type Actable = Pick<OrderRow, 'orderNo' | 'tradeId' | 'state' | 'method' | 'payable' | 'actions' | 'lines'>
type OpenWindow = 'cancel' | 'askCancel' | 'withdrawCancel' | 'receive'

/** The actions on an order: the buttons, the most important first, and their confirmations. */
export function OrderActions({ order, row = false }: { order: Actable; row?: boolean }) {
  const [asking, setAsking] = useState<OpenWindow>()
  const paying = usePayOrder(order)
  const again = useBuyAgain()
  const { reason: denied } = usePermission('addCart')
  const go = useGo(order)
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
            {...toDisabledProps(shut)}
            onClick={act[press]}
          >
            {orderButtonLabels[press]}
          </Button>
        )
      })}
      <Asked order={order} asking={asking} close={() => setAsking(undefined)} />
      <PayTradeDialog tradeId={paying.asking} onClose={paying.close} />
      <Repricing paying={paying} />
      <ConfirmDropCouponDialog changing={paying.changing} />
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

function Asked({ order, asking, close }: { order: Actable; asking: OpenWindow | undefined; close: () => void }) {
  const { cancel, askCancel, withdrawCancel, receive } = useOrderActions(order, close)
  return (
    <>
      <CancelOrRequestCancelOrderDialog
        orderNo={order.orderNo}
        open={asking === 'cancel'}
        onClose={close}
        title="取消订单"
        text="取消后库存立即释放，订单不能恢复。"
        busy={cancel.isPending}
        error={cancel.errorsByField.reason}
        onSubmit={cancel.mutate}
      />
      <CancelOrRequestCancelOrderDialog
        orderNo={order.orderNo}
        open={asking === 'askCancel'}
        onClose={close}
        title="申请取消"
        text="订单已支付，客服确认后取消，款项或赊销额度原路退回。"
        busy={askCancel.isPending}
        error={askCancel.errorsByField.reason}
        onSubmit={askCancel.mutate}
      />
      <ConfirmDialog
        open={asking === 'withdrawCancel'}
        onClose={close}
        title="撤回取消申请"
        text="撤回后订单继续备货、按原定时间发出；之后仍可再次申请取消。"
        confirm="撤回申请"
        busy={withdrawCancel.isPending}
        onConfirm={() => withdrawCancel.mutate()}
      />
      <ConfirmDialog
        open={asking === 'receive'}
        onClose={close}
        title="确认收货"
        text="请确认已收到全部商品且数量无误。"
        confirm="确认收货"
        busy={receive.isPending}
        onConfirm={() => receive.mutate()}
      />
    </>
  )
}

/** Another price type changes the amount, so it is shown before the change. */
function Repricing({ paying }: { paying: ReturnType<typeof usePayOrder> }) {
  const { repricing, dismissRepricing, reprice, busy } = paying
  const { label, priceType } = paymentMethods[repricing ?? 'online']
  return (
    <ConfirmDialog
      open={repricing !== undefined}
      onClose={dismissRepricing}
      title={`改为${label}`}
      text={`改用${label}后，同一次提交的订单都按${priceTypeLabels[priceType]}重新计算应付金额。`}
      confirm="确认更换"
      busy={busy}
      onConfirm={reprice}
    />
  )
}
