import { PaymentProgress } from '#storefront/money/payments/payment-progress.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { parseId } from '#storefront/platform/components/parse-id.ts'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { StartOnlinePayment } from './start-payment.tsx'

/** /order_pay_online_pay: the choice of a channel for a trade, or a payment that has been started. */
export function Page() {
  const search = useSearch()
  const [tradeId, paymentId] = [parseId(search.tradeId), parseId(search.paymentId)]
  return (
    <div className="content max-w-3xl! pt-4 md:pt-6">
      <h1 className="mb-3 text-lg md:mb-4 md:text-xl">在线支付</h1>
      {paymentId !== undefined ? (
        <PaymentProgress key={paymentId} paymentId={paymentId} back={search.back !== undefined} />
      ) : tradeId !== undefined ? (
        <StartOnlinePayment tradeId={tradeId} />
      ) : (
        <div className="panel">
          <EmptyState
            title="没有要支付的订单"
            hint="请从待支付的订单进入支付。"
            action={
              <ButtonLink to="/my_order" search={{ state: 'WAIT_PAY' }}>
                查看待支付订单
              </ButtonLink>
            }
          />
        </div>
      )}
    </div>
  )
}
