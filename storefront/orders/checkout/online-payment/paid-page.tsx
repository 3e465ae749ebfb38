import { parseId } from '#storefront/platform/components/parse-id.ts'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { PaymentResult } from './payment-result.tsx'
import { PaymentNotFound, TradeResult } from './trade-result.tsx'

/** 支付结果, for the payment that a provider returns the buyer with, or for the trade. Only the server decides whether it is paid. */
export function Page() {
  const search = useSearch()
  const [tradeId, paymentId] = [parseId(search.tradeId), parseId(search.paymentId)]
  return (
    <div className="content max-w-2xl! pt-6 md:pt-10">
      <section aria-live="polite" aria-label="支付结果" className="panel px-4 py-10 md:px-10 md:py-12">
        {paymentId !== undefined ? (
          <PaymentResult key={paymentId} paymentId={paymentId} />
        ) : tradeId !== undefined ? (
          <TradeResult tradeId={tradeId} />
        ) : (
          <PaymentNotFound look={{ to: '/my_order', search: {}, label: '查看订单' }} />
        )}
      </section>
    </div>
  )
}
