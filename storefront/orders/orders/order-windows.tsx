import { paymentMethods, priceTypeLabels } from '#contract/orders/orders/amounts.ts'
import type { OrderRow } from '#contract/orders/orders/shapes.ts'
import { ConfirmDropCouponDialog } from '#storefront/orders/checkout/order-changes-dialog.tsx'
import { PayTradeDialog } from '#storefront/orders/checkout/pay-password.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { CancelOrRequestCancelOrderDialog } from './cancel-dialog.tsx'
import { useOrderActions, type usePayOrder } from './use-order.ts'

/** The questions that an action on an order asks before it is done. */
export type OrderQuestion = 'cancel' | 'askCancel' | 'withdrawCancel' | 'receive'

interface Props {
  order: Pick<OrderRow, 'orderNo'>
  asking: OrderQuestion | undefined
  close: () => void
  paying: ReturnType<typeof usePayOrder>
}

/** The windows of the actions on an order. */
export function OrderWindows({ order, asking, close, paying }: Props) {
  return (
    <>
      <Asked order={order} asking={asking} close={close} />
      <PayTradeDialog tradeId={paying.asking} onClose={paying.close} />
      <Repricing paying={paying} />
      <ConfirmDropCouponDialog changing={paying.changing} />
    </>
  )
}

function Asked({ order, asking, close }: Omit<Props, 'paying'>) {
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
function Repricing({ paying }: Pick<Props, 'paying'>) {
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
